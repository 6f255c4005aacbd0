// Measures the time that this process spends in each function, with V8's sampling profiler.
import { Session, type Profiler } from 'node:inspector/promises';

/** The time spent in one function, without the time in the functions that it calls. */
export interface SelfTime {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly self: number;
  /** The function that called this one. */
  readonly parent: string;
}

const INTERVAL_US = 500;

export class SelfTimes {
  private readonly session = new Session();

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
    await this.session.post('Profiler.start');
  }

  async end(): Promise<SelfTime[]> {
    const { profile } = await this.session.post('Profiler.stop');
    this.session.disconnect();
    return selfTimes(profile);
  }
}

function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): SelfTime[] {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const spent = new Map<number, number>();
  samples.forEach((id, at) => spent.set(id, (spent.get(id) ?? 0) + (timeDeltas[at] ?? 0)));
  const found = new Map<string, SelfTime>();
  for (const { id, callFrame } of nodes) {
    const { functionName: name, url, lineNumber } = callFrame;
    const above = byId.get(parents.get(id) ?? 0)?.callFrame;
    const parent = above === undefined ? '' : `${above.functionName} ${above.url.split('/').at(-1)}`;
    const key = url === '' ? `${name} ${parent}` : `${name} ${url} ${lineNumber}`;
    const self = (found.get(key)?.self ?? 0) + (spent.get(id) ?? 0);
    found.set(key, { name, url, line: lineNumber + 1, self, parent });
  }
  return [...found.values()];
}
