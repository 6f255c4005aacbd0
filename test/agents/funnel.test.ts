// Tests the selection of episodes for training: good episodes are kept, and dropped episodes are reported with reasons.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentsBeside, runFunnel } from '../../agents/keep/funnel.ts';
import { invalidity } from '../../agents/keep/validity.ts';
import { loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import { folder, runInTest, tasksOf, type Setting } from '../support/played.ts';
import { ORDER_DESK } from '../support/server.ts';
import { part } from '../support/part.ts';

const DESK: Pick<Setting, 'dirs' | 'tasks'> = {
  dirs: [ORDER_DESK],
  tasks: new Map([[ORDER_DESK, tasksOf(ORDER_DESK, 24)]]),
};

const call = (id: string, name = 'look', args = '{}'): EpisodeMessage => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});
const shown = (id: string): EpisodeMessage => ({ role: 'tool', content: '{}', tool_call_id: id });
const user = (content = 'Hello, I need help.'): EpisodeMessage => ({ role: 'user', content });
const agent = (content = 'That is done.'): EpisodeMessage => ({ role: 'assistant', content });

function episode(messages: readonly EpisodeMessage[], end: Episode['end_reason'] = 'done'): Episode {
  return part<Episode>({ messages, end_reason: end, tools: [{ type: 'function', function: { name: 'look' } }] });
}

describe('validity', () => {
  test('a plain episode is valid, errors that were mended included', () => {
    expect(invalidity(episode([user(), call('a'), shown('a'), agent(), user('Bye')]))).toBeUndefined();
    expect(
      invalidity(
        episode([agent('Hello!'), user(), call('a'), shown('a'), call('b'), shown('b'), agent(), user('Bye')]),
      ),
    ).toBeUndefined();
  });

  test('an address that the user says may stand in a report as often as it is needed', () => {
    const address = '675 East Broadway, Apartment 17, Boston, MA 02127';
    const report = ['A1', 'A2', 'A3', 'A4', 'A5'].map((order) => `${order} goes to ${address}.`).join(' ');
    expect(invalidity(episode([user(`I live at ${address} now.`), agent(report), user('Bye')]))).toBeUndefined();
    expect(invalidity(episode([user('I have moved.'), agent(report), user('Bye')]))).toMatch(/repeats itself/);
    const echo = `${address}. `.repeat(6);
    expect(invalidity(episode([user(`I live at ${address} now.`), agent(echo), user('Bye')]))).toMatch(
      /repeats itself/,
    );
  });

  test.each<[string, Episode, RegExp]>([
    ['an end by a limit', episode([user(), agent()], 'max_turns'), /ended by max_turns/],
    ['two messages in a row', episode([user(), agent(), agent(), user()]), /in a row/],
    ['a call without its result', episode([user(), call('a'), agent()]), /without its result/],
    ['a result without its call', episode([user(), shown('a'), agent()]), /without its call/],
    ['an id twice', episode([user(), call('a'), shown('a'), call('a'), shown('a'), agent()]), /used twice/],
    ['a strange tool', episode([user(), call('a', 'fly'), shown('a'), agent()]), /does not exist/],
    ['broken arguments', episode([user(), call('a', 'look', '{"a":'), shown('a'), agent()]), /no JSON object/],
    ['scaffolding', episode([user(), agent('<tool_call>{"name": "look"}</tool_call>'), user()]), /scaffolding/],
    ['a mark of a template', episode([user(), agent('Sure.<|im_end|>'), user()]), /scaffolding/],
    [
      'a text that repeats itself',
      episode([user(), agent('I will look into it for you right now. '.repeat(6)), user()]),
      /repeats itself/,
    ],
    [
      'the same call without end',
      episode([user(), ...['a', 'b', 'c', 'd'].flatMap((id) => [call(id), shown(id)]), agent()]),
      /same call/,
    ],
    ['an empty message', episode([user(), agent(' '), user()]), /empty/],
    ['silence', episode([user()]), /nothing was said/],
  ])('%s is not', (_name, spoiled, reason) => {
    expect(invalidity(spoiled)).toMatch(reason);
  });
});

