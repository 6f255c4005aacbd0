// Runs a checked tool program on a connection. The outcome is a result or a ToolError, and the number of rows written.
// Every statement of the program may run here, because forbidden ones were refused when the program was checked.
import { GymError } from '../errors/gym-error.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { ParamUse } from '../sql/analysis-types.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../values/json.ts';
import { PASS_COST } from '../engine/call-context.ts';
import type { Connection, Prepared, StatementPlan } from '../engine/connection.ts';
import { numberText } from '../engine/number-text.ts';
import { shapeRow, shapeValue, type ReturnShape } from '../engine/shape-result.ts';
import { fromSql, toSql, type SqlValue } from '../engine/sql-value.ts';
import { mapSqliteError } from './map-sqlite-error.ts';
import type { VettedFailure, VettedPart, VettedProgram, VettedStep, VettedTemplate } from './vet-program.ts';
import type { StatementSlot } from '../engine/statement-slot.ts';

/** The value of a name that the program has defined. */
type Binding =
  | { readonly kind: 'json'; readonly value: Json }
  | {
      readonly kind: 'row';
      readonly index: Readonly<Record<string, number>>;
      readonly values: readonly SqlValue[] | undefined;
    }
  | {
      readonly kind: 'rows';
      readonly index: Readonly<Record<string, number>>;
      readonly rows: readonly (readonly SqlValue[])[];
    };

export interface Outcome {
  readonly result?: Json;
  readonly error?: ToolError;
  /** True if the written rows stay: the call succeeded, or it failed at a step with `keep`. */
  readonly keep: boolean;
  /** The number of rows that the statements themselves wrote. Rows changed by cascades are not counted. */
  readonly written: number;
}

/** If a statement's parameters have more characters than this, its visited rows are always counted. */
const LONG_TEXT = 1024;
/**
 * The number of characters in parameters that cost as much as one visited row. Fewer for a change, because it also
 * stores the characters.
 */
const CHARACTERS_PER_ROW = { query: 1024, expression: 1024, change: 128 } as const;
const MAX_RESULT_DEPTH = 64;

export interface Runnable {
  readonly program: VettedProgram;
  readonly plans: readonly StatementPlan[];
  readonly masks: readonly StatementMasks[];
  readonly returns: ReturnShape;
}

/**
 * A second connection, which holds the initial rows. A statement may run on it if the session has not changed the
 * tables that it reads.
 */
interface Elsewhere {
  readonly connection: Connection;
  changed: number;
}

interface StatementMasks {
  readonly reads: number;
  readonly writes: number;
}

export function runProgram(
  runnable: Runnable,
  args: JsonObject,
  connection: Connection,
  elsewhere?: Elsewhere,
): Outcome {
  return new Run(runnable, args, connection, elsewhere).outcome();
}

class Run {
  private readonly program: VettedProgram;
  private readonly plans: readonly StatementPlan[];
  private readonly masks: readonly StatementMasks[];
  private readonly returns: ReturnShape;
  private readonly args: JsonObject;
  private readonly connection: Connection;
  private readonly elsewhere: Elsewhere | undefined;
  private readonly names = new Map<string, Binding>();
  private result: Json = null;
  private written = 0;
  private kept = false;

  constructor(
    { program, plans, masks, returns }: Runnable,
    args: JsonObject,
    connection: Connection,
    elsewhere: Elsewhere | undefined,
  ) {
    this.program = program;
    this.plans = plans;
    this.masks = masks;
    this.returns = returns;
    this.args = args;
    this.connection = connection;
    this.elsewhere = elsewhere;
  }

  outcome(): Outcome {
    try {
      this.steps(this.program.steps);
      return { result: this.result, keep: true, written: this.written };
    } catch (error) {
      if (error instanceof ToolError) return { error, keep: this.kept, written: this.written };
      throw error;
    }
  }

