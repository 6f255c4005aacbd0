// Evaluates the rules of an environment. For each call and each message, the SELECT of each rule runs with its number
// as :step. The SELECT sees the rows before that step, and all calls, messages and facts up to it. A returned row means
// that the rule is broken.
import type { Database, Statement } from 'better-sqlite3';
import { GymError } from '../errors/gym-error.ts';
import { SessionStore } from '../session/session-store.ts';
import { clockAt, type Session } from '../session/session.ts';
import { sqlText } from '../values/program.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Diff } from '../values/diff.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { quoteName } from '../sql/database-schema.ts';
import { amountsSaid } from '../words/amounts-said.ts';
import type { Connection } from '../engine/connection.ts';
import type { Rule, Trace } from '../values/rule.ts';
import { vetStatement, type VettedSql } from '../sql/vet-statement.ts';
import { toSql, type SqlValue } from '../engine/sql-value.ts';
import type { World } from '../world/world.ts';
import { withTraceTables } from '../engine/trace-tables.ts';

export interface Violation {
  readonly rule: string;
  readonly step: number;
  readonly text: string;
  /** The row that the SELECT of the rule returned. */
  readonly found: Json;
}

/** A step for the rules: a call from the log, or a message. Steps are counted from 1. */
export type TraceStep =
  | { readonly kind: 'call'; readonly entry: LogEntry }
  | { readonly kind: 'message'; readonly role: string; readonly text: string; readonly acts: readonly string[] };

export interface RuleCheck {
  readonly rule: Rule;
  readonly vetted: VettedSql;
}

const checksOf = new WeakMap<World, readonly RuleCheck[]>();

/**
 * Returns the rules that have a check. The checks are vetted once for each environment. Throws a GymError that names
 * the rule if its check is not allowed.
 */
export function ruleChecks(world: World): readonly RuleCheck[] {
  let checks = checksOf.get(world);
  if (checks === undefined) {
    const catalog = withTraceTables(world.catalog);
    checks = world.environment.rules.flatMap((rule) => {
      if (rule.check === undefined) return [];
      const where = `rule ${rule.id}`;
      const vetted = vetStatement(sqlText(rule.check), 'exists', catalog, where);
      for (const { name, path } of vetted.params) {
        if (name !== 'step' || path.length > 0)
          throw new GymError('REFUSED_SQL', {
            where,
            offence: `:${name} is not known here`,
            mend: '; :step is the only parameter',
            sql: vetted.text,
          });
      }
      world.vetPlan(where, vetted);
      return [{ rule, vetted }];
    });
    checksOf.set(world, checks);
  }
  return checks;
}

/**
 * Returns the checks that cannot be judged. They read messages, but the messages or their acts are unknown, or there is
 * no user.
 */
export function silentRules(
  world: World,
  { acted, told, solo }: { readonly acted: boolean; readonly told: boolean; readonly solo: boolean },
): readonly RuleCheck[] {
  if (told && acted && !solo) return [];
  return ruleChecks(world).filter(({ vetted }) => vetted.reads.some((name) => name.toLowerCase() === 'trace_messages'));
}

/** Tells whether a rule demands that the agent tells the price of a call. */
export function wantsAmounts(world: World): boolean {
  return ruleChecks(world).some(
    ({ vetted }) =>
      vetted.reads.some((name) => name.toLowerCase() === 'trace_messages') && /\bamounts\b/i.test(vetted.text),
  );
}

/** Runs the checks over calls from a session's log and messages. */
export function evaluateRules(
  world: World,
  session: Pick<Session, 'seed' | 'setup'>,
  steps: readonly TraceStep[],
  facts: Readonly<Record<string, Json>>,
  only?: ReadonlySet<string>,
): Violation[] {
  const violations: Violation[] = [];
  walkTrace(world, session, { steps, facts, only }, ({ found }, index) => {
    for (const { rule, row } of found())
      violations.push({ rule: rule.id, step: index + 1, text: rule.text, found: plainRow(row) });
  });
  return violations;
}

/**
 * Tells for each of several changes whether the rule would report a violation if the rows before the last step had this
 * change. The result is undefined for a change that is impossible.
 */
