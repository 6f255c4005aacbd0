// Makes tasks about the user's own device. Only the user can call the tools of the device, so the agent must guide the
// user.
import type { Json } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { listed, spoken } from '../../envs/words/spoken.ts';
import { nameOf, persona, phraseOf } from './words.ts';
import type { Maker } from './draft.ts';

/** A setting of the user's device is wrong. The agent cannot reach the device and must guide the user. */
export const dual: Maker = (ground) => {
  const { atlas, stage, random } = ground;
  const own = atlas
    .tools((tool) => tool.effect === 'write' && tool.audience === 'user')
    .filter((tool) => {
      const leaves = atlas.leaves(tool);
      return leaves.length === 1 && leaves[0]?.meaning.kind === 'choice';
    });
  const session = stage.begin(1);
  const start = stage.hash(session);
  stage.end(session);
  const broken: { tool: Tool; name: string; wrong: Json; right: Json }[] = [];
  for (const tool of random.shuffled(own).slice(0, random.int(1, 3))) {
    const [leaf] = atlas.leaves(tool);
    if (leaf === undefined || leaf.meaning.kind !== 'choice') continue;
    const name = nameOf(leaf.path);
    const pair = random
      .shuffled(leaf.meaning.values)
      .flatMap((wrong) =>
        (leaf.meaning as { values: readonly Json[] }).values.flatMap((right) =>
          right === wrong ? [] : [{ wrong, right }],
        ),
      )
      .find(({ wrong, right }) => {
        const trial = stage.begin(1);
        const first = stage.call(trial, { by: 'user', name: tool.name, arguments: { [name]: wrong } });
        const second = stage.call(trial, { by: 'user', name: tool.name, arguments: { [name]: right } });
        const same = first.committed && second.committed && stage.hash(trial) === start;
        stage.end(trial);
        return same;
      });
    if (pair !== undefined) broken.push({ tool, name, ...pair });
  }
  if (broken.length === 0) return undefined;
  const said = broken.map(({ tool, wrong, right }) => {
    const noun = phraseOf(tool).noun;
    return typeof wrong === 'boolean'
      ? {
          now: `${noun} is switched ${wrong ? 'on' : 'off'}`,
          wanted: `${noun} switched ${right === true ? 'on' : 'off'} again`,
        }
      : { now: `${noun} is set to ${spoken(wrong)}`, wanted: `${noun} set back to ${spoken(right)}` };
  });
  const now = listed(said.map((each) => each.now));
  const then = listed(said.map((each) => each.wanted));
  return [
    {
      kind: 'dual',
      calls: broken.map(({ tool, name, right }) => ({
        by: 'user' as const,
        name: tool.name,
        arguments: { [name]: right },
      })),
      facts: broken.map(({ tool, right }) => ({ key: phraseOf(tool).noun, value: right, role: 'what' as const })),
      rows: [],
      opening: random.pick([
        `Something is wrong here: ${now}. I would like to have ${then}, but I do not know where to press.`,
        `Hello, on my side ${now}, and that should not be so. Can you guide me until I have ${then}?`,
        `I think I changed something by accident, ${now}. Please tell me step by step how to get ${then}.`,
      ]),
      wants: `get ${then}; you do yourself what the agent tells you to do, one step at a time`,
      persona: persona(random),
      asked: new Set<string>(),
      outputs: [],
      setup: {
        calls: broken.map(({ tool, name, wrong }) => ({
          by: 'user' as const,
          name: tool.name,
          arguments: { [name]: wrong },
        })),
      },
      tags: ['guide', 'state inversion'],
      changes: true,
    },
  ];
};
