// Finds the source of each value in a call: the user's words, an earlier result, the policy, or a list with a single
// choice.
import { isJsonObject, plainJson, type Json, type JsonObject } from '../values/json.ts';
import { pointer } from '../values/places.ts';
import type { GoldCall } from '../values/task.ts';
import type { ToolCall } from '../values/tool-schema.ts';
import { plainWords, says } from '../words/spoken.ts';
import { splitName } from '../words/split-words.ts';
import { isTime, timesSaid, type SaidTime } from '../words/times-said.ts';
import type { World } from '../world/world.ts';

export interface MissingValue {
  readonly path: readonly string[];
  readonly value: Json;
}

/** A pattern for a negation with up to five words after it: "I do not want it left at door". */
const NO = ' (?:not|no|never|t|nor|without)(?: [^ ]+){0,5}';
/** A pattern for up to two words that may stand between the words of a choice. */
const BETWEEN = '(?: [^ ]+){0,2} ';
const TIME = /^\d\d:\d\d$/;
const CAMEL = /^[a-z]+(?:[A-Z][a-z]+)+$/;

/** The words that the user has said and the results that tools have shown so far. */
export class Known {
  private readonly told: string[] = [];
  private readonly times: SaidTime[] = [];
  private readonly shown: string[] = [];
  private readonly numbers = new Set<Json>();

  tell(text: string): void {
    this.told.push(plainWords(text));
    this.times.push(...timesSaid(text));
  }

  show(result: Json): void {
    const plain = plainJson(result);
    this.shown.push(plainWords(JSON.stringify(plain) ?? ''));
    walkLeaves(plain, (leaf) => void (typeof leaf === 'number' && this.numbers.add(leaf)));
  }

  isTold(value: Json, label = ''): boolean {
    if (typeof value === 'string' && TIME.test(value) && this.times.some((time) => isTime(time, value))) return true;
    return this.told.some((text) => says(text, value, label));
  }

  /**
   * Tells whether the user said the words of this choice and of no other one: "I repaired it all privately" says
   * repaired_privately.
   */
  isChosen(value: string, choices: readonly Json[]): boolean {
    const isSaid = (choice: Json): boolean => {
      const words = splitName(String(choice));
      const said = new RegExp(`(?<!${NO}) ${words.join(BETWEEN)} `);
      return words.length > 1 && this.told.some((text) => said.test(text));
    };
    return isSaid(value) && choices.filter(isSaid).length === 1;
  }

  isShown(value: Json): boolean {
    // a number must be equal as a whole, because its digits could be a part of another number
    if (typeof value === 'number') return this.numbers.has(value);
    const words = plainWords(String(value));
    return this.shown.some((text) => text.includes(words));
  }
}

/**
 * Returns the values of a call that no source has shown. Values that the solution computes from known values are left
 * out.
 */
export function missingValues(
  world: World,
  call: Pick<ToolCall, 'name' | 'arguments'> & { readonly origins?: GoldCall['origins'] | undefined },
  known: Known,
): MissingValue[] {
  const found: MissingValue[] = [];
  const computed = new Set(
    (call.origins ?? []).flatMap(({ from, argument }) =>
      from === 'computed' ? [argument.replaceAll(/\/\d+(?=\/|$)/g, '')] : [],
    ),
  );
  const properties = world.tools.get(call.name)?.tool.parameters['properties'];
  walkLeaves(call.arguments as JsonObject, (value, path) => {
    if (value === null || typeof value === 'boolean' || computed.has(pointer(path))) return;
    const text = plainWords(String(value));
    if (text.trim() === '' || known.isTold(value, path.at(-1) ?? '') || known.isShown(value)) return;
    // people say originalPayment as "original payment"
    if (typeof value === 'string' && CAMEL.test(value) && known.isTold(splitName(value).join(' '))) return;
    const property = isJsonObject(properties) ? properties[path[0] ?? ''] : undefined;
    if (isJsonObject(property)) {
      if (property['default'] === value || property['const'] === value) return;
      // the schema allows no other value
      if (Array.isArray(property['enum']) && property['enum'].length === 1) return;
      if (typeof value === 'string' && Array.isArray(property['enum']) && known.isChosen(value, property['enum']))
        return;
    }
    if (typeof value === 'string' && /\p{L}{3}/u.test(value) && policyWords(world).includes(text)) return;
    found.push({ path, value });
  });
  return found;
}

const policies = new WeakMap<World, string>();

function policyWords(world: World): string {
  let words = policies.get(world);
  if (words === undefined) {
    words = plainWords(world.environment.policy);
    policies.set(world, words);
  }
  return words;
}

/** Calls `visit` for every scalar inside the value. `path` holds the names that lead to the scalar. */
export function walkLeaves(
  value: Json,
  visit: (leaf: Json, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (Array.isArray(value)) for (const each of value as readonly Json[]) walkLeaves(each, visit, path);
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) walkLeaves(each as Json, visit, [...path, name]);
  else visit(value, path);
}
