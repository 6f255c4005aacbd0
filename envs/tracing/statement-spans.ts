// Makes a trace span for each SQL statement that a request runs. Statements are wrapped only if the server makes
// traces, so that other servers lose no time.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { StatementObserver } from '../engine/connection.ts';
import type { OpenSpan } from './tracer.ts';

export class StatementSpans {
  private readonly under = new AsyncLocalStorage<OpenSpan>();

  /** Runs `work`. The spans of its statements become children of the given span. */
  within<T>(span: OpenSpan, work: () => T): T {
    return this.under.run(span, work);
  }

  readonly observe: StatementObserver = (statement, sql, tool) => {
    const name = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
    const traced = <R>(run: () => R, rows: (result: R) => number): R => {
      const span = this.under
        .getStore()
        ?.child(name, { attributes: { 'db.system.name': 'sqlite', 'db.query.text': sql, 'callgym.tool': tool() } });
      if (span === undefined) return run();
      try {
        const result = run();
        span.set({ 'callgym.rows': rows(result) });
        span.end();
        return result;
      } catch (error) {
        span.end((error as Error).message);
        throw error;
      }
    };
    return {
      get: (params) =>
        traced(
          () => statement.get(params),
          (row) => (row === undefined ? 0 : 1),
        ),
      all: (params) =>
        traced(
          () => statement.all(params),
          (rows) => rows.length,
        ),
      run: (params) =>
        traced(
          () => statement.run(params),
          ({ changes }) => changes,
        ),
    };
  };
}
