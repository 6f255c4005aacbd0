// Guesses arguments for a tool: keys of existing rows, and values that a column has. Arguments of one table are taken
// from one row, so that they fit together.
import type { Random } from '../../../envs/random.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { World } from '../../../envs/world/world.ts';
import { readNode, type FieldNode } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import { withSaidForms } from '../read/said-of-argument.ts';
import { timeSenseOf } from '../../lexicon/time-words.ts';
import { inOrder } from './span-arguments.ts';
import type { Plan, TablePlan } from '../plan/plan.ts';
import { isRefused, sampled } from './sampled.ts';
import { besideValue, turned } from './wrong-values.ts';
import type { Match, Role } from '../readings/reading.ts';

export interface GuessOptions {
  /** Whether optional arguments are given too. */
  readonly full: boolean;
  /** The arguments of an earlier call. They are used again for arguments with the same role. */
  readonly like?: JsonObject;
  readonly likeMatch?: Match | undefined;
  /** Numbers and times lie this much above or below those of the row. A tool that compares values needs this. */
  readonly near?: number;
  /** Whether the arguments may come from different rows. */
  readonly loose?: boolean;
}

const ROWS = 150;
const MOST_KEYS = 24;
const OFTEN = 0.7;

/** The row from which the arguments are taken. */
interface MainRow {
  readonly table: string;
  readonly row: JsonObject;
}

export class ArgumentGuesser {
  private readonly rows = new Map<string, JsonObject[]>();
  private readonly tables: ReadonlyMap<string, TablePlan>;
  private readonly nodes = new WeakMap<object, FieldNode>();

  constructor(world: World, plan: Plan) {
    this.tables = new Map(plan.tables.map((table) => [table.name, table]));
    for (const { table, row } of world.environment.seed) {
      const known = this.rows.get(table) ?? [];
      if (known.length < ROWS) known.push(row);
      this.rows.set(table, known);
    }
  }

  guess(tool: Tool, match: Match | undefined, random: Random, options: GuessOptions): JsonObject {
    const node = this.nodeOf(tool);
    if (node.kind !== 'object') return {};
    const row = this.mainRow(match, random);
    const args: Record<string, Json> = {};
    for (const member of node.members) {
      const isNeeded = member.field.required || isAlways(match, member);
      if (!isNeeded && !(options.full && random.real() < OFTEN)) continue;
      if (isRefused(match, member)) continue;
      const value = this.value(member, match, row, random, options);
      if (value !== undefined) args[member.field.name] = value;
    }
    return inOrder(node.members, args);
  }

  /** Returns arguments that ask for each row of the table, for at most MOST_KEYS rows. */
  keysFor(tool: Tool, match: Match | undefined): JsonObject[] {
    const keys = (match?.arguments ?? []).filter(
      ({ role }) => role === 'key' || role === 'ancestor' || role === 'filter',
    );
    const table = keys.find(({ role }) => role === 'key')?.is.split('.')[0] ?? '';
    const node = this.nodeOf(tool);
    return (this.rows.get(table) ?? []).slice(0, MOST_KEYS).map((row) => {
      const args: Record<string, Json> = {};
      for (const role of keys) {
        const member = node.kind === 'object' ? node.members.find((each) => each.field.name === role.place) : undefined;
        const value =
          member === undefined || (!member.field.required && role.role !== 'key')
            ? undefined
            : this.fromRow(role, table, row);
        if (value !== undefined && value !== null) args[role.place] = value;
      }
      return args;
    });
  }

  nodeOf(tool: Tool): FieldNode {
    const known =
      this.nodes.get(tool.parameters) ?? readNode(withSaidForms(tool.parameters as JsonObject, tool.description));
    this.nodes.set(tool.parameters, known);
    return known;
  }

  private mainRow(match: Match | undefined, random: Random): MainRow | undefined {
    const table =
      match?.arguments.find(({ role, is }) => role === 'key' && is.includes('.'))?.is.split('.')[0] ??
      match?.needs[0]?.table ??
      '';
    const rows = this.rows.get(table) ?? [];
    return rows.length === 0 ? undefined : { table, row: random.pick(rows) };
  }