  /** Runs the steps in order. Returns true if a return step ended the program. */
  private steps(steps: readonly VettedStep[]): boolean {
    for (const step of steps) {
      if (step.when !== undefined && !this.truth(step.when)) continue;
      switch (step.kind) {
        case 'let':
          this.bind(step);
          break;
        case 'require':
          if (!this.truth(step.statement)) throw this.failure(step.otherwise);
          break;
        case 'refuse': {
          const { prepared, row } = this.first(step.statement);
          if (row !== undefined)
            throw this.failure(step.otherwise, { kind: 'row', index: prepared.index, values: row });
          break;
        }
        case 'run':
          for (const statement of step.statements) this.change(statement);
          break;
        case 'each':
          if (this.each(step)) return true;
          break;
        case 'block':
          if (this.steps(step.steps)) return true;
          break;
        case 'fail':
          this.kept = step.keep;
          throw this.failure(step.failure);
        case 'return-text':
          this.result = this.text(step.template);
          return true;
        case 'return':
          this.result = this.value(step.statement, step.shape, step.parts, this.returns);
          return true;
        default:
          throw new TypeError(`a step has no run: ${JSON.stringify(step satisfies never)}`);
      }
    }
    return false;
  }

  private bind(step: Extract<VettedStep, { kind: 'let' }>): void {
    if (step.list) {
      const { prepared, rows } = this.all(step.statement);
      if (rows.length === 0 && step.otherwise !== undefined) throw this.failure(step.otherwise);
      this.names.set(step.name, { kind: 'rows', index: prepared.index, rows });
      return;
    }
    const { prepared, row } = this.first(step.statement);
    if (row === undefined && step.otherwise !== undefined) throw this.failure(step.otherwise);
    this.names.set(step.name, { kind: 'row', index: prepared.index, values: row });
  }

  private each(step: Extract<VettedStep, { kind: 'each' }>): boolean {
    const elements = this.elements(step);
    const before = this.names.get(step.as);
    const beforeAt = step.at === undefined ? undefined : this.names.get(step.at);
    let position = 0;
    for (const element of elements) {
      this.connection.context.visit(PASS_COST);
      this.names.set(step.as, element);
      if (step.at !== undefined) this.names.set(step.at, { kind: 'json', value: position });
      position += 1;
      if (this.steps(step.steps)) return true;
    }
    this.restore(step.as, before);
    if (step.at !== undefined) this.restore(step.at, beforeAt);
    return false;
  }

  private restore(name: string, before: Binding | undefined): void {
    if (before === undefined) this.names.delete(name);
    else this.names.set(name, before);
  }

  private elements(step: Extract<VettedStep, { kind: 'each' }>): readonly Binding[] {
    let list: Json;
    if ('vetted' in step.over) {
      const value = this.scalar(step.over);
      if (value === null) return [];
      if (typeof value !== 'string') throw new ToolError('INVALID_ARGUMENT', 'A list is expected.');
      list = this.parse(value);
    } else {
      const bound = this.names.get(step.over.name);
      if (bound?.kind === 'rows') return bound.rows.map((values) => ({ kind: 'row', index: bound.index, values }));
      if (bound?.kind === 'row')
        throw new GymError('PROGRAM_FAULT', {
          tool: this.program.tool,
          step: step.where,
          what: `${step.over.name} is one row, not a list`,
        });
      list =
        bound === undefined
          ? Object.hasOwn(this.args, step.over.name)
            ? (this.args[step.over.name] as Json)
            : null
          : bound.value;
      if (typeof list === 'string') list = this.parse(list);
    }
    if (list === null) return [];
    if (!Array.isArray(list)) throw new ToolError('INVALID_ARGUMENT', 'A list is expected.');
    return (list as readonly Json[]).map((value) => ({ kind: 'json', value }));
  }

  private parse(text: string): Json {
    try {
      return parseJson(text);
    } catch {
      throw new ToolError('INVALID_ARGUMENT', 'A list is expected.');
    }
  }

  // ---- statements -------------------------------------------------------------------------------------------------

