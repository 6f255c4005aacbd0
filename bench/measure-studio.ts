// npm run measure:studio: measures the studio in a real Chromium; without Chromium it does nothing. It measures the
// size of the first page and the time until it is shown, with an empty cache. Then, for a run of 10,000 episodes, the
// time to the first rows and the processor time to read the run. Finally, the time from each user action to the next
// paint, for that run and for a table of 100,000 rows.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { RUN_FILES } from '../agents/runs/run-folder.ts';
import { GymServer } from '../envs/server/server.ts';
import { studioPage } from '../studio/page.ts';
import { studio } from '../studio/server/studio.ts';
import { environmentPath } from './tape.ts';

const EPISODES = 10_000;
const ROWS = 100_000;
const ACTS = 120;
const VISITS = 7;

const browserPath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
if (browserPath === undefined) {
  process.stderr.write('skipped: there is no Chromium; CHROMIUM names one\n');
  process.exit(0);
}
const work = mkdtempSync(join(tmpdir(), 'callgym-studio-'));
const page = await studioPage();
const server = await GymServer.make({
  environments: [environmentPath('order-desk'), manyRows(join(work, 'many'))],
  plugins: [studio({ page: async () => page, runs: [manyEpisodes(join(work, 'run'))] })],
});
const url = await server.listen(0, '127.0.0.1');
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const visits: { ms: number; bytes: number }[] = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitFirst());
  const times = visits.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
  const bytes = Math.max(...visits.map((each) => each.bytes));
  process.stdout.write(
    `first page: ${(bytes / 1000).toFixed(1)} kB, ${VISITS} visits: least ${times[0]} ms, median ${times[VISITS >> 1]} ms, most ${times.at(-1)} ms\n`,
  );
  const tab = await browser.newPage();
  await tab.goto(`${url}/studio/#token=${server.token}`);
  await tab.waitForSelector('.cards');
  const before = process.cpuUsage();
  const opened = performance.now();
  await tab.goto(`${url}/studio/#/r/0`);
  await tab.waitForSelector('.rows li');
  const rows = performance.now() - opened;
  await tab.locator('.pager', { hasText: `of ${EPISODES.toLocaleString('en')} episodes` }).waitFor();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    `run of ${EPISODES} episodes: first rows after ${Math.round(rows)} ms, all of them with ${((user + system) / 1e6).toFixed(1)} s of CPU time\n`,
  );
  await measureActs(tab, `run of ${EPISODES} episodes`, async (at) => {
    await tab.locator('#search').click();
    const typed = `${at * 37}`;
    for (const key of typed) await tab.keyboard.press(key);
    await tab.keyboard.press('Control+A');
    await tab.keyboard.press('Delete');
    await tab.locator('.rows button').first().click();
    await tab.waitForSelector('.message');
    return typed.length + 4;
  });
  await tab.goto(`${url}/studio/#/e/many/tables`);
  await tab.waitForSelector('.grid tbody tr');
  await measureActs(tab, `table of ${ROWS} rows`, async (at) => {
    await tab.locator('[data-search]').click();
    const typed = `${at * 37}`;
    for (const key of typed) await tab.keyboard.press(key);
    await tab.locator('.panel .pager', { hasText: 'of' }).waitFor();
    await tab.keyboard.press('Control+A');
    await tab.keyboard.press('Delete');
    await tab
      .locator('.grid th button')
      .nth(at % 2)
      .click();
    return typed.length + 4;
  });
} finally {
  await browser.close();
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}

/** Makes a number of user actions, and prints figures of the time from an action to the next paint of the page. */
async function measureActs(tab: Page, what: string, act: (at: number) => Promise<number>): Promise<void> {
  await tab.evaluate(`
    window.acts = new Map();
    window.watching?.disconnect();
    window.watching = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) window.acts.set(interactionId, Math.max(duration, window.acts.get(interactionId) ?? 0));
    });
    window.watching.observe({ type: 'event', durationThreshold: 16, buffered: false });
  `);
  let done = 0;
  for (let at = 0; done < ACTS; at++) done += await act(at);
  await tab.waitForTimeout(500);
  const slow = (await tab.evaluate('[...window.acts.values()]')) as number[];
  // the observer reports no action that is painted within one frame (16 ms), so a missing action counts as 16 ms
  const all = [...slow, ...Array.from({ length: Math.max(0, done - slow.length) }, () => 16)].sort((a, b) => a - b);
  const share = (part: number): number => all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0;
  process.stdout.write(
    `${what}, ${all.length} acts: median ${share(0.5)} ms, 95th percentile ${share(0.95)} ms, most ${all.at(-1)} ms to the next paint\n`,
  );
}

/** Makes a copy of the notebook environment of `callgym new` with many notes. */
function manyRows(dir: string): string {
  cpSync(fileURLToPath(new URL('../fixtures/new-environment', import.meta.url)), dir, { recursive: true });
  rmSync(join(dir, 'seed.recipe.json'), { force: true });
  const head = join(dir, 'environment.json');
  writeFileSync(head, readFileSync(head, 'utf8').replace(/"name": "[^"]*"/, '"name": "many"'));
  const seed = join(dir, 'seed.jsonl');
  const first = readFileSync(seed, 'utf8').trimEnd().split('\n');
  const lines = Array.from({ length: ROWS - first.length }, (_each, at) =>
    JSON.stringify({
      table: 'notes',
      row: {
        note_id: `m${String(at).padStart(6, '0')}`,
        title: `Note ${at}`,
        body: `Body ${at}`,
        pinned: 0,
        created_at: '2031-01-01T00:00:00Z',
      },
    }),
  );
  writeFileSync(seed, `${[...first, ...lines].join('\n')}\n`);
  return dir;
}

/**
 * Visits the page with an empty cache. Returns the milliseconds until the page is shown, and the bytes that were sent.
 */
async function visitFirst(): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const network = await context.newCDPSession(tab);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const began = performance.now();
  await tab.goto(`${url}/studio/#token=${server.token}`);
  await tab.waitForSelector('.cards');
  const ms = performance.now() - began;
  await context.close();
  return { ms, bytes };
}

/** Plays a small run with an agent that makes mistakes, and copies its episodes as further trials. */
function manyEpisodes(out: string): string {
  const callgym = fileURLToPath(new URL('../cli/callgym.js', import.meta.url));
  const tasks = join(work, 'tasks.jsonl');
  const order = environmentPath('order-desk');
  execFileSync(process.execPath, [callgym, 'tasks', order, '--count', '4', '--out', tasks], { stdio: 'ignore' });
  execFileSync(
    process.execPath,
    [
      callgym,
      'run',
      order,
      '--agent',
      'noisy:0.5',
      '--user',
      'scripted',
      '--tasks',
      tasks,
      '--trials',
      '2',
      '--out',
      out,
    ],
    { stdio: 'ignore' },
  );
  const file = join(out, RUN_FILES.episodes);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const many = Array.from({ length: EPISODES }, (_each, at) => {
    const episode = JSON.parse(lines[at % lines.length] ?? '{}') as { id: string; trial: number };
    const trial = Math.floor(at / lines.length) * 2 + (episode.trial % 2);
    return JSON.stringify({ ...episode, id: `${episode.id}-${at}`, trial });
  });
  writeFileSync(file, `${many.join('\n')}\n`);
  return out;
}
