// check: the proof that an environment is sound, whoever made it. Every program vetted, every tool run on good calls
// and on each of its error paths, and the laws that sessions and verdicts rest on.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { GymError } from '../../envs/errors/gym-error.ts';
import { formatClock, parseClock } from '../../envs/clock.ts';
import { makeRandom } from '../../envs/random.ts';
import { SessionStore, type CallAnswer } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { ColumnRole, Environment, SeedRow } from '../../envs/values/environment.ts';
import { canonicalJson, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Audience, Tool, ToolCall } from '../../envs/values/tool-schema.ts';
import { describeError, makeAjv } from '../../envs/values/validator.ts';
import { maskDiff, type Masking } from '../../envs/verification/masked-diff.ts';
import { matchChanges } from '../../envs/verification/match-changes.ts';
import { evaluateRules, playTrace, ruleChecks } from '../../envs/verification/rules.ts';
import type { VettedFailure, VettedStep } from '../../envs/program/vet-program.ts';
import { World, type RunnableTool } from '../../envs/world/world.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { makeSeed } from '../recipe/make-seed.ts';
import { ArgumentDrawer } from './draw-arguments.ts';

export interface CheckFailure {
  /** The tool, the rule, or the file that is at fault. */
  readonly tool: string;
  readonly check: string;
  readonly detail: string;
}

export interface CheckReport {
  readonly name: string;
  readonly hash: string | null;
  readonly tools: number;
  readonly checks: { readonly run: number; readonly failed: number };
  readonly failures: readonly CheckFailure[];
}

/** How the values of a role look as they are stored. */
const FITS: Readonly<Partial<Record<ColumnRole, (value: Json) => boolean>>> = {
  boolean: (value) => value === null || value === 0 || value === 1,
  timestamp: (value) =>
    value === null || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value)),
  json: (value) => value === null || (typeof value === 'string' && isJson(value)),
};

/** Calls that check draws for a tool whose error paths or results its examples do not reach. */
const DRAWS = 300;
/** Another clock start: no deadline may lie within a day of the first. */
const CLOCK_SHIFT = 23 * 3600 + 7;

export function checkEnvironment(environment: Environment, recipe?: Recipe): CheckReport {
  const report = new Report(environment);
  let world: World;
  try {
    world = new World(environment);
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    report.expect(false, placeOf(error), 'vetted', error.message);
    return report.done(null);
  }
  try {
    new Checking(world, report, recipe).run();
    return report.done(world.hash);
  } finally {
    world.close();
  }
}

/** "tool x, step 2 (let)" -> x */
function placeOf(error: GymError): string {
  const where = String(error.fields['where'] ?? '');
  return /^tool ([^,]+)/.exec(where)?.[1] ?? where.split(/[: ]/)[0] ?? '';
}

class Report {
  private run = 0;
  private readonly failures: CheckFailure[] = [];
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  /** One check: counted, and kept when it does not hold. */
  expect(holds: boolean, tool: string, check: string, detail: string | (() => string)): boolean {
    this.run += 1;
    if (!holds) this.failures.push({ tool, check, detail: typeof detail === 'string' ? detail : detail() });
    return holds;
  }

  done(hash: string | null): CheckReport {
    return {
      name: this.environment.name,
      hash,
      tools: this.environment.tools.length,
      checks: { run: this.run, failed: this.failures.length },
      failures: this.failures,
    };
  }
}

interface Played {
  readonly before: readonly ToolCall[];
  readonly args: JsonObject;
}

class Checking {
  private readonly world: World;
  private readonly report: Report;
  private readonly recipe: Recipe | undefined;
  private readonly drawer: ArgumentDrawer;
  /** Good calls by tool, to be made again under other seeds. */
  private readonly good = new Map<string, Played[]>();
  private readonly ajv = makeAjv();

  constructor(world: World, report: Report, recipe: Recipe | undefined) {
    this.world = world;
    this.report = report;
    this.recipe = recipe;
    this.drawer = new ArgumentDrawer(world, makeRandom(1, 'check'));
  }

