// Tests how the studio reads a run: it reads each episode once, in slices of any size, and gives the same figures,
// selection and decisive steps as the report. It follows a run that grows or is replaced.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packRun } from '../../agents/report/report-data.ts';
import { RunReader } from '../../studio/server/run-reader.ts';
import { WAIT } from '../support/browser.ts';
import { lasting, runInTest, tasksOf } from '../support/played.ts';
import { ORDER_DESK } from '../support/server.ts';

const shared = lasting();

async function made(name: string): Promise<string> {
  const { out } = await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, tasksOf(ORDER_DESK, 4)]]),
    agent: 'noisy:0.9',
    user: 'scripted',
    trials: 2,
    out: join(shared, name),
  });
  return out;
}

function readerOf(dir: string, slice?: number): RunReader {
  const reader = new RunReader(dir, slice);
  onTestFinished(() => reader.close());
  return reader;
}

function settled(reader: RunReader): Promise<void> {
  return expect
    .poll(() => {
      const { read, failed, attributed } = reader.progress();
      return read === 1 && failed === attributed;
    }, WAIT)
    .toBe(true);
}

test.each([1, 30_000, undefined])('slices of %j bytes come to the report', async (slice) => {
  const dir = await made(`slices-${slice}`);
  const file = join(dir, 'episodes.jsonl');
  writeFileSync(file, `{"id":"none"}\n${readFileSync(file, 'utf8')}\n{"unfinished`);
  const reader = readerOf(dir, slice);
  const first = reader.data();
  if (slice !== undefined) expect(first.progress.read).toBeLessThan(0.7);
  await expect.poll(() => reader.data().episodes.length, WAIT).toBe(8);
  const failed = reader.data().episodes.filter((row) => row[5] === 0).length;
  await expect.poll(() => reader.progress().attributed, WAIT).toBe(failed);
  const { data } = packRun(dir);
  const { figures, funnel, faults, episodes, players } = reader.data();
  expect({ figures, funnel, faults, episodes, players }).toEqual({
    figures: data.figures,
    funnel: data.funnel,
    faults: data.faults,
    episodes: data.episodes,
    players: data.players,
  });
  expect(reader.data().refused.length).toBe(data.refused.length);
});

test('a run that grows, and one that is written anew, are followed', async () => {
  const dir = await made('grows');
  const file = join(dir, 'episodes.jsonl');
  const whole = readFileSync(file, 'utf8');
  const [one = '', two = ''] = whole.split('\n');
  writeFileSync(file, `${one}\n`);
  const reader = readerOf(dir);
  expect(reader.data().episodes).toHaveLength(1);
  await settled(reader);
  writeFileSync(file, `${one}\n${two.slice(0, 99)}`);
  expect(reader.data().episodes).toHaveLength(1);
  writeFileSync(`${file}.new`, whole);
  renameSync(`${file}.new`, file);
  expect(reader.data().episodes).toHaveLength(8);
  await settled(reader);
});
