// Tests the studio on one server of a cluster, with a session that another server owns. The session is shown, played
// with a simulated user, rewound, copied (forked) and judged as if it were local, by the routes and in a browser. The
// browser's page may connect only to its own server.
import type { Json } from '../../envs/values/json.ts';
import { liveUsers } from '../../agents/server/live-users.ts';
import { studioPage } from '../../studio/page.ts';
import { studio } from '../../studio/server/studio.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BROWSER, launch, openPage, tellSkipped, WAIT } from '../support/browser.ts';
import { join } from '../support/cluster.ts';
import { tasksOf } from '../support/played.ts';
import { NO_REDIS, testRedis } from '../support/redis.ts';
import { ORDER_DESK, TOKEN, type SessionBody } from '../support/server.ts';

tellSkipped('the studio in a cluster');

const [TASK] = tasksOf(ORDER_DESK, 4);

interface Shown {
  readonly id: string;
  readonly end: string | null;
  readonly step: number;
  readonly talk: readonly { readonly role: string; readonly text: string }[];
}

/** Starts two servers, and a session with a scripted user that one of them owns. */
async function twoNodes(): Promise<{ session: SessionBody; owner: string; other: string }> {
  const { url } = await testRedis();
  const node = (name: string) =>
    join(
      url,
      name,
      {},
      {
        plugins: [studio({ page: studioPage })],
        liveUsers: liveUsers(),
        tasks: new Map([['order-desk', tasksOf(ORDER_DESK, 4)]]),
      },
    );
  const nodes = [await node('a'), await node('b')];
  const wish = { environment: 'order-desk', task: TASK!.id, user: 'scripted' };
  const session = await ask<SessionBody>(`${nodes[0]!.url}/sessions`, wish);
  const owner = new URL(session.urls.agent).origin;
  return { session, owner, other: nodes.map((each) => each.url).find((each) => each !== owner)! };
}

async function ask<T>(url: string, body?: Json): Promise<T> {
  const response = await fetch(url, {
    redirect: 'error',
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${url}: ${text}`);
  return JSON.parse(text) as T;
}

describe.skipIf(NO_REDIS !== undefined)('the studio in a cluster', () => {
  test('every act of the session view works on the node that does not own the session', async () => {
    const { session, owner, other } = await twoNodes();
    const at = `${other}/studio/api/sessions/${session.id}`;
    const words = await ask<Shown>(`${at}/words`, { by: 'agent', text: 'Hello. What is your email address, please?' });
    expect(words.talk.filter(({ role }) => role === 'user')).toHaveLength(2);
    const call = { by: 'agent', name: 'search_products', arguments: { query: 'lamp' } };
    expect(await ask(`${other}/sessions/${session.id}/calls`, call)).toMatchObject({ step: 1, ok: true });
    expect((await ask<Shown>(`${at}/move`, { agent: 'noop' })).id).toBe(session.id);
    expect(await ask(`${at}/rows?table=orders&step=1&limit=1`)).toMatchObject({ table: 'orders', changes: null });
    expect(await ask(`${other}/sessions/${session.id}/verdict`, {})).toHaveProperty('parts');
    const fork = await ask<{ id: string; live: boolean }>(`${at}/fork`, { step: 1 });
    const forked = await ask<Shown>(`${other}/studio/api/sessions/${fork.id}`);
    expect(forked).toMatchObject({ step: 1, end: null });
    // the scripted user continues in the copy, on the server that owns the copy
    expect(fork.live).toBe(true);
    const more = await ask<Shown>(`${other}/studio/api/sessions/${fork.id}/words`, { by: 'agent', text: 'And then?' });
    expect(more.talk.slice(forked.talk.length).map(({ role }) => role)).toEqual(['assistant', 'user']);
    // any server can rewind a session whose two sides are both played by a person
    const { id: own } = await ask<SessionBody>(`${owner}/sessions`, { environment: 'order-desk', task: TASK!.id });
    await ask(`${other}/sessions/${own}/calls`, call);
    await ask(`${other}/sessions/${own}/rewind`, { step: 0 });
    expect((await ask<Shown>(`${owner}/studio/api/sessions/${own}`)).step).toBe(0);
    expect(await ask<Shown>(`${at}/end`, { reason: 'refused' })).toMatchObject({ end: expect.any(String) });
    expect(await ask<Shown>(`${owner}/studio/api/sessions/${session.id}`)).toMatchObject({ step: 1 });
  });

  test.skipIf(BROWSER === undefined)(
    'in a browser: words, the answer of the live user, a call, its step, a fork',
    async () => {
      const { session, other } = await twoNodes();
      const browser = await launch();
      onTestFinished(() => browser.close());
      const { page, said } = await openPage(browser, `${other}/studio/#token=${TOKEN}`);
      await page.waitForSelector('.cards');
      await page.goto(`${other}/studio/#/s/${session.id}?seat=agent`);
      await page.fill('.composer textarea', 'Hello. What is your email address, please?');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.said.user').count(), WAIT).toBe(2);
      await page.getByRole('button', { name: 'Call a tool' }).click();
      await page.selectOption('.tool-choice select', 'search_products');
      await page.fill('#field-query', 'lamp');
      await page.locator('.form button[type=submit]').click();
      await page.locator('.timeline button').click();
      await page.selectOption('.state-choice select', 'orders');
      await page.waitForSelector('section[aria-label="The step"] .grid tbody tr');
      await page.getByRole('button', { name: 'Fork from 1' }).click();
      await page.waitForSelector('.composer select');
      await expect.poll(() => page.locator('.said.user').count(), WAIT).toBe(2);
      expect(said).toEqual([]);
    },
  );
});
