// Plays a scenario in a new session. There are four outcomes: the scenario holds; it fails at a step; the initial rows
// lack a row that it needs; or it cannot be played, for example because its SQL is unsafe.
import { GymError } from '../../../envs/errors/gym-error.ts';
import { clockAt, type Session } from '../../../envs/session/session.ts';
import { SessionStore, type CallAnswer } from '../../../envs/session/session-store.ts';
import { plainJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Given, Scenario, ScenarioStep, ScenarioSuite } from '../../../envs/values/scenario.ts';
import type { World } from '../../../envs/world/world.ts';
import { BoundQueries, type Rows } from '../../queries/bound-query.ts';
import { isSameStored, mismatch, told, type Matching } from './match-expected.ts';
import { resolveReferences, stepName } from './references.ts';

export type ScenarioOutcome =
  | { readonly kind: 'held'; readonly calls: number }
  | {
      readonly kind: 'failed';
      /** The number of the failed step, counted from 1. */
      readonly step: number;
      readonly detail: string;
      readonly call: { readonly name: string; readonly arguments: JsonObject };
      readonly answer: Json;
    }
  | { readonly kind: 'lacks'; readonly detail: string }
  | { readonly kind: 'unusable'; readonly step: number; readonly detail: string };

/** Plays a scenario. `onCall` gets the session after each call. */
export function playScenario(
  world: World,
  suite: ScenarioSuite,
  scenario: Scenario,
  onCall?: (session: Session, store: SessionStore) => void,
): ScenarioOutcome {
  return new Playing(world, suite, scenario, onCall).outcome();
}

class SeedLacks extends Error {}

class Playing {
  private readonly world: World;
  private readonly scenario: Scenario;
  private readonly queries: BoundQueries;
  private readonly store = new SessionStore();
  private readonly session: Session;
  private readonly names = new Map<string, Json>();
  private readonly onCall: ((session: Session, store: SessionStore) => void) | undefined;
  private readonly seen = new Map<string, Rows>();
  private asOf = 0;
  private calls = 0;
  private place = 0;

  constructor(
    world: World,
    suite: ScenarioSuite,
    scenario: Scenario,
    onCall: ((session: Session, store: SessionStore) => void) | undefined,
  ) {
    this.world = world;
    this.scenario = scenario;
    this.queries = new BoundQueries(world, suite.views);
    this.session = this.store.create({ id: 'scenario', world, seed: 1 });
    this.onCall = onCall;
  }

  outcome(): ScenarioOutcome {
    try {
      this.bind(this.scenario.given, `scenario ${this.scenario.name}`);
      for (const [index, step] of this.scenario.steps.entries()) {
        this.place = index + 1;
        const failed = this.step(step, `scenario ${this.scenario.name}, step ${index + 1}`);
        if (failed !== undefined) return failed;
      }
      return { kind: 'held', calls: this.calls };
    } catch (error) {
      if (error instanceof SeedLacks) return { kind: 'lacks', detail: error.message };
      if (error instanceof GymError) return { kind: 'unusable', step: this.place, detail: error.message };
      throw error;
    } finally {
      this.store.close(this.session);
    }
  }

