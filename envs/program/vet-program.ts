// Checks a tool program before it may run: inserts fragments (shared steps), analyses every SQL text, checks that each
// name is defined before it is used, and finds out whether the program reads or writes. The check needs the tables and
// views, but no database.
import { badInput, GymError } from '../errors/gym-error.ts';
import type { StatementSlot } from '../engine/statement-slot.ts';
import type { Catalog, ParamUse } from '../sql/analysis-types.ts';
import { refusal, vetStatement, type SqlUse, type VettedSql } from '../sql/vet-statement.ts';
import {
  sqlText,
  stepKind,
  type Failure,
  type Parts,
  type Shape,
  type Sql,
  type Step,
  type ToolProgram,
  type UseStep,
} from '../values/program.ts';
import type { Effect, ToolDraft } from '../values/tool-schema.ts';
import type { ToolErrorCode } from '../errors/tool-error.ts';
import { parseTemplate } from './template-text.ts';

export type VettedTemplate = readonly (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name'; readonly use: ParamUse }
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'expression'; readonly statement: StatementSlot }
)[];

export interface VettedFailure {
  readonly code: ToolErrorCode;
  readonly message: VettedTemplate;
}

export interface VettedPart {
  readonly name: string;
  readonly statement: StatementSlot;
  readonly shape: Exclude<Shape, 'text'>;
  readonly parts: readonly VettedPart[];
}

interface Common {
  readonly where: string;
  readonly when: StatementSlot | undefined;
}

export type VettedStep = Common &
  (
    | {
        readonly kind: 'let';
        readonly name: string;
        readonly list: boolean;
        readonly statement: StatementSlot;
        readonly otherwise: VettedFailure | undefined;
      }
    | { readonly kind: 'require'; readonly statement: StatementSlot; readonly otherwise: VettedFailure }
    | { readonly kind: 'refuse'; readonly statement: StatementSlot; readonly otherwise: VettedFailure }
    | { readonly kind: 'run'; readonly statements: readonly StatementSlot[] }
    | {
        readonly kind: 'each';
        readonly over: ParamUse | StatementSlot;
        readonly as: string;
        readonly at: string | undefined;
        readonly steps: readonly VettedStep[];
      }
    | { readonly kind: 'block'; readonly steps: readonly VettedStep[] }
    | { readonly kind: 'fail'; readonly failure: VettedFailure; readonly keep: boolean }
    | { readonly kind: 'return-text'; readonly template: VettedTemplate }
    | {
        readonly kind: 'return';
        readonly statement: StatementSlot;
        readonly shape: Exclude<Shape, 'text'>;
        readonly parts: readonly VettedPart[];
      }
  );

export interface VettedProgram {
  readonly tool: string;
  readonly effect: Effect;
  readonly steps: readonly VettedStep[];
  readonly statements: readonly StatementSlot[];
}

const MAX_STEPS = 500;
const MAX_STATEMENTS = 500;
/**
 * If a statement has at most this many optional filters, there is one variant of it for each combination of given
 * filters. With more, there is one variant per filter.
 */
const MAX_FREED = 3;

/**
 * Checks a program. Throws at the first fault. With `complaints`, adds every fault to this list instead and continues.
 */
export function vetProgram(
  tool: ToolDraft,
  catalog: Catalog,
  fragments: Readonly<Record<string, ToolProgram>> = {},
  complaints?: GymError[],
): VettedProgram {
  return new Vetting(tool, catalog, fragments, complaints).program();
}

/** The kind of value that a name in a program has: any JSON, a row, a list of rows, or an element of a list. */
type Bound =
  | { readonly kind: 'json' }
  | { readonly kind: 'row'; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly columns: readonly string[] }
  | { readonly kind: 'element'; readonly columns: readonly string[] | undefined };

class Vetting {
  private readonly tool: ToolDraft;
  private readonly catalog: Catalog;
  private readonly fragments: Readonly<Record<string, ToolProgram>>;
  private readonly statements: StatementSlot[] = [];
  /** The number of statements that the author wrote, without the variants that this file adds. */
  private count = 0;
  private readonly names = new Map<string, Bound>();
  private steps = 0;

  private readonly complaints: GymError[] | undefined;

  constructor(
    tool: ToolDraft,
    catalog: Catalog,
    fragments: Readonly<Record<string, ToolProgram>>,
    complaints: GymError[] | undefined,
  ) {
    this.complaints = complaints;
    this.tool = tool;
    this.catalog = catalog;
    this.fragments = fragments;
    const properties = tool.parameters['properties'];
    if (properties !== null && typeof properties === 'object')
      for (const name of Object.keys(properties)) this.names.set(name, { kind: 'json' });
    this.names.set('args', { kind: 'json' });
  }

  program(): VettedProgram {
    const steps = this.block(this.tool.program, `tool ${this.tool.name}`, false, []);
    const writes = this.statements.some((slot) => slot.vetted.kind === 'change');
    return { tool: this.tool.name, effect: writes ? 'write' : 'read', steps, statements: this.statements };
  }