  /** Returns the value of an argument from a column of the row, or from a row above it. */
  private fromRow(role: Role, table: string, row: JsonObject): Json | undefined {
    if (role.role === 'ancestor') {
      let at: JsonObject | undefined = row;
      let name = table;
      const columns = role.is.split(' > ');
      for (const [index, column] of columns.entries()) {
        const value: Json | undefined = at?.[column];
        if (index === columns.length - 1) return value;
        const reference = this.tables.get(name)?.references.find((each) => each.columns.at(-1) === column);
        at = (this.rows.get(reference?.table ?? '') ?? []).find((each) => each[reference?.to.at(-1) ?? ''] === value);
        name = reference?.table ?? '';
      }
      return undefined;
    }
    const [of = '', column = ''] = role.is.split('.');
    return of === table ? row[column] : undefined;
  }

  private value(
    node: FieldNode,
    match: Match | undefined,
    main: MainRow | undefined,
    random: Random,
    options: GuessOptions,
  ): Json | undefined {
    const role = match?.arguments.find((each) => each.place === node.field.path.join('.'));
    const before = likeBefore(node, role, options);
    if (before !== undefined) return before;
    if (role === undefined && node.kind === 'object') {
      const value: Record<string, Json> = {};
      for (const member of node.members) {
        const isLeft = !member.field.required && random.real() > OFTEN;
        if (isLeft || isRefused(match, member)) continue;
        const made = this.value(member, match, main, random, options);
        if (made !== undefined) value[member.field.name] = made;
      }
      return value;
    }
    if (role?.role === 'rows') return this.objects(node, role.is, match, main, random);
    const special = role === undefined ? undefined : this.special(node, role, main, random);
    return special === undefined ? this.ofColumn(node, role, match, main, random, options) : special.value;
  }

  /** Returns the value of an argument that is not one column's value, such as a page or a list of keys. */
  private special(
    node: FieldNode,
    role: Role,
    main: MainRow | undefined,
    random: Random,
  ): { readonly value: Json | undefined } | undefined {
    const { field } = node;
    if (role.role === 'confirm') return { value: true };
    if (role.role === 'paging') {
      const isCursor = field.type === 'text' || field.words.some((word) => /cursor|token|after/.test(word));
      const [least, most] = [Number(field.schema['minimum'] ?? 1), Number(field.schema['maximum'] ?? 5)];
      return { value: isCursor ? undefined : random.int(Math.max(1, least), Math.min(5, most)) };
    }
    if (role.role === 'filter inside') {
      const [table = '', column = '', inner = ''] = role.is.split('.');
      const held = memberOf(main?.table === table ? main.row[column] : this.pick(table, column, random), inner);
      return { value: held === undefined || held === null ? sampled(node, random) : typed(held, node) };
    }
    if (role.role === 'text search') return { value: this.word(role.is.split(', ')[0] ?? '', main, random) };
    if (role.role.startsWith('keys ')) {
      const keys = this.keyList(role.is, main, random) as Json[];
      return { value: keys.map((value) => ({ [role.role.slice(5)]: value })) };
    }
    if (role.role === 'keys') return { value: this.keyList(role.is, main, random) };
    if (role.elements !== undefined && role.role !== 'taken away')
      return { value: this.keyList(role.elements, undefined, random) };
    if (main === undefined || !/^(?:element taken away|added|taken away)$/.test(role.role)) return undefined;
    const known = this.elements(role.is, main, random);
    if (role.role !== 'element taken away') return { value: known ?? sampled(node, random) };
    return { value: Array.isArray(known) ? (known as readonly Json[])[0] : sampled(node, random) };
  }

