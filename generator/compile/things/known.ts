// Collects facts about each table before the compiler decides what each tool does: the columns that tools give and
// those that declared results show. Filters use these columns, and states are found among them.
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import { readNode, wordsOf, type FieldNode } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import { sentencesOf } from '../read/sentences.ts';
import { queriedFields, saidFields } from '../read/said-fields.ts';
import { argumentKind } from '../read/argument-kind.ts';
import { eitherOf } from '../read/either-form.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { frameOf } from '../results/frame.ts';
import { columnFor } from './columns.ts';
import { isObjectColumn } from './object-column.ts';
import type { KnownColumn } from './known-column.ts';
import { storesNothing } from './stores-nothing.ts';
import { promisedNodes } from './promised-nodes.ts';
import { filtered, isSaidFilter, withoutAll } from './said-filter.ts';
import { rawFirst } from './raw-first.ts';
import { subjectOf } from './subject-of.ts';
import type { Thing, Things } from './thing.ts';

export interface KnownThing {
  readonly columns: ReadonlyMap<string, KnownColumn>;
  /**
   * Optional reference columns that another reference determines, each with the reference that determines it. For
   * example, the list of a card determines the card's board.
   */
  readonly derived: ReadonlyMap<string, string>;
  /** Whether the result schema of a read declares the fields of the row. Results may then show no other columns. */
  readonly declared: boolean;
  /** Whether at least one tool shows the row. */
  readonly shown: boolean;
}

export type Known = ReadonlyMap<string, KnownThing>;

export function knownOf(tools: readonly ToolFacts[], things: Things): Known {
  const found = new Map<string, Found>();
  const listed = listedOf(tools, things);
  const isListed = ({ kind, field }: FieldNode, { table }: Thing): boolean =>
    kind === 'scalar' && field.type === 'text' && listed.has(`${table} ${spelled(field.words).join(' ')}`);
  for (const thing of things.all) found.set(thing.table, { columns: new Map(), declared: false, shown: false });
  for (const tool of tools) {
    const subject = subjectOf(tool, things);
    const entry = subject === undefined ? undefined : found.get(subject.thing.table);
    if (subject === undefined || entry === undefined) continue;
    const { thing } = subject;
    const isWrite = writes(tool);
    // the choices of `stage` in move_ticket(ticket_id, stage) are the stages of a ticket
    if (tool.senses.has('move') && tool.told !== 'read' && subject.rest.length === 0)
      for (const node of tool.arguments)
        if (isState(node) && node.field.choices.length > 1) note(entry.columns, thing, node, things, tool.name);
    // set_leak_state(leak_id, state) gives the state of a leak
    if (isWrite && subject.rest.length > 0)
      for (const node of tool.arguments)
        if (node.field.required && node.field.words.join(' ') === subject.rest.join(' '))
          note(entry.columns, thing, node, things, tool.name);
    if (isWrite && subject.rest.length === 0 && !storesNothing(tool, thing, things, tools))
      for (const node of payloadNodes(tool, thing).filter((each) => !isListed(each, thing)))
        note(entry.columns, thing, node, things, tool.name, tool.senses.has('create') && node.field.required);
    if ((tool.senses.has('show') || tool.senses.has('search')) && subject.rest.length === 0) {
      entry.shown = true;
      // the values of a filter by state are the states of the rows
      for (const node of tool.arguments)
        if (tool.plural && isState(node)) note(entry.columns, thing, withoutAll(node), things);
        else if (tool.plural && isSaidFilter(node, tool) && !isListed(node, thing))
          note(entry.columns, thing, filtered(node, tool), things);
      for (const node of rowMembers(tool, thing)) {
        note(entry.columns, thing, node, things);
        entry.declared = true;
      }
    } else if (tool.result !== undefined)
      for (const node of rowMembers(tool, thing)) note(entry.columns, thing, node, things, undefined, false, false);
  }
  noteSearched(tools, things, found);
  noteFirst(tools, things, found);
  for (const tool of tools) {
    const subject = subjectOf(tool, things);
    const columns = subject === undefined ? undefined : found.get(subject.thing.table)?.columns;
    if (subject !== undefined && columns !== undefined) noteSlugs(tool, subject.thing, things, columns);
    if (subject !== undefined && columns !== undefined && subject.rest.length === 0)
      for (const node of promisedNodes(tool, subject.thing, tools, things, columns))
        note(columns, subject.thing, node, things);
  }
  return new Map(
    [...found].map(([table, each]) => [table, { ...each, ...withoutDerived(table, each.columns, found) }]),
  );
}

const writes = ({ senses, told }: ToolFacts): boolean =>
  (['create', 'update', 'book', 'send'] as const).some((sense) => senses.has(sense)) && told !== 'read';

