// Where the values of a call come from: what was told, what an earlier result shows, the policy, or a choice that is none.
import { isJsonObject, plainJson, type Json, type JsonObject } from '../values/json.ts';
import type { ToolCall } from '../values/tool-schema.ts';
import { plainWords, says } from '../words/spoken.ts';
import type { World } from '../world/world.ts';

export interface MissingValue {
  readonly path: readonly string[];
  readonly value: Json;
}

/** What has been told and shown so far. */
export class Known {
  private readonly told: string[] = [];
  private readonly shown: string[] = [];
  private readonly numbers = new Set<Json>();

  tell(text: string): void {
    this.told.push(plainWords(text));
  }

  show(result: Json): void {
    const plain = plainJson(result);
    this.shown.push(plainWords(JSON.stringify(plain) ?? ''));
    walkLeaves(plain, (leaf) => void (typeof leaf === 'number' && this.numbers.add(leaf)));
  }

  isTold(value: Json, label = ''): boolean {
    return this.told.some((text) => says(text, value, label));
  }

  isShown(value: Json): boolean {
    // a number is a value of its own, not a piece of another
    if (typeof value === 'number') return this.numbers.has(value);
    const words = plainWords(String(value));
    return this.shown.some((text) => text.includes(words));
  }
}

/** The values of a call that nothing so far tells. */
export function missingValues(world: World, call: Pick<ToolCall, 'name' | 'arguments'>, known: Known): MissingValue[] {
  const found: MissingValue[] = [];
  const properties = world.tools.get(call.name)?.tool.parameters['properties'];
  walkLeaves(call.arguments as JsonObject, (value, path) => {
    if (value === null || typeof value === 'boolean') return;
    const text = plainWords(String(value));
    if (text.trim() === '' || known.isTold(value, path.at(-1) ?? '') || known.isShown(value)) return;
    const property = isJsonObject(properties) ? properties[path[0] ?? ''] : undefined;
    if (isJsonObject(property)) {
      if (property['default'] === value || property['const'] === value) return;
      // there is nothing else to choose
      if (Array.isArray(property['enum']) && property['enum'].length === 1) return;
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

/** Every scalar with the names that lead to it. */
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
