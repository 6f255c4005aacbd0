// Explains each part of a verdict in words.
import type { Task } from '../session/shapes.ts';

export const JUDGED: Readonly<Record<Task['basis'][number], string>> = {
  state: 'the rows end as the right end has them',
  collateral: 'nothing else has changed',
  calls: 'the agent looked where it had to look',
  outputs: 'the reply holds the right values, and they were looked up',
  claims: 'the agent says only things that it has done or seen',
  rules: 'no rule of the policy was broken',
  assertions: "the task's own checks hold",
  reason: 'the reply gives the right reason',
};

/** For each part of a verdict: words for episodes in which it failed. */
export const FAILED_PARTS: Readonly<Record<string, string>> = {
  state: 'rows are not as they should be',
  collateral: 'something else was changed',
  calls: 'did not look where it had to',
  outputs: 'a wrong or missing answer',
  claims: 'said things that it had not done or seen',
  rules: 'a rule was broken',
  assertions: "one of the task's own checks failed",
  reason: 'a wrong or missing reason',
} satisfies Readonly<Record<Task['basis'][number], string>>;

/** Returns the words for a part of a verdict. An unknown part keeps its name. */
export function judgedAs(part: string): string {
  return (JUDGED as Readonly<Record<string, string>>)[part] ?? part.replaceAll('_', ' ');
}
