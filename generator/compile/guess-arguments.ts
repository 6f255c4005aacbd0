// Arguments for a tool whose roles are known: keys of rows that exist, values that a column has, all of one row where they
// speak of one table; and arguments that are wrong in one place.
import type { Random } from '../../envs/random.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool, ToolCall } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { sample } from '../recipe/sample-schema.ts';
import type { Draft } from './draft.ts';
import { generalRole } from './argument-roles.ts';
import { columnName, readNode, type Field, type FieldNode } from './fields.ts';
import type { Model } from './model.ts';
import { keyOf } from './placing.ts';
import type { DomainTool } from './read-tool.ts';
import type { Reading } from './templates/reading.ts';

interface Drafted {
  readonly tool: DomainTool;
  readonly draft: Draft;
  readonly reading: Pick<Reading, 'kind'>;
}

export interface GuessOptions {
  /** Optional arguments too. */
  readonly full: boolean;
  /** Arguments of another call, to be used where they mean the same. */
  readonly like?: JsonObject;
  readonly likeDraft?: Drafted | undefined;
  readonly login?: ToolCall | undefined;
  /** Not all from one row. */
  readonly loose?: boolean;
  readonly world: World;
}

const ROWS = 120;
const MOST_KEYS = 24;

export class ArgumentGuesser {
  private readonly rows = new Map<string, JsonObject[]>();
  private readonly model: Model;
  private readonly nodes = new WeakMap<object, FieldNode>();
  private readonly samples = new WeakMap<JsonObject, Json[]>();

  constructor(world: World, model: Model) {
    this.model = model;
    for (const { table, row } of world.environment.seed) {
      const known = this.rows.get(table) ?? [];
      if (known.length < ROWS) known.push(row);
      this.rows.set(table, known);
    }
  }

