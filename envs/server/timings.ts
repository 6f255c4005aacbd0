// A histogram of request times for a Prometheus registry. Adding a time is cheap (three look-ups and two sums), because
// the labels become text only when the registry is read.
import type { Metric, MetricValueWithName, Registry } from 'prom-client';

interface Series {
  readonly labels: { readonly route: string; readonly method: string; readonly status: string };
  /** The number of measured times in each bucket (not cumulative). The last bucket has no upper bound. */
  readonly counts: number[];
  sum: number;
}

export class Timings {
  private readonly name: string;
  private readonly help: string;
  private readonly bounds: readonly number[];
  private readonly series = new Map<string, Map<string, Map<number, Series>>>();

  constructor(registry: Registry, name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.bounds = bounds;
    const metric = { name, get: () => Promise.resolve(this.read()), reset: () => this.series.clear() };
    // a registry needs only these members of a metric, but the type of the package demands more
    registry.registerMetric(metric as unknown as Metric);
  }

  observe(route: string, method: string, status: number, seconds: number): void {
    const series = this.series.get(route)?.get(method)?.get(status) ?? this.begin(route, method, status);
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at += 1;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
  }

  private begin(route: string, method: string, status: number): Series {
    const ofRoute = this.series.get(route) ?? new Map<string, Map<number, Series>>();
    const ofMethod = ofRoute.get(method) ?? new Map<number, Series>();
    const series: Series = {
      labels: { route, method, status: String(status) },
      counts: Array.from({ length: this.bounds.length + 1 }, () => 0),
      sum: 0,
    };
    ofMethod.set(status, series);
    ofRoute.set(method, ofMethod);
    this.series.set(route, ofRoute);
    return series;
  }

  private read(): object {
    const values: MetricValueWithName<string>[] = [];
    for (const ofRoute of this.series.values())
      for (const ofMethod of ofRoute.values())
        for (const series of ofMethod.values()) values.push(...this.valuesOf(series));
    return { name: this.name, help: this.help, type: 'histogram', aggregator: 'sum', values };
  }

  private valuesOf({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
    let below = 0;
    const buckets = counts.map((count, at) => {
      below += count;
      return { labels: { ...labels, le: this.bounds[at] ?? '+Inf' }, value: below, metricName: `${this.name}_bucket` };
    });
    return [
      ...buckets,
      { labels, value: sum, metricName: `${this.name}_sum` },
      { labels, value: below, metricName: `${this.name}_count` },
    ];
  }
}
