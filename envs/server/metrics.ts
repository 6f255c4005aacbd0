// The server's metrics for Prometheus: its activity and how near it is to its limits. Each server has its own registry,
// so that the figures of several servers in one process do not mix.
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { CallAnswer } from '../session/session-store.ts';
import type { Limits } from './limits.ts';
import { Timings } from './timings.ts';

export interface Readings {
  readonly sessions: () => number;
  readonly inFlight: () => number;
  readonly environmentsOpen: () => number;
  readonly environments: () => number;
  readonly sessionsOf: () => Iterable<readonly [environment: string, sessions: number]>;
  readonly ended: () => Readonly<Record<'created' | 'expired' | 'closed' | 'revived' | 'trespassed', number>>;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class Metrics {
  readonly registry = new Registry();
  private readonly requests: Timings;
  /**
   * The numbers of calls by environment. The Prometheus counters get these numbers only when they are read, so that
   * counting a call is fast.
   */
  private readonly ofEnvironment = new Map<string, number>();
  private readonly ofDialect = new Map<string, Map<string, number>>();
  private readonly refused: Counter<'code'>;

  constructor(limits: Limits, readings: Readings) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, prefix: 'callgym_' });
    const { ofDialect, ofEnvironment } = this;
    const calls = new Counter({
      name: 'callgym_calls_total',
      help: 'Tool calls by dialect and outcome (ok, or the code of the tool error)',
      labelNames: ['dialect', 'outcome'],
      registers,
      collect() {
        this.reset();
        for (const [dialect, outcomes] of ofDialect)
          for (const [outcome, count] of outcomes) this.inc({ dialect, outcome }, count);
      },
    });
    calls.reset();
    const environmentCalls = new Counter({
      name: 'callgym_environment_calls_total',
      help: 'Tool calls by environment',
      labelNames: ['environment'],
      registers,
      collect() {
        this.reset();
        for (const [environment, count] of ofEnvironment) this.inc({ environment }, count);
      },
    });
    environmentCalls.reset();
    const sessionsOf = new Gauge({
      name: 'callgym_environment_sessions',
      help: 'Live sessions by environment',
      labelNames: ['environment'],
      registers,
      collect() {
        this.reset();
        for (const [environment, count] of readings.sessionsOf()) this.inc({ environment }, count);
      },
    });
    sessionsOf.reset();
    this.requests = new Timings(this.registry, 'callgym_http_request_seconds', 'Time from request to answer', SECONDS);
    this.refused = new Counter({
      name: 'callgym_refused_total',
      help: 'Requests refused, by error code',
      labelNames: ['code'],
      registers,
    });
    const gauge = (name: string, help: string, read: () => number): void => {
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    };
    gauge('callgym_sessions', 'Live sessions', readings.sessions);
    gauge('callgym_requests_in_flight', 'Requests in flight', readings.inFlight);
    gauge('callgym_environments', 'Environments offered', readings.environments);
    gauge('callgym_environments_open', 'Environments opened', readings.environmentsOpen);
    const ended = new Gauge({
      name: 'callgym_sessions_events',
      help: 'Sessions created, expired, closed, revived since the start, and tokens tried where they open nothing',
      labelNames: ['event'],
      registers,
      collect() {
        for (const [event, count] of Object.entries(readings.ended())) this.set({ event }, count);
      },
    });
    ended.reset();
    const limit = new Gauge({ name: 'callgym_limit', help: 'Limits in force', labelNames: ['limit'], registers });
    for (const [name, value] of Object.entries(limits)) limit.set({ limit: name }, value as number);
  }

  called(dialect: string, answer: CallAnswer, environment: string): void {
    countIn(this.ofEnvironment, environment);
    let outcomes = this.ofDialect.get(dialect);
    if (outcomes === undefined) {
      outcomes = new Map();
      this.ofDialect.set(dialect, outcomes);
    }
    countIn(outcomes, answer.ok ? 'ok' : answer.error.code);
  }

  answered(route: string, method: string, status: number, seconds: number): void {
    this.requests.observe(route, method, status, seconds);
  }

  refusedWith(code: string): void {
    this.refused.inc({ code });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  close(): void {
    this.registry.clear();
  }
}

function countIn(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
