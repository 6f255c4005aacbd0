// The metrics of one server of a cluster, for Prometheus: sessions taken over and handed over, log lines written to
// Redis, and the time of these writes.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface ClusterReadings {
  readonly totals: () => Readonly<Record<string, number>>;
  readonly held: () => number;
  readonly leased: () => boolean;
}

const SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class ClusterMetrics {
  private readonly writes: Histogram;

  constructor(registry: Registry, { totals, held, leased }: ClusterReadings) {
    const registers = [registry];
    void new Counter({
      name: 'callgym_cluster_events_total',
      help: 'Sessions adopted, lost, released and moved; lines and writes to Redis, writes refused and failed',
      labelNames: ['event'],
      registers,
      collect() {
        this.reset();
        for (const [event, count] of Object.entries(totals())) this.inc({ event }, count);
      },
    });
    void new Gauge({
      name: 'callgym_cluster_sessions_owned',
      help: 'Sessions that this server owns',
      registers,
      collect() {
        this.set(held());
      },
    });
    void new Gauge({
      name: 'callgym_cluster_leased',
      help: '1 while the lease of this server stands',
      registers,
      collect() {
        this.set(leased() ? 1 : 0);
      },
    });
    this.writes = new Histogram({
      name: 'callgym_cluster_write_seconds',
      help: 'Time until lines of sessions stand in Redis',
      buckets: SECONDS,
      registers,
    });
  }

  wrote(seconds: number): void {
    this.writes.observe(seconds);
  }
}
