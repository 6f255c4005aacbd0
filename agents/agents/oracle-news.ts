// Collects the news that an oracle (an agent that knows the solution) has to tell: its changes, the answers, and the
// remarks of the task. Each item is told in the agent's next message, so that the user hears about one matter before
// the next begins.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Task, TaskOutput } from '../../envs/values/task.ts';

export interface Done {
  readonly name: string;
  readonly arguments: JsonObject;
  /** The results before the change, because the report names a row as it was called then. */
  readonly shown: readonly Json[];
}

export type News =
  /**
   * A change, told with the environment's own phrases. `plain` is such a phrase without amounts, or undefined if there
   * is none.
   */
  | { readonly kind: 'told'; readonly full: string; readonly plain: string | undefined }
  /** A change for which the environment has no phrases; general words report it. */
  | { readonly kind: 'deed'; readonly step: Done }
  /** An answer, and the task's own sentence for it if there is one. In that sentence {value} stands for the value. */
  | { readonly kind: 'answer'; readonly output: TaskOutput; readonly says?: string | undefined }
  | { readonly kind: 'remark'; readonly text: string };

/** An answer or a remark that is told after the given number of calls of the solution. */
export interface Due {
  readonly after: number;
  /**
   * The words of the user's later wish that this item answers. The item is told only after the user has said these
   * words.
   */
  readonly waits?: string | undefined;
  readonly news: News;
}

/** Returns the answers and remarks of a task in the order in which they are due. */
export function dueOf({ gold, user }: Task): Due[] {
  const { says = [], end } = gold;
  if (says.length === 0 && end !== 'done') return [];
  const wishes = (user.later ?? []).filter(({ kind }) => kind === 'also');
  // two answers of a task may have the same key (if two stories were joined), so each answer is used only once
  const open = [...gold.outputs];
  const told = says.flatMap(({ after, answer, text, late }): Due[] => {
    const waits = late === undefined ? undefined : wishes[late]?.text;
    const at = open.findIndex(({ key }) => key === answer);
    const [output] = at === -1 ? [] : open.splice(at, 1);
    if (output !== undefined) return [{ after, waits, news: { kind: 'answer', output, says: text } }];
    return text === undefined ? [] : [{ after, waits, news: { kind: 'remark', text } }];
  });
  const rest = end === 'done' ? open : [];
  const later = rest.map((output): Due => {
    const isShown = output.origin !== undefined && output.origin.how !== 'computed';
    return { after: isShown ? (output.origin?.call ?? 0) + 1 : gold.calls.length, news: { kind: 'answer', output } };
  });
  return [...told, ...later].toSorted((a, b) => a.after - b.after);
}

interface Words {
  /**
   * Reports the same change to one or several rows. `at` is the number of such reports before this one in the same
   * message.
   */
  readonly deed: (steps: readonly Done[], at: number) => string;
  /** Tells whether one sentence can report these changes. */
  readonly isOne: (steps: readonly Done[]) => boolean;
  readonly answer: (output: TaskOutput, says?: string) => string;
}

/**
 * Returns the sentences for the news, in order. Changes that one sentence can report share it, and a repeated sentence
 * is dropped.
 */
export function newsLines(news: readonly News[], words: Words): string[] {
  // if an answer is an amount of money, the reports of changes leave out their amounts, which could be mistaken for the
  // answer
  const isPriced = news.some((each) => each.kind === 'answer' && each.output.type === 'money');
  const lines: string[] = [];
  let deeds: Done[] = [];
  let reports = 0;
  const report = (): void => {
    if (deeds.length > 0) lines.push(words.deed(deeds, reports++));
    deeds = [];
  };
  for (const each of news) {
    if (each.kind === 'deed') {
      if (deeds.length > 0 && !words.isOne([...deeds, each.step])) report();
      deeds.push(each.step);
      continue;
    }
    report();
    if (each.kind === 'told') lines.push(isPriced ? (each.plain ?? each.full) : each.full);
    else lines.push(each.kind === 'answer' ? words.answer(each.output, each.says) : each.text);
  }
  report();
  return [...new Set(lines)];
}
