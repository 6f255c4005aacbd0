// Explains short names of the project in plain words, for tooltips and help lines.
import { ALARM_WORDS } from '../../../envs/words/alarm-words.ts';
import type { Adversary } from '../../../envs/verification/adversaries.ts';
import type { StepKind } from '../../../envs/values/program.ts';
import type { Task } from '../session/shapes.ts';

/** For each kind of task, words for the outcome that its tasks want. */
export const KIND_WORDS: Readonly<Record<Task['kind'], string>> = {
  read: 'the right end is an answer, and nothing changes',
  write: 'the right end is a change of rows',
  mixed: 'the right end is a change of rows and an answer',
  multi: 'the user has several wishes',
  abstain: 'the agent must decline, and say the right reason',
  recover: 'a tool fails once, and the agent must try again',
  dual: 'the agent must guide the user, who alone can change a setting',
  clarify: 'the first words fit several rows, and the agent must ask which one',
};

/** Returns the words for a kind of task. An unknown kind, from a run of a newer version, has no words. */
export function kindWords(kind: string): string | undefined {
  return (KIND_WORDS as Readonly<Record<string, string>>)[kind];
}

/** The roles of columns, each with a short name and its meaning. */
const ROLES: Readonly<Record<string, readonly [string, string]>> = {
  minted: ['id', 'an id that the environment makes for each new row'],
  timestamp: ['time', 'the time by the clock of the environment'],
  prose: ['free text', 'words of the agent: any wording is right'],
  boolean: ['yes or no', 'stored as 1 or 0'],
  json: ['JSON', 'a value with parts'],
  money: ['money', 'an amount, stored in the smallest unit'],
};

export function roleWords(role: string): readonly [word: string, meaning: string | undefined] {
  return ROLES[role] ?? [role, undefined];
}

export function alarmWords(kind: string): string {
  return (ALARM_WORDS as Readonly<Record<string, string>>)[kind] ?? kind.replaceAll('_', ' ');
}

/** The agents that an audit plays and that must not pass. Each text completes "an agent that …". */
const ADVERSARIES: Readonly<Record<Adversary, string>> = {
  noop: 'does nothing',
  done: 'only says that it is done',
  random: 'calls at random',
  destructive: 'deletes what it can',
  guess: 'guesses an answer without a look',
  recite: 'reads all and repeats all',
};

export function adversaryWords(name: string): string {
  return (ADVERSARIES as Readonly<Record<string, string>>)[name] ?? name.replaceAll('_', ' ');
}

/** The kinds of steps in tool programs. TypeScript demands an entry for each kind. */
export const STEP_WORDS: Readonly<Record<StepKind, string>> = {
  let: 'gives the first row of a SELECT a name (list: true: all rows); "else" is the error when there is none',
  require: 'an expression that must be true, else the error',
  refuse: 'a SELECT that must find no row; its row fills {names} in the message',
  run: 'an INSERT, UPDATE or DELETE, or a list of them',
  each: 'does steps for every item of a list',
  fail: 'ends the call with an error',
  use: 'the steps of a fragment: steps with a name, which several tools share',
  return: 'the answer: a SELECT; "shape" is value, row or rows',
};
