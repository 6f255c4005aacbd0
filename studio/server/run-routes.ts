// The routes of the run view: a run, events that tell when the run grows, an episode in full, and the comparison of two
// runs.
import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import { compareRuns } from '../../agents/runs/compare-runs.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import type { StudioContext } from './context.ts';
import { RunReader } from './run-reader.ts';

const EVERY_MS = 500;
/** The pause in milliseconds for each episode of a run, because the page loads the whole run again after each event. */
const EACH_MS = 0.4;

export function runRoutes(app: FastifyInstance, { runs }: StudioContext): void {
  const readers = new Map<string, RunReader>();
  const open = new Set<ServerResponse>();
  const schema = { hide: true };

  const readerOf = (params: unknown, name = 'r'): RunReader => {
    const given = (params as Record<string, string>)[name] ?? '';
    const dir = /^\d+$/.test(given) ? runs[Number(given)] : undefined;
    if (dir === undefined) throw new HttpError('NOT_FOUND', { what: `run ${JSON.stringify(given.slice(0, 40))}` });
    let reader = readers.get(dir);
    if (reader === undefined) readers.set(dir, (reader = new RunReader(dir)));
    return reader;
  };

  app.get('/studio/api/runs/:r', { schema }, ({ params }) => readerOf(params).data());

  app.get('/studio/api/runs/:r/episodes/:at', { schema }, ({ params }) => {
    const { at } = params as { at: string };
    if (!/^\d{1,9}$/.test(at)) throw new HttpError('NOT_FOUND', { what: `episode ${JSON.stringify(at.slice(0, 40))}` });
    const reader = readerOf(params);
    reader.refresh();
    return reader.detail(Number(at));
  });

  app.get('/studio/api/runs/:r/compare/:s', { schema }, ({ params }) => {
    const [first, second] = [readerOf(params), readerOf(params, 's')];
    first.refresh();
    second.refresh();
    return compareRuns(first.outcomes(), second.outcomes());
  });

  app.get('/studio/api/runs/:r/events', { schema }, ({ params }, reply) => {
    const reader = readerOf(params);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    open.add(raw);
    let told = '';
    let wait = 0;
    const tell = (): void => {
      wait -= EVERY_MS;
      if (wait > 0) return;
      reader.refresh();
      const now = JSON.stringify(reader.progress());
      if (now === told) return;
      told = now;
      wait = reader.progress().done * EACH_MS;
      raw.write(`data: ${now}\n\n`);
    };
    tell();
    const timer = setInterval(tell, EVERY_MS);
    raw.on('close', () => {
      clearInterval(timer);
      open.delete(raw);
    });
  });

  app.addHook('preClose', (done) => {
    for (const each of open) each.end();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    for (const reader of readers.values()) reader.close();
    done();
  });
}