  private block(program: ToolProgram, where: string, inLoop: boolean, using: readonly string[]): VettedStep[] {
    return program.flatMap((step, index) => {
      try {
        return this.step(step, `${where}, step ${index + 1}`, inLoop, using);
      } catch (error) {
        if (this.complaints === undefined || !(error instanceof GymError)) throw error;
        this.complaints.push(error);
        // the name counts as defined even after an error, so that the steps that use it are checked for other faults
        if ('let' in step && typeof step.let === 'string') this.names.set(step.let, { kind: 'json' });
        return [];
      }
    });
  }

  private step(step: Step, where: string, inLoop: boolean, using: readonly string[]): VettedStep[] {
    this.steps += 1;
    if (this.steps > MAX_STEPS) throw badInput({ path: where, what: `the program has more than ${MAX_STEPS} steps` });
    const kind = stepKind(step);
    const here = `${where} (${kind})`;
    const when = step.when === undefined ? undefined : this.sql(step.when, 'condition', `${here}, when`, inLoop);
    const common = { where: here, when };
    if ('let' in step) {
      if (step.let === 'args' || step.let === 'row')
        throw badInput({ path: here, what: `the name ${step.let} is taken`, mend: 'choose another' });
      const statement = this.sql(step.sql, step.list === true ? 'rows' : 'first', here, inLoop);
      const otherwise = step.else === undefined ? undefined : this.failure(step.else, here, inLoop);
      this.names.set(step.let, { kind: step.list === true ? 'rows' : 'row', columns: statement.vetted.columns });
      return [{ ...common, kind: 'let', name: step.let, list: step.list === true, statement, otherwise }];
    }
    if ('require' in step) {
      const statement = this.sql(step.require, 'condition', here, inLoop);
      return [{ ...common, kind: 'require', statement, otherwise: this.failure(step.else, here, inLoop) }];
    }
    if ('refuse' in step) {
      const statement = this.sql(step.refuse, 'first', here, inLoop);
      return [
        {
          ...common,
          kind: 'refuse',
          statement,
          otherwise: this.failure(step.else, here, inLoop, statement.vetted.columns),
        },
      ];
    }
    if ('run' in step) {
      const texts = (Array.isArray(step.run) ? step.run : [step.run]) as readonly Sql[];
      return [{ ...common, kind: 'run', statements: texts.map((text) => this.sql(text, 'change', here, inLoop)) }];
    }
    if ('each' in step) return [this.each(step.each, step.as, step.at, step.do, common, here, using, inLoop)];
    if ('fail' in step)
      return [{ ...common, kind: 'fail', failure: this.failure(step.fail, here, inLoop), keep: step.keep === true }];
    if ('return' in step) {
      if (step.shape === 'text') {
        if (step.with !== undefined) throw badInput({ path: here, what: 'a text has no nested parts' });
        return [{ ...common, kind: 'return-text', template: this.template(sqlText(step.return), here, inLoop) }];
      }
      const statement = this.result(step.return, step.shape, here, inLoop);
      return [
        {
          ...common,
          kind: 'return',
          statement,
          shape: step.shape,
          parts: this.parts(step.with, step.shape, statement, here, inLoop),
        },
      ];
    }
    step satisfies UseStep;
    const fragment = Object.hasOwn(this.fragments, step.use) ? this.fragments[step.use] : undefined;
    if (fragment === undefined)
      throw badInput({
        path: here,
        what: `there is no fragment ${step.use}`,
        mend: `there are ${Object.keys(this.fragments).join(', ') || 'none'}`,
      });
    if (using.includes(step.use)) throw badInput({ path: here, what: `the fragment ${step.use} uses itself` });
    const steps = this.block(fragment, `${where}, fragment ${step.use}`, inLoop, [...using, step.use]);
    return when === undefined ? steps : [{ ...common, kind: 'block', steps }];
  }

