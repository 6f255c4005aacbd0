// Tests `--traces`: an OpenTelemetry collector gets the spans of a run, from the episode down to the SQL statement.
import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { commandsIn } from '../support/command.ts';
import { folder, tasksOf } from '../support/played.ts';
import { ORDER_DESK } from '../support/server.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

async function collector(): Promise<{ readonly url: string; readonly spans: Span[]; readonly paths: Set<string> }> {
  const spans: Span[] = [];
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`);
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as ExportRequest;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, paths };
}

function environment(): string {
  const dir = join(folder(), 'order-desk');
  cpSync(ORDER_DESK, dir, { recursive: true });
  const text = tasksOf(ORDER_DESK, 2).map((task) => `${JSON.stringify(task)}\n`);
  writeFileSync(join(dir, 'tasks.jsonl'), text.join(''));
  return dir;
}

function tracedRun(dir: string, url: string): ReturnType<ReturnType<typeof commandsIn>> {
  const players = ['--agent', 'oracle', '--user', 'scripted'];
  return commandsIn(dir)('run', dir, ...players, '--out', join(folder(), 'run'), '--traces', url);
}

test('a run is a trace an episode: turns, their requests, the server behind them, their statements', async () => {
  const { url, spans, paths } = await collector();
  const dir = environment();
  const { status } = await tracedRun(dir, url);
  expect(status).toBe(0);
  expect([...paths]).toEqual(['POST /v1/traces application/json']);

  const episodes = spans.filter(({ name }) => name === 'episode');
  expect(episodes).toHaveLength(2);
  expect(new Set(episodes.map(({ traceId }) => traceId)).size).toBe(2);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const namesUp = (span: Span): string[] => {
    const parent = span.parentSpanId === undefined ? undefined : byId.get(span.parentSpanId);
    if (parent !== undefined) expect(parent.traceId).toBe(span.traceId);
    return [span.name, ...(parent === undefined ? [] : namesUp(parent))];
  };
  const paths2 = new Set(spans.map((span) => namesUp(span).join(' < ')));
  expect(paths2).toContain('SELECT < POST /s/:id/calls < POST /s/:id/calls < turn < episode');
  // each span belongs to an episode, and no span ends before it begins
  expect(spans.filter((span) => namesUp(span).at(-1) !== 'episode')).toEqual([]);
  expect(spans.filter((span) => BigInt(span.endTimeUnixNano) < BigInt(span.startTimeUnixNano))).toEqual([]);
  const statement = spans.find(({ name }) => name === 'SELECT');
  expect(statement?.attributes.map(({ key }) => key)).toEqual([
    'db.system.name',
    'db.query.text',
    'callgym.tool',
    'callgym.rows',
  ]);
  expect(episodes[0]?.attributes).toContainEqual({ key: 'callgym.reward', value: { intValue: '1' } });
});

test('a collector that is away costs a run one line and nothing else', async () => {
  const dir = environment();
  const away = 'http://127.0.0.1:1';
  const { status, stderr } = await tracedRun(dir, away);
  expect(status).toBe(0);
  expect(stderr.match(/some traces are lost/g)).toHaveLength(1);
});

test('--traces takes a URL', async () => {
  const dir = environment();
  const { status, stderr } = await commandsIn(dir)('serve', dir, '--traces', 'here');
  expect(status).toBe(2);
  expect(stderr).toContain('--traces here');
});

test('without --traces a program runs the bare statements of SQLite', () => {
  const world = openEnvironment(ORDER_DESK, { pool: 1 });
  const seen: string[] = [];
  const watched = openEnvironment(ORDER_DESK, {
    pool: 1,
    observe: (statement, sql) => {
      seen.push(sql);
      return { get: (p) => statement.get(p), all: (p) => statement.all(p), run: (p) => statement.run(p) };
    },
  });
  const classOf = (each: typeof world): string | undefined => {
    const runnable = [...each.tools.values()].find(({ program }) => program.statements.length > 0);
    const [slot] = runnable?.program.statements ?? [];
    const [plan] = runnable?.plans ?? [];
    if (runnable === undefined || slot === undefined || plan === undefined) return undefined;
    return each.withConnection(
      (connection) => connection.statement(runnable.program, slot, plan).plain.constructor.name,
    );
  };
  expect(classOf(world)).toBe('Statement');
  expect(classOf(watched)).toBe('Object');
  expect(seen).toHaveLength(1);
  world.close();
  watched.close();
});
