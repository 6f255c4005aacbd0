// npm run screenshots: takes the pictures of the docs: the studio with an environment, with a session and with a tool
// under repair, the report of a small run, and the Swagger UI of an environment. Needs Chromium.
import { execFileSync } from 'node:child_process';
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
import { liveUsers } from '../agents/server/live-users.ts';
import { openUser } from '../agents/users/user-list.ts';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { GymServer } from '../envs/server/server.ts';
import { studioPage } from '../studio/page.ts';
import { studio } from '../studio/server/studio.ts';
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
  writeReport(folder.dir, join(place, 'report.html'), await studioPage());
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(`file://${join(place, 'report.html')}`);
  await page.waitForSelector('.rows button');
  await page.screenshot({ path: at('images/report.png') });
  await page.selectOption('#fault', 'wrong_argument');
  await page.locator('.rows button').nth(3).click();
  await page.waitForSelector('.message.decisive');
  await page.locator('.episode').screenshot({ path: at('images/report-episode.png') });
  const { tasks } = environments[0] ?? { tasks: [] };
  const clinic = join(place, 'clinic_mcp');
  execFileSync(
    process.execPath,
    [at('../cli/callgym.js'), 'build', at('../fixtures/tools/clinic.mcp.json'), '--out', place],
    { stdio: 'ignore' },
  );
  const server = await GymServer.make({
    environments: [desk, clinic],
    tasks: new Map([['order-desk', tasks]]),
    liveUsers: liveUsers(),
    plugins: [studio({ page: studioPage, folders: new Map([['clinic_mcp', clinic]]) })],
  });
  const url = await server.listen(0, '127.0.0.1');
  await page.goto(`${url}/studio/#token=${server.token}`);
  await page.waitForSelector('.cards');
  await page.goto(`${url}/studio/#/e/order-desk/tables/orders`);
  await page.waitForSelector('.grid tbody tr');
  await page.screenshot({ path: at('images/studio.png') });
  const mixed = tasks.find(({ kind }) => kind === 'mixed');
  await page.goto(`${url}/studio/#/e/order-desk/tasks/${mixed?.id}`);
  await page.selectOption('.play select', 'watch');
  await page.locator('.play button').click();
  const written = page.locator('.timeline li:has(.badge.good) button');
  for (let moves = 1; moves <= 24 && (await written.count()) === 0; moves++) {
    await page.getByRole('button', { name: 'Next move' }).click();
    await page.waitForSelector('.composer button:not([disabled]):text("Next move"), .talk-panel > p.soft');
    if ((await page.locator('.composer').count()) === 0) break;
  }
  await written.last().click();
  await page.waitForSelector('.change');
  await page.screenshot({ path: at('images/studio-session.png') });
  await page.goto(`${url}/studio/#/e/clinic_mcp/tools/check_in_patient`);
  await page.getByRole('button', { name: 'Write its program' }).click();
  const program = page.getByLabel('Program of check_in_patient');
  await page.getByLabel('Start from the program of another tool').selectOption('cancel_appointment');
  await program.fill((await program.inputValue()).replace("'cancelled'", "'arrived'"));
  await page.waitForSelector('.editor .badge.good');
  await page.locator('#main article.tool').evaluate('(each) => each.scrollIntoView()');
  await page.screenshot({ path: at('images/studio-mend.png') });
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
