// The reason that an oracle adds to a plain refusal, where the environment has no words of its own for it: the sentence
// of the rule that forbids the wish, or the message of the tool that refused the call.
import type { Rule } from '../../envs/values/rule.ts';
import type { Task } from '../../envs/values/task.ts';

const LONGEST = 240;
/** Matches a sentence that sets a limit or forbids something. */
const LIMITS =
  /\b(?:no|not|never|none|nothing|neither|cannot|only|most|least|longest|earliest|latest|until|unless|before|without|needs?|costs? [^.]*than|than|stays?|left to|kept for)\b/i;

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
