// Tests records that are damaged at random: each program that reads a run reports the damaged records and continues
// with the others.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { runFunnel } from '../../agents/keep/funnel.ts';
import { attributeRun } from '../../agents/keep/attribute-run.ts';
import { mendRun } from '../../agents/mend/mend-run.ts';
import { writeReport } from '../../agents/report/write-report.ts';
import { studioPage } from '../../studio/page.ts';
import { verifyRun } from '../../agents/runs/verify-run.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import { datasetIn } from '../support/datasets.ts';
import { folder, lasting, runInTest, tasksOf } from '../support/played.ts';
import { ORDER_DESK } from '../support/server.ts';

const JUNK: readonly unknown[] = [null, 0, -1, 1e21, '', {}, [], '\u0000', { a: { b: [1] } }, true, ['x'], '</script>'];

/** Deletes or replaces one or two values of a record. */
function broken(value: Record<string, unknown>, random: Random): Record<string, unknown> {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    for (const key of Object.keys(each)) {
      places.push([each as Record<string, unknown>, key]);
      walk((each as Record<string, unknown>)[key]);
    }
  };
  walk(value);
  for (let times = random.int(1, 2); times > 0; times--) {
    const [owner, key] = random.pick(places);
    if (random.real() < 0.3 && !Array.isArray(owner)) delete owner[key];
    else owner[key] = random.pick(JUNK);
  }
  return value;
}

const out = join(lasting(), 'run');

beforeAll(() =>
  runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, tasksOf(ORDER_DESK, 24)]]),
    agent: 'noisy:0.7',
    user: 'scripted',
    trials: 6,
    out,
  }),
);

// each seed damages about four fifths of the 144 records
test.each(inject('draws') === 'all' ? [1, 2, 3] : [1])('seed %i: nothing that reads them stops', async (seed) => {
  const place = folder();
  const random = makeRandom(seed, 'broken');
  const whole = readFileSync(join(out, 'episodes.jsonl'), 'utf8').trimEnd().split('\n');
  const lines = whole.map((line) =>
    random.real() < 0.2 ? line : JSON.stringify(broken(JSON.parse(line) as Record<string, unknown>, random)),
  );
  const kept = lines.filter((line, at) => line === whole[at]).length;
  const dir = join(place, 'broken');
  cpSync(out, dir, { recursive: true });
  writeFileSync(join(dir, 'episodes.jsonl'), `${lines.join('\n')}\n`);
  const run = JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8')) as object;
  writeFileSync(join(dir, 'run.json'), JSON.stringify({ ...run, complete: false }));
  const verified = verifyRun(dir);
  expect(verified.episodes).toBe(lines.length);
  expect(verified.agree).toBeGreaterThanOrEqual(kept);
  expect(attributeRun(dir).episodes_in).toBe(lines.length);
  expect(runFunnel([dir], join(place, 'kept.jsonl')).in).toBe(lines.length);
  const { episodes, refused } = writeReport(dir, join(place, 'report.html'), await studioPage());
  expect(episodes.length + refused.length).toBe(lines.length);
  const mended = await mendRun(dir, join(place, 'mended'));
  expect(mended.episodes).toBeGreaterThanOrEqual(kept - 5);
  expect(verifyRun(join(place, 'mended'))).toMatchObject({ disagree: [], refused: [] });
  const formats = 'openai,trl,llamafactory,verl,swift,axolotl,skyrl,slime,prime,nemo_gym,atif,rl,canonical';
  const data = await datasetIn([dir, join(place, 'mended')], join(place, 'data'), formats);
  expect(data.rows.phase1).toBeGreaterThan(0);
});
