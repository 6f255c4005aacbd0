// Tests playing in the studio in a real browser: watched tasks, tasks played as the user and as both sides, a model as
// the user, a step that is taken back, and a run that grows. Each view is checked with the accessibility checker axe,
// dark and on a narrow screen.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { liveUsers } from '../../agents/server/live-users.ts';
import { BROWSER, complaintsInBoth, launch, openPage, tellSkipped, WAIT, type Opened } from '../support/browser.ts';
import { modelServer } from '../support/model-server.ts';
import { lasting, runInTest, tasksOf } from '../support/played.ts';
import { ORDER_DESK, talkTo, TOKEN } from '../support/server.ts';
import { serveStudio, type StudioServer } from '../support/studio.ts';

tellSkipped('playing in the studio');

const TASKS = tasksOf(ORDER_DESK, 4);
const NOTES = fileURLToPath(new URL('../../fixtures/new-environment', import.meta.url));

describe.skipIf(BROWSER === undefined)('played in a browser', () => {
  let studio: StudioServer;
  let browser: Browser;
  let run = '';
  const shared = lasting();
  beforeAll(async () => {
    ({ out: run } = await runInTest({
      dirs: [ORDER_DESK],
      tasks: new Map([[ORDER_DESK, TASKS]]),
      agent: 'noisy:0.9',
      user: 'scripted',
      trials: 2,
      out: join(shared, 'run'),
    }));
    studio = await serveStudio(
      { runs: [run] },
      {
        environments: [ORDER_DESK, NOTES],
        liveUsers: liveUsers(),
        tasks: new Map([['order-desk', TASKS]]),
      },
    );
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await studio.server.stop();
  });

  async function opened(path: string, options: Parameters<typeof openPage>[2] = {}, url = studio.url): Promise<Opened> {
    const found = await openPage(browser, `${url}/studio/#token=${TOKEN}`, options);
    await found.page.waitForSelector('.cards');
    await found.page.goto(`${url}/studio/#/${path}`);
    return found;
  }

  /** Begins the first task. The person plays the given side. */
  async function begin(page: Page, side: string, machine?: string): Promise<void> {
    await page.waitForSelector('.play select');
    await page.selectOption('.play select', side);
    if (machine !== undefined) await page.fill('.play input', machine);
    await page.locator('.play button').click();
    await page.waitForSelector('.session');
  }

  test('the oracle is watched until the verdict is full; a fork of it is forked again and goes on', async () => {
    const { page, said } = await opened(`e/order-desk/tasks/${TASKS[0]!.id}`);
    await begin(page, 'watch');
    await page.getByRole('button', { name: 'Next move' }).click();
    await expect.poll(() => page.locator('.said, .timeline button').count(), WAIT).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Play on' }).click();
    await expect.poll(() => page.locator('.head').innerText(), WAIT).toContain('ended: done');
    await expect.poll(() => page.locator('.verdict-panel').innerText(), WAIT).toContain('passes');
    await expect.poll(() => page.locator('.missing li').count(), WAIT).toBe(0);
    const steps = await page.locator('.timeline button').count();
    expect(steps).toBeGreaterThan(0);
    await page.getByRole('button', { name: `Fork from ${steps}` }).click();
    await page.waitForSelector('.composer');
    await expect.poll(() => page.locator('.timeline button').count(), WAIT).toBe(steps);
    await page.locator('.timeline button').first().click();
    await page.getByRole('button', { name: 'Fork from 1' }).click();
    await expect.poll(() => page.locator('.timeline button').count(), WAIT).toBe(1);
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a session whose sides are both played by hand is rewound', async () => {
    const gym = talkTo(studio.server);
    const session = await gym.session({ environment: 'order-desk', task: TASKS[0]!.id });
    await gym.call(session, 'search_products', { query: 'lamp' });
    await gym.call(session, 'search_products', { query: 'kettle' });
    const { page, said } = await opened(`s/${session.id}`);
    await page.locator('.timeline button').first().click();
    await page.getByRole('button', { name: 'Rewind to 1' }).click();
    await expect.poll(() => page.locator('.timeline button').count(), WAIT).toBe(1);
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a person plays the user, and the oracle answers', async () => {
    const { page, said } = await opened(`e/order-desk/tasks/${TASKS[0]!.id}`);
    await begin(page, 'user');
    await page.fill('.composer textarea', TASKS[0]!.user.opening);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.said.assistant').count(), WAIT).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.composer').innerText(), WAIT).toContain('as the user');
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a model plays the user of a person who plays the agent', async () => {
    const model = await modelServer(() => ({ content: 'Could you help me with my order, please?' }));
    const own = await serveStudio(
      {},
      {
        environments: [ORDER_DESK],
        liveUsers: liveUsers({ baseUrl: model.url }),
        tasks: new Map([['order-desk', TASKS]]),
      },
    );
    onTestFinished(() => own.server.stop());
    const { page, said } = await opened(`e/order-desk/tasks/${TASKS[0]!.id}`, {}, own.url);
    await begin(page, 'agent', 'openai:small');
    const before = await page.locator('.said.user').count();
    await page.fill('.composer textarea', 'Good morning. How can I help you?');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.said.user').count(), WAIT).toBeGreaterThan(before);
    expect(model.asked.length).toBeGreaterThan(0);
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a run fills while somebody looks', async () => {
    const file = join(run, 'episodes.jsonl');
    const whole = readFileSync(file, 'utf8');
    const lines = whole.trimEnd().split('\n');
    writeFileSync(file, `${lines.slice(0, 3).join('\n')}\n`);
    const { page, said } = await opened('r/0');
    await expect.poll(() => page.locator('.rows li').count(), WAIT).toBe(3);
    writeFileSync(file, whole);
    await expect.poll(() => page.locator('.rows li').count(), WAIT).toBe(lines.length);
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a session, a run, an episode and the editors: axe has nothing against them, light and dark, wide and narrow', async () => {
    const gym = talkTo(studio.server);
    const { body: session } = await gym.ask<{ id: string }>('POST', '/sessions', {
      body: { environment: 'order-desk', task: TASKS[0]!.id, user: 'scripted' },
    });
    const { page, said } = await opened('');
    for (const [path, ready, click, then] of [
      [`s/${session.id}?seat=agent`, '.verdict-panel .parts', undefined, undefined],
      ['r/0', '.rows button', '.rows button', '.message'],
      // this environment is small, so its checks answer an edit at once
      ['e/notes/tools', '.form', 'button:has-text("Change it")', '.editor .badge'],
      ['e/notes/rules', '.policy', 'button:has-text("rules.json")', '.editor .badge'],
    ] as const) {
      await page.goto(`${studio.url}/studio/#/${path}`);
      await page.waitForSelector(ready);
      if (click !== undefined) {
        await page.locator(click).first().click();
        await page.waitForSelector(then);
      }
      expect([path, await complaintsInBoth(page)]).toEqual([path, []]);
    }
    expect(said).toEqual([]);
    await page.context().close();
  });
});
