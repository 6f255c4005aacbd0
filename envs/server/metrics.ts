// The server's activity and its use of its limits, for Prometheus. Each server has its own registry: nothing is global.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { CallAnswer } from '../session/session-store.ts';
import type { Limits } from './limits.ts';

export interface Readings {
  readonly sessions: () => number;
  readonly inFlight: () => number;
  readonly environmentsOpen: () => number;
  readonly environments: () => number;
  /** Live sessions of each environment. */
  readonly sessionsOf: () => Iterable<readonly [environment: string, sessions: number]>;
  readonly ended: () => Readonly<Record<'created' | 'expired' | 'closed' | 'revived' | 'trespassed', number>>;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class Metrics {
  readonly registry = new Registry();
  private readonly calls: Counter<'dialect' | 'outcome'>;
  private readonly environmentCalls: Counter<'environment'>;
  private readonly requests: Histogram<'route' | 'method' | 'status'>;
  private readonly environmentCounters = new Map<string, Counter.Internal>();
  /** Keeps each series, because finding one by its labels costs more than counting. */
  private readonly counters = new Map<string, Counter.Internal>();
  private readonly timers = new Map<string, Histogram.Internal<'route' | 'method' | 'status'>>();
  private readonly refused: Counter<'code'>;

  constructor(limits: Limits, readings: Readings) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, prefix: 'callgym_' });
    this.calls = new Counter({
      name: 'callgym_calls_total',
      help: 'Tool calls by dialect and outcome (ok, or the code of the tool error)',
      labelNames: ['dialect', 'outcome'],
      registers,
    });
    this.environmentCalls = new Counter({
      name: 'callgym_environment_calls_total',
      help: 'Tool calls by environment',
      labelNames: ['environment'],
      registers,
    });
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
    this.requests = new Histogram({
      name: 'callgym_http_request_seconds',
      help: 'Time from request to answer',
      labelNames: ['route', 'method', 'status'],
      buckets: SECONDS,
      registers,
    });
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
    let ofEnvironment = this.environmentCounters.get(environment);
    if (ofEnvironment === undefined) {
      ofEnvironment = this.environmentCalls.labels({ environment });
      this.environmentCounters.set(environment, ofEnvironment);
    }
    ofEnvironment.inc();
    const outcome = answer.ok ? 'ok' : answer.error.code;
    const key = `${dialect} ${outcome}`;
    let counter = this.counters.get(key);
    if (counter === undefined) {
      counter = this.calls.labels({ dialect, outcome });
      this.counters.set(key, counter);
    }
    counter.inc();
  }

  answered(route: string, method: string, status: number, seconds: number): void {
    const key = `${route} ${method} ${status}`;
    let timer = this.timers.get(key);
    if (timer === undefined) {
      timer = this.requests.labels({ route, method, status: String(status) });
      this.timers.set(key, timer);
    }
    timer.observe(seconds);
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
