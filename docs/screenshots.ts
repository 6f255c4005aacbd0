// npm run screenshots: the pictures of the docs, taken from what this version shows: the report of a small run, and Swagger UI
// of an environment. Needs Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openAgent } from '../agents/agents/agent-list.ts';
import { openLocalGym } from '../agents/http/local-gym.ts';
import { writeReport } from '../agents/report/write-report.ts';
import { runEpisodes } from '../agents/runs/run-episodes.ts';
import { RunFolder } from '../agents/runs/run-folder.ts';
import { openUser } from '../agents/users/user-list.ts';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { GymServer } from '../envs/server/server.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const desk = at('../fixtures/environments/order-desk');
const place = mkdtempSync(join(tmpdir(), 'callgym-screenshots-'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const world = openEnvironment(desk);
  const environments = [{ dir: desk, world, tasks: makeTasks(world, { count: 40, seed: 1, existing: [] }).tasks }];
  const gym = await openLocalGym(environments);
  const agent = await openAgent('noisy:0.4', {});
  const user = await openUser('scripted', {});
  const folder = RunFolder.open(join(place, 'run'), {
    head: { agent: agent.about, user: user.about, trials: 4, seed: 1 },
    environments,
  });
  await runEpisodes(gym.client, folder, { environments, agent, user, trials: 4, seed: 1, concurrency: 8 });
  folder.finish({});
  folder.close();
  await gym.close();
  writeReport(folder.dir, join(place, 'report.html'));
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(`file://${join(place, 'report.html')}`);
  await page.waitForSelector('.rows button');
  await page.screenshot({ path: at('images/report.png') });
  await page.selectOption('#fault', 'wrong_argument');
  await page.locator('.rows button').nth(3).click();
  await page.waitForSelector('.message.decisive');
  await page.locator('.episode').screenshot({ path: at('images/report-episode.png') });
  const server = await GymServer.make({ environments: [desk] });
  const url = await server.listen(0, '127.0.0.1');
  await page.goto(`${url}/console/order-desk#token=${server.token}`);
  await page.waitForSelector('.opblock', { timeout: 20_000 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: at('images/swagger.png') });
  await server.stop();
  world.close();
} finally {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
}