export function firesUnder(
  world: World,
  session: Pick<Session, 'seed' | 'setup'>,
  trace: { readonly steps: readonly TraceStep[]; readonly facts: Readonly<Record<string, Json>> },
  rule: string,
  diffs: readonly Diff[],
): (boolean | undefined)[] {
  let fires: (boolean | undefined)[] = [];
  walkTrace(world, session, { ...trace, only: new Set([rule]) }, ({ found, connection }, index) => {
    if (index < trace.steps.length - 1) return;
    const tried = (diff: Diff): boolean | undefined => {
      let outcome: boolean | undefined;
      connection.atomically(() => {
        if (changeRows(connection, diff)) outcome = found().length > 0;
        return false;
      });
      return outcome;
    };
    fires = diffs.map(tried);
    if (!fires.includes(undefined)) return;
    // broken references do no harm here, because every change is undone
    connection.deferKeys(true);
    fires = fires.map((outcome, at) => outcome ?? tried(diffs[at] ?? {}));
    connection.deferKeys(false);
  });
  return fires;
}

interface AtStep {
  readonly connection: Connection;
  /** Returns the rules that are broken at this step, each with the row that its check returned. */
  readonly found: () => { rule: Rule; row: Record<string, SqlValue> }[];
}

interface WalkedTrace {
  readonly steps: readonly TraceStep[];
  readonly facts: Readonly<Record<string, Json>>;
  readonly only: ReadonlySet<string> | undefined;
}

/**
 * Visits the steps in order. At each step, the connection has the rows before the step, and the tables about the
 * conversation contain everything up to the step.
 */
function walkTrace(
  world: World,
  session: Pick<Session, 'seed' | 'setup'>,
  { steps, facts, only }: WalkedTrace,
  visit: (at: AtStep, index: number) => void,
): void {
  const store = new SessionStore();
  const played = store.create({ id: 'rules', world, seed: session.seed, setup: session.setup });
  try {
    store.look(played, (connection) => {
      const { context, db } = connection;
      const statements = statementsOf(db, world);
      clearTrace(statements, facts);
      const judged = statements.rules.filter(({ rule }) => only === undefined || only.has(rule.id));
      steps.forEach((each, index) => {
        if (isNoTool(each)) return;
        tellStep(statements, each, BigInt(index + 1));
        const found: AtStep['found'] = () => {
          context.begin('rules', clockAt(played, played.entries.length), () => '');
          return judged.flatMap(({ rule, params, statement }) => {
            const row = statement.get(...Array.from({ length: params }, () => BigInt(index + 1)));
            return row === undefined ? [] : [{ rule, row }];
          });
        };
        visit({ connection, found }, index);
        if (each.kind === 'call') {
          const { by, name, arguments: args, key, fault } = each.entry;
          store.call(played, {
            by,
            name,
            arguments: args,
            ...(key === undefined ? {} : { key }),
            ...(fault === undefined ? {} : { fault }),
          });
        }
      });
    });
  } finally {
    store.close(played);
  }
}

/**
 * Returns the rules that are broken at the last of the given steps. The session must have the rows after its step `at`,
 * which are those before the last given step.
 */
export function brokenAt(
  world: World,
  { store, session, at }: { readonly store: SessionStore; readonly session: Session; readonly at: number },
  { steps, facts, only }: WalkedTrace,
): string[] {
  const last = steps.at(-1);
  if (last === undefined || isNoTool(last)) return [];
  let broken: string[] = [];
  store.look(session, ({ context, db }) => {
    const statements = statementsOf(db, world);
    clearTrace(statements, facts);
    steps.forEach((each, index) => isNoTool(each) || tellStep(statements, each, BigInt(index + 1)));
    context.begin('rules', clockAt(session, at), () => '');
    broken = statements.rules
      .filter(({ rule }) => only === undefined || only.has(rule.id))
      .filter(({ params, statement }) => {
        const row = statement.get(...Array.from({ length: params }, () => BigInt(steps.length)));
        return row !== undefined;
      })
      .map(({ rule }) => rule.id);
  });
  return broken;
}

/** Tells whether a step calls a tool that does not exist. Such a call neither reads nor changes rows. */
function isNoTool(each: TraceStep): boolean {
  return each.kind === 'call' && each.entry.error?.code === 'UNKNOWN_TOOL';
}

function clearTrace({ clear, fact }: Statements, facts: Readonly<Record<string, Json>>): void {
  for (const statement of clear) statement.run();
  for (const [key, value] of Object.entries(facts)) fact.run(key, toSql(value));
}