  /** Returns the value of an argument for a column: from the main row, a referenced row or any row, or a new value. */
  private ofColumn(
    node: FieldNode,
    role: Role | undefined,
    match: Match | undefined,
    main: MainRow | undefined,
    random: Random,
    options: GuessOptions,
  ): Json | undefined {
    const isNew =
      (match?.rule === 'create' && role?.role === 'key' && this.isOwnKey(role.is)) || role?.role === 'value';
    const [table = '', column = ''] = role?.is.split('.') ?? [];
    const reference = this.tables.get(table)?.references.find((each) => each.columns.at(-1) === column);
    const now = isNew && main?.table === table ? main.row[column] : undefined;
    const near = now === undefined || options.near === undefined ? undefined : besideValue(now, options.near);
    if (near !== undefined) return near;
    if (isNew && reference === undefined) return this.freshValue(node, table, column, random, main);
    if (role?.role === 'day') return String(this.pick(table, column, random) ?? '2031-05-02').slice(0, 10);
    if (role !== undefined && reference === undefined && main !== undefined && options.loose !== true) {
      const value = this.fromRow(role, main.table, main.row);
      if (value !== undefined && value !== null) return typed(value, node);
    }
    if (reference !== undefined) {
      // the references of one existing row fit together, so they are copied from the main row
      const isLike = role?.role !== 'value' || (options.loose !== true && random.real() < OFTEN);
      const own = main !== undefined && table === main.table && isLike ? main.row[column] : undefined;
      const target = own ?? this.pick(reference.table, reference.to.at(-1) ?? '', random);
      if (target !== undefined && target !== null) return typed(target, node);
    }
    const any = column !== '' && !isNew ? this.pick(table, column, random) : undefined;
    return any === undefined || any === null ? sampled(node, random) : typed(any, node);
  }

  private isOwnKey(is: string): boolean {
    const [table = '', column = ''] = is.split('.');
    return this.tables.get(table)?.key.at(-1) === column;
  }

  private pick(table: string, column: string, random: Random): Json | undefined {
    const rows = (this.rows.get(table) ?? []).filter((row) => row[column] !== null && row[column] !== undefined);
    return rows.length === 0 ? undefined : random.pick(rows)[column];
  }

  private freshValue(node: FieldNode, table: string, column: string, random: Random, main?: MainRow): Json | undefined {
    const made = this.knownTime(node, table, column, random, main) ?? sampled(node, random);
    if (this.tables.get(table)?.key.at(-1) !== column) return made;
    const taken = new Set((this.rows.get(table) ?? []).map((row) => row[column]));
    return taken.has(made) && typeof made === 'string' ? turned(made) : made;
  }

  /** Returns the time of a generated row, often of a row with the same references, so that two bookings overlap. */
  private knownTime(
    { field }: FieldNode,
    table: string,
    column: string,
    random: Random,
    main: MainRow | undefined,
  ): Json | undefined {
    const isText = field.type === 'text' && field.choices.length === 0 && field.schema['format'] === undefined;
    if (!isText || timeSenseOf(spelled(field.words)) === undefined) return undefined;
    const beside = main?.table === table && random.real() < OFTEN ? this.besideOf(main)?.[column] : undefined;
    const known = beside ?? this.pick(table, column, random);
    return typeof known === 'string' && !Number.isNaN(Date.parse(known)) ? known : undefined;
  }

  /** Returns the first other row that refers to the same row as the main row. */
  private besideOf({ table, row }: MainRow): JsonObject | undefined {
    const columns = this.tables.get(table)?.references.flatMap((reference) => reference.columns) ?? [];
    const given = columns.filter((column) => row[column] !== null && row[column] !== undefined);
    return (this.rows.get(table) ?? []).find(
      (other) => other !== row && given.some((column) => other[column] === row[column]),
    );
  }

