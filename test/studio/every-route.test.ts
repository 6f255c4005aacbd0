// Tests every route of the page in a browser. The accessibility checker axe finds no fault, once light and wide and
// once dark and narrow, and everything works without a mouse. The routes are those of the router itself, so a new route
// is tested without a change here.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveUsers } from '../../agents/server/live-users.ts';
import type { Task } from '../../envs/values/task.ts';
import { ROUTES } from '../../studio/app/routes.ts';
import { BROWSER, complaints, launch, openPage, overflow, tellSkipped, WAIT } from '../support/browser.ts';
import { tabTo, walkByTab } from '../support/keyboard.ts';
import { lasting, runInTest, tasksOf } from '../support/played.ts';
import { talkTo, TOKEN } from '../support/server.ts';
import { serveStudio, type StudioServer } from '../support/studio.ts';

tellSkipped('every place of the studio');

const callgym = fileURLToPath(new URL('../../cli/callgym.js', import.meta.url));
const tools = fileURLToPath(new URL('../../fixtures/tools/clinic.mcp.json', import.meta.url));

describe.skipIf(BROWSER === undefined)('every place of the studio', () => {
  const shared = lasting();
  const clinic = join(shared, 'clinic_mcp');
  let studio: StudioServer;
  let browser: Browser;
  let page: Page;
  let said: string[];
  let names: Readonly<Record<string, string>>;
  let task: Task;

  beforeAll(async () => {
    // this environment is compiled, so that it has a tool out of service and a tool that callgym added
    execFileSync(process.execPath, [callgym, 'build', tools, '--out', shared], { stdio: 'ignore' });
    const tasks = tasksOf(clinic, 4);
    task = tasks.find(({ twin }) => twin !== undefined) ?? tasks[0]!;
    const { out: run } = await runInTest({
      dirs: [clinic],
      tasks: new Map([[clinic, tasks]]),
      agent: 'noisy:0.9',
      user: 'scripted',
      trials: 2,
      out: join(shared, 'run'),
    });
    studio = await serveStudio(
      { folders: new Map([['clinic_mcp', clinic]]), runs: [run, run] },
      { environments: [clinic], liveUsers: liveUsers(), tasks: new Map([['clinic_mcp', tasks]]) },
    );
    const gym = talkTo(studio.server);
    const wish = { environment: 'clinic_mcp', task: task.id, user: 'scripted' };
    const { body: session } = await gym.ask<{ id: string }>('POST', '/sessions', { body: wish });
    for (let moves = 0; moves < 3; moves++)
      await gym.ask('POST', `/studio/api/sessions/${session.id}/move`, { body: { agent: 'oracle' } });
    names = {
      environment: 'clinic_mcp',
      table: 'appointments',
      tool: 'check_in_patient',
      task: task.id,
      session: session.id,
      run: '0',
      other: '1',
      column: 'status',
      value: 'booked',
    };
    browser = await launch();
    ({ page, said } = await openPage(browser, `${studio.url}/studio/#token=${TOKEN}`));
    await page.waitForSelector('.cards');
  });
  afterAll(async () => {
    await browser.close();
    await studio.server.stop();
  });

  /**
   * Fills the names into an address. A name without a value fails the test, so that a person adds a value for a new
   * route.
   */
  function filled(address: string, given: Readonly<Record<string, string>> = names): string {
    return address.replaceAll(/:(\w+)/g, (_each, name: string) => {
      const value = given[name];
      if (value === undefined) throw new Error(`the router has a new name, ${name}: give it a value in this test`);
      return encodeURIComponent(value);
    });
  }

  function places(): string[] {
    return ROUTES.flatMap(({ path, asks }) => [path, ...asks.map((ask) => `${path}?${ask}`)]);
  }

  async function go(place: string): Promise<void> {
    await page.goto(`${studio.url}/studio/#/${place}`);
    await settled();
  }

  async function settled(): Promise<void> {
    // the page's security policy forbids evaluating text as code, so the test evaluates it from outside the page
    const isLoaded =
      'document.querySelector(".state.loading, .spinner") === null && document.querySelector("main h1") !== null';
    await expect.poll(() => page.evaluate(isLoaded), WAIT).toBe(true);
  }

  async function faultsOf(): Promise<string[]> {
    const light = (await complaints(page)).map((each) => `light: ${each}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 900 });
    const dark = (await complaints(page)).map((each) => `dark: ${each}`);
    const over = await overflow(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
    return [...light, ...dark, ...(over === 0 ? [] : [`360 px: ${over} px too wide`]), ...(await walkByTab(page))];
  }

  test('of the router', async () => {
    const found: (readonly [string, readonly string[]])[] = [];
    for (const place of places()) {
      await go(filled(place));
      found.push([place, await faultsOf()]);
    }
    expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(found.length).toBeGreaterThan(ROUTES.length);
    expect(said).toEqual([]);
  });

  test('of the router, with a name that is not there: the page says so, and leads home', async () => {
    const nothing = Object.fromEntries(Object.keys(names).map((name) => [name, 'nothing']));
    const refused = said.length;
    for (const place of [...ROUTES.map(({ path }) => path).filter((path) => /^\w\/:\w+$/.test(path)), 'nowhere']) {
      await go(filled(place, nothing));
      expect([place, await page.locator('main h1').innerText()]).toEqual([place, expect.stringMatching(/not|nothing/)]);
      expect([place, await faultsOf()]).toEqual([place, []]);
      await tabTo(page, page.locator('main a', { hasText: 'Home' }));
      await page.keyboard.press('Enter');
      await page.waitForSelector('.cards');
    }
    // the browser itself logs each answer with status 404
    expect(said.splice(refused).filter((each) => !each.includes('404'))).toEqual([]);
  });

  test('with an editor open, and with the list of keys: it is left by Escape, and the focus is where it was', async () => {
    await go(filled('e/:environment/tools/:tool'));
    await tabTo(page, page.getByRole('button', { name: 'Write its program' }));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.editor .badge');
    expect(await faultsOf()).toEqual([]);
    await go(filled('e/:environment/rules'));
    await tabTo(page, page.getByRole('button', { name: 'policy.md' }));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.editor .badge');
    expect(await faultsOf()).toEqual([]);
    await tabTo(page, page.getByRole('button', { name: 'Keys' }));
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    expect(await complaints(page)).toEqual([]);
    expect(await walkByTab(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Keys');
    expect(said).toEqual([]);
  });

  test('the walk itself notices a control without a look of its focus, one under another, and one that lets nothing go', async () => {
    const spoiled = await browser.newPage();
    const walk = async (body: string): Promise<string[]> => {
      await spoiled.setContent(`<a class="skip" href="#">skip</a>${body}`);
      return walkByTab(spoiled);
    };
    const well = '<button>one</button><button>two</button>';
    expect(await walk(well)).toEqual([]);
    expect(await walk(`${well}<style>button:focus { outline: none }</style>`)).toEqual([
      expect.stringContaining('does not show its focus'),
      expect.stringContaining('does not show its focus'),
    ]);
    const over = '<div style="position:fixed;inset:0;background:white">over</div>';
    expect(await walk(well + over)).toContainEqual(expect.stringContaining('out of sight'));
    const trap = '<button onkeydown="event.preventDefault()">trap</button>';
    expect(await walk(`<button>one</button>${trap}<button>two</button>`)).toEqual([
      expect.stringContaining('is not reached by Tab: <button>two'),
    ]);
    await spoiled.close();
  });

  test('and by keyboard alone a task is found, played, looked into, forked and ended', async () => {
    await go('');
    await tabTo(page, page.getByRole('link', { name: 'Play a task' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Play it' }));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.said.user');
    await tabTo(page, page.locator('.composer textarea'));
    await page.keyboard.type('Hello. What is your name, please?');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.said.user').count(), WAIT).toBe(2);
    await tabTo(page, page.getByRole('button', { name: 'Call a tool' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.locator('.tool-choice select'));
    await page.keyboard.type('list_doctors');
    await tabTo(page, page.locator('.form button[type=submit]'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('.timeline button'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('section[aria-label="The step"] .json');
    await page.keyboard.press('b');
    await page.waitForSelector('.verdict-panel', { state: 'detached' });
    await page.keyboard.press('b');
    await page.waitForSelector('.verdict-panel');
    await tabTo(page, page.getByRole('button', { name: 'Fork from 1' }));
    const before = page.url();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), WAIT).not.toBe(before);
    await expect.poll(() => page.locator('.timeline button').count(), WAIT).toBe(1);
    // the arrow keys choose how the session ends, and only the button ends it
    await tabTo(page, page.getByLabel('How it ends'));
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.after-end').count()).toBe(0);
    await tabTo(page, page.getByRole('button', { name: 'End', exact: true }));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.after-end');
    await expect.poll(() => page.locator('.head').innerText(), WAIT).toContain('refused');
    expect(said).toEqual([]);
  });

  test('and by keyboard alone an episode is found, opened and closed', async () => {
    await go('r/0');
    await page.keyboard.press('/');
    await page.keyboard.type('failed');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.waitForSelector('.episode .message');
    expect(await faultsOf()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.episode', { state: 'detached' });
    expect(said).toEqual([]);
  });
});
