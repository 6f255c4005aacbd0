// The environment while it is being worked out: tables, their columns, who uses each of them and how. Everything that a
// reading of a tool needs is declared here; schema, seed and programs are written from it.
import type { ColumnRole } from '../../envs/values/environment.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { plural, singular } from '../../envs/words/split-words.ts';
import { columnName, type Field, type ValueType } from './fields.ts';
import type { Entity } from './entities.ts';
import type { SetPlan } from './find-sets.ts';

export type Use = 'returned' | 'written' | 'filtered' | 'set by rule';

export interface ColumnPlan {
  readonly name: string;
  type: 'TEXT' | 'INTEGER' | 'REAL';
  role?: ColumnRole;
  nullable: boolean;
  /** The table whose key it holds. */
  references?: string;
  /** What of the row goes when the row it refers to goes. */
  onDelete?: 'CASCADE' | 'SET NULL';
  /** The closed list of its values, for a CHECK. */
  choices?: readonly (string | number)[];
  unique?: boolean;
  /** Never below zero: stock, balance. */
  floor?: boolean;
  /** What is known of its values. */
  readonly words: readonly string[];
  schema: JsonObject;
  readonly description: string;
  readonly valueType: ValueType;
  /** Made by the system: an owner, a clock, a status. */
  system?: 'owner' | 'created' | 'updated' | 'status';
  /** The key of its table. */
  isKey?: true;
  /** Some result must have it: no row of the start is without. */
  shown?: boolean;
  /** What such rows usually have; no tool says so. */
  assumed?: boolean;
  /** Stored only because a result has it. */
  invented?: boolean;
  readonly uses: Map<Use, Set<string>>;
}

export interface TablePlan {
  readonly name: string;
  readonly words: readonly string[];
  readonly kind: 'entity' | 'part' | 'link' | 'settings' | 'session' | 'reference' | 'outbox' | 'tree';
  about: string;
  readonly key: string[];
  readonly columns: Map<string, ColumnPlan>;
  readonly uniques: string[][];
  readonly indexes: Set<string>;
  entity?: Entity;
  readonly tools: Set<string>;
  /** A part belongs to its parent: rows are made per parent. */
  parent?: string;
  /** Rows that a template brings itself: a root folder, a session. */
  rows?: JsonObject[];
}

export interface Decision {
  readonly subject: string;
  readonly decided: string;
  readonly why: string;
  /** 0 to 1. */
  readonly sure: number;
  readonly instead?: readonly { readonly choice: string; readonly score: number }[];
}

export class Model {
  readonly tables = new Map<string, TablePlan>();
  readonly entities: readonly Entity[];
  readonly decisions: Decision[] = [];
  /** Statuses by table: the values a status column takes, first the initial one. */
  readonly statuses = new Map<string, string[]>();

  /** Pairs that tools make: whose, of what. */
  sets: readonly SetPlan[] = [];

  constructor(entities: readonly Entity[]) {
    this.entities = entities;
  }

  decide(decision: Decision): void {
    this.decisions.push(decision);
  }

  tableOf(entity: Entity): TablePlan {
    const known = this.tables.get(entity.table);
    if (known !== undefined) return known;
    const table = this.table(entity.table, entity.words, 'entity', [entity.key.column]);
    table.entity = entity;
    this.column(table, {
      name: entity.key.column,
      words: entity.key.column.split('_'),
      valueType: entity.key.type,
      schema: {},
      description: '',
      nullable: false,
      ...(entity.key.natural ? {} : { role: 'minted' as const }),
    }).isKey = true;
    return table;
  }

  table(name: string, words: readonly string[], kind: TablePlan['kind'], key: readonly string[]): TablePlan {
    const known = this.tables.get(name);
    if (known !== undefined) return known;
    const table: TablePlan = {
      name,
      words,
      kind,
      about: '',
      key: [...key],
      columns: new Map(),
      uniques: [],
      indexes: new Set(),
      tools: new Set(),
    };
    this.tables.set(name, table);
    return table;
  }

  column(table: TablePlan, wanted: NewColumn): ColumnPlan {
    const known = table.columns.get(wanted.name);
    if (known !== undefined) return known;
    const column: ColumnPlan = {
      type: SQL_TYPES[wanted.valueType],
      uses: new Map(),
      ...wanted,
      ...(wanted.role !== undefined
        ? {}
        : wanted.valueType === 'boolean'
          ? { role: 'boolean' as const }
          : wanted.valueType === 'json'
            ? { role: 'json' as const }
            : {}),
    };
    table.columns.set(column.name, column);
    return column;
  }

  use(table: TablePlan, column: ColumnPlan, how: Use, tool: string): void {
    const known = column.uses.get(how) ?? new Set<string>();
    known.add(tool);
    column.uses.set(how, known);
    table.tools.add(tool);
  }

  /** The entity whose key a column is. */
  entityOf(table: TablePlan): Entity | undefined {
    return table.entity;
  }

  keyColumn(table: TablePlan): ColumnPlan {
    const column = table.columns.get(table.key[0] ?? '');
    if (column === undefined) throw new TypeError(`${table.name} has no key`);
    return column;
  }

  /** The columns of a table that hold the key of another. */
  referencesTo(table: TablePlan, target: string): ColumnPlan[] {
    return [...table.columns.values()].filter((column) => column.references === target);
  }
}

export interface NewColumn {
  readonly name: string;
  readonly words: readonly string[];
  readonly valueType: ValueType;
  readonly schema: JsonObject;
  readonly description: string;
  readonly nullable: boolean;
  readonly role?: ColumnRole;
  readonly references?: string;
  readonly onDelete?: 'CASCADE' | 'SET NULL';
  readonly choices?: readonly (string | number)[];
  readonly unique?: boolean;
  readonly floor?: boolean;
  readonly system?: 'owner' | 'created' | 'updated' | 'status';
  readonly invented?: boolean;
  readonly assumed?: boolean;
}

const SQL_TYPES: Readonly<Record<ValueType, 'TEXT' | 'INTEGER' | 'REAL'>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  json: 'TEXT',
};

/** The words of a field without those of what it belongs to: title, for order_title of an order. */
export function ownWords(words: readonly string[], owner: readonly string[]): readonly string[] {
  // the user name of a user is not its name
  if (words.length === 2 && words[0] === 'user' && words[1] === 'name') return words;
  for (let from = 0; from < owner.length; from++) {
    const part = owner.slice(from);
    if (words.length > part.length && part.every((word, at) => words[at] === word)) return words.slice(part.length);
  }
  return words;
}

/** A list keeps its plural: tags. */
export function columnWords(field: Field, isList: boolean, owner: readonly string[]): readonly string[] {
  const words = ownWords(field.words, owner);
  if (!isList) return words;
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1), plural(singular(last))];
}

export function nameOf(words: readonly string[]): string {
  return columnName(words);
}