  run(): void {
    for (const runnable of this.world.tools.values()) this.guarded(runnable.tool.name, () => this.tool(runnable));
    this.guarded('environment.json', () => this.roles());
    this.visible();
    this.guarded('environment.json', () => this.foreignKeys());
    this.documents();
    this.seedFitsRoles();
    this.guarded('rules.json', () => this.rules());
    this.seedRecipe();
  }

  /** A fault of the environment (a budget spent, a schema that is none) is a failed check, and the rest goes on. */
  private guarded(place: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      this.report.expect(false, place, 'runs', error.message);
    }
  }

  // ---- one tool ---------------------------------------------------------------------------------------------------

  private tool(runnable: RunnableTool): void {
    const { tool } = runnable;
    this.report.expect(true, tool.name, 'vetted', '');
    const open = new Set(failuresOf(runnable.program.steps));
    const validate = this.returnsValidator(tool);
    const store = new SessionStore();
    let sessions = 0;
    let refused: Session | undefined;
    const tried: Session[] = [];
    const attempt = (
      before: readonly ToolCall[],
      args: JsonObject,
    ): { answer: CallAnswer; session: Session; ready: boolean } => {
      const session = store.create({ id: `${tool.name} ${++sessions}`, world: this.world, seed: 1 });
      const ready = before.every(
        (call) => store.call(session, { by: call.by ?? tool.audience, name: call.name, arguments: call.arguments }).ok,
      );
      const answer = store.call(session, { by: tool.audience, name: tool.name, arguments: args });
      if (!answer.ok && store.lastFailure !== undefined) open.delete(store.lastFailure as VettedFailure);
      return { answer, session, ready };
    };

    // the after program is nobody's to call: it runs with every write
    const isAfter = this.world.after?.tool === tool;
    const draws = isAfter ? 0 : DRAWS;
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
      else refused ??= session;
      tried.push(session);
    }
    for (let draw = 0; draw < draws && (open.size > 0 || !this.good.has(tool.name)); draw++) {
      const args = this.drawer.draw(tool);
      const { answer, session } = attempt([], args);
      if (answer.ok) this.goodCall(tool, { before: [], args }, answer.result, validate);
      else refused ??= session;
      if (draw < 3) tried.push(session);
      else store.close(session);
    }
    if (!isAfter)
      this.report.expect(
        this.good.has(tool.name),
        tool.name,
        'succeeds',
        'no call of it succeeds; add an example that does',
      );
    for (const failure of isAfter ? [] : open) {
      this.report.expect(
        false,
        tool.name,
        'error path',
        `nothing reaches its error ${failure.code} "${templateText(failure)}"; add an example that does, or remove it`,
      );
    }
    for (let at = 0; at < failuresOf(runnable.program.steps).length - open.size; at++)
      this.report.expect(true, tool.name, 'error path', '');
    this.laws(tool, store, tried);
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

  private returnsValidator(tool: Tool): (result: Json) => string | undefined {
    if (tool.returns === undefined) return () => undefined;
    let validate: ReturnType<typeof this.ajv.compile>;
    try {
      validate = this.ajv.compile(tool.returns as object | boolean as object);
    } catch (error) {
      const what = `it is no JSON Schema: ${(error as Error).message}`;
      return () => what;
    }
    return (result) => {
      if (validate(plainJson(result))) return undefined;
      const { path, what } = describeError(validate.errors?.[0] as ErrorObject);
      return `${path === '' ? 'it' : path} ${what}`;
    };
  }

  /** Reads leave every row as it is, refused calls too, and replay gives the same answers and the same rows. */
  private laws(tool: Tool, store: SessionStore, sessions: readonly Session[]): void {
    for (const session of sessions) {
      const last = session.entries.at(-1);
      const hash = store.fullHash(session);
      if (last !== undefined && !last.committed) {
        const prefix = store.fork(session, session.entries.length - 1, `${session.id} prefix`);
        this.report.expect(
          store.fullHash(prefix) === hash,
          tool.name,
          tool.effect === 'read' ? 'read is pure' : 'refused is inert',
          'rows differ after it',
        );
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
      store.close(session);
    }
  }

  // ---- roles ------------------------------------------------------------------------------------------------------

  /** Every write again under another session seed and another clock start: exactly the declared columns may differ. */
  private roles(): void {
    const { environment } = this.world;
    const shifted = new World({ ...environment, clock: formatClock(parseClock(environment.clock) + CLOCK_SHIFT) });
    const seen = new Map<string, { written: boolean; differed: boolean }>();
    try {
      for (const { tool } of this.world.tools.values()) {
        if (tool.effect !== 'write') continue;
        for (const played of this.good.get(tool.name) ?? []) this.roleOf(tool, played, shifted, seen);
      }
    } finally {
      shifted.close();
    }
    for (const [place, role] of Object.entries(environment.columns)) {
      const found = seen.get(place.toLowerCase());
      if ((role !== 'minted' && role !== 'timestamp') || found?.written !== true) continue;
      this.report.expect(
        found.differed,
        place,
        'role',
        `${place} is declared ${role}, but no write gives it a value of its own: it is the same under another seed and clock`,
      );
    }
  }

  private roleOf(
    tool: Tool,
    played: Played,
    shifted: World,
    seen: Map<string, { written: boolean; differed: boolean }>,
  ): void {
    const a = diffOf(this.world, tool, played, 1);
    const b = diffOf(shifted, tool, played, 2);
    if (a === undefined || b === undefined) {
      this.report.expect(
        false,
        tool.name,
        'role',
        'a good call is refused under another seed and clock: is a deadline within a day of the clock start?',
      );
      return;
    }
    const masking: Masking = {
      schema: this.world.schema,
      roles: this.world.roles,
      free: new Set(),
      listed: [],
      isOld: (id) => this.world.templateHolds(mintedPlaces(this.world), id),
    };
    const { differences } = matchChanges(maskDiff(a, masking), maskDiff(b, masking));
    this.report.expect(
      differences.length === 0,
      tool.name,
      'role',
      () =>
        `${JSON.stringify(played.args)} under another seed and clock: ${differences[0]?.message}; declare the column minted or timestamp, or take the value from the arguments`,
    );
    for (const [table, changes] of Object.entries(a)) {
      const other = b[table];
      const rows = (diff: typeof changes | undefined): JsonObject[] => [
        ...(diff?.inserted ?? []),
        ...(diff?.updated ?? []).map(({ after }) => after),
      ];
      const columns = new Set(rows(changes).flatMap((row) => Object.keys(row)));
      for (const column of columns) {
        const place = `${table}.${column}`.toLowerCase();
        const values = (diff: typeof changes | undefined): string =>
          canonicalJson(
            rows(diff)
              .map((row) => row[column] ?? null)
              .filter((value) => value !== null)
              .map((value) => JSON.stringify(value))
              .sort(),
          );
        const known = seen.get(place) ?? { written: false, differed: false };
        if (values(changes) !== '[]') known.written = true;
        if (values(changes) !== values(other)) known.differed = true;
        seen.set(place, known);
      }
    }
  }

  // ---- the whole environment --------------------------------------------------------------------------------------

  /** Every table that a tool writes is read by some tool of the same audience. */
  private visible(): void {
    const shows = new Map<Audience, Set<string>>();
    for (const { tool, program } of this.world.tools.values()) {
      if (tool.effect !== 'read') continue;
      const set = shows.get(tool.audience) ?? new Set<string>();
      for (const { vetted } of program.statements)
        for (const name of vetted.reads) for (const table of this.baseTables(name)) set.add(table);
      shows.set(tool.audience, set);
    }
    for (const { tool, program } of this.world.tools.values()) {
      if (tool.effect !== 'write' || tool.audience === 'control') continue;
      const written = new Set(program.statements.flatMap(({ vetted }) => vetted.writes));
      for (const table of written) {
        this.report.expect(
          shows.get(tool.audience)?.has(table.toLowerCase()) === true,
          tool.name,
          'visible',
          `it writes ${table}, which no read of the ${tool.audience} shows`,
        );
      }
    }
  }

  private baseTables(name: string): string[] {
    const view = this.world.schema.views.find((each) => each.name.toLowerCase() === name.toLowerCase());
    return view === undefined ? [name.toLowerCase()] : view.reads.flatMap((each) => this.baseTables(each));
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

  /** A document's key counts as unique wherever order is proven: here it is. */
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

  /** What the roles promise of stored values holds for the first rows. */
  private seedFitsRoles(): void {
    const { columns, seed } = this.world.environment;
    for (const [place, role] of Object.entries(columns)) {
      const fits = FITS[role];
      if (fits === undefined) continue;
      const [table, column = ''] = place.split('.');
      const wrong = seed.findIndex((each) => each.table === table && !fits(each.row[column] ?? null));
      this.report.expect(
        wrong < 0,
        place,
        'role',
        () => `line ${wrong + 1} of seed.jsonl holds ${JSON.stringify(seed[wrong]?.row[column])}, which is no ${role}`,
      );
    }
  }

  private rules(): void {
    const ids = new Set<string>();
    for (const rule of this.world.environment.rules) {
      this.report.expect(!ids.has(rule.id), `rule ${rule.id}`, 'rule', 'two rules have this id');
      ids.add(rule.id);
    }
    try {
      ruleChecks(this.world);
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      this.report.expect(
        false,
        String(error.fields['where'] ?? 'rules.json').split(':')[0] ?? 'rules.json',
        'rule',
        error.message,
      );
      return;
    }
    for (const rule of this.world.environment.rules) {
      if (rule.check === undefined) continue;
      const place = `rule ${rule.id}`;
      for (const [kind, trace] of [
        ['good', rule.good],
        ['bad', rule.bad],
      ] as const) {
        if (
          !this.report.expect(trace !== undefined, place, 'rule', `it has a check but no ${kind} trace`) ||
          trace === undefined
        )
          continue;
        const steps = playTrace(this.world, trace);
        const fires = evaluateRules(
          this.world,
          { seed: 1, setup: { calls: [] } },
          steps,
          trace.facts ?? {},
          new Set([rule.id]),
        );
        if (kind === 'good')
          this.report.expect(
            fires.length === 0,
            place,
            'rule',
            () => `its check fires on its good trace, at event ${fires[0]?.step}`,
          );
        else this.report.expect(fires.length > 0, place, 'rule', 'its check never fires on its bad trace');
        const refusedCall = kind === 'good' ? steps.findIndex((step) => step.kind === 'call' && !step.entry.ok) : -1;
        this.report.expect(refusedCall < 0, place, 'rule', `event ${refusedCall + 1} of its good trace is refused`);
      }
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

function diffOf(world: World, tool: Tool, played: Played, seed: number): Diff | undefined {
  const store = new SessionStore();
  const session = store.create({ id: 'roles', world, seed });
  for (const call of played.before)
    store.call(session, { by: call.by ?? tool.audience, name: call.name, arguments: call.arguments });
  const answer = store.call(session, { by: tool.audience, name: tool.name, arguments: played.args });
  const diff = answer.ok ? store.diff(session) : undefined;
  store.close(session);
  return diff;
}

function mintedPlaces(world: World): [string, string][] {
  return [...world.roles]
    .filter(([, role]) => role === 'minted')
    .map(([place]) => place.split('.') as [string, string]);
}

/** Every failure of a program, each place once. */
function failuresOf(steps: readonly VettedStep[]): VettedFailure[] {
  return steps.flatMap((step): VettedFailure[] => {
    switch (step.kind) {
      case 'let':
        return step.otherwise === undefined ? [] : [step.otherwise];
      case 'require':
      case 'refuse':
        return [step.otherwise];
      case 'fail':
        return [step.failure];
      case 'each':
      case 'block':
        return failuresOf(step.steps);
      default:
        return [];
    }
  });
}

function templateText(failure: VettedFailure): string {
  return failure.message.map((part) => (part.kind === 'text' ? part.text : '{…}')).join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