  /** Makes the elements of a list of objects. The members of the objects have their own roles. */
  private objects(
    node: FieldNode,
    table: string,
    match: Match | undefined,
    main: MainRow | undefined,
    random: Random,
  ): Json {
    // the other arguments filter by these columns, so each drawn row must have the same values in them as the main row
    const same = (match?.arguments ?? []).flatMap(({ role, is }) =>
      role === 'filter' && is.startsWith(`${table}.`) ? [is.slice(table.length + 1)] : [],
    );
    if (node.kind !== 'list' || node.item.kind !== 'object') return [];
    const { members } = node.item;
    const chosen = new Set<JsonObject>();
    return Array.from({ length: random.int(1, 2) }, () => {
      const rows = (this.rows.get(table) ?? []).filter(
        (row) => !chosen.has(row) && same.every((column) => row[column] === main?.row[column]),
      );
      const row = rows.length === 0 ? undefined : random.pick(rows);
      if (row !== undefined) chosen.add(row);
      const item: Record<string, Json> = {};
      for (const member of members) {
        if (!member.field.required && random.real() > OFTEN) continue;
        const role = match?.arguments.find((each) => each.place === `${node.field.name}[].${member.field.name}`);
        const [of = '', column = ''] = role?.is.split('.') ?? [];
        const isKey =
          this.tables.get(table)?.key.at(-1) === (role === undefined ? this.tables.get(table)?.key.at(-1) : column);
        const reference = this.tables.get(of)?.references.find((each) => each.columns.at(-1) === column);
        const value =
          reference !== undefined
            ? this.pick(reference.table, reference.to.at(-1) ?? '', random)
            : isKey && match?.rule === 'update many'
              ? row?.[this.tables.get(table)?.key.at(-1) ?? '']
              : this.freshValue(member, of, column, random);
        if (value !== undefined && value !== null) item[member.field.name] = value;
      }
      return item;
    });
  }

  private keyList(is: string, main: MainRow | undefined, random: Random): Json {
    const [table = '', column = ''] = is.split('.');
    if (main?.table === table && random.real() < OFTEN) return [main.row[column] ?? null];
    const rows = random.shuffled(this.rows.get(table) ?? []).slice(0, 2);
    return rows.map((row) => row[column] ?? null);
  }

  private elements(is: string, main: { table: string; row: JsonObject }, random: Random): Json | undefined {
    const [, column = ''] = is.split('.');
    const known = (this.rows.get(main.table) ?? []).flatMap((row) => {
      const text = row[column];
      const list = typeof text === 'string' ? (JSON.parse(text) as Json) : [];
      return Array.isArray(list) ? (list as Json[]) : [];
    });
    return known.length === 0 ? undefined : [random.pick(known)];
  }

  private word(is: string, main: MainRow | undefined, random: Random): Json {
    const [table = '', column = '', member] = is.split('.');
    const value =
      main?.table === table && main.row[column] !== null ? main.row[column] : this.pick(table, column, random);
    const text = String((member === undefined ? value : memberOf(value, member)) ?? 'heron');
    return /[A-Za-z]{3,}/.exec(text)?.[0] ?? text;
  }
}

function isAlways(match: Match | undefined, node: FieldNode): boolean {
  return match?.arguments.some((role) => role.place === node.field.name && role.always === true) === true;
}

/** Returns a member of an object that a row stores as text. */
function memberOf(text: Json | undefined, member: string): Json | undefined {
  const object = typeof text === 'string' && text.startsWith('{') ? (JSON.parse(text) as Json) : undefined;
  return isJsonObject(object) ? object[member] : undefined;
}

function typed(value: Json, { kind, field }: FieldNode): Json | undefined {
  if (kind === 'list') return [value];
  if (field.type === 'boolean') return value === 1 || value === true;
  if (field.type === 'integer') return Number.isInteger(Number(value)) ? Number(value) : undefined;
  if (field.type === 'real') return Number.isFinite(Number(value)) ? Number(value) : undefined;
  return field.type === 'text' ? String(value) : value;
}

/** Returns the value that an earlier call gave for an argument with the same name or the same role. */
function likeBefore({ field }: FieldNode, role: Role | undefined, { like, likeMatch }: GuessOptions): Json | undefined {
  if (like?.[field.name] !== undefined || role === undefined) return like?.[field.name];
  const same = likeMatch?.arguments.find(
    (each) => each.is === role.is && each.is.includes('.') && each.role === role.role,
  );
  return same === undefined ? undefined : like?.[same.place];
}