function tellStep({ call, message, readsAmounts }: Statements, each: TraceStep, step: bigint): void {
  if (each.kind === 'message') {
    const amounts = readsAmounts ? amountsSaid(each.text) : [];
    message.run(step, each.role, each.text, JSON.stringify(each.acts), JSON.stringify(amounts));
    return;
  }
  const { by, name, arguments: args, ok, result, error, effect } = each.entry;
  const told = JSON.stringify(ok ? (result ?? null) : (error ?? null));
  call.run(step, by, name, JSON.stringify(args), ok ? 1n : 0n, told, effect);
}

/** Changes rows inside a transaction that is undone later. Returns false if a constraint refuses the change. */
function changeRows(connection: Connection, diff: Diff): boolean {
  const where = (row: JsonObject): string =>
    Object.keys(row)
      .map((column) => `${quoteName(column)} IS ?`)
      .join(' AND ');
  const values = (row: JsonObject): SqlValue[] => Object.values(row).map((value) => toSql(value as Json));
  try {
    for (const [name, { inserted, updated, deleted }] of Object.entries(diff)) {
      const table = quoteName(name);
      for (const row of deleted as readonly JsonObject[])
        connection.prepareOnce(`DELETE FROM ${table} WHERE ${where(row)}`).run(values(row));
      for (const { key, after } of updated as readonly { key: JsonObject; after: JsonObject }[])
        connection
          .prepareOnce(
            `UPDATE ${table} SET ${Object.keys(after)
              .map((column) => `${quoteName(column)} = ?`)
              .join(', ')} WHERE ${where(key)}`,
          )
          .run([...values(after), ...values(key)]);
      for (const row of inserted as readonly JsonObject[])
        connection
          .prepareOnce(
            `INSERT INTO ${table} (${Object.keys(row).map(quoteName).join(', ')}) VALUES (${Object.keys(row)
              .map(() => '?')
              .join(', ')})`,
          )
          .run(values(row));
    }
    return true;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_CONSTRAINT') === true) return false;
    throw error;
  }
}

interface Statements {
  readonly clear: readonly Statement[];
  readonly fact: Statement<SqlValue[]>;
  readonly call: Statement<SqlValue[]>;
  readonly message: Statement<SqlValue[]>;
  /** True if a check reads the amounts in messages. If not, amounts are not searched for, which saves time. */
  readonly readsAmounts: boolean;
  readonly rules: readonly {
    readonly rule: Rule;
    readonly params: number;
    readonly statement: Statement<SqlValue[], Record<string, SqlValue>>;
  }[];
}

const prepared = new WeakMap<Database, Statements>();

/** Returns the statements for a connection. They are prepared once. */
function statementsOf(db: Database, world: World): Statements {
  let known = prepared.get(db);
  if (known === undefined) {
    known = {
      clear: ['trace_calls', 'trace_messages', 'trace_facts'].map((table) => db.prepare(`DELETE FROM temp.${table}`)),
      fact: db.prepare<SqlValue[]>('INSERT INTO temp.trace_facts VALUES (?, ?)'),
      call: db.prepare<SqlValue[]>('INSERT INTO temp.trace_calls VALUES (?, ?, ?, ?, ?, ?, ?)'),
      message: db.prepare<SqlValue[]>('INSERT INTO temp.trace_messages VALUES (?, ?, ?, ?, ?)'),
      readsAmounts: wantsAmounts(world),
      rules: ruleChecks(world).map(({ rule, vetted }) => ({
        rule,
        params: vetted.params.length,
        statement: db.prepare<SqlValue[], Record<string, SqlValue>>(vetted.countingSql).safeIntegers(true),
      })),
    };
    prepared.set(db, known);
  }
  return known;
}

/** Makes the calls of a written example and returns its steps. A refused call is a step too. */
export function playTrace(world: World, trace: Trace): TraceStep[] {
  const store = new SessionStore();
  const session = store.create({ id: 'trace', world, seed: 1 });
  for (const event of trace.events)
    if ('name' in event) store.call(session, { by: event.by ?? 'agent', name: event.name, arguments: event.arguments });
  const log = store.log(session);
  store.close(session);
  let at = 0;
  return trace.events.map((event): TraceStep => {
    if ('name' in event) return { kind: 'call', entry: log[++at] as LogEntry };
    return { kind: 'message', role: event.role, text: event.text, acts: event.acts ?? [] };
  });
}

function plainRow(row: Readonly<Record<string, SqlValue>>): Json {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'bigint' ? Number(value) : value]),
  );
}
