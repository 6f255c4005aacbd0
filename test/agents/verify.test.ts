// Tests that records are judged again from their folder alone, and that a changed record is refused with the reason.
import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyRun } from '../../agents/runs/verify-run.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { folder, runInTest, tasksOf, type Setting } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const COUNT = 8;
const BOTH: Pick<Setting, 'dirs' | 'tasks'> = {
  dirs: [CARRIER_CARE, ORDER_DESK],
  tasks: new Map([CARRIER_CARE, ORDER_DESK].map((dir) => [dir, tasksOf(dir, COUNT)])),
};

test.each(['oracle', 'noisy:0.6', 'random', 'noop'])('%s: every verdict agrees with the live one', async (agent) => {
  const { out } = await runInTest({ ...BOTH, agent, user: 'scripted', trials: 2 });
  expect(verifyRun(out)).toEqual({ episodes: 4 * COUNT, agree: 4 * COUNT, disagree: [], refused: [] });
});

test('so does one that was played alone', async () => {
  const { out } = await runInTest({ ...BOTH, agent: 'oracle', user: 'none' });
  expect(verifyRun(out)).toMatchObject({ agree: 2 * COUNT, disagree: [], refused: [] });
});

type Lines = Episode[];
type Mutable = { -readonly [Key in keyof Episode]: Episode[Key] };

/** Ways to change one thing in a record. Each returns false if the episode has no such thing. */
const TAMPERS: Readonly<Record<string, (episode: Mutable, random: Random, lines: Lines) => boolean>> = {
  result: (episode, random) => {
    const steps = episode.steps.filter(({ ok }) => ok);
    if (steps.length === 0) return false;
    const step = random.pick(steps);
    episode.steps = episode.steps.map((each) => (each === step ? { ...each, result: { changed: true } } : each));
    return true;
  },
  argument: (episode, random) => {
    const steps = episode.steps.filter(({ arguments: args }) => Object.keys(args).length > 0);
    if (steps.length === 0) return false;
    const step = random.pick(steps);
    const [name = ''] = Object.keys(step.arguments);
    episode.steps = episode.steps.map((each) =>
      each === step ? { ...each, arguments: { ...each.arguments, [name]: 'other' } } : each,
    );
    return true;
  },
  order: (episode) => {
    if (episode.steps.length < 2) return false;
    const [first, second, ...rest] = episode.steps;
    episode.steps = [second!, first!, ...rest];
    return true;
  },
  'dropped call': (episode, random) => {
    if (episode.steps.length === 0) return false;
    const dropped = random.pick(episode.steps);
    episode.steps = episode.steps.filter((each) => each !== dropped);
    return true;
  },
  'message text': (episode, random) => {
    const said = episode.messages.filter(({ role, tool_calls }) => role !== 'tool' && tool_calls === undefined);
    const message = random.pick(said);
    episode.messages = episode.messages.map((each) =>
      each === message ? { ...each, content: `${each.content} Yes.` } : each,
    );
    return true;
  },
  'what a tool showed': (episode, random) => {
    const shown = episode.messages.filter(({ role }) => role === 'tool');
    if (shown.length === 0) return false;
    const message = random.pick(shown);
    episode.messages = episode.messages.map((each) =>
      each === message ? { ...each, content: '{"all": "well"}' } : each,
    );
    return true;
  },
  hash: (episode) => {
    episode.environment = { ...episode.environment, hash: 'f'.repeat(64) };
    return true;
  },
  'session seed': (episode) => {
    episode.session_seed += 1;
    return true;
  },
  'trial seed': (episode) => {
    episode.trial_seed += 1;
    return true;
  },
  verdict: (episode) => {
    episode.verdict = { ...episode.verdict, reward: episode.verdict.reward === 1 ? 0 : 1 };
    return true;
  },
  alarms: (episode) => {
    episode.alarms = [...(episode.alarms ?? []), { step: 1, kind: 'control', what: 'reset' }];
    return true;
  },
  tools: (episode) => {
    episode.tools = episode.tools.slice(1);
    return true;
  },
};
/** Changes, such as one of words, that can only be noticed by the episode's digest. */
const ONLY_DIGEST = new Set(['message text']);

