// Renames tools, rules and tables in the stories and phrases of one part of a composed environment. Dates in
// expressions move to the common clock of all parts. Amounts keep the part's currency.
import type { Environment } from '../../envs/values/environment.ts';
import { checkedAs, type Json } from '../../envs/values/json.ts';
import type { Speech } from '../../envs/values/speech.ts';
import type { People, Story, StoryStep } from '../../envs/values/story.ts';
import { mapTexts } from './shift-dates.ts';

/** Functions that return the new names in a part. */
export interface StoryNames {
  tool(name: string): string;
  rule(id: string): string;
  sql(text: string): string;
  dated(text: string): string;
}

export function renameStories(stories: readonly Story[], { name, speech }: Environment, names: StoryNames): Story[] {
  const steps = (list: readonly StoryStep[]): StoryStep[] => list.map((step) => renameStep(step, speech?.money, names));
  // stories that share one `people` object also share the renamed object, so that its rows are read only once
  const renamed = new Map<People, People>();
  const peopleOf = (people: People): People => {
    const known = renamed.get(people) ?? {
      ...people,
      rows: names.sql(people.rows),
      ways: people.ways.map((way) => ({ ...way, steps: steps(way.steps) })),
    };
    renamed.set(people, known);
    return known;
  };
  return stories.map((story) => ({
    ...story,
    name: `${name}: ${story.name}`,
    rows: names.sql(story.rows),
    says: story.says.map((text) => names.dated(text)),
    wants: names.dated(story.wants),
    steps: steps(story.steps),
    ...(story.gives === undefined ? {} : { gives: datedIn(story.gives, names) }),
    ...(story.takes === undefined ? {} : { takes: datedIn(story.takes, names) }),
    ...(story.people === undefined ? {} : { people: peopleOf(story.people) }),
    ...(story.setup === undefined
      ? {}
      : { setup: story.setup.map((each) => ({ name: names.tool(each.name), with: datedIn(each.with, names) })) }),
  }));
}

function renameStep(step: StoryStep, money: string | undefined, names: StoryNames): StoryStep {
  const inner = (list: readonly StoryStep[]): StoryStep[] => list.map((each) => renameStep(each, money, names));
  if ('each' in step) return { ...datedIn({ ...step, do: [] }, names), do: inner(step.do) };
  if ('if' in step)
    return {
      if: names.dated(step.if),
      do: inner(step.do),
      ...(step.else === undefined ? {} : { else: inner(step.else) }),
    };
  if ('try' in step) return { try: inner(step.try), else: inner(step.else) };
  const dated = datedIn(step, names);
  if ('call' in dated) return { ...dated, call: names.tool(dated.call) };
  if ('decline' in dated)
    return {
      ...dated,
      ...(dated.forbids === undefined ? {} : { forbids: names.tool(dated.forbids) }),
      ...(dated.rule === undefined ? {} : { rule: names.rule(dated.rule) }),
    };
  return 'answer' in dated && dated.type === 'money' && money !== undefined ? { money, ...dated } : dated;
}

function datedIn<T>(value: T, names: StoryNames): T {
  return checkedAs<T>(mapTexts(value as Json, (text) => names.dated(text)));
}

export function renameSpeech({ tools, money, closes, roles }: Speech, part: string, names: StoryNames): Speech {
  const role = (name: string): string => `${part}: ${name}`;
  const told = <T extends { readonly when?: string }>(line: T): T => ({
    ...datedIn(line, names),
    ...(line.when === undefined ? {} : { when: names.sql(line.when) }),
  });
  return {
    tools: Object.fromEntries(
      Object.entries(tools).map(([name, words]) => [
        names.tool(name),
        {
          ...(money === undefined ? {} : { money }),
          ...words,
          ...(words.declines === undefined
            ? {}
            : {
                declines: Object.fromEntries(
                  Object.entries(words.declines).map(([rule, texts]) => [names.rule(rule), texts]),
                ),
              }),
          ...(words.asked_by === undefined ? {} : { asked_by: words.asked_by.map(role) }),
          ...(words.causes === undefined ? {} : { causes: words.causes.map(told) }),
        },
      ]),
    ),
    ...(roles === undefined
      ? {}
      : {
          roles: Object.fromEntries(
            Object.entries(roles).map(([name, { people, is, now }]) => [
              role(name),
              {
                ...(people === undefined ? {} : { people: names.sql(people) }),
                is: is.map(told),
                ...(now === undefined ? {} : { now: now.map(told) }),
              },
            ]),
          ),
        }),
    ...(closes === undefined ? {} : { closes }),
  };
}
