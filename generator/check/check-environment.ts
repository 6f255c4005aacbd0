// `check` tests whether an environment is sound, however it was made. Every program is checked for safety, every tool
// runs on good calls and on each of its error paths, and the laws on which sessions and verdicts depend are tested.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom } from '../../envs/random.ts';
import { SessionStore, type CallAnswer } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Environment, SeedRow } from '../../envs/values/environment.ts';
import { routingTable } from '../../envs/server/origin/routing-table.ts';
import { parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { AUDIENCES, type Tool, type ToolCall } from '../../envs/values/tool-schema.ts';
import { failuresOf, type VettedFailure } from '../../envs/program/vet-program.ts';
import { World, type RunnableTool } from '../../envs/world/world.ts';
import { writtenTables } from '../../envs/world/written-tables.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { makeSeed } from '../recipe/make-seed.ts';
import { Report, type CheckReport } from './check-report.ts';
import { checkRoles, type Played } from './check-roles.ts';
import { Invariants } from './check-invariants.ts';
import { checkRules } from './check-rules.ts';
import { returnsValidator } from './returns-validator.ts';
import { checkLaws } from './laws/check-laws.ts';
import { checkStories } from './check-stories.ts';
import { checkScenarios } from './scenarios/check-scenarios.ts';
import { vetEnvironment } from './vet-environment.ts';
import { ArgumentDrawer } from '../../envs/verification/draw-arguments.ts';

/** The number of random calls to a tool whose examples do not reach all of its error paths and results. */
const DRAWS = 300;
/** Two connections: one for a session, and one for the replay of the session. */
const POOL = 2;

/**
 * Checks an environment. `like` is a world from before the last change; parts of it that are the same are used again.
 */
export function checkEnvironment(environment: Environment, recipe?: Recipe, like?: World): CheckReport {
  const report = new Report(environment);
  let world: World;
  try {
    world = new World(environment, { pool: POOL, ...(like === undefined ? {} : { like }) });
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    // report all complaints at once, so that the author need not run check once for each
    const complaints = vetEnvironment(environment);
    for (const each of complaints.length > 0 ? complaints : [error])
      report.expect(false, placeOf(each), 'vetted', each.message);
    return report.done(null);
  }
  try {
    new Checking(world, report, recipe).run();
    return report.done(world.hash);
  } finally {
    world.close();
  }
}

/** Returns the tool that an error names ("tool x, step 2" gives "x"), or else the first word of its place. */
function placeOf(error: GymError): string {
  const where = String(error.fields['where'] ?? '');
  return /^tool ([^,]+)/.exec(where)?.[1] ?? where.split(/[: ]/)[0] ?? '';
}

interface InertCall {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly law: string;
}

class Checking {
  private readonly world: World;
  private readonly report: Report;
  private readonly recipe: Recipe | undefined;
  private readonly drawer: ArgumentDrawer;
  /** Calls that succeeded, for each tool. Check makes them again with other seeds. */
  private readonly good = new Map<string, Played[]>();
  /**
   * Calls that must change no row. All of them run in one session; one comparison of all rows at its end shows any
   * change.
   */
  private readonly inert: InertCall[] = [];
  private readonly invariants: Invariants;

  constructor(world: World, report: Report, recipe: Recipe | undefined) {
    this.world = world;
    this.report = report;
    this.recipe = recipe;
    this.drawer = new ArgumentDrawer(world, makeRandom(1, 'check'));
    this.invariants = new Invariants(world, report);
  }

  run(): void {
    for (const runnable of this.world.tools.values()) this.guarded(runnable.tool.name, () => this.tool(runnable));
    this.guarded('environment.json', () => checkRoles(this.world, this.report, this.good));
    this.guarded('laws', () => checkLaws(this.world, this.report, this.good));
    this.guarded('environment.json', () => this.inertCalls());
    const { scenarios } = this.world.environment;
    if (scenarios !== undefined)
      this.guarded('scenarios.jsonl', () =>
        this.report.scenarios(checkScenarios(this.world, scenarios, this.report, this.invariants)),
      );
    this.visible();
    this.originalPaths();
    this.guarded('environment.json', () => this.foreignKeys());
    this.documents();
    this.guarded('rules.json', () => checkRules(this.world, this.report));
    this.guarded('stories.json', () => checkStories(this.world, this.report));
    this.seedRecipe();
  }

  /**
   * Runs a check of one tool or file. A fault of the environment, such as a program that reads too many rows, fails
   * only this check; the other checks still run.
   */
  private guarded(place: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      this.report.expect(false, place, 'runs', error.message);
    }
  }

  private tool(runnable: RunnableTool): void {
    const { tool } = runnable;
    this.report.expect(true, tool.name, 'vetted', '');
    const open = new Set(failuresOf(runnable.program.steps));
    const validate = returnsValidator(tool);
    const store = new SessionStore();
    let sessions = 0;
    // the laws compare all rows, which is slow, so one successful and one refused call must do
    const proven = new Set<boolean>();
    const prove = (session: Session): void => {
      const ok = session.entries.at(-1)?.ok === true;
      if (!proven.has(ok)) this.laws(tool, store, session);
      proven.add(ok);
      store.close(session);
    };
    const attempt = (
      before: readonly ToolCall[],
      args: JsonObject,
    ): { answer: CallAnswer; session: Session; ready: boolean } => {
      const session = store.create({ id: `${tool.name} ${++sessions}`, world: this.world, seed: 1 });
      const ready = before.every(
        (call) => store.call(session, { by: call.by ?? tool.audience, name: call.name, arguments: call.arguments }).ok,
      );
      const { answer, failure } = store.make(session, { by: tool.audience, name: tool.name, arguments: args });
      this.invariants.after(store, session);
      if (!answer.ok && failure !== undefined) open.delete(failure as VettedFailure);
      return { answer, session, ready };
    };

    // no caller can call the `after` program, because it runs with every write
    const isAfter = this.world.after?.tool === tool;
    // a tool that only answers UNAVAILABLE has nothing to prove
    const [only] = runnable.program.steps;
    const isUnavailable =
      runnable.program.steps.length === 1 && only?.kind === 'fail' && only.failure.code === 'UNAVAILABLE';
    const draws = isAfter || isUnavailable ? 0 : DRAWS;
    for (const [index, example] of (tool.examples ?? []).entries()) {
      const { answer, session, ready } = attempt(example.before ?? [], example.arguments);
      const outcome = answer.ok ? 'ok' : answer.error.code;
      this.report.expect(ready, tool.name, 'example', `example ${index + 1}: a call before it is refused`);
      this.report.expect(
        outcome === example.expect,
        tool.name,
        'example',
        () =>
          `example ${index + 1} gives ${outcome}${answer.ok ? '' : ` (${answer.error.message})`}, not ${example.expect}`,
      );
      if (answer.ok)
        this.goodCall(tool, { before: example.before ?? [], args: example.arguments }, answer.result, validate);
      prove(session);
    }
    for (let draw = 0; draw < draws && (open.size > 0 || !this.good.has(tool.name)); draw++) {
      const args = this.drawer.draw(tool);
      const { answer, session } = attempt([], args);
      if (answer.ok) this.goodCall(tool, { before: [], args }, answer.result, validate);
      prove(session);
    }
    if (!isAfter && !isUnavailable)
      this.report.expect(
        this.good.has(tool.name),
        tool.name,
        'succeeds',
        'no call of it succeeds; add an example that does',
      );
    for (const failure of isAfter || isUnavailable ? [] : open) {
      this.report.expect(
        false,
        tool.name,
        'error path',
        `nothing reaches its error ${failure.code} "${templateText(failure)}"; add an example that does, or remove it`,
      );
    }
    for (let at = 0; at < failuresOf(runnable.program.steps).length - open.size; at++)
      this.report.expect(true, tool.name, 'error path', '');
  }

  private goodCall(tool: Tool, played: Played, result: Json, validate: (result: Json) => string | undefined): void {
    const list = this.good.get(tool.name) ?? [];
    list.push(played);
    this.good.set(tool.name, list);
    const problem = validate(result);
    this.report.expect(
      problem === undefined,
      tool.name,
      'returns',
      () => `the result does not fit its returns schema: ${problem}`,
    );
  }

  /**
   * Compares the rows after the calls of `inert` with the initial rows. If they differ, tries each call alone to find
   * the one that changed a row.
   */
  private inertCalls(): void {
    const store = new SessionStore();
    const rowsAfter = (calls: readonly InertCall[]): string => {
      const session = store.create({ id: 'inert', world: this.world, seed: 1 });
      for (const { tool, args } of calls) store.call(session, { by: tool.audience, name: tool.name, arguments: args });
      const hash = store.fullHash(session);
      store.close(session);
      return hash;
    };
    const start = rowsAfter([]);
    const all = rowsAfter(this.inert) === start;
    for (const each of this.inert)
      this.report.expect(all || rowsAfter([each]) === start, each.tool.name, each.law, 'rows differ after it');
  }

  /**
   * Tests two laws: reads and refused calls leave every row unchanged, and a replay of the session gives the same
   * answers and rows.
   */
  private laws(tool: Tool, store: SessionStore, session: Session): void {
    const last = session.entries.at(-1);
    const isInert = last !== undefined && !last.committed;
    const law = tool.effect === 'read' ? 'read is pure' : 'refused is inert';
    if (isInert && session.entries.every((entry) => !entry.committed)) {
      // nothing was written, so there is nothing to replay
      this.inert.push({ tool, args: parseJson(last.args) as JsonObject, law });
      return;
    }
    const hash = store.fullHash(session);
    if (isInert) {
      const prefix = store.fork(session, session.entries.length - 1, `${session.id} prefix`);
      this.report.expect(store.fullHash(prefix) === hash, tool.name, law, 'rows differ after it');
      store.close(prefix);
    }
    let replayed: string;
    try {
      store.log(session);
      store.unbind(session);
      replayed = store.fullHash(session);
    } catch (error) {
      replayed = (error as Error).message;
    }
    this.report.expect(replayed === hash, tool.name, 'replay', `replay is not the run: ${replayed}`);
  }

  /** Checks that every written table can be seen: some tool for the same audience as the writing tool must read it. */
  private visible(): void {
    for (const { tool } of this.world.tools.values()) {
      if (tool.effect !== 'write' || tool.audience === 'control') continue;
      const { seen, unseen } = writtenTables(this.world, tool);
      for (const table of seen) this.report.expect(true, tool.name, 'visible', table);
      for (const table of unseen)
        this.report.expect(
          this.world.environment.unseen?.[table] !== undefined,
          tool.name,
          'visible',
          `it writes ${table}, which no read of the ${tool.audience} shows; show it, or give the reason in environment.json, /unseen/${table}`,
        );
    }
  }

  /** Checks tools with a REST path: every parameter has a place, and no two tools answer the same request. */
  private originalPaths(): void {
    for (const audience of AUDIENCES) {
      try {
        const { routes } = routingTable(this.world, audience);
        for (const { tool } of routes) this.report.expect(true, tool.name, 'http', 'routed');
      } catch (error) {
        this.report.expect(false, String((error as GymError).fields['where']), 'http', (error as Error).message);
      }
    }
  }

  private foreignKeys(): void {
    const store = new SessionStore();
    for (const { tool } of this.world.tools.values()) {
      const played = tool.effect === 'write' ? this.good.get(tool.name)?.[0] : undefined;
      if (played === undefined) continue;
      const session = store.create({ id: tool.name, world: this.world, seed: 3 });
      for (const call of played.before)
        store.call(session, { by: call.by ?? tool.audience, name: call.name, arguments: call.arguments });
      store.call(session, { by: tool.audience, name: tool.name, arguments: played.args });
      const broken = store.look(
        session,
        ({ db }) => db.pragma('foreign_key_check') as { table: string; parent: string }[],
      );
      this.report.expect(
        broken.length === 0,
        tool.name,
        'foreign keys',
        () => `a row of ${broken[0]?.table} refers to no row of ${broken[0]?.parent}`,
      );
      store.close(session);
    }
  }

  /** Checks that the key of each document is unique, because other code relies on this. */
  private documents(): void {
    for (const [name, { view, key }] of Object.entries(this.world.environment.documents)) {
      const twice = this.world.withConnection(({ db }) =>
        db.prepare(`SELECT "${key}" FROM "${view}" GROUP BY 1 HAVING count(*) > 1 LIMIT 1`).pluck().get(),
      );
      this.report.expect(
        twice === undefined,
        name,
        'document',
        `the key ${key} of ${view} stands twice: ${String(twice)}`,
      );
    }
  }

  private seedRecipe(): void {
    if (this.recipe === undefined) return;
    let detail = '';
    try {
      const made = makeSeed(this.recipe, this.world.environment);
      detail = firstDifference(made, this.world.environment.seed);
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      detail = error.message;
    }
    this.report.expect(detail === '', 'seed.recipe.json', 'recipe', detail);
  }
}

function firstDifference(made: readonly SeedRow[], stored: readonly SeedRow[]): string {
  for (let at = 0; at < Math.max(made.length, stored.length); at++) {
    const [a, b] = [made[at], stored[at]].map((row) => (row === undefined ? 'nothing' : JSON.stringify(row)));
    if (a !== b) return `line ${at + 1} of seed.jsonl is ${b}, the recipe makes ${a}`;
  }
  return '';
}

function templateText(failure: VettedFailure): string {
  return failure.message.map((part) => (part.kind === 'text' ? part.text : '{…}')).join('');
}
