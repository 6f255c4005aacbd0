// Tests the studio in a real browser: a person looks at environments, calls tools and finds rows among many. Text that
// looks like markup stays text. An agent's token opens no part of the studio.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Json } from '../../envs/values/json.ts';
import { withExamples } from '../../studio/server/find-examples.ts';
import { liveUsers } from '../../agents/server/live-users.ts';
import {
  BROWSER,
  complaints,
  complaintsInBoth,
  launch,
  openPage,
  overflow,
  tellSkipped,
  WAIT,
  type Opened,
} from '../support/browser.ts';
import { lasting, runInTest, tasksOf } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK, talkTo, TOKEN } from '../support/server.ts';
import { HOSTILE, hostileNotes, MANY_ROWS, serveStudio, type StudioServer } from '../support/studio.ts';

tellSkipped('the studio in a browser');

let studio: StudioServer;
let lockers = '';
let run = '';
const shared = lasting();
beforeAll(async () => {
  lockers = join(shared, 'lockers');
  cpSync(fileURLToPath(new URL('../../fixtures/authored/lockers_benchmark', import.meta.url)), lockers, {
    recursive: true,
  });
  ({ out: run } = await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, tasksOf(ORDER_DESK, 4)]]),
    agent: 'noisy:0.9',
    user: 'scripted',
    trials: 2,
    out: join(shared, 'run'),
  }));
  studio = await serveStudio(
    { folders: new Map([['lockers_benchmark', lockers]]), runs: [run] },
    {
      environments: [ORDER_DESK, CARRIER_CARE, lockers, hostileNotes(join(shared, 'notes'))],
      liveUsers: liveUsers(),
      tasks: new Map([['order-desk', tasksOf(ORDER_DESK, 4)]]),
    },
  );
});
afterAll(() => studio.server.stop());

function filled(path: string, session: string): string {
  return path
    .replace(/:id\b|\{id\}/, session)
    .replace(/:e\b|\{e\}/, 'order-desk')
    .replace(/:t\b|\{t\}/, 'x')
    .replaceAll(/:\w+|\{\w+\}/g, '0');
}

describe('what an agent can reach', () => {
  test("no route of the studio and none of the control plane opens to an agent's or a user's token, or without one", async () => {
    const gym = talkTo(studio.server);
    const { tokens, id } = await gym.session();
    const control = Object.entries(
      (studio.server.app.swagger() as { paths: Record<string, Record<string, { tags?: string[] }>> }).paths,
    ).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { tags }]) =>
        tags?.includes('control') === true ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    const own = studio.routes.filter((route) => route.includes('/studio/api'));
    expect(own.length).toBeGreaterThan(2);
    expect(control.length).toBeGreaterThan(15);
    for (const route of [...own, ...control]) {
      const [method = '', path = ''] = route.split(' ');
      for (const [token, status] of [
        [tokens.agent, 403],
        [tokens.user, 403],
        [null, 401],
        ['nonsense', 401],
      ] as const) {
        const answer = await gym.ask(method, filled(path, id), { token, ...(method === 'POST' ? { body: {} } : {}) });
        expect([route, answer.status]).toEqual([route, status]);
        expect(answer.text).not.toContain('gold"');
      }
    }
  });

  test('the page itself holds nothing, is small, and lets nothing in from elsewhere', async () => {
    let sum = 0;
    for (const path of ['/studio/', '/studio/app.js', '/studio/app.css']) {
      const response = await studio.server.app.inject({ url: path, headers: { 'accept-encoding': 'br' } });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      );
      const text = brotliDecompressSync(response.rawPayload).toString();
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(process.cwd());
      expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/);
      sum += response.rawPayload.length;
    }
    expect(sum).toBeLessThan(300_000);
  });
});

