// Tests the report in a real browser, with texts that look like markup: no text runs as a script, the page stays
// intact, and all texts can be read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packRun } from '../../agents/report/report-data.ts';
import { writeReport } from '../../agents/report/write-report.ts';
import { studioPage } from '../../studio/page.ts';
import type { Task } from '../../envs/values/task.ts';
import { BROWSER, complaints, launch, openPage, overflow, tellSkipped, type Opened } from '../support/browser.ts';
import { lasting, runInTest, tasksOf } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

tellSkipped('the report in a browser');

const HOSTILE =
  '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2"><!-- \u2028 \u2029 &lt;b&gt; {{7*7}} ${window.hacked=3}';

let file = '';
let text = '';
const shared = lasting();
beforeAll(async () => {
  const dirs = [CARRIER_CARE, ORDER_DESK];
  const tasks = new Map(
    dirs.map((dir) => [
      dir,
      tasksOf(dir, 20).map((task): Task => ({
        ...task,
        user: { ...task.user, opening: `${task.user.opening} ${HOSTILE}`, persona: HOSTILE },
      })),
    ]),
  );
  const { out } = await runInTest({
    dirs,
    tasks,
    agent: 'noisy:0.9',
    user: 'scripted',
    trials: 2,
    out: join(shared, 'run'),
  });
  file = join(shared, 'report.html');
  const { episodes, refused } = writeReport(out, file, await studioPage());
  expect(episodes).toHaveLength(80);
  expect(refused).toEqual([]);
  text = readFileSync(file, 'utf8');
});

test('a file that is no report is left alone', () => {
  const record = join(shared, 'run', 'run.json');
  const before = readFileSync(record, 'utf8');
  expect(() => writeReport(join(shared, 'run'), record, { script: '', style: '' })).toThrow(/is no report/);
  expect(readFileSync(record, 'utf8')).toBe(before);
});

test('tells who played and how often, as the episodes say it', () => {
  const { players } = packRun(join(shared, 'run')).data;
  expect(players).toEqual({ agent: 'noisy:0.9', user: 'scripted', trials: 2 });
});

test('no text of an episode stands in the page as markup', () => {
  expect(text).not.toContain('window.hacked');
  expect(text.match(/<script/g)).toHaveLength(2 + 2);
  expect(text).toMatch(
    /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/,
  );
  expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/);
});

describe.skipIf(BROWSER === undefined)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  async function opened(options: { width: number; dark?: boolean }): Promise<Opened> {
    const found = await openPage(browser, `file://${file}`, options);
    await found.page.waitForSelector('.rows button');
    return found;
  }

  test('episodes are found, opened and read; what they say stays text', async () => {
    const { page, said } = await opened({ width: 1280 });
    expect(await page.locator('.rows li').count()).toBe(50);
    await page.selectOption('#outcome', 'failed');
    await page.fill('#search', 'order-desk write');
    const rows = page.locator('.rows button');
    await expect.poll(() => rows.count()).toBeGreaterThan(2);
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual(expect.not.arrayContaining([expect.stringContaining('carrier')]));
    await rows.first().click();
    await page.waitForSelector('.message.decisive');
    const episode = page.locator('.episode');
    expect(await episode.innerText()).toContain('It failed.');
    expect(await episode.locator('.message.user').first().innerText()).toContain(
      '</script><script>window.hacked=1</script><img src=x',
    );
    expect(await page.locator('.change').count()).toBeGreaterThan(0);
    const heading = (): Promise<string> => episode.locator('h2').innerText();
    const before = await heading();
    await page.keyboard.press('j');
    await expect.poll(heading).not.toBe(before);
    await page.keyboard.press('k');
    await expect.poll(heading).toBe(before);
    await page.keyboard.press('Escape');
    await expect.poll(() => episode.isHidden()).toBe(true);
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('search');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(said).toEqual([]);
    await page.context().close();
  });

  test.each([1300, 1000, 700, 360])('at %d px no table is wider than its panel', async (width) => {
    const { page } = await opened({ width });
    const wide = await page.evaluate(
      `[...document.querySelectorAll('.panel')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.ariaLabel)`,
    );
    expect(wide).toEqual([]);
    await page.context().close();
  });

  test.each([{ width: 1280 }, { width: 1280, dark: true }, { width: 360 }])(
    '%j: nothing serious for axe, nothing wider than the screen',
    async (options) => {
      const { page, said } = await opened(options);
      await page.locator('.rows button').first().click();
      await page.waitForSelector('.episode .message');
      expect(await overflow(page)).toBe(0);
      expect(await complaints(page)).toEqual([]);
      expect(said).toEqual([]);
      await page.context().close();
    },
  );
});