/** Returns the values that writes give as a list, in the singular and with their table: `tag` for books with `tags`. */
function listedOf(tools: readonly ToolFacts[], things: Things): ReadonlySet<string> {
  return new Set(
    tools.flatMap((tool) => {
      const thing = writes(tool) ? subjectOf(tool, things)?.thing : undefined;
      const nodes = thing === undefined ? [] : payloadNodes(tool, thing).filter(({ kind }) => kind === 'list');
      return nodes.map(({ field }) => `${thing?.table ?? ''} ${spelled(field.words).join(' ')}`);
    }),
  );
}

const isState = (node: FieldNode): boolean =>
  node.kind === 'scalar' && /^(?:status|state|stage|phase)$/.test(node.field.words.join(' '));

/**
 * Returns the fields in which a search looks, from its description. Returns none for a search with a declared result,
 * because the result tells the columns.
 */
function searchedFields(tool: ToolFacts): readonly (readonly string[])[] {
  const query = tool.arguments.find((node) => argumentKind(node, tool).kind === 'words');
  if (query === undefined || tool.result !== undefined) return [];
  return [...saidFields(sentencesOf(tool.description)[0] ?? ''), ...queriedFields(query.field.description)];
}

/**
 * Adds columns that only a search mentions: a search "by title or artist" shows that rows have a title and an artist.
 */
function noteSearched(
  tools: readonly ToolFacts[],
  things: Things,
  found: ReadonlyMap<string, { readonly columns: Map<string, KnownColumn> }>,
): void {
  for (const tool of tools) {
    const subject = tool.senses.has('search') ? subjectOf(tool, things) : undefined;
    const columns = subject === undefined ? undefined : found.get(subject.thing.table)?.columns;
    if (subject === undefined || columns === undefined || subject.rest.length > 0) continue;
    for (const field of searchedFields(tool)) {
      const inner = [...columns.values()].flatMap((column) =>
        isObjectColumn(column) ? Object.keys(propertiesOf(column)).map(wordsOf) : [],
      );
      const isThere = [...[...columns.values()].map(({ words }) => words), ...inner].some(
        (words) =>
          field.every((word) => words.includes(word)) ||
          (words.length > 0 && words.every((word) => field.includes(word))),
      );
      if (!isThere) note(columns, subject.thing, textNode(field), things);
    }
  }
}

/** The facts about one table while they are collected. */
interface Found {
  readonly columns: Map<string, KnownColumn>;
  declared: boolean;
  shown: boolean;
}

/** Adds a column `status` if a description says that new rows begin in some state, and no column holds a state. */
function noteFirst(tools: readonly ToolFacts[], things: Things, found: ReadonlyMap<string, Found>): void {
  for (const tool of tools) {
    const subject = subjectOf(tool, things);
    const entry = found.get(subject?.thing.table ?? '');
    if (subject === undefined || entry === undefined || entry.declared || subject.rest.length > 0) continue;
    const isThere = [...entry.columns.values()].some(
      ({ column, type }) => /(?:^|_)(?:status|state|stage|phase)$/.test(column) || type === 'boolean',
    );
    if (!isThere && rawFirst(tool, subject.thing).length > 0)
      note(entry.columns, subject.thing, textNode(['status']), things);
  }
}

/** Adds a column `slug` if a tool finds the row by "ID or slug" and the row has a name, from which the slug is made. */
function noteSlugs(tool: ToolFacts, thing: Thing, things: Things, columns: Map<string, KnownColumn>): void {
  const isNamed = [...columns.keys()].some((name) => name === 'name' || name === 'title');
  const says = tool.arguments.some(
    (node) =>
      node.field.required &&
      eitherOf(node, tool)?.join(' ') === 'slug' &&
      columnFor(thing, node.field.words, things).isKey,
  );
  if (says && isNamed && tool.told !== 'write' && tool.senses.has('show'))
    note(columns, thing, textNode(['slug']), things);
}

const propertiesOf = ({ schema }: KnownColumn): JsonObject =>
  isJsonObject(schema['properties']) ? schema['properties'] : {};

const textNode = (words: readonly string[]): FieldNode => readNode({ type: 'string' }, words.join('_'));

/** Leaves out columns whose value another column determines, such as the board of a card whose list is always given. */
function withoutDerived(
  table: string,
  columns: ReadonlyMap<string, KnownColumn>,
  all: ReadonlyMap<string, { readonly columns: ReadonlyMap<string, KnownColumn> }>,
): Pick<KnownThing, 'columns' | 'derived'> {
  const derived = new Map<string, string>();
  for (const column of columns.values()) {
    if (column.references === undefined || column.references === table || column.always || column.shown) continue;
    const by = [...columns.values()].find(
      (other) =>
        other !== column &&
        other.always &&
        other.references !== undefined &&
        reaches(other.references, column.references ?? '', all, new Set([table])),
    );
    if (by !== undefined) derived.set(column.column, by.column);
  }
  return { derived, columns: new Map([...columns].filter(([name]) => !derived.has(name))) };
}