  guess(tool: Tool, drafted: Drafted | undefined, random: Random, options: GuessOptions): JsonObject {
    const node = this.nodeOf(tool);
    if (node.kind !== 'object') return {};
    const chosen = new Map<string, JsonObject>();
    const taken = new Set<string>();
    const args: Record<string, Json> = {};
    // what the path says comes from one row
    const address = new Set([...(tool.http?.path ?? '').matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
    for (const member of node.members) {
      if (!member.field.required && !(options.full && random.real() < 0.7)) continue;
      const value = this.value(member, drafted, random, chosen, taken, options, address.has(member.field.name));
      if (value !== undefined) args[member.field.name] = value;
    }
    return args;
  }

  /** The own key of each row that a tool may be about. */
  keysFor(tool: Tool, drafted: Drafted | undefined): JsonObject[] {
    const own = drafted?.draft.arguments.find((each) => each.role === 'own key' && !each.argument.includes('.'));
    if (own === undefined) return [];
    const [table = '', column = ''] = own.is.split('.');
    const node = this.nodeOf(tool);
    const member = node.kind === 'object' ? node.members.find((each) => each.field.name === own.argument) : undefined;
    if (member === undefined) return [];
    return (this.rows.get(table) ?? []).slice(0, MOST_KEYS).flatMap((row) => {
      const value = this.typed(row[column] ?? null, member, undefined);
      return value === undefined || value === null ? [] : [{ [own.argument]: value }];
    });
  }

  private nodeOf(tool: Tool): FieldNode {
    const known = this.nodes.get(tool.parameters) ?? readNode(tool.parameters as JsonObject);
    this.nodes.set(tool.parameters, known);
    return known;
  }

  private value(
    node: FieldNode,
    drafted: Drafted | undefined,
    random: Random,
    chosen: Map<string, JsonObject>,
    taken: Set<string>,
    options: GuessOptions,
    isAddress = false,
  ): Json | undefined {
    const note = drafted?.draft.arguments.find((each) => each.argument === node.field.path.join('.'));
    const place = note?.is ?? '';
    const like = this.alike(node, place, options);
    if (like !== undefined) return like;
    if (node.kind === 'object') {
      const members = Object.entries(Object.fromEntries(node.members.map((member) => [member.field.name, member])));
      const value: Record<string, Json> = {};
      for (const [name, member] of members) {
        if (!member.field.required && random.real() < 0.3) continue;
        const made = this.value(member, drafted, random, chosen, taken, options);
        if (made !== undefined) value[name] = made;
      }
      return value;
    }
    if (node.kind === 'list') {
      const least = Number(node.field.schema['minItems'] ?? 1);
      const count = Math.min(Math.max(least, random.int(1, 2)), Number(node.field.schema['maxItems'] ?? 2));
      const made = Array.from({ length: count }, () =>
        node.item.kind === 'object'
          ? this.item(node.item.members, place, random)
          : node.item.kind === 'scalar'
            ? this.listItem(node, place, random)
            : this.sampled(node.item, random),
      );
      return node.field.schema['uniqueItems'] === true
        ? [...new Map(made.map((each) => [JSON.stringify(each), each])).values()]
        : made;
    }
    const { field } = node;
    const choices = field.schema['enum'];
    if (Array.isArray(choices) && choices.length > 0) {
      const stored = this.stored(
        node,
        place,
        random,
        chosen,
        taken,
        note?.role ?? '',
        options.loose === true,
        options.login,
      );
      return stored !== undefined && (choices as Json[]).includes(stored) && random.real() < 0.8
        ? stored
        : random.pick(choices as readonly Json[]);
    }
    if ('const' in field.schema) return field.schema['const'] as Json;
    if (options.login !== undefined && /token/.test(field.words.join(' '))) return this.token(options.login);
    if (note?.role === 'paging')
      return field.type === 'integer' || field.type === 'real'
        ? pageNumber(field)
        : field.type === 'text'
          ? /cursor|token/.test(field.words.join(' '))
            ? undefined
            : '1'
          : undefined;
    if (note?.role === 'sort') return undefined;
    if (note?.role === 'text search') return this.word(place, random);
    if (note?.role === 'amount') return random.pick([1, 2, 5, 10]);
    const pair = drafted?.reading.kind === 'link' ? this.pairedWith(place) : undefined;
    if (pair !== undefined && random.real() < FRESH)
      return this.stored(node, pair, random, new Map(), new Set(), '', true, options.login);
    const isNew = note?.role === 'own key' && drafted?.reading.kind === 'create' && !isAddress;
    const fresh = isNew && random.real() < FRESH ? this.freshKey(node, place, random) : undefined;
    if (fresh !== undefined) return fresh;
    const stored = place.includes('.')
      ? this.stored(
          node,
          place,
          random,
          chosen,
          taken,
          isAddress ? 'address' : (note?.role ?? ''),
          options.loose === true,
          options.login,
        )
      : undefined;
    if (stored !== undefined && (isAddress || note?.role !== 'payload' || random.real() < 0.9)) return stored;
    return this.sampled(node, random);
  }

  /** Whose key a place in a table of pairs is: what is not paired yet stands there. */
  private pairedWith(place: string): string | undefined {
    const [table = '', column = ''] = place.split('.');
    const pairs = this.model.tables.get(table);
    const target = this.model.tables.get(pairs?.columns.get(column)?.references ?? '');
    return pairs?.kind !== 'link' || target === undefined ? undefined : `${target.name}.${target.key[0] ?? ''}`;
  }

  /** A key like those of a table that none of its rows has. */
  private freshKey(node: FieldNode, place: string, random: Random): Json | undefined {
    const [table = '', column = ''] = place.split('.');
    const rows = this.rows.get(table) ?? [];
    const taken = new Set(rows.map((row) => row[column]));
    const like = rows.length === 0 ? undefined : random.pick(rows)[column];
    if (typeof like === 'number') return Math.max(...[...taken].map(Number)) + random.int(1, 90);
    const forms = typeof like === 'string' ? [turned(like)] : [];
    return [...forms, this.freshSample(node, random)].find((each) => !taken.has(each));
  }

  /** The row of whoever signs in. */
  private account(login: ToolCall): JsonObject | undefined {
    const users = [...this.model.tables.values()].find(
      (table) =>
        table.kind === 'entity' &&
        (table.columns.has('password') || table.columns.has('access_token') || table.words.join(' ') === 'user'),
    );
    const values = new Set(Object.values(login.arguments) as Json[]);
    const fits = (each: JsonObject): number => Object.values(each).filter((value) => values.has(value as Json)).length;
    const rows = this.rows.get(users?.name ?? '') ?? [];
    return rows.reduce<JsonObject | undefined>(
      (best, each) => (best === undefined || fits(each) > fits(best) ? each : best),
      undefined,
    );
  }

  private token(login: ToolCall): Json {
    return this.account(login)?.['access_token'] ?? 'no-token';
  }

  /** What another call said of the same place. */
  private alike(node: FieldNode, place: string, options: GuessOptions): Json | undefined {
    if (options.like === undefined) return undefined;
    const other = options.likeDraft?.draft.arguments.find(
      (each) => each.is === place && place.includes('.') && !each.argument.includes('.'),
    );
    if (other !== undefined && options.like[other.argument] !== undefined) return options.like[other.argument];
    const same = options.like[node.field.name];
    return same !== undefined && node.field.path.length === 1 && place !== '' && !place.includes('.')
      ? same
      : undefined;
  }

  private stored(
    node: FieldNode,
    place: string,
    random: Random,
    chosen: Map<string, JsonObject>,
    taken: Set<string>,
    role: string,
    loose: boolean,
    login?: ToolCall,
  ): Json | undefined {
    const [table = '', column = ''] = place.split('.');
    const rows = this.rows.get(table);
    const plan = this.model.tables.get(table)?.columns.get(column);
    if (
      plan?.references !== undefined &&
      (role === 'payload' || role === 'patch' || rows === undefined || rows.length === 0)
    ) {
      const target = this.model.tables.get(plan.references);
      return target === undefined
        ? undefined
        : this.stored(node, `${target.name}.${target.key[0] ?? ''}`, random, chosen, taken, '', true);
    }
    if (rows === undefined || rows.length === 0) return undefined;
    const own = role !== 'payload' && role !== 'patch' && !loose && !(taken.has(place) && role !== 'operand');
    let row = own ? chosen.get(table) : undefined;
    row ??= random.pick(random.real() < 0.5 ? this.mine(table, rows, login) : rows);
    if (own) chosen.set(table, row);
    taken.add(place);
    let value = row[column];
    if (value === null || value === undefined)
      value = rows.find((each) => each[column] !== null && each[column] !== undefined)?.[column];
    const target = this.model.tables.get(plan?.references ?? '');
    // no row refers to any yet
    if ((value === undefined || value === null) && target !== undefined && target.name !== table)
      return this.stored(node, `${target.name}.${target.key[0] ?? ''}`, random, chosen, taken, '', true);
    if (value === undefined || value === null) return undefined;
    return this.typed(value, node, plan?.role);
  }

  /** Of rows that belong to people, those of whoever signs in. */
  private mine(table: string, rows: readonly JsonObject[], login: ToolCall | undefined): readonly JsonObject[] {
    const owner =
      login === undefined
        ? undefined
        : [...(this.model.tables.get(table)?.columns.values() ?? [])].find((column) => column.system === 'owner');
    if (owner === undefined || login === undefined) return rows;
    const users = this.model.tables.get(owner.references ?? '');
    const account = this.account(login)?.[users?.key[0] ?? ''];
    const own = rows.filter((row) => row[owner.name] === account);
    return own.length > 0 ? own : rows;
  }

  private typed(value: Json, node: FieldNode, role: string | undefined): Json | undefined {
    const { field } = node;
    if (field.type === 'boolean') return role === 'boolean' ? value === 1 : undefined;
    if (role === 'json') return undefined;
    if (field.type === 'integer') return Number.isInteger(Number(value)) ? Number(value) : undefined;
    if (field.type === 'real') return Number.isFinite(Number(value)) ? Number(value) : undefined;
    if (field.type === 'text') {
      const text = String(value);
      const most = field.schema['maxLength'];
      return typeof most === 'number' && text.length > most ? undefined : text;
    }
    return value;
  }

  /** A word of some row. */
  private word(table: string, random: Random): Json {
    const rows = this.rows.get(table) ?? [];
    const texts = rows.flatMap((row) =>
      Object.values(row).filter(
        (value): value is string =>
          typeof value === 'string' && /[a-z]{4}/i.test(value) && !/^\d{4}-|^https?:|^[{[]/.test(value),
      ),
    );
    if (texts.length === 0) return 'heron';
    return /[A-Za-z]{4,}/.exec(random.pick(texts))?.[0] ?? 'heron';
  }

  private item(members: readonly FieldNode[], table: string, random: Random): Json {
    const item: Record<string, Json> = {};
    const plan = this.model.tables.get(table);
    for (const member of members) {
      if (!member.field.required && random.real() < 0.2) continue;
      const key = member.kind === 'scalar' ? keyOf(this.model, member.field, undefined) : undefined;
      const column = plan?.columns.get(columnName(member.field.words));
      const target = key?.entity.table ?? column?.references;
      const targetTable = target === undefined ? undefined : this.model.tables.get(target);
      const value =
        targetTable === undefined
          ? undefined
          : this.stored(
              member,
              `${targetTable.name}.${targetTable.key[0] ?? ''}`,
              random,
              new Map(),
              new Set(),
              '',
              true,
            );
      item[member.field.name] = value ?? this.sampled(member, random);
    }
    return item;
  }

  private listItem(node: Extract<FieldNode, { kind: 'list' }>, place: string, random: Random): Json {
    const plan = this.model.tables.get(place);
    const reference =
      plan === undefined
        ? undefined
        : [...plan.columns.values()].find(
            (column) => column.references !== undefined && column.references !== plan.parent,
          );
    const target = reference === undefined ? undefined : this.model.tables.get(reference.references ?? '');
    const where = target === undefined ? place : `${target.name}.${target.key[0] ?? ''}`;
    const scalar: FieldNode = node.item;
    const value =
      where.includes('.') && !Array.isArray(scalar.field.schema['enum'])
        ? this.stored(scalar, where, random, new Map(), new Set(), '', true)
        : undefined;
    return value ?? this.sampled(scalar, random);
  }

  private sampled(node: FieldNode, random: Random): Json {
    const { schema } = node.field;
    const known = this.samples.get(schema) ?? [];
    this.samples.set(schema, known);
    if (known.length >= 4) return random.pick(known);
    const made = this.freshSample(node, random);
    known.push(made);
    return made;
  }

  private freshSample(node: FieldNode, random: Random): Json {
    return sample(
      node.field.schema['type'] === undefined && node.field.type === 'text'
        ? { ...node.field.schema, type: 'string' }
        : withName(node),
      random,
      (maker) => {
        if (maker === null || typeof maker !== 'object') return maker;
        if ('pick' in maker)
          return Array.isArray(maker.pick) ? random.pick(maker.pick as Json[]) : (Object.keys(maker.pick)[0] ?? '');
        if ('int' in maker) return random.int(Math.ceil(maker.int[0]), Math.floor(maker.int[1]));
        if ('real' in maker)
          return Math.round((maker.real[0] + random.real() * (maker.real[1] - maker.real[0])) * 100) / 100;
        if ('time' in maker) return maker.day === true ? '2031-06-02' : '2031-06-02T10:00:00Z';
        return random.pick(['heron', 'maple', 'harbor']);
      },
    );
  }

  /** A good call, spoiled in one argument after the other. */
  spoil(tool: Tool, good: JsonObject): JsonObject[] {
    const found: JsonObject[] = [];
    const walk = (value: Json, put: (changed: Json) => JsonObject): void => {
      if (typeof value === 'string') for (const other of wrongTexts(value)) found.push(put(other));
      else if (typeof value === 'number')
        for (const other of [-1, 0, 987_654_321, Number.isInteger(value) ? value : 1e12]) found.push(put(other));
      else if (Array.isArray(value)) {
        found.push(put([]));
        const [first] = value as Json[];
        if (first !== undefined) walk(first, (changed) => put([changed]));
        if (first !== undefined) found.push(put([first, first]));
      } else if (isJsonObject(value))
        for (const [key, each] of Object.entries(value))
          walk(each as Json, (changed) => put({ ...value, [key]: changed }));
    };
    for (const [name, value] of Object.entries(good)) walk(value as Json, (changed) => ({ ...good, [name]: changed }));
    const properties = isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
    const required = new Set(
      Array.isArray(tool.parameters['required']) ? (tool.parameters['required'] as string[]) : [],
    );
    found.push(Object.fromEntries(Object.entries(good).filter(([name]) => required.has(name))));
    // equal arguments: from and to the same
    const names = Object.keys(good);
    for (const a of names)
      for (const b of names)
        if (a < b && typeof good[a] === typeof good[b] && typeof good[a] !== 'object')
          found.push({ ...good, [b]: good[a] as Json });
    for (const [name, schema] of Object.entries(properties)) {
      if (name in good || !isJsonObject(schema)) continue;
      if (schema['type'] === 'string' && schema['enum'] === undefined) found.push({ ...good, [name]: 'no-such-value' });
      if (schema['type'] === 'integer' || schema['type'] === 'number') found.push({ ...good, [name]: -1 });
    }
    return found;
  }
}

/** Texts of the same form that stand nowhere. */
function wrongTexts(value: string): string[] {
  if (value.includes('@')) return ['no.one@example.com'];
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return ['1990-01-01T00:00:00Z'];
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return ['1990-01-01'];
  if (/^[0-9a-f]{8}-/.test(value)) return ['00000000-0000-4000-8000-000000000000'];
  if (/^https?:/.test(value)) return ['https://www.example.com/none'];
  const same = value.replaceAll(/[A-Z]/g, 'Z').replaceAll(/[a-z]/g, 'z').replaceAll(/[0-9]/g, '9');
  return ['no-such-value', '', same, turned(value)];
}

const TURNED = 6;
/** How often the key of a new row is one that no row has. */
const FRESH = 0.8;

/** The last letters and digits are others of their kind, hexadecimal ones too: what a pattern demands may still hold. */
function turned(value: string): string {
  return `${value.slice(0, -TURNED)}${value
    .slice(-TURNED)
    .replaceAll(/[0-9]/g, (digit) => String(9 - Number(digit)))
    .replaceAll(/[a-f]/g, (letter) => (letter === 'a' ? 'f' : 'a'))
    .replaceAll(/[A-F]/g, (letter) => (letter === 'A' ? 'F' : 'A'))}`;
}

function withName(node: FieldNode): JsonObject {
  return node.field.schema;
}

/** A page that shows something: the first one, of a few rows. */
function pageNumber(field: Field): number {
  const least = Number(field.schema['minimum'] ?? 0);
  const most = Number(field.schema['maximum'] ?? FEW_ROWS);
  const role = generalRole(field, true);
  return Math.max(least, role === 'limit' ? Math.min(FEW_ROWS, most) : role === 'offset' || role === 'cursor' ? 0 : 1);
}

const FEW_ROWS = 5;
