// Measures the time to compile environments from the bundled tool schemas. It is compared with the time to open the
// compiled environment, that is, to check schema and programs and to insert the rows. A second benchmark compares calls
// at 100,000 rows with the same calls at 1,000 rows: a look-up by key, and the first page of a filtered list.
import { fileURLToPath } from 'node:url';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionStore, type CallAnswer, type CallRequest } from '../envs/session/session-store.ts';
import { World } from '../envs/world/world.ts';
import { compileDomain, type Compiled } from '../generator/compile/compile-domain.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../generator/pool/pool-tool.ts';
import { median, microseconds, result, type BenchResult } from './measure.ts';

const SCHEMAS = fileURLToPath(new URL('../fixtures/tools/', import.meta.url));

/** The tools, among the bundled ones, whose calls are timed. */
const LARGE = {
  title: 'Bakery orders',
  look: 'getOrder',
  list: 'listOrders',
  statuses: ['open', 'baked', 'fetched', 'cancelled'],
};
const ROWS = [1000, 100_000] as const;
const CALLS = 400;

export function benchCompile(): BenchResult[] {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-compile-'));
  try {
    const pool = join(dir, 'pool.jsonl');
    makePool([SCHEMAS], pool);
    const groups = new Map<string, PoolTool[]>();
    readPool(pool, (tool) => {
      const key = tool.group ?? tool.source;
      groups.set(key, [...(groups.get(key) ?? []), tool]);
    });
    const compile = (): Compiled[] =>
      [...groups].map(([title, tools]) =>
        compileDomain({ name: 'bench', title, description: '', tools }, { seed: 1, discovery: true, overrides: {} }),
      );
    const made = compile();
    const each = microseconds(() => void compile()) / made.length / 1000;
    const floor =
      microseconds(() => {
        for (const { environment } of made) new World(environment).close();
      }) /
      made.length /
      1000;
    const large = [...groups].find(([title]) => title === LARGE.title)?.[1] ?? [];
    return [result('compile.env', each, 'ms', floor), ...benchLarge(large)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Makes the same calls in a small and a large world. The store may not reuse earlier answers, so that each call is
 * really executed.
 */
function benchLarge(tools: readonly PoolTool[]): BenchResult[] {
  const worlds = ROWS.map((rows) => {
    const options = { seed: 1, discovery: true, overrides: {}, rows };
    const { environment } = compileDomain({ name: 'bench', title: LARGE.title, description: '', tools }, options);
    return new World(environment);
  });
  try {
    const times = worlds.map((world) => {
      const store = new SessionStore(undefined, { memo: false });
      const session = store.create({ id: 'large', world, seed: 1 });
      const keys = store.look(session, ({ db }) =>
        db.prepare<[], { key: string }>(`SELECT order_id AS key FROM orders ORDER BY order_id`).all(),
      );
      const time = (request: (at: number) => CallRequest): number => {
        const taken: number[] = [];
        for (let at = 0; at < CALLS; at++) {
          const call = request(at);
          taken.push(microseconds(() => expectDone(store.call(session, call))));
          if (at % 20 === 19) store.reset(session);
        }
        return median(taken);
      };
      const step = Math.max(1, Math.floor(keys.length / CALLS));
      return {
        look: time((at) => ({
          by: 'agent',
          name: LARGE.look,
          arguments: { orderId: keys[(at * step) % keys.length]?.key ?? '' },
        })),
        list: time((at) => ({
          by: 'agent',
          name: LARGE.list,
          arguments: { status: LARGE.statuses[at % LARGE.statuses.length] ?? '', limit: 20 },
        })),
      };
    });
    const [small, big] = times;
    return [
      result('compile.look_up.100k', big?.look ?? 0, 'µs', small?.look ?? 0),
      result('compile.first_page.100k', big?.list ?? 0, 'µs', small?.list ?? 0),
    ];
  } finally {
    for (const world of worlds) world.close();
  }
}

function expectDone(answer: CallAnswer): void {
  if (!answer.ok) throw new Error(`a timed call was refused: ${JSON.stringify(answer)}`);
}