  private bind(given: Given | undefined, where: string): void {
    for (const [name, sql] of Object.entries(given ?? {})) {
      const text = typeof sql === 'string' ? sql : (sql[0] ?? '');
      const { columns, rows } = this.select(text, `${where}, given ${name}`);
      const objects = rows.map((row): JsonObject =>
        Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])),
      );
      if (typeof sql !== 'string') {
        this.names.set(name, objects);
        continue;
      }
      const [first] = objects;
      if (first === undefined) throw new SeedLacks(`no row for ${name}: ${text}`);
      this.names.set(name, first);
    }
  }

  private select(sql: string, where: string): Rows {
    const { text, names } = this.inSql(sql);
    const committed = this.session.entries.reduce((sum, entry) => sum + (entry.committed ? 1 : 0), 0);
    if (committed !== this.asOf) this.seen.clear();
    this.asOf = committed;
    // remember the rows for later steps: they depend only on committed calls and named values
    const spelled = `${text}\n${JSON.stringify([...names])}`;
    const known = this.seen.get(spelled);
    if (known !== undefined) return known;
    const rows = this.store.look(this.session, (connection) =>
      this.queries.run(connection, text, names, clockAt(this.session, this.session.entries.length), where),
    );
    this.seen.set(spelled, rows);
    return rows;
  }

  /** Replaces references such as "$2.id" in SQL by parameters. Values never become a part of the SQL text. */
  private inSql(sql: string): { text: string; names: ReadonlyMap<string, Json> } {
    const names = new Map(this.names);
    const text = sql
      .replaceAll(/'?\$\{(\w+)((?:\.\w+)*)\}'?/g, (_all, name: string, path: string) =>
        this.parameter(name, path, names),
      )
      .replaceAll(/(?<![\w'.])\$(\d+|[A-Za-z_]\w*)((?:\.\w+)+)/g, (_all, name: string, path: string) =>
        this.parameter(name, path, names),
      );
    return { text, names };
  }

  private parameter(name: string, path: string, names: Map<string, Json>): string {
    const bound = `ref_${name}${path.replaceAll('.', '_')}`;
    names.set(bound, resolveReferences(`$${name}${path}`, this.names, this.scenario.name));
    return `:${bound}`;
  }

  private step(step: ScenarioStep, where: string): ScenarioOutcome | undefined {
    for (let turn = 0; turn < (step.repeat ?? 1); turn++) {
      this.bind(step.given, where);
      const before = (step.state ?? []).map(({ sql, rows }) =>
        rows === '$before' ? this.select(sql, where) : undefined,
      );
      const args = resolveReferences(step.arguments as Json, this.names, where) as JsonObject;
      const by = step.by ?? this.world.tools.get(step.name)?.tool.audience ?? 'agent';
      const answer = this.store.call(this.session, { by, name: step.name, arguments: args });
      this.calls += 1;
      this.onCall?.(this.session, this.store);
      const shown: Json = answer.ok
        ? plainJson(answer.result)
        : { error: answer.error.code, message: answer.error.message };
      if (answer.ok) {
        this.names.set(stepName(this.place), shown);
        if (step.as !== undefined) this.names.set(step.as, shown);
      }
      const detail = this.judged(step, answer, shown, where) ?? this.stateOf(step, before, where);
      if (detail !== undefined)
        return { kind: 'failed', step: this.place, detail, call: { name: step.name, arguments: args }, answer: shown };
    }
    return undefined;
  }

  private judged(step: ScenarioStep, answer: CallAnswer, shown: Json, where: string): string | undefined {
    const { expect } = step;
    const outcome = answer.ok ? 'ok' : `${answer.error.code} (${answer.error.message})`;
    if (answer.ok !== expect.ok)
      return `the call gives ${outcome}, not ${expect.ok ? 'ok' : (expect.error ?? 'an error')}`;
    const matching: Matching = { select: (sql) => this.select(sql, where), where };
    if (answer.ok)
      return expect.result === undefined
        ? undefined
        : mismatch(resolveReferences(expect.result, this.names, where), shown, 'the result', matching);
    if (expect.error !== undefined && answer.error.code !== expect.error)
      return `the call gives ${outcome}, not ${expect.error}`;
    return expect.message === undefined
      ? undefined
      : mismatch(resolveReferences(expect.message, this.names, where), answer.error.message, 'the message', matching);
  }

  private stateOf(step: ScenarioStep, before: readonly (Rows | undefined)[], where: string): string | undefined {
    for (const [index, { sql, rows }] of (step.state ?? []).entries()) {
      const found = this.select(sql, where);
      if (rows === '$before' || rows === '$seed') {
        const then = rows === '$before' ? before[index] : this.onSeed(sql, where);
        const difference = rowsDiffer(then?.rows ?? [], found);
        if (difference !== undefined) return `${difference}, unlike ${rows.slice(1)}: ${sql}`;
        continue;
      }
      const wanted = resolveReferences(rows as Json, this.names, where) as readonly Json[];
      const difference = this.rowsMatch(wanted, found, where);
      if (difference !== undefined) return `${difference}: ${sql}`;
    }
    return undefined;
  }

  private onSeed(sql: string, where: string): Rows {
    const { text, names } = this.inSql(sql);
    return this.world.withConnection((connection) =>
      this.queries.run(connection, text, names, this.world.clockStart, where),
    );
  }

  private rowsMatch(wanted: readonly Json[], found: Rows, where: string): string | undefined {
    const matching: Matching = { select: (sql) => this.select(sql, where), where };
    if (wanted.length !== found.rows.length)
      return `the SELECT finds ${found.rows.length} rows, not ${wanted.length} (${told(found.rows as Json)})`;
    const left = found.rows.map((row): Json => row);
    const fits = (each: Json, row: Json): boolean => {
      const list = row as readonly Json[];
      const named = Array.isArray(each)
        ? [...(each as readonly Json[])].map((value, at): [Json, Json | undefined] => [value, list[at]])
        : Object.entries(each as JsonObject).map(([column, value]): [Json, Json | undefined] => [
            value as Json,
            list[found.columns.indexOf(column)],
          ]);
      return named.every(
        ([value, stored]) =>
          isSameStored(stored ?? null, value) || mismatch(value, stored ?? null, 'it', matching) === undefined,
      );
    };
    for (const each of wanted) {
      const at = found.ordered
        ? left[0] !== undefined && fits(each, left[0])
          ? 0
          : -1
        : left.findIndex((row) => fits(each, row));
      if (at < 0) return `the SELECT finds ${told(found.rows as Json)}, not ${told(wanted as Json)}`;
      left.splice(at, 1);
    }
    return undefined;
  }
}

function rowsDiffer(then: readonly (readonly Json[])[], now: Rows): string | undefined {
  const spelled = (rows: readonly (readonly Json[])[]): string[] => {
    const texts = rows.map((row) => JSON.stringify(row));
    return now.ordered ? texts : texts.sort();
  };
  const [a, b] = [spelled(then), spelled(now.rows)];
  const at = b.findIndex((text, index) => text !== a[index]);
  if (at < 0 && a.length === b.length) return undefined;
  return `the SELECT finds ${at < 0 ? `${b.length} rows, not ${a.length}` : (b[at] ?? '').slice(0, 160)}`;
}
