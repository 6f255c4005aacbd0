// Writes an environment with a fault: the replies are those of a good author with the fault added. A large environment
// is cut down to a part that contains the fault, if this part works fully without the fault.
import { ModelDoor } from '../envs/model/model-door.ts';
import type { Environment } from '../envs/values/environment.ts';
import { authorEnvironment, type Authored } from '../generator/author/author-environment.ts';
import type { SpoiledCase } from './spoiled-case.ts';
import { givenTools, repliesOf, scriptedAuthor } from './scripted-author.ts';
import { neighboursOf, sliceEnvironment } from './slice-environment.ts';

const MUTANTS = 30;
/** An environment with more tools than this is tested part by part. */
const SMALL = 10;

/**
 * Finds the part of a large environment that contains a fault. Returns undefined if the part does not work fully
 * without the fault.
 */
export class Parts {
  private readonly whole: Environment;
  private readonly sound = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(whole: Environment) {
    this.whole = whole;
  }

  async of(spoiled: SpoiledCase, record: string): Promise<{ base: Environment; spoiled: SpoiledCase } | undefined> {
    const { whole } = this;
    const tools = spoiled.tools.length > 0 ? spoiled.tools : [spoiled.about ?? whole.tools[0]?.name ?? ''];
    const isSmall = whole.tools.length <= SMALL;
    const names = isSmall ? new Set(whole.tools.map(({ name }) => name)) : neighboursOf(whole, tools);
    const base = isSmall ? whole : sliceEnvironment(whole, names);
    const key = [...names].sort().join();
    const served = this.sound.get(key) ?? servedOf(base, record);
    this.sound.set(key, served);
    if (!(await hasAll(served, tools))) return undefined;
    const environment = isSmall ? spoiled.environment : sliceEnvironment(spoiled.environment, names);
    return { base, spoiled: { ...spoiled, environment } };
  }
}

async function hasAll(served: Promise<ReadonlySet<string>>, tools: readonly string[]): Promise<boolean> {
  const known = await served;
  return tools.every((name) => known.has(name));
}

async function servedOf(base: Environment, record: string): Promise<ReadonlySet<string>> {
  const good = { kind: 'sound', tools: [], environment: base, pair: false };
  const made = await authored(base, good, record);
  const flagged = new Set(made.flags.map(({ tool }) => tool));
  return new Set(base.tools.map(({ name }) => name).filter((name) => !flagged.has(name)));
}

export function authored(base: Environment, spoiled: SpoiledCase, record: string): Promise<Authored> {
  return authorEnvironment(
    base.name,
    base.title,
    givenTools(base),
    { seed: 1, reviewers: 0, sharpen: 0, mutants: MUTANTS, material: { notes: undefined, evidence: [] } },
    new ModelDoor(scriptedAuthor(repliesOfSpoiled(base, spoiled))).open(record),
  );
}

/** Returns a good author's replies with the fault added. This works even if the faulty environment cannot be opened. */
function repliesOfSpoiled(base: Environment, { environment }: SpoiledCase): ReturnType<typeof repliesOf> {
  const good = repliesOf(base);
  const sound: Environment = { ...base, scenarios: environment.scenarios ?? { views: {}, scenarios: [] } };
  const plan = good['plan'] as Readonly<Record<string, unknown>>;
  const tools = Object.fromEntries(
    environment.tools.map(({ name, program, examples = [] }) => [name, { program, examples }]),
  );
  const plans = plan['tools'] as Readonly<Record<string, object>>;
  const anchors: { table: string; columns: string[]; rows: unknown[][] }[] = [];
  for (const { table, row } of environment.seed) {
    const columns = Object.keys(row);
    const last = anchors.at(-1);
    if (last?.table === table && last.columns.join() === columns.join()) last.rows.push(Object.values(row));
    else anchors.push({ table, columns, rows: [Object.values(row)] });
  }
  const replies = {
    ...good,
    plan: {
      ...plan,
      anchors,
      roles: environment.columns,
      invariants: environment.invariants ?? [],
      seed: environment.promises ?? [],
      tools: Object.fromEntries(
        Object.entries(plans).map(([name, each]) => [
          name,
          { ...each, returns: environment.tools.find((tool) => tool.name === name)?.returns },
        ]),
      ),
    },
    programs: { fragments: environment.fragments ?? {}, tools },
    scenarios: sound.scenarios,
  };
  return JSON.parse(JSON.stringify(replies)) as ReturnType<typeof repliesOf>;
}