  /**
   * Returns the statement to run. If an optional filter argument has a value, this is a simpler variant without the
   * test for a missing value.
   */
  private ready(written: StatementSlot): { slot: StatementSlot; prepared: Prepared; params: SqlValue[] } {
    let slot = written;
    let params = this.params(slot);
    for (;;) {
      const given = slot.given.find(({ at }) => params[at] !== null);
      if (given === undefined) break;
      slot = given.slot;
      params = params.toSpliced(given.at, 1);
    }
    return { slot, prepared: this.prepared(slot), params };
  }

  private prepared(slot: StatementSlot): Prepared {
    const { elsewhere } = this;
    const isFree =
      elsewhere !== undefined &&
      slot.vetted.kind !== 'change' &&
      ((this.masks[slot.id]?.reads ?? -1) & elsewhere.changed) === 0;
    const connection = isFree ? elsewhere.connection : this.connection;
    return connection.statement(this.program, slot, this.plans[slot.id] as StatementPlan);
  }

  private truth(slot: StatementSlot): boolean {
    return this.first(slot).row?.[0] === 1n;
  }

  private scalar(slot: StatementSlot): SqlValue {
    return this.first(slot).row?.[0] ?? null;
  }

  private first(written: StatementSlot): { prepared: Prepared; row: readonly SqlValue[] | undefined } {
    const { slot, prepared, params } = this.ready(written);
    const statement = this.choose(prepared, params);
    try {
      const row = statement.get(params);
      if (row !== undefined) this.moved(row);
      return { prepared, row };
    } catch (error) {
      throw mapSqliteError(error, slot, this.program.tool);
    }
  }

  private all(written: StatementSlot): { prepared: Prepared; rows: readonly (readonly SqlValue[])[] } {
    const { slot, prepared, params } = this.ready(written);
    const statement = this.choose(prepared, params);
    try {
      const rows = statement.all(params);
      this.connection.context.visit(rows.length);
      for (const row of rows) this.moved(row);
      return { prepared, rows };
    } catch (error) {
      throw mapSqliteError(error, slot, this.program.tool);
    }
  }

  private change(written: StatementSlot): void {
    const { slot, prepared, params } = this.ready(written);
    const statement = this.choose(prepared, params);
    for (const table of slot.vetted.writes) this.connection.writing(table);
    if (this.elsewhere !== undefined) this.elsewhere.changed |= this.masks[slot.id]?.writes ?? -1;
    try {
      const { changes } = statement.run(params);
      this.written += changes;
      if (changes > 1) this.connection.context.visit(changes * PASS_COST);
    } catch (error) {
      throw mapSqliteError(error, slot, this.program.tool);
    }
  }

  /**
   * Returns the variant that counts visited rows if the plan or the length of the parameters demands it. Otherwise
   * returns the plain one.
   */
  private choose(prepared: Prepared, params: readonly SqlValue[]): Prepared['plain'] {
    let characters = 0;
    for (const param of params) if (typeof param === 'string') characters += param.length;
    if (characters > LONG_TEXT) {
      this.connection.context.weight = 1 + Math.floor(characters / CHARACTERS_PER_ROW[prepared.slot.vetted.kind]);
      return prepared.counting;
    }
    this.connection.context.weight = 1;
    return prepared.alwaysCount ? prepared.counting : prepared.plain;
  }

  private moved(row: readonly SqlValue[]): void {
    for (const value of row) {
      if (typeof value === 'string') {
        if (value.length > LONG_TEXT) this.connection.context.move(value.length);
      } else if (typeof value === 'object' && value !== null) {
        throw new ToolError('INVALID_ARGUMENT', 'A value is a blob, not text.');
      }
    }
  }

  private params(slot: StatementSlot): SqlValue[] {
    return slot.vetted.params.map((use) => this.lookup(use));
  }

