// Collects the facts of a task that decide whether its episodes are for training or for testing: the workflow, the keys
// and the words of the wish.
import type { Task } from '../../envs/values/task.ts';
import { plainWords } from '../../envs/words/spoken.ts';

export interface TaskFacts {
  readonly workflow: string;
  /** E-mail addresses, ids and names that the user says. No key may occur both in training and in test tasks. */
  readonly keys: ReadonlyMap<string, KeyKind>;
  /** Every run of GRAM words in the wish. If the wish is shorter, the whole wish. */
  readonly grams: ReadonlySet<string>;
}

export type KeyKind = 'e-mail' | 'id' | 'name';

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const ID = /(?<![\w-])(?:[A-Za-z]{1,6}[-_]?\d{2,}(?:[-_]\w+)*|\d{3,}(?:-\d{2,})+|[A-Za-z]+_\d+|\d{6,})(?![\w-])/g;
const NAMES = /^(?:full_?name|customer_?name|guest_?name|patient_?name|user_?name|name)$/i;
const GRAM = 3;

/**
 * Returns a text that identifies the task's workflow: the tools that the solution calls, and the reason for refusing if
 * the agent must refuse. Tasks with equal texts belong to one workflow.
 */
export function workflowOf({ kind, gold }: Task): string {
  const tools = [...new Set(gold.calls.map(({ name }) => name))].sort();
  const reason = gold.outputs.find(({ type }) => type === 'reason')?.value;
  return `${kind === 'abstain' ? `declines ${String(reason)}` : 'does'}: ${tools.join(', ')}`;
}

export function factsOf(task: Task): TaskFacts {
  const { opening, goal, facts } = task.user;
  const keys = new Map<string, KeyKind>();
  const text = [opening, goal, ...facts.map(({ value }) => (typeof value === 'string' ? value : ''))].join('\n');
  for (const [key, kind] of keysIn(text)) keys.set(key, kind);
  const of = (key: RegExp): string | undefined => {
    const found = facts.find((fact) => key.test(fact.key))?.value;
    return typeof found === 'string' ? found : undefined;
  };
  const [first, last, full] = [of(/^first_?name$/i), of(/^last_?name$/i), of(NAMES)];
  if (first !== undefined && last !== undefined) keys.set(`${first} ${last}`.toLowerCase(), 'name');
  if (full !== undefined && /^\p{Lu}\S+(?: \S+)+$/u.test(full)) keys.set(full.toLowerCase(), 'name');
  return { workflow: workflowOf(task), keys, grams: gramsOf(opening.trim() === '' ? goal : opening, GRAM) };
}

export function keysIn(text: string): Map<string, KeyKind> {
  const keys = new Map<string, KeyKind>();
  for (const [email] of text.matchAll(EMAIL)) keys.set(email.toLowerCase(), 'e-mail');
  for (const [id] of text.replaceAll(EMAIL, ' ').matchAll(ID)) if (!isDate(id)) keys.set(id.toLowerCase(), 'id');
  return keys;
}

export function gramsOf(text: string, size: number): Set<string> {
  const words = plainWords(text).trim().split(' ');
  if (words.length < size) return new Set([words.join(' ')]);
  return new Set(words.slice(0, words.length - size + 1).map((_word, at) => words.slice(at, at + size).join(' ')));
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d(?:-\d\d)?$/.test(text);
}

export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const each of a) if (b.has(each)) both += 1;
  const all = a.size + b.size - both;
  return all === 0 ? 1 : both / all;
}