  private each(
    over: string,
    as: string,
    at: string | undefined,
    steps: ToolProgram,
    common: Common,
    where: string,
    using: readonly string[],
    inLoop: boolean,
  ): VettedStep {
    for (const name of [as, at])
      if (name === 'args' || name === 'row')
        throw badInput({ path: where, what: `the name ${name} is taken`, mend: 'choose another' });
    const bare = /^\s*:([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(over)?.[1];
    const bound = bare === undefined ? undefined : this.names.get(bare);
    let source: ParamUse | StatementSlot;
    if (bare !== undefined && bound !== undefined) source = { name: bare, path: [] };
    else source = this.sql(over, 'expression', where, inLoop);
    const before = this.names.get(as);
    const beforeAt = at === undefined ? undefined : this.names.get(at);
    this.names.set(as, { kind: 'element', columns: bound?.kind === 'rows' ? bound.columns : undefined });
    if (at !== undefined) this.names.set(at, { kind: 'json' });
    const inner = this.block(steps, where, true, using);
    restore(this.names, as, before);
    if (at !== undefined) restore(this.names, at, beforeAt);
    return { ...common, kind: 'each', over: source, as, at, steps: inner };
  }

  private result(text: Sql, shape: Shape, where: string, inLoop: boolean): StatementSlot {
    const plain = sqlText(text);
    if (/^\s*(select|with|values)\b/i.test(stripComments(plain)))
      return this.sql(plain, shape === 'rows' ? 'rows' : 'first', where, inLoop);
    if (shape === 'rows' || shape === 'row') throw badInput({ path: where, what: `the shape ${shape} needs a SELECT` });
    return this.sql(plain, 'expression', where, inLoop);
  }

  private parts(
    parts: Parts | undefined,
    shape: Shape,
    outer: StatementSlot,
    where: string,
    inLoop: boolean,
  ): VettedPart[] {
    if (parts === undefined) return [];
    if (shape !== 'row' && shape !== 'rows')
      throw badInput({ path: where, what: `nested parts need the shape row or rows, not ${shape}` });
    const before = this.names.get('row');
    this.names.set('row', { kind: 'row', columns: outer.vetted.columns });
    const vetted = Object.entries(parts).map(([name, part]): VettedPart => {
      if (part.shape === 'text')
        throw badInput({
          path: `${where}, with ${name}`,
          what: 'a nested part cannot be a text',
          mend: 'use the shape value',
        });
      const inside = `${where}, with ${name}`;
      // a nested part counts as inside a loop, because it runs once per row of its parent
      const statement = this.result(part.sql, part.shape, inside, inLoop || shape === 'rows');
      const nested = this.parts(part.with, part.shape, statement, inside, true);
      return { name, statement, shape: part.shape, parts: nested };
    });
    restore(this.names, 'row', before);
    return vetted;
  }

  private failure(failure: Failure, where: string, inLoop: boolean, columns: readonly string[] = []): VettedFailure {
    return { code: failure[0], message: this.template(failure[1], where, inLoop, columns) };
  }

  private template(template: string, where: string, inLoop: boolean, columns: readonly string[] = []): VettedTemplate {
    let parts;
    try {
      parts = parseTemplate(template);
    } catch (error) {
      throw badInput({ path: where, what: (error as Error).message });
    }
    return parts.map((part) => {
      if (part.kind === 'text') return part;
      if (part.kind === 'expression')
        return { kind: 'expression', statement: this.sql(part.expression, 'expression', `${where}, {=…}`, inLoop) };
      const [name = '', ...path] = part.path;
      if (path.length === 0 && columns.includes(name)) return { kind: 'column', column: name };
      this.know({ name, path }, where, template);
      return { kind: 'name', use: { name, path } };
    });
  }

  private sql(text: Sql, use: SqlUse, where: string, inLoop: boolean): StatementSlot {
    if (this.count++ >= MAX_STATEMENTS)
      throw badInput({ path: where, what: `the program has more than ${MAX_STATEMENTS} statements` });
    const vetted = vetStatement(sqlText(text), use, this.catalog, where, inLoop);
    for (const param of vetted.params) this.know(param, where, vetted.text);
    return this.slot(where, vetted, (without) => vetStatement(without, use, this.catalog, where, inLoop));
  }

  /**
   * Adds a statement and its variants. A variant is for a call that gives an optional filter argument, and lacks the
   * test for a missing value (see MAX_FREED).
   */
  private slot(where: string, vetted: VettedSql, vet: (text: string) => VettedSql, from = 0): StatementSlot {
    const later = vetted.guards.filter(({ at }) => at >= from);
    const given = later.map(({ at, text }) => ({
      at,
      slot: this.slot(where, vet(text), vet, later.length > MAX_FREED ? Infinity : at + 1),
    }));
    const slot = { id: this.statements.length, where, vetted, given };
    this.statements.push(slot);
    return slot;
  }

  private know(use: ParamUse, where: string, text: string): void {
    const bound = this.names.get(use.name);
    if (bound === undefined)
      throw refusal(
        where,
        `:${use.name} is not known here`,
        `known are ${[...this.names.keys()].map((name) => `:${name}`).join(', ')}`,
        text,
      );
    const [column] = use.path;
    if (column === undefined) return;
    if (bound.kind === 'rows')
      throw refusal(where, `:${use.name} is a list of rows and has no column ${column}`, 'use each', text);
    const columns = bound.kind === 'row' || bound.kind === 'element' ? bound.columns : undefined;
    if (columns !== undefined && !columns.includes(column))
      throw refusal(where, `:${use.name} has no column ${column}`, `it has ${columns.join(', ')}`, text);
  }
}

function restore(names: Map<string, Bound>, name: string, before: Bound | undefined): void {
  if (before === undefined) names.delete(name);
  else names.set(name, before);
}

function stripComments(sql: string): string {
  return sql.replace(/--[^\n]*\n|\/\*[\s\S]*?\*\//g, ' ');
}

/** Returns the failures that the steps of a program can raise, in the order of the steps. */
export function failuresOf(steps: readonly VettedStep[]): VettedFailure[] {
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
      case 'run':
      case 'return':
      case 'return-text':
        return [];
    }
  });
}