  private lookup(use: ParamUse): SqlValue {
    const bound = this.names.get(use.name);
    if (bound === undefined) {
      if (use.name === 'args')
        return use.path.length === 0 ? JSON.stringify(this.args) : toSql(walk(this.args, use.path));
      return Object.hasOwn(this.args, use.name) ? toSql(walk(this.args[use.name] as Json, use.path)) : null;
    }
    switch (bound.kind) {
      case 'json':
        return toSql(walk(bound.value, use.path));
      case 'row': {
        if (bound.values === undefined) return null;
        const column = use.path[0];
        if (column === undefined) return rowText(bound.index, bound.values);
        const at = bound.index[column];
        const value = at === undefined ? null : (bound.values[at] ?? null);
        return use.path.length > 1 && typeof value === 'string'
          ? toSql(walk(this.parse(value), use.path.slice(1)))
          : value;
      }
      case 'rows':
        return `[${bound.rows.map((values) => rowText(bound.index, values)).join(',')}]`;
    }
  }

  // ---- results ----------------------------------------------------------------------------------------------------

  private value(
    slot: StatementSlot,
    shape: 'value' | 'row' | 'rows' | 'json',
    parts: readonly VettedPart[],
    returns: ReturnShape,
  ): Json {
    switch (shape) {
      case 'value': {
        const { prepared, row } = this.first(slot);
        return row === undefined ? null : shapeValue(row[0] ?? null, prepared.roles[0], returns);
      }
      case 'json': {
        const value = this.scalar(slot);
        if (value === null) return null;
        if (typeof value !== 'string') return fromSql(value);
        try {
          return parseJson(value);
        } catch {
          throw new GymError('PROGRAM_FAULT', {
            tool: this.program.tool,
            step: slot.where,
            what: 'the shape json got a text that is no JSON',
          });
        }
      }
      case 'row': {
        const { prepared, row } = this.first(slot);
        return row === undefined ? null : this.rowOf(prepared, row, parts, returns);
      }
      case 'rows': {
        const { prepared, rows } = this.all(slot);
        const item = returns.items();
        return rows.map((row) => this.rowOf(prepared, row, parts, item));
      }
    }
  }

  private rowOf(
    prepared: Prepared,
    row: readonly SqlValue[],
    parts: readonly VettedPart[],
    returns: ReturnShape,
  ): Json {
    const shaped = shapeRow(prepared.names, prepared.roles, row, returns);
    if (parts.length === 0) return shaped;
    const before = this.names.get('row');
    const outer: Binding = { kind: 'row', index: prepared.index, values: row };
    for (const part of parts) {
      this.names.set('row', outer);
      shaped[part.name] = this.value(part.statement, part.shape, part.parts, returns.property(part.name));
    }
    this.restore('row', before);
    return shaped;
  }

  private failure(failure: VettedFailure, row?: Extract<Binding, { kind: 'row' }>): ToolError {
    const error = new ToolError(failure.code, this.text(failure.message, row));
    error.site = failure;
    return error;
  }

  private text(template: VettedTemplate, row?: Extract<Binding, { kind: 'row' }>): string {
    let text = '';
    for (const part of template) {
      switch (part.kind) {
        case 'text':
          text += part.text;
          break;
        case 'column':
          text += plainText(row?.values?.[row.index[part.column] ?? -1] ?? null);
          break;
        case 'name':
          text += plainText(this.lookup(part.use));
          break;
        case 'expression':
          text += plainText(this.scalar(part.statement));
          break;
      }
    }
    return text;
  }
}

function plainText(value: SqlValue): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? value : numberText(value);
}

function walk(value: Json | undefined, path: readonly string[]): Json {
  let at = value;
  for (const name of path.slice(0, MAX_RESULT_DEPTH)) {
    if (!isJsonObject(at) || !Object.hasOwn(at, name)) return null;
    at = at[name];
  }
  return at ?? null;
}

function rowText(index: Readonly<Record<string, number>>, values: readonly SqlValue[]): string {
  const parts = Object.keys(index).map((name) => {
    const value = values[index[name] as number] ?? null;
    const text = value === null ? 'null' : typeof value === 'string' ? JSON.stringify(value) : numberText(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${parts.join(',')}}`;
}
