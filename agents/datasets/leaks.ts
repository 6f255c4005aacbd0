// Measures which tasks, environments, wishes and ids occur both in the training rows and in the test rows.
import type { JsonObject } from '../../envs/values/json.ts';
import type { KnownTask } from './read-inputs.ts';
import { ALIKE, type Side } from './split.ts';
import { similarity, type KeyKind } from './tasks.ts';

interface SideSeen {
  readonly environments: Set<string>;
  readonly tasks: Set<string>;
  readonly ids: Set<string>;
  readonly keys: Map<string, string>;
  readonly wishes: Map<string, ReadonlySet<string>>;
}

export class Leaks {
  private readonly seen = new Map<string, SideSeen>();

  see(phase: 1 | 2, side: Side, id: string, { key, task, facts }: KnownTask): void {
    const own = this.sideOf(phase, side);
    own.ids.add(id);
    if (own.tasks.has(key)) return;
    own.environments.add(task.environment);
    own.tasks.add(key);
    own.wishes.set(key, facts.grams);
    for (const [each, kind] of facts.keys) own.keys.set(each, kind);
  }

  said(phase: 1 | 2, side: Side, keys: Iterable<readonly [key: string, kind: KeyKind]>): void {
    const own = this.sideOf(phase, side);
    for (const [key, kind] of keys) own.keys.set(key, kind);
  }

  private sideOf(phase: 1 | 2, side: Side): SideSeen {
    const name = `${phase} ${side}`;
    let own = this.seen.get(name);
    if (own === undefined)
      this.seen.set(
        name,
        (own = { environments: new Set(), tasks: new Set(), ids: new Set(), keys: new Map(), wishes: new Map() }),
      );
    return own;
  }

  /**
   * Counts, for each phase that has both sides, the items that occur on both. Environments are counted only in phase 1,
   * because phase 2 divides the tasks of one environment between the sides.
   */
  measured(): JsonObject {
    const found: Record<string, JsonObject> = {};
    for (const phase of [1, 2]) {
      const [train, test] = [this.seen.get(`${phase} train`), this.seen.get(`${phase} test`)];
      if (train === undefined || test === undefined) continue;
      const both = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
        [...b].filter((each) => a.has(each)).length;
      const shared = [...test.keys].filter(([key]) => train.keys.has(key));
      const of = (kind: string): number => shared.filter(([, each]) => each === kind).length;
      found[`phase${phase}`] = {
        ...(phase === 1 ? { environments: both(train.environments, test.environments) } : {}),
        tasks: both(train.tasks, test.tasks),
        rows: both(train.ids, test.ids),
        ids: of('id'),
        emails: of('e-mail'),
        names: of('name'),
        wishes_alike: alike(train.wishes, test.wishes),
      };
    }
    return found;
  }
}

function alike(
  train: ReadonlyMap<string, ReadonlySet<string>>,
  test: ReadonlyMap<string, ReadonlySet<string>>,
): number {
  const byGram = new Map<string, ReadonlySet<string>[]>();
  for (const grams of train.values())
    for (const gram of grams) {
      const own = byGram.get(gram);
      if (own === undefined) byGram.set(gram, [grams]);
      else own.push(grams);
    }
  let found = 0;
  for (const grams of test.values()) {
    const near = new Set([...grams].flatMap((gram) => byGram.get(gram) ?? []));
    if ([...near].some((each) => similarity(each, grams) >= ALIKE)) found += 1;
  }
  return found;
}