describe('rows', () => {
  test('are searched, sorted and paged on the server; a column that is not there is refused', async () => {
    const gym = talkTo(studio.server);
    const rows = (query: string): ReturnType<typeof gym.ask<{ total: number; found: number; rows: unknown[][] }>> =>
      gym.ask('GET', `/studio/api/environments/notes/rows?table=notes&${query}`);
    const { body } = await rows('search=bODY%2099999&limit=5');
    expect(body).toMatchObject({ total: MANY_ROWS, found: 0 });
    expect((await rows('search=note%2042&limit=5')).body).toMatchObject({ found: 1000 });
    const last = await rows('order=note_id&descending=true&limit=1');
    expect(last.body.rows[0]?.[0]).toMatch(/^n/);
    expect((await rows('order=body%22--')).status).toBe(404);
    expect((await gym.ask('GET', '/studio/api/environments/notes/rows?table=nothing')).status).toBe(404);
  });
});

interface SessionShown {
  readonly id: string;
  readonly end: string | null;
  readonly step: number;
  readonly talk: readonly { role: string; text: string; step?: number | null }[];
  readonly steps: readonly { index: number; name: string; changes: Record<string, number> }[];
}

describe('sessions', () => {
  test('an oracle that is watched passes; a fork of its session has the same steps, words and user', async () => {
    const gym = talkTo(studio.server);
    const [task] = tasksOf(ORDER_DESK, 4);
    const { id } = await gym.session({ environment: 'order-desk', task: task!.id, user: 'scripted' });
    const at = `/studio/api/sessions/${id}`;
    let shown = (await gym.ask<SessionShown>('GET', at)).body;
    for (let moves = 0; shown.end === null && moves < 40; moves++)
      shown = (await gym.ask<SessionShown>('POST', `${at}/move`, { body: { agent: 'oracle' } })).body;
    expect(shown.end).toBe('done');
    expect((await gym.ask<{ reward: number }>('POST', `/sessions/${id}/verdict`)).body.reward).toBe(1);
    const calls = shown.talk.filter(({ role }) => role === 'tool');
    expect(calls.map(({ step }) => step)).toEqual(shown.steps.map(({ index }) => index));
    expect(shown.steps.some(({ changes }) => Object.keys(changes).length > 0)).toBe(true);
    const fork = await gym.ask<{ id: string; live: boolean }>('POST', `${at}/fork`, { body: { step: shown.step - 1 } });
    expect(fork.body.live).toBe(true);
    const forked = (await gym.ask<SessionShown>('GET', `/studio/api/sessions/${fork.body.id}`)).body;
    expect(forked.steps).toEqual(shown.steps.slice(0, -1));
    expect(forked.talk).toEqual(shown.talk.slice(0, forked.talk.length));
    expect(forked.end).toBeNull();
    const say = (id: string, by: string): ReturnType<typeof gym.ask<SessionShown>> =>
      gym.ask<SessionShown>('POST', `/studio/api/sessions/${id}/words`, { body: { by, text: 'And now?' } });
    expect((await say(fork.body.id, 'user')).status).toBe(409);
    const answered = (await say(fork.body.id, 'agent')).body.talk;
    expect(answered.slice(forked.talk.length).map(({ role }) => role)).toEqual(['assistant', 'user']);
    // a copy (fork) of an ended conversation leaves out the words that ended it
    const late = await gym.ask<{ id: string; live: boolean }>('POST', `${at}/fork`, { body: { step: shown.step } });
    expect((await gym.ask('GET', `/studio/api/sessions/${late.body.id}`)).body).toMatchObject({
      end: null,
      live: true,
    });
    expect((await say(id, 'agent')).status).toBe(409);
    expect((await gym.ask('POST', `${at}/fork`, { body: { step: 99 } })).status).toBe(400);
    const other = await gym.ask('POST', `/studio/api/sessions/${fork.body.id}/move`, { body: { agent: 'human' } });
    expect(other.status).toBe(400);
  });

  test('a fork of a session whose sides are played by hand has its words once, and both sides free', async () => {
    const gym = talkTo(studio.server);
    const [task] = tasksOf(ORDER_DESK, 4);
    const { id } = await gym.session({ environment: 'order-desk', task: task!.id });
    const say = (at: string, by: string, text: string): ReturnType<typeof gym.ask<SessionShown>> =>
      gym.ask<SessionShown>('POST', `/studio/api/sessions/${at}/words`, { body: { by, text } });
    await say(id, 'user', 'Hello.');
    await say(id, 'agent', 'Good morning.');
    const fork = async (of: string): Promise<{ id: string; live: boolean }> =>
      (await gym.ask<{ id: string; live: boolean }>('POST', `/studio/api/sessions/${of}/fork`, { body: { step: 0 } }))
        .body;
    const first = await fork(id);
    const second = await fork(first.id);
    expect([first.live, second.live]).toEqual([false, false]);
    const talk = (await say(second.id, 'user', 'And now?')).body.talk.map(({ text }) => text);
    expect(talk).toEqual(['Hello.', 'Good morning.', 'And now?']);
  });
});

