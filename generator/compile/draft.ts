// One tool being compiled: what its arguments and its results turned out to be, what is suspect, and small things that
// every template needs: references to arguments, look-ups with their error, the session.
import type { Failure, Step } from '../../envs/values/program.ts';
import { generalRole, shapesAnswer } from './argument-roles.ts';
import { leavesOf, type FieldNode } from './fields.ts';
import { layOut, type LeafNote, type Scope } from './layout.ts';
import { listIn } from './list-in.ts';
import type { ColumnPlan, Model, TablePlan } from './model.ts';
import type { DomainTool } from './read-tool.ts';
import { literal, quoted, returnStep, type Out } from './render.ts';
import { openResult } from './whole-row.ts';

export type ArgumentRole =
  | 'own key'
  | 'reference'
  | 'filter'
  | 'range'
  | 'text search'
  | 'paging'
  | 'sort'
  | 'payload'
  | 'patch'
  | 'parts'
  | 'amount'
  | 'choice'
  | 'verification'
  | 'credential'
  | 'formatting'
  | 'operand'
  | 'unused';

export interface ArgumentNote {
  readonly argument: string;
  readonly role: ArgumentRole;
  readonly is: string;
}

export class Draft {
  readonly tool: DomainTool;
  readonly model: Model;
  readonly arguments: ArgumentNote[] = [];
  readonly leaves: LeafNote[] = [];
  readonly flags = new Map<string, string>();
  /** Reads of this tool need somebody signed in. */
  signedIn = false;

  constructor(tool: DomainTool, model: Model) {
    this.tool = tool;
    this.model = model;
  }

  flag(reason: string, detail: string): void {
    if (!this.flags.has(reason)) this.flags.set(reason, detail);
  }

  place(node: FieldNode, role: ArgumentRole, is: string): void {
    const argument = node.field.path.join('.');
    if (!this.arguments.some((each) => each.argument === argument)) this.arguments.push({ argument, role, is });
  }

  /** What an argument is, after all. */
  replace(path: readonly string[], role: ArgumentRole, is: string): void {
    const at = this.arguments.findIndex((each) => each.argument === path.join('.'));
    if (at !== -1) this.arguments[at] = { argument: path.join('.'), role, is };
  }

  isPlaced(node: FieldNode): boolean {
    return this.arguments.some((each) => each.argument === node.field.path.join('.'));
  }

  /** The arguments that no general role takes. */
  specific(isRead: boolean): FieldNode[] {
    return this.tool.arguments.filter((node) => {
      if (this.isPlaced(node)) return false;
      const inHeader = this.tool.pool.http?.in?.[node.field.name] === 'header';
      const role =
        inHeader && (!node.field.required || node.field.words[0] === 'x')
          ? 'formatting'
          : generalRole(node.field, isRead);
      if (role === undefined) return true;
      // the field of a doctor is no field of a table
      const shown =
        role === 'formatting' &&
        !inHeader &&
        !shapesAnswer(node.field) &&
        this.tool.result !== undefined &&
        leavesOf(this.tool.result).some((leaf) => leaf.field.words.join(' ') === node.field.words.join(' '));
      if (shown) return true;
      if (role === 'credential' || role === 'formatting') {
        this.place(node, role, role);
        return false;
      }
      return false;
    });
  }

  /** Arguments of a general role. */
  general(isRead: boolean, ...roles: readonly string[]): FieldNode[] {
    return this.tool.arguments.filter((node) => roles.includes(generalRole(node.field, isRead) ?? ''));
  }

  scope(table: TablePlan | undefined, more: Partial<Scope> = {}): Scope {
    const echoes = new Map<string, { sql: string; type: string; required: boolean }>();
    for (const node of this.tool.arguments) {
      echoes.set(node.field.words.join(' '), {
        sql: reference(node.field.path),
        type: node.kind === 'scalar' ? node.field.type : 'json',
        required: node.field.required,
      });
      if (node.kind === 'object')
        for (const member of node.members)
          if (member.kind === 'scalar' && !echoes.has(member.field.words.join(' ')))
            echoes.set(member.field.words.join(' '), {
              sql: reference(member.field.path),
              type: member.field.type,
              required: member.field.required && node.field.required,
            });
    }
    return {
      model: this.model,
      tool: this.tool,
      table,
      row: '',
      writes: false,
      echoes,
      prefix: [],
      depth: 0,
      notes: this.leaves,
      ...more,
    };
  }

  /** The result over a row; what no schema describes is the whole row. */
  result(table: TablePlan | undefined, more: Partial<Scope> = {}): Out {
    const scope = this.scope(table, more);
    const main = this.tool.result === undefined || more.list === undefined ? undefined : listIn(this.tool.result);
    const open = table === undefined || more.list !== undefined ? undefined : openResult(this.tool, table, this.model);
    if (open !== undefined && this.tool.result !== undefined) {
      for (const leaf of leavesOf(this.tool.result))
        this.leaves.push({
          leaf: leaf.field.path.join('.') || '(whole)',
          role: 'envelope',
          is: `the row of ${table?.name ?? ''}`,
        });
      return open;
    }
    if (this.tool.result !== undefined)
      return layOut(this.tool.result, main === undefined ? scope : { ...scope, mainList: main });
    if (table === undefined)
      return { kind: 'object', members: [['success', { kind: 'sql', sql: '1', as: 'boolean' }]] };
    return { kind: 'object', members: [] };
  }
}

/** An argument as SQL names it. */
export function reference(path: readonly string[]): string {
  if (path.every((part) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(part)) && path[0] !== 'args') return `:${path.join('.')}`;
  return `json_extract(:args, ${literal(`$.${path.map((part) => `"${part.replaceAll('"', '')}"`).join('.')}`)})`;
}

/** An argument in a message. */
export function inMessage(path: readonly string[]): string {
  if (path.every((part) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(part)) && path[0] !== 'args') return `{${path.join('.')}}`;
  return `{=${reference(path)}}`;
}

export const thing = (table: TablePlan): string => table.words.join(' ');

/** an input, a book */
export const someThing = (table: TablePlan): string => `${/^[aeiou]/.test(thing(table)) ? 'an' : 'a'} ${thing(table)}`;

/** let order = the row with this key, else NOT_FOUND. */
export function letRow(table: TablePlan, name: string, where: string, message: string): Step {
  const failure: Failure = ['NOT_FOUND', message];
  return { let: name, sql: `SELECT * FROM ${table.name} WHERE ${where}`, else: failure };
}

export function equals(column: ColumnPlan, sql: string): string {
  return `${quoted(column.name)} = ${sql}`;
}

/** A name for a binding that no argument has. */
export function bindingName(table: TablePlan, tool: DomainTool): string {
  const name = table.words.join('_').replaceAll(/[^a-z0-9_]/g, '') || 'found';
  const taken = new Set(['args', 'row', ...tool.arguments.map((node) => node.field.name)]);
  const safe = /^[a-z_]/.test(name) ? name : 'found';
  return taken.has(safe) ? `the_${safe}` : safe;
}

export function finish(out: Out, from?: { table: string; where: string }): Step {
  return returnStep(out, from);
}
