// Turns an answer of the task's stored solution into a sentence for the user, such as: There are 2 appointments.
import type { Json } from '../../envs/values/json.ts';
import type { TaskOutput } from '../../envs/values/task.ts';
import { replyOf } from '../../envs/verification/script.ts';
import type { Random } from '../../envs/random.ts';
import type { Task } from '../../envs/values/task.ts';
import { spoken } from '../../envs/words/spoken.ts';
import { plural } from '../../envs/words/split-words.ts';

/** Matches verbs that field names such as starts_at begin with. The sentence then says "It starts on 3 May". */
const WHEN = /^(?:start|end|expire|open|close|depart|arrive|leave|begin|renew|finish|reopen)s?$/;
const STARTS: readonly string[] = ['', '', 'I have looked it up: '];

export function answerSentence(task: Task, output: TaskOutput, random: Random): string {
  const { type, key } = output;
  const value = output.value as Json;
  const name = key.replaceAll('_', ' ');
  const said = sentenceOf(type, name, value);
  if (said === undefined) return replyOf({ ...task, gold: { ...task.gold, outputs: [output], end: 'done' } });
  const start = random.pick(STARTS);
  return start === '' ? said : `${start}${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}

function sentenceOf(type: TaskOutput['type'], name: string, value: Json): string | undefined {
  if (type === 'count') {
    const counted = /^(?:count|number) of (.+)$/.exec(name)?.[1];
    if (counted === undefined) return `The ${name} is ${String(value)}.`;
    return value === 1
      ? `There is 1 ${counted}.`
      : `There are ${value === 0 ? 'no' : String(value)} ${plural(counted)}.`;
  }
  if (type === 'date') {
    const day = spoken(String(value).slice(0, 10));
    const base = name.replace(/ (?:at|on|date|day|time)$/, '');
    const verb = base.split(' ').at(-1) ?? '';
    if (WHEN.test(verb)) return `It ${verb.endsWith('s') ? verb : `${verb}s`} on ${day}.`;
    if (verb.endsWith('ed') && base !== name) return `It was ${base} on ${day}.`;
    return base === '' || /^(?:date|day|when|time)$/.test(base)
      ? `The date is ${day}.`
      : `The ${base === 'due' ? 'due date' : base} is ${day}.`;
  }
  if (type === 'text')
    return `The ${name} is ${/^[\p{L}\p{N}.@:/+-]+$/u.test(String(value)) ? String(value) : `"${String(value)}"`}.`;
  return undefined;
}