interface TrialShown {
  readonly vetting: readonly string[];
  readonly broken?: readonly { tool: string }[];
}

describe('mending', () => {
  const at = '/studio/api/environments/lockers_benchmark';
  const files = (): string =>
    readdirSync(lockers)
      .sort()
      .map(
        (name) => `${name} ${statSync(join(lockers, name)).isFile() ? readFileSync(join(lockers, name), 'utf8') : ''}`,
      )
      .join('\n');

  test('a program is tried without a trace; only one that vetting takes is saved, and only where the studio was started', async () => {
    const gym = talkTo(studio.server);
    const before = files();
    const { body: shown } = await gym.ask<{ hash: string; tools: { name: string; program: Json }[] }>('GET', at);
    const { name: tool, program } = shown.tools[0]!;
    const hostile = [{ run: "ATTACH 'x' AS y" }];
    expect(
      (await gym.ask<TrialShown>('POST', `${at}/try`, { body: { tool, program: hostile } })).body.vetting,
    ).toHaveLength(1);
    expect(
      (await gym.ask<TrialShown>('POST', `${at}/try`, { body: { tool, program: [{ nonsense: 1 }] } })).body.vetting,
    ).toHaveLength(1);
    const dead = [{ fail: ['UNAVAILABLE', 'Closed for the day.'] }];
    const tried = (await gym.ask<TrialShown>('POST', `${at}/try`, { body: { tool, program: dead } })).body;
    expect(tried.vetting).toEqual([]);
    expect(tried.broken?.length).toBeGreaterThan(0);
    expect((await gym.ask<TrialShown>('POST', `${at}/try`, { body: { tool, program } })).body.broken).toEqual([]);
    expect((await gym.ask('POST', `${at}/save`, { body: { tool, program: hostile } })).status).toBe(400);
    expect(
      (
        await gym.ask('POST', '/studio/api/environments/order-desk/save', {
          body: { tool: 'get_order', program: dead },
        })
      ).status,
    ).toBe(403);
    expect((await gym.ask('POST', `${at}/try`, { body: { tool: 'none', program } })).status).toBe(404);
    expect(files()).toBe(before);
    const saved = await gym.ask<{ hash: string; written: string[] }>('POST', `${at}/save`, {
      body: { tool, program: dead },
    });
    expect(saved.body.written).toEqual(['tools.json', 'overrides.json', 'decisions.json']);
    expect(saved.body.hash).not.toBe(shown.hash);
    const overrides = JSON.parse(readFileSync(join(lockers, 'overrides.json'), 'utf8')) as {
      tools: Record<string, { program: Json }>;
    };
    expect(overrides.tools[tool]!.program).toEqual(dead);
    const { body: after } = await gym.ask<{ tools: { name: string; flag: string | null }[] }>('GET', at);
    expect(after.tools.find((each) => each.name === tool)!.flag).toBe('Closed for the day.');
    expect((await gym.ask('POST', `${at}/save`, { body: { tool, program } })).status).toBe(200);
  });
});

