// Makes a draft from planned calls. Decides which facts the user tells at once, tells only when asked, or first tells
// wrong.
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';

import type { Draft } from './draft-task.ts';
import type { Fact, PlannedCall, SaidWish } from './plan.ts';
import { labelOf, listed, spoken } from '../../envs/words/spoken.ts';
import { wish } from './wish.ts';
import { openingParts, persona, question } from './words.ts';
import { rowsOf, type Ground, type Planned } from './plan-goals.ts';

/**
 * Makes drafts that belong together: one task, or a task and its twin, that is, two tasks of which one agent must pass
 * both.
 */
export type Maker = (ground: Ground) => readonly Draft[] | undefined;

const HIDDEN = 0.15;
const WHO_OPEN = 0.3;
const MISTAKEN = 0.1;

interface Spoken {
  readonly opening: string;
  readonly wishes: readonly SaidWish[];
  readonly wants: string;
  readonly persona: string;
  readonly asked: ReadonlySet<string>;
  readonly corrected: ReadonlySet<string>;
}

export function speak(planned: readonly Planned[], questions: readonly string[], random: Random, open = false): Spoken {
  const facts = planned.flatMap((each) => each.facts);
  // if the user wants to give two streets, and the agent asks for "the street", the answer could be either of them
  const isOne = (key: string): boolean => facts.filter((each) => each.role === 'what' && each.key === key).length === 1;
  const hidden = new Set(
    facts
      .filter(
        ({ role, key, value }) =>
          role === 'what' &&
          typeof value !== 'boolean' &&
          !open &&
          isOne(key) &&
          !/reason/.test(key) &&
          random.real() < HIDDEN,
      )
      .map(({ key }) => key),
  );
  const who = facts.filter(({ role }) => role === 'who');
  const tellsWho = who.length > 0 && random.real() < WHO_OPEN;
  const wishes = planned.map(({ goal, described }) => wish(goal, described, hidden, random));
  const full = planned.map(({ goal, described }) => wish(goal, described, new Set(), random));
  const asks = questions.map((each, at) => question(each, random, wishes.length === 0 && at === 0));
  const said = wishes.length > 0 ? openingParts(wishes, random) : [];
  const parts = [...said, ...asks, ...(tellsWho ? [introduction(who)] : [])];
  return {
    opening: parts.join(' '),
    wishes: planned.map((each, at) => meant(each, said[at] ?? '')),
    wants: listed([...full, ...questions.map((each) => `find out ${each}`)]),
    persona: persona(random),
    asked: new Set([...hidden, ...(tellsWho ? [] : who.map(({ key }) => key))]),
    // a few users tell a wrong value when asked for a fact, and then correct it
    corrected: new Set(!tellsWho && who.length > 0 && random.real() < MISTAKEN ? [random.pick(who).key] : []),
  };
}

/** Returns the words of a wish together with the values that the user means by them. */
function meant({ facts, goal, described }: Planned, said: string): SaidWish {
  const chosen = described.filter(({ extreme, alike }) => extreme !== undefined || alike !== undefined);
  const means = new Set([
    ...facts.map(({ value }) => value),
    ...goal.leaves.flatMap(({ value, row }) => (chosen.some((each) => each.row === row) ? [] : [value])),
  ]);
  return { said, means, tools: new Set([goal.tool.name]), chooses: chosen.length > 0 };
}

function introduction(who: readonly Fact[]): string {
  return `My ${listed([...new Map(who.map(({ key, value }) => [key, `${labelOf(key)} is ${spoken(value, key)}`])).values()].map((text, at) => (at === 0 ? text : `my ${text}`)))}.`;
}

/**
 * Returns the rows that the user asks for, if other rows fit the user's words equally well. Each comes with these other
 * rows.
 */
export function tiesOf(planned: readonly Planned[]): { value: Json; others: readonly Json[] }[] {
  return planned.flatMap(({ described }) =>
    described.flatMap(({ value, alike }) => (alike === undefined ? [] : [{ value, others: alike }])),
  );
}

export function tagsOf(planned: readonly Planned[], more: readonly string[] = []): string[] {
  const tags = new Set(more);
  for (const { calls, described, facts } of planned) {
    if (calls.length > 0) tags.add('look up');
    if (described.some(({ extreme }) => extreme === undefined)) tags.add('tell apart');
    if (described.some(({ extreme }) => extreme !== undefined)) tags.add('compare');
    if (facts.some(({ role }) => role === 'who')) tags.add('identify');
  }
  return [...tags].sort();
}

export function draftOf(
  kind: Task['kind'],
  planned: readonly Planned[],
  calls: readonly PlannedCall[],
  random: Random,
  more: Partial<Draft> = {},
): Draft {
  return {
    kind,
    calls,
    facts: planned.flatMap(({ facts }) => facts),
    rows: rowsOf(planned),
    ...speak(planned, [], random),
    outputs: [],
    tags: tagsOf(planned),
    keep: planned.flatMap(({ keep }) => keep),
    alike: tiesOf(planned),
    changes: true,
    ...more,
  };
}
