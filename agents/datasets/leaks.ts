// Whether the two sides of a split have anything in common, measured on the rows that were written.
import type { JsonObject } from '../../envs/values/json.ts';
import type { Row } from './row.ts';
import { ALIKE, type Side } from './split.ts';
import { keysIn, similarity, type TaskFacts } from './tasks.ts';

interface SideSeen {
  readonly environments: Set<string>;
  readonly tasks: Set<string>;
  readonly ids: Set<string>;
  readonly keys: Map<string, string>;
  readonly wishes: Map<string, ReadonlySet<string>>;
}

export class Leaks {
  private readonly seen = new Map<string, SideSeen>();

  see(phase: 1 | 2, side: Side, row: Row, facts: TaskFacts): void {
    const name = `${phase} ${side}`;
    let own = this.seen.get(name);
    if (own === undefined)
      this.seen.set(
        name,
        (own = { environments: new Set(), tasks: new Set(), ids: new Set(), keys: new Map(), wishes: new Map() }),
      );
    const task = `${row.environment.hash} ${row.task}`;
    own.environments.add(row.environment.hash);
    own.ids.add(row.id);
    for (const { role, content } of row.messages)
      if (role === 'user') for (const [key, kind] of keysIn(content)) own.keys.set(key, kind);
    if (own.tasks.has(task)) return;
    own.tasks.add(task);
    own.wishes.set(task, facts.grams);
    for (const [key, kind] of facts.keys) own.keys.set(key, kind);
  }

  /** Of each phase: how much stands on both sides. Phase 1 splits by environment, phase 2 inside environments. */
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