test('a program for a tool that had none brings calls that show what it does', () => {
  const environment = loadEnvironment(fileURLToPath(new URL('../../fixtures/new-environment', import.meta.url)));
  const bare = { ...environment, tools: environment.tools.map(({ examples: _examples, ...tool }) => tool) };
  const name = bare.tools.find(({ parameters }) => (parameters['required'] as string[]).includes('note_id'))!.name;
  const { examples } = withExamples(bare, bare, { tool: name }).tools.find((tool) => tool.name === name)!;
  expect(examples!.map(({ expect: outcome }) => outcome)).toEqual(expect.arrayContaining(['ok', 'NOT_FOUND']));
});

describe('runs', () => {
  test('an episode that is written while somebody looks is told at once; two runs compare; a record that is none is named', async () => {
    const gym = talkTo(studio.server);
    const file = join(run, 'episodes.jsonl');
    const whole = readFileSync(file, 'utf8');
    const lines = whole.trimEnd().split('\n');
    type Shown = {
      episodes: unknown[][];
      refused: unknown[];
      figures: { passes: number };
      progress: { done: number; complete: boolean };
    };
    const shown = async (): Promise<Shown> => (await gym.ask<Shown>('GET', '/studio/api/runs/0')).body;
    writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n${lines[2]!.slice(0, 50)}`);
    expect((await shown()).progress.done).toBe(2);
    writeFileSync(file, `${whole}{"id":"broken"}\n`);
    const events = await fetch(`${studio.url}/studio/api/runs/0/events`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const first = await events.body!.getReader().read();
    expect(new TextDecoder().decode(first.value)).toMatch(/^data: \{"done":8,/);
    const now = await shown();
    expect(now.episodes).toHaveLength(8);
    expect(now.refused).toHaveLength(1);
    expect(now.figures.passes).toBe(now.episodes.filter((row) => row[5] === 1).length);
    const failed = now.episodes.findIndex((row) => row[5] === 0);
    const episode = (
      await gym.ask<{ fault: { reason: string }; messages: { decisive?: boolean }[] }>(
        'GET',
        `/studio/api/runs/0/episodes/${failed}`,
      )
    ).body;
    expect(episode.fault.reason).not.toBe('');
    expect((await gym.ask<{ difference: number }>('GET', '/studio/api/runs/0/compare/0')).body.difference).toBe(0);
    expect((await gym.ask('GET', '/studio/api/runs/0/episodes/99')).status).toBe(404);
    expect((await gym.ask('GET', '/studio/api/runs/7')).status).toBe(404);
    writeFileSync(file, whole);
    expect((await shown()).episodes).toHaveLength(8);
  });
});

describe.skipIf(BROWSER === undefined)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  async function opened(path: string, options: Parameters<typeof openPage>[2] = {}): Promise<Opened> {
    const found = await openPage(browser, `${studio.url}/studio/#token=${TOKEN}`, options);
    await found.page.waitForSelector('.cards');
    await found.page.goto(`${studio.url}/studio/#/${path}`);
    return found;
  }

  test('tables are drawn, a row is found, its reference followed; a call shows what it changed, here and in the tables', async () => {
    const { page, said } = await opened('e/order-desk/tables/orders');
    await page.waitForSelector('.grid tbody tr');
    await expect.poll(() => page.locator('.table-box').count(), WAIT).toBe(12);
    await page.fill('[data-search]', 'A20001');
    await expect.poll(() => page.locator('.grid tbody tr').count(), WAIT).toBe(1);
    await page.locator('.grid button.link').first().click();
    await page.waitForSelector('.panel[aria-label="Rows of customers"] .grid tbody tr');
    await expect.poll(() => page.locator('.grid tbody tr').count(), WAIT).toBe(1);
    await page.keyboard.press('2');
    await page.locator('.list a', { hasText: 'cancel_order' }).click();
    await page.fill('#field-order_id', 'A20001');
    await page.selectOption('#field-reason', { index: 1 });
    await page.locator('.form button[type=submit]').click();
    await page.waitForSelector('.outcome .change.updated');
    await expect.poll(() => page.locator('.outcome').innerText(), WAIT).toContain('cancelled');
    await page.locator('.outcome a').click();
    await page.waitForSelector('.grid td.touched');
    await expect.poll(() => page.locator('.relations').innerText(), WAIT).toContain('changed');
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('hostile text stays text, among 100,000 rows, without anything wider than the screen', async () => {
    const { page, said } = await opened('e/notes/tables', { width: 360 });
    await page.waitForSelector('.grid tbody tr');
    await expect.poll(() => page.locator('h1').innerText(), WAIT).toContain('<script>window.hacked=1</script>');
    await page.fill('[data-search]', 'Note 77777');
    await expect.poll(() => page.locator('.grid tbody tr').count(), WAIT).toBe(1);
    for (const part of ['tools', 'rules']) {
      await page.goto(`${studio.url}/studio/#/e/notes/${part}`);
      await page.waitForSelector(part === 'tools' ? '.tool' : '.policy');
      await expect.poll(() => page.locator('main').innerText(), WAIT).toContain(HOSTILE.slice(0, 40));
      expect(await overflow(page)).toBe(0);
    }
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a task is played as its agent: words, a call, the verdict that grows, blind, a step opened, a fork', async () => {
    const { page, said } = await opened('e/order-desk/tasks');
    await page.waitForSelector('.task blockquote');
    expect(await page.locator('.task .node-answer, .task .node-call').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the right end' }).click();
    await page.waitForSelector('.task .node-answer, .task .node-call');
    await page.locator('.play button').click();
    await page.waitForSelector('.said.user');
    await expect.poll(() => page.locator('.missing li').count(), WAIT).toBeGreaterThan(0);
    await page.fill('.composer textarea', 'Hello. What is your email address, please?');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.said.user').count(), WAIT).toBe(2);
    await page.getByRole('button', { name: 'Call a tool' }).click();
    await page.selectOption('.tool-choice select', 'search_products');
    await page.fill('#field-query', 'lamp');
    await page.locator('.form button[type=submit]').click();
    await page.waitForSelector('.timeline button');
    await page.locator('.timeline button').click();
    await page.waitForSelector('section[aria-label="The step"] .json');
    await page.locator('h1').click();
    await page.keyboard.press('b');
    await expect.poll(() => page.locator('.verdict-panel').count(), WAIT).toBe(0);
    expect(await complaints(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fork from 1' }).click();
    await page.waitForSelector('.composer select');
    await expect.poll(() => page.locator('.said.user').count(), WAIT).toBe(2);
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('axe has nothing against the first page and the parts of an environment, light and dark, wide and narrow', async () => {
    const { page, said } = await opened('');
    for (const [path, ready] of [
      ['', '.cards'],
      ['e/order-desk/tables/products', '.grid tbody tr'],
      ['e/order-desk/tools/cancel_order', '.form'],
      ['e/order-desk/tasks', '.task blockquote'],
      ['e/order-desk/tasks', '.task .node'],
      ['e/order-desk/rules', '.policy'],
    ] as const) {
      await page.goto(`${studio.url}/studio/#/${path}`);
      if (ready === '.task .node') await page.getByRole('button', { name: 'Show the right end' }).click();
      await page.waitForSelector(ready);
      expect([path, await complaintsInBoth(page)]).toEqual([path, []]);
    }
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a slow server is waited for, a broken one named, a lost one found again', async () => {
    const { page } = await opened('');
    let mode: 'slow' | 'broken' | 'lost' | 'well' = 'slow';
    const slow = Promise.withResolvers<void>();
    await page.route('**/studio/api/environments/**', async (route) => {
      if (mode === 'broken') return route.fulfill({ status: 500, body: '<html>' });
      if (mode === 'lost') return route.abort('connectionrefused');
      if (mode === 'slow') await slow.promise;
      return route.continue();
    });
    await page.goto(`${studio.url}/studio/#/e/order-desk`);
    await page.waitForSelector('.state.loading');
    slow.resolve();
    await page.waitForSelector('.relations');
    mode = 'broken';
    await page.goto(`${studio.url}/studio/#/e/carrier-care`);
    await page.waitForSelector('.state.failed');
    mode = 'well';
    await page.locator('.state.failed button').click();
    await page.waitForSelector('.relations');
    mode = 'lost';
    await page.goto(`${studio.url}/studio/#/e/order-desk`);
    await page.waitForSelector('.lost');
    mode = 'well';
    await page.waitForSelector('.relations', WAIT);
    await page.context().close();
  });

  test.each(['r/0', 's'] as const)('%s: a page that nobody touches says that its server has gone', async (place) => {
    const own = await serveStudio({ runs: [run] }, { environments: [ORDER_DESK] });
    const { id } = await talkTo(own.server).session({ environment: 'order-desk' });
    const { page } = await openPage(browser, `${own.url}/studio/#token=${TOKEN}`);
    await page.waitForSelector('.cards');
    await page.goto(`${own.url}/studio/#/${place === 's' ? `s/${id}` : place}`);
    await page.waitForSelector(place === 's' ? '.composer' : '.rows li');
    await own.server.stop();
    await page.waitForSelector('.lost');
    await page.context().close();
  });

  test('ten thousand episodes: no more is drawn than a page of them, and they are sifted as one types', async () => {
    const { page, said } = await opened('');
    const { body: real } = await talkTo(studio.server).ask<{ episodes: unknown[][] }>('GET', '/studio/api/runs/0');
    const episodes = Array.from({ length: 10_000 }, (_each, at) => [`e/${at}`, ...real.episodes[at % 8]!.slice(1)]);
    await page.route('**/studio/api/runs/0', (route) => route.fulfill({ json: { ...real, episodes } }));
    await page.goto(`${studio.url}/studio/#/r/0`);
    await page.waitForSelector('.rows button');
    await expect.poll(() => page.locator('.rows li').count(), WAIT).toBe(50);
    await page.fill('#search', 'e/9999');
    await expect.poll(() => page.locator('.rows li').count(), WAIT).toBe(1);
    await page.unroute('**/studio/api/runs/0');
    await page.goto(`${studio.url}/studio/#/`);
    // waits until the view of the run is gone; otherwise its search would still be set when the view opens again
    await page.waitForSelector('.cards');
    await page.goto(`${studio.url}/studio/#/r/0`);
    await page.selectOption('#outcome', 'failed');
    await page.locator('.rows button').first().click();
    await page.waitForSelector('.message.decisive');
    await page.waitForSelector('.beside .node');
    expect(await complaints(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('a program is changed in the page: what it breaks stands beside, and it is saved', async () => {
    const { page, said } = await opened('e/lockers_benchmark/tools');
    await page.locator('.list a').nth(1).click();
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.waitForSelector('.editor .badge.good');
    expect(await complaints(page)).toEqual([]);
    await page.fill('.editor textarea', '[{"fail":["UNAVAILABLE","Not today."]}]');
    await page.waitForSelector('.editor .badge.bad');
    await expect.poll(() => page.locator('.editor .missing li').count(), WAIT).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Save as an override' }).click();
    await page.waitForSelector('.note.warn');
    expect(readFileSync(join(lockers, 'overrides.json'), 'utf8')).toContain('Not today.');
    expect(said).toEqual([]);
    await page.context().close();
  });

  test('without its token the page says which link it needs', async () => {
    const { page } = await openPage(browser, `${studio.url}/studio/`);
    await page.waitForSelector('.state.empty');
    await expect.poll(() => page.locator('main').innerText(), WAIT).toContain('#token=');
    await page.context().close();
  });
});
