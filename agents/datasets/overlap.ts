// Measures the overlap of training data with a benchmark or another file that holds tools and wishes. Two tools
// overlap if their names and argument names are equal. A wish overlaps if the file has the same wish, or at least half
// of the wish's runs of 8 words.
import { readFileSync, statSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import { plainWords } from '../../envs/words/spoken.ts';
import { gramsOf } from './tasks.ts';

export interface Overlap {
  readonly against: string;
  readonly tools: { readonly ours: number; readonly theirs: number; readonly same_name: number; readonly same: number };
  readonly wishes: { readonly ours: number; readonly theirs: number; readonly same: number };
  /** The larger of two shares: of our tools, and of our wishes, that the other file also has. */
  readonly share: number;
  readonly examples: readonly string[];
}

const GRAM = 8;
const SHARED = 0.5;
const SHOWN = 5;
const LEAST_WORDS = 5;
const MOST_BYTES = 2 ** 29;
/** Keys under which a file may store a user's wish. */
const WISHES = new Set([
  'question',
  'query',
  'instruction',
  'instructions',
  'opening',
  'goal',
  'prompt',
  'content',
  'user_query',
  'reason_for_call',
  'task_instructions',
  'input',
  'text',
]);

export interface Against {
  readonly file: string;
  readonly tools: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly grams: ReadonlySet<string>;
  readonly wishes: ReadonlySet<string>;
}

export function readAgainst(file: string): Against {
  let text: string;
  try {
    if (statSync(file).size > MOST_BYTES) throw badInput({ file, what: 'is larger than 512 MB' });
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw badInput({ file, what: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? ''}` });
  }
  const found = {
    tools: new Set<string>(),
    names: new Set<string>(),
    grams: new Set<string>(),
    wishes: new Set<string>(),
  };
  for (const value of valuesIn(text, file)) collect(value, found);
  if (found.tools.size + found.wishes.size === 0)
    throw badInput({ file, what: 'has neither tools nor wishes in it', mend: 'a pool, tasks, or a benchmark in JSON' });
  return { file, ...found };
}

export function overlapWith(against: Against, tools: readonly Json[], wishes: ReadonlyMap<string, string>): Overlap {
  const ours = new Map<string, string>();
  for (const tool of tools) {
    const print = fingerprint(tool);
    if (print !== undefined) ours.set(print.print, print.name);
  }
  const same = [...ours].filter(([print]) => against.tools.has(print));
  const named = [...ours.values()].filter((name) => against.names.has(name));
  const shared: string[] = [];
  for (const [id, wish] of wishes) {
    const words = plainWords(wish).trim();
    const grams = gramsOf(wish, GRAM);
    let hits = 0;
    for (const gram of grams) if (against.grams.has(gram)) hits += 1;
    if (against.wishes.has(words) || (words.split(' ').length >= GRAM && hits >= grams.size * SHARED)) shared.push(id);
  }
  const share = Math.max(ratio(same.length, ours.size), ratio(shared.length, wishes.size));
  return {
    against: against.file.split('/').at(-1) ?? against.file,
    tools: { ours: ours.size, theirs: against.tools.size, same_name: named.length, same: same.length },
    wishes: { ours: wishes.size, theirs: against.wishes.size, same: shared.length },
    share,
    examples: [...same.map(([, name]) => `tool ${name}`), ...shared.map((id) => `wish of ${id}`)].slice(0, SHOWN),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(4));
}

/** Yields the values of a JSON file, or of a file with one JSON value per line. */
function* valuesIn(text: string, file: string): Generator<unknown> {
  try {
    yield JSON.parse(text);
    return;
  } catch {}
  let any = false;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      yield JSON.parse(line);
      any = true;
    } catch {
      if (!any) throw badInput({ file, what: 'is neither JSON nor JSON lines' });
    }
  }
}

function collect(
  value: unknown,
  into: { tools: Set<string>; names: Set<string>; grams: Set<string>; wishes: Set<string> },
  key = '',
): void {
  if (typeof value === 'string') {
    if (WISHES.has(key)) addWish(value, into);
    return;
  }
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) collect(each, into, key);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const print = fingerprint(value as Json);
  if (print !== undefined) {
    into.tools.add(print.print);
    into.names.add(print.name);
  }
  for (const [name, each] of Object.entries(value)) collect(each, into, name);
}

function addWish(text: string, into: { grams: Set<string>; wishes: Set<string> }): void {
  const words = plainWords(text).trim();
  if (words.split(' ').length < LEAST_WORDS) return;
  into.wishes.add(words);
  for (const gram of gramsOf(text, GRAM)) if (gram.split(' ').length === GRAM) into.grams.add(gram);
}

/**
 * Returns a tool's name, and a text made of its name and the names of its arguments. Accepts the tool schemas of
 * different APIs. Returns undefined for other JSON.
 */
function fingerprint(tool: Json): { name: string; print: string } | undefined {
  if (!isJsonObject(tool)) return undefined;
  const own = isJsonObject(tool['function']) ? tool['function'] : tool;
  const { name } = own;
  const schema = own['parameters'] ?? own['input_schema'] ?? own['inputSchema'] ?? own['arguments'];
  if (typeof name !== 'string' || !isJsonObject(schema)) return undefined;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : schema;
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const args = Object.keys(properties)
    .map((each) => each.toLowerCase())
    .filter((each) => !['type', 'required', 'properties', 'additionalproperties'].includes(each))
    .sort();
  return { name: plain, print: JSON.stringify([plain, args]) };
}