function reaches(
  from: string,
  to: string,
  all: ReadonlyMap<string, { readonly columns: ReadonlyMap<string, KnownColumn> }>,
  seen: ReadonlySet<string>,
): boolean {
  if (seen.has(from)) return false;
  return [...(all.get(from)?.columns.values() ?? [])].some(
    (column) =>
      column.references !== undefined &&
      column.given &&
      (column.references === to || reaches(column.references, to, all, new Set([...seen, from]))),
  );
}

/**
 * Returns the arguments that are values of a row. For an argument that groups such values in an object, returns its
 * members.
 */
export function payloadNodes(tool: ToolFacts, thing: Thing): readonly FieldNode[] {
  return tool.arguments.flatMap((node): readonly FieldNode[] => {
    const inner = wrapped(node, thing);
    if (inner !== undefined) return inner.flatMap(partsOf);
    if (holdsColumns(node, thing) || node.field.words.includes('or')) return [];
    return argumentKind(node, tool).kind === 'value' ? partsOf(node) : [];
  });
}

/** Returns the members of an object that holds a row's values: `order` of create_order, or `items` of create_items. */
export function wrapped(node: FieldNode, thing: Thing): readonly FieldNode[] | undefined {
  const words = node.field.words.join(' ');
  const isWrapper = thing.nouns.has(words) || WRAPPERS.has(words);
  if (!isWrapper) return undefined;
  if (node.kind === 'object') return node.members;
  if (node.kind === 'list' && node.item.kind === 'object') return node.item.members;
  return undefined;
}

/** Tells whether an open object holds columns by their names, such as `ticket_fields` of update_ticket. */
export function holdsColumns({ kind, field }: FieldNode, thing: Thing): boolean {
  const [last = '', ...before] = [...field.words].reverse();
  const of = before.reverse().join(' ');
  const isOpen = kind === 'scalar' && field.type === 'json' && field.schema['type'] === 'object';
  return isOpen && HOLDERS.has(last) && (thing.nouns.has(of) || /^(?:additional|other|extra|more)$/.test(of));
}
const HOLDERS = new Set('field update change attribute property value param parameter data info'.split(' '));

const WRAPPERS = new Set([
  'data',
  'body',
  'payload',
  'input',
  'item',
  'record',
  'value',
  'update',
  'entry',
  'object',
  'row',
  'patch',
]);

/** Returns the fields of the row in a declared result. */
export function rowMembers(tool: ToolFacts, thing: Thing): readonly FieldNode[] {
  if (tool.result === undefined) return [];
  const frame = frameOf(tool.result, thing);
  if (frame.kind === 'rows') return frame.item.kind === 'object' ? frame.item.members.flatMap(partsOf) : [];
  return frame.kind === 'row' ? frame.row.members.flatMap(partsOf) : [];
}

/**
 * Returns the members of an object whose members are columns of the row, with names such as `owner.phone`. Returns any
 * other node alone.
 */
export const partsOf = (node: FieldNode): readonly FieldNode[] =>
  node.kind === 'object' && node.parts === true
    ? node.members.map((each) => ({
        ...each,
        field: {
          ...each.field,
          name: `${node.field.name}.${each.field.name}`,
          required: node.field.required && each.field.required,
        },
      }))
    : [node];

function note(
  columns: Map<string, KnownColumn>,
  thing: Thing,
  node: FieldNode,
  things: Things,
  giver?: string,
  always = false,
  told = true,
): void {
  const named = columnFor(thing, node.field.words, things, node.kind === 'list');
  const before = columns.get(named.column);
  const { field } = node;
  columns.set(named.column, {
    column: named.column,
    words: before?.words ?? named.words,
    called: before?.called || (giver === undefined ? '' : field.name),
    type: before?.type ?? (node.kind === 'scalar' ? field.type : 'json'),
    choices: before !== undefined && before.choices.length >= field.choices.length ? before.choices : field.choices,
    schema:
      before !== undefined && Object.keys(before.schema).length >= Object.keys(field.schema).length
        ? before.schema
        : isJsonObject(field.schema)
          ? field.schema
          : {},
    description: before?.description || field.description,
    given: giver !== undefined || before?.given === true,
    givers: [...new Set([...(before?.givers ?? []), ...(giver === undefined ? [] : [giver])])],
    always: always || before?.always === true,
    shown: giver === undefined || before?.shown === true,
    told: told || before?.told === true,
    ...(named.references === undefined ? {} : { references: named.references }),
  });
}
