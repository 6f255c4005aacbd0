// The words with which an oracle refuses. A plain refusal gets its reason, where the environment has no words of its own
// for it: the sentence of the rule that forbids the wish, or the message of the tool that refused the call. A refusal that
// must be said again is said in other words.
import type { Rule } from '../../envs/values/rule.ts';
import type { Task } from '../../envs/values/task.ts';

const LONGEST = 240;
/** Matches a sentence that sets a limit or forbids something. */
const LIMITS =
  /\b(?:no|not|never|none|nothing|neither|cannot|only|most|least|longest|earliest|latest|until|unless|before|without|needs?|costs? [^.]*than|than|stays?|left to|kept for)\b/i;

/** Said before a refusal that is told again, by the reason of the refusal. Each is a refusal by itself. */
const AGAIN: Readonly<Record<string, readonly string[]>> = {
  not_allowed: ["I'm sorry, but I can't make an exception.", 'I am afraid it stays at no: I cannot do it.'],
  no_tool: [
    "I'm sorry, that is really beyond what I can do from here.",
    'I am afraid it stays at no: my tools cannot do that.',
  ],
  missing_information: ['I still lack the information for it, so I cannot do it.'],
  invalid_value: ['I have checked it again, and that value is not possible.'],
  not_found: ["I'm sorry, I still can't find it."],
};

/**
 * Returns a refusal in words that were not said yet, with its reason. `phrases` are the environment's own refusals, and
 * `said` are the refusals before this one.
 */
export function refusedAgain(
  { gold }: Task,
  { phrases, reason, said }: { readonly phrases: readonly string[]; readonly reason?: string; readonly said: number },
): string {
  const why = String(gold.outputs.find(({ type }) => type === 'reason')?.value ?? 'not_allowed');
  const leads = AGAIN[why] ?? AGAIN['not_allowed'] ?? [];
  const lead = leads[(said - 1) % leads.length] ?? '';
  const own = phrases[said % Math.max(1, phrases.length)]?.replace(
    /^(?:I am sorry|Sorry|Unfortunately)[,:] (\p{L})/u,
    (_all, first: string) => first.toUpperCase(),
  );
  return [lead, own ?? reason].filter((part) => part !== undefined).join(' ');
}

/** Returns a sentence with the reason of a refusal. Undefined where nothing says the reason. */
export function refusalReason({ gold, rules }: Task, known: readonly Rule[]): string | undefined {
  const rule = known.find(({ id }) => id === rules[0]);
  const sentence = rule === undefined ? undefined : limitIn(rule.text);
  if (sentence !== undefined) return `Our rule is this: ${sentence}`;
  const reason = gold.outputs.find(({ type }) => type === 'reason')?.value;
  const message = reason === 'not_allowed' ? gold.calls.at(-1)?.error?.message : undefined;
  return message === undefined || message.length > LONGEST || /_|\{|\n/.test(message)
    ? undefined
    : `The system says: ${message.replace(/[.\s]*$/, '.')}`;
}

/** Returns the first sentence of a rule that sets a limit. */
function limitIn(text: string): string | undefined {
  const sentences = text.split(/(?<=[.!?]) (?=\p{Lu})/u).filter((each) => each.length <= LONGEST);
  return sentences.find((each) => LIMITS.test(each));
}