describe('tampering', () => {
  let out: string;
  let lines: string[];
  beforeAll(async () => {
    const { mkdtempSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    out = join(mkdtempSync(join(tmpdir(), 'callgym-verify-')), 'run');
    await runInTest({ ...BOTH, agent: 'noisy:0.3', user: 'scripted', out });
    lines = readFileSync(join(out, 'episodes.jsonl'), 'utf8').trimEnd().split('\n');
  });

  function copied(): string {
    const copy = join(folder(), 'run');
    cpSync(out, copy, { recursive: true });
    return copy;
  }

  test('each of 500 changed records is noticed, most of them without their digest too', () => {
    const random = makeRandom(1, 'tampering');
    const names = Object.keys(TAMPERS);
    const copy = copied();
    const file = join(copy, 'episodes.jsonl');
    const unseen: string[] = [];
    // changes many episodes of a copy at the same time, each in another way
    let changed = 0;
    for (let round = 0; round < 40; round++) {
      const withDigests = round % 2 === 0;
      const expected = new Set<string>();
      const made = lines.map((line, at) => {
        const episode = JSON.parse(line) as Mutable;
        const name = names[(at + round) % names.length]!;
        if (!withDigests && ONLY_DIGEST.has(name)) return line;
        if (TAMPERS[name]!(episode, random, []) !== true) return line;
        changed += 1;
        expected.add(episode.id);
        return JSON.stringify(episode);
      });
      writeFileSync(file, `${made.join('\n')}\n`);
      const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as { complete: boolean };
      writeFileSync(join(copy, 'run.json'), JSON.stringify({ ...run, complete: withDigests }));
      const { refused, disagree } = verifyRun(copy);
      const noticed = new Set([...refused, ...disagree].map(({ episode }) => episode));
      for (const id of expected) if (!noticed.has(id)) unseen.push(`${id} ${withDigests}`);
      for (const id of noticed) if (!expected.has(id)) unseen.push(`${id} was not changed`);
    }
    expect(unseen).toEqual([]);
    expect(changed).toBeGreaterThan(500);
  });

  test.each<[string, (copy: string, text: string[]) => void, RegExp]>([
    [
      'a missing episode',
      (copy, text) => writeFileSync(join(copy, 'episodes.jsonl'), `${text.slice(1).join('\n')}\n`),
      /not in episodes\.jsonl/,
    ],
    [
      'episodes in another order',
      (copy, text) =>
        writeFileSync(join(copy, 'episodes.jsonl'), `${[text[1], text[0], ...text.slice(2)].join('\n')}\n`),
      /another place/,
    ],
    [
      'an episode twice',
      (copy, text) => writeFileSync(join(copy, 'episodes.jsonl'), `${[...text, text[0]].join('\n')}\n`),
      /twice/,
    ],
    [
      'half a line at the end',
      (copy, text) => writeFileSync(join(copy, 'episodes.jsonl'), `${text.join('\n')}\n${text[0]!.slice(0, 99)}`),
      /middle of a line/,
    ],
    [
      'a line that is no JSON',
      (copy, text) => writeFileSync(join(copy, 'episodes.jsonl'), `${['{', ...text.slice(1)].join('\n')}\n`),
      /no JSON/,
    ],
  ])('%s is refused', (_name, tamper, reason) => {
    const copy = copied();
    tamper(copy, lines);
    const { refused } = verifyRun(copy);
    expect(refused.map((each) => each.reason).join('\n')).toMatch(reason);
  });

  test('another gold, another environment, no run at all: one clear line', () => {
    const gold = copied();
    const tasks = readFileSync(join(gold, 'tasks.jsonl'), 'utf8');
    writeFileSync(join(gold, 'tasks.jsonl'), tasks.replace('"end":"done"', '"end":"refused"'));
    expect(() => verifyRun(gold)).toThrow(/is not what was played/);
    const foreign = copied();
    const [first] = lines.map((line) => (JSON.parse(line) as Episode).environment.hash);
    writeFileSync(join(foreign, 'environments', first!, 'policy.md'), 'Do as you like.\n');
    expect(verifyRun(foreign).refused[0]?.reason).toMatch(/was made in environment/);
    const gone = copied();
    renameSync(join(gone, 'environments', first!), join(gone, 'environments', 'elsewhere'));
    expect(verifyRun(gone).refused[0]?.reason).toMatch(/is of environment/);
    expect(() => verifyRun(folder())).toThrow(/is no run folder/);
  });
});
