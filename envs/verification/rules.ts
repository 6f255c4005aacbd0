// Rules over a trace: at every step each check runs with :step bound, over the state before the step and everything
// that was called, said and known up to and including it. A row is a violation.
import type { Database, Statement } from 'better-sqlite3';
import { GymError } from '../errors/gym-error.ts';
import { SessionStore } from '../session/session-store.ts';
import { clockAt, type Session } from '../session/session.ts';
import { sqlText } from '../values/program.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Json } from '../values/json.ts';
import type { Rule, Trace } from '../values/rule.ts';
import { vetStatement, type VettedSql } from '../sql/vet-statement.ts';
import { toSql, type SqlValue } from '../engine/sql-value.ts';
import type { World } from '../world/world.ts';
import { withTraceTables } from '../engine/trace-tables.ts';

export interface Violation {
  readonly rule: string;
  readonly step: number;
  readonly text: string;
  /** What the check's row says. */
  readonly found: Json;
}

/** A step of a trace: a call as the log has it, or a message. Steps count from 1. */
export type TraceStep =
  | { readonly kind: 'call'; readonly entry: LogEntry }
  | { readonly kind: 'message'; readonly role: string; readonly text: string; readonly acts: readonly string[] };

export interface RuleCheck {
  readonly rule: Rule;
  readonly vetted: VettedSql;
}

const checksOf = new WeakMap<World, readonly RuleCheck[]>();

/** The rules that have a check, vetted once per world. Throws a GymError that names the rule. */
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

/** Runs the checks over a trace whose calls come from a session's log. */
export function evaluateRules(
  world: World,
  session: Pick<Session, 'seed' | 'setup'>,
  steps: readonly TraceStep[],
  facts: Readonly<Record<string, Json>>,
  only?: ReadonlySet<string>,
): Violation[] {
  const store = new SessionStore();
  const played = store.create({ id: 'rules', world, seed: session.seed, setup: session.setup });
  const violations: Violation[] = [];
  try {
    store.look(played, ({ db, context }) => {
      const { clear, fact, call, message, rules } = statementsOf(db, world);
      for (const statement of clear) statement.run();
      for (const [key, value] of Object.entries(facts)) fact.run(key, toSql(value));
      const judged = rules.filter(({ rule }) => only === undefined || only.has(rule.id));
      steps.forEach((each, index) => {
        const step = BigInt(index + 1);
        // a tool that does not exist looks at nothing and changes nothing
        if (each.kind === 'call' && each.entry.error?.code === 'UNKNOWN_TOOL') return;
        if (each.kind === 'call') {
          const { by, name, arguments: args, ok, result, error, effect } = each.entry;
          call.run(
            step,
            by,
            name,
            JSON.stringify(args),
            ok ? 1n : 0n,
            JSON.stringify(ok ? (result ?? null) : (error ?? null)),
            effect,
          );
        } else {
          message.run(step, each.role, each.text, JSON.stringify(each.acts));
        }
        context.begin('rules', clockAt(played, played.entries.length), () => '');
        for (const { rule, params, statement } of judged) {
          const row = statement.get(...Array.from({ length: params }, () => step));
          if (row !== undefined)
            violations.push({ rule: rule.id, step: index + 1, text: rule.text, found: plainRow(row) });
        }
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
  return violations;
}

interface Statements {
  readonly clear: readonly Statement[];
  readonly fact: Statement<SqlValue[]>;
  readonly call: Statement<SqlValue[]>;
  readonly message: Statement<SqlValue[]>;
  readonly rules: readonly {
    readonly rule: Rule;
    readonly params: number;
    readonly statement: Statement<SqlValue[], Record<string, SqlValue>>;
  }[];
}

const prepared = new WeakMap<Database, Statements>();

/** Prepared once for as long as the connection lives. */
function statementsOf(db: Database, world: World): Statements {
  let known = prepared.get(db);
  if (known === undefined) {
    known = {
      clear: ['trace_calls', 'trace_messages', 'trace_facts'].map((table) => db.prepare(`DELETE FROM temp.${table}`)),
      fact: db.prepare<SqlValue[]>('INSERT INTO temp.trace_facts VALUES (?, ?)'),
      call: db.prepare<SqlValue[]>('INSERT INTO temp.trace_calls VALUES (?, ?, ?, ?, ?, ?, ?)'),
      message: db.prepare<SqlValue[]>('INSERT INTO temp.trace_messages VALUES (?, ?, ?, ?)'),
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

/** Plays the calls of a written trace and gives its steps; a call may be refused, which is part of the trace. */
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
