// What an oracle has to tell: changes that it made, answers, and remarks of the task's story. It tells each of them
// once, in its next message, so that the user hears of a matter before the next one begins.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Task, TaskOutput } from '../../envs/values/task.ts';

export interface Done {
  readonly name: string;
  readonly arguments: JsonObject;
  /** The results before the change. They give a row the name that it had then. */
  readonly shown: readonly Json[];
}

export type News =
  /** A change in the environment's phrases. `plain` is a phrase without amounts, where there is one. */
  | { readonly kind: 'told'; readonly full: string; readonly plain: string | undefined }
  /** A change for which the environment has no phrases. */
  | { readonly kind: 'deed'; readonly step: Done }
  /** An answer, and its sentence where the task has one; {value} stands for the value. */
  | { readonly kind: 'answer'; readonly output: TaskOutput; readonly says?: string | undefined }
  | { readonly kind: 'remark'; readonly text: string };

/** An answer or a remark, and the number of calls of the solution that come before it. */
export interface Due {
  readonly after: number;
  /** The words of the later wish to which it belongs. The user must have said them. */
  readonly waits?: string | undefined;
  readonly news: News;
}

/** Returns the answers and remarks of a task in the order in which they are due. */
export function dueOf({ gold, user }: Task): Due[] {
  const { says = [], end } = gold;
  if (says.length === 0 && end !== 'done') return [];
  const wishes = (user.later ?? []).filter(({ kind }) => kind === 'also');
  // two answers of joined stories may have the same key
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
  /** Reports a change to one or several rows; `at` counts these reports within the message. */
  readonly deed: (steps: readonly Done[], at: number) => string;
  /** Tells whether one sentence can report these changes. */
  readonly isOne: (steps: readonly Done[]) => boolean;
  readonly answer: (output: TaskOutput, says?: string) => string;
}

/** Returns a sentence for each piece of news. Equal sentences are told once. */
export function newsLines(news: readonly News[], words: Words): string[] {
  // a reader could take an amount beside an answer of money for the answer
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
