// The words with which an oracle (an agent that knows the solution) refuses. If the environment has no phrase for
// the refusal, the reason is a sentence of the rule that forbids the wish, or the error message of the tool. A repeated
// refusal begins with other words.
import type { Rule } from '../../envs/values/rule.ts';
import type { Task } from '../../envs/values/task.ts';

const LONGEST = 240;
/** Matches a sentence that sets a limit or forbids something. */
const LIMITS =
  /\b(?:no|not|never|none|nothing|neither|cannot|only|most|least|longest|earliest|latest|until|unless|before|without|needs?|costs? [^.]*than|than|stays?|left to|kept for)\b/i;

/**
 * Sentences that begin a repeated refusal, by the reason of the refusal. Each sentence is a refusal even without the
 * rest.
 */
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

/** Matches the regret with which a refusal begins. The words before a repeated refusal say it already. */
const OWN_REGRET =
  /^(?:(?:I am|I'm) afraid(?:,| that)?|(?:I am|I'm) (?:very |so |really )?sorry(?:,? but|,? that|[,:.])|Sorry[,:.]|(?:Unfortunately|Regrettably),?) (\p{L})/u;

/**
 * Words a repeated refusal. `phrases` holds the environment's own refusals; `reason` is used if there are none; `said`
 * is the number of earlier refusals.
 */
export function refusedAgain(
  { gold }: Task,
  { phrases, reason, said }: { readonly phrases: readonly string[]; readonly reason?: string; readonly said: number },
): string {
  const why = String(gold.outputs.find(({ type }) => type === 'reason')?.value ?? 'not_allowed');
  const leads = AGAIN[why] ?? AGAIN['not_allowed'] ?? [];
  const lead = leads[(said - 1) % leads.length] ?? '';
  const own = phrases[said % Math.max(1, phrases.length)]?.replace(OWN_REGRET, (_all, first: string) =>
    first.toUpperCase(),
  );
  return [lead, own ?? reason].filter((part) => part !== undefined).join(' ');
}

/**
 * Returns a sentence with the reason of a refusal, from the broken rule or from the error message of the last call.
 * Returns undefined if neither gives a usable sentence.
 */
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

function limitIn(text: string): string | undefined {
  const sentences = text.split(/(?<=[.!?]) (?=\p{Lu})/u).filter((each) => each.length <= LONGEST);
  return sentences.find((each) => LIMITS.test(each));
}