describe('the funnel', () => {
  test('every episode is accounted for; what passes is kept as it stands, with its environment and tasks', async () => {
    const oracle = await runInTest({ ...DESK, agent: 'oracle', user: 'scripted' });
    const noisy = await runInTest({ ...DESK, agent: 'noisy:1', user: 'scripted' });
    const out = join(folder(), 'deep', 'kept.jsonl');
    const report = runFunnel([oracle.out, noisy.out], out);
    expect(report.in).toBe(48);
    for (const { in: before, kept, dropped } of report.stages)
      expect(kept).toBe(before - Object.values(dropped).reduce((sum, each) => sum + each, 0));
    expect(report.stages.at(-1)?.kept).toBe(report.kept);
    const failed = noisy.outcomes.filter(({ reward }) => reward === 0).length;
    expect(
      Object.values(report.stages.find(({ name }) => name === 'state')?.dropped ?? {}).reduce(
        (sum, each) => sum + each,
        0,
      ),
    ).toBeLessThanOrEqual(failed);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(report.kept);
    const recorded = new Set(
      [oracle.out, noisy.out].flatMap((run) => readFileSync(join(run, 'episodes.jsonl'), 'utf8').split('\n')),
    );
    expect(lines.every((line) => recorded.has(line))).toBe(true);
    const [first] = lines.map((line) => JSON.parse(line) as Episode);
    const beside = join(environmentsBeside(out), first!.environment.hash);
    const world = openEnvironment(beside);
    expect(world.hash).toBe(first!.environment.hash);
    world.close();
    const tasks = new Set(loadTasks(join(beside, 'tasks.jsonl')).map(({ id }) => id));
    expect(lines.every((line) => tasks.has((JSON.parse(line) as Episode).task))).toBe(true);
    // an episode with tool errors is kept if the agent recovered from them
    expect(report.recovered).toBeGreaterThan(0);
  });

  test('the same twice is kept once, and of each task the best', async () => {
    const { out: run } = await runInTest({ ...DESK, agent: 'oracle', user: 'scripted', trials: 3 });
    const out = join(folder(), 'kept.jsonl');
    expect(runFunnel([run, run], out).kept).toBe(runFunnel([run], out).kept);
    const report = runFunnel([run], out, { best: 1 });
    expect(report.kept).toBe(24);
    expect(readFileSync(out, 'utf8')).toBe((runFunnel([run], out, { best: 1 }), readFileSync(out, 'utf8')));
  });

  test('what is nobody’s doing is set aside, and a broken line stops nothing', async () => {
    const { out: run, episodes } = await runInTest({ ...DESK, agent: 'oracle', user: 'scripted' });
    const spoiled = episodes.map((each, at) =>
      at === 0 ? { ...each, end_reason: 'user_error', verdict: { ...each.verdict, reward: null } } : each,
    );
    writeFileSync(join(run, 'episodes.jsonl'), `{\n${spoiled.map((each) => JSON.stringify(each)).join('\n')}\n`);
    const report = runFunnel([run], join(folder(), 'kept.jsonl'));
    expect(report.stages[0]).toMatchObject({
      name: 'set_aside',
      in: 25,
      kept: 23,
      dropped: { unreadable: 1, user_error: 1 },
    });
    expect(report.unreadable[0]?.place).toContain('byte 0');
    expect(() => runFunnel([folder()], 'out.jsonl')).toThrow(/is no run folder/);
    const record = readFileSync(join(run, 'episodes.jsonl'), 'utf8');
    expect(() => runFunnel([run], join(run, 'episodes.jsonl'))).toThrow(/lies in a run folder/);
    expect(readFileSync(join(run, 'episodes.jsonl'), 'utf8')).toBe(record);
  });
});
