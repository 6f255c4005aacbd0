// What the tools of a list tell of each thing before any of them is read: the columns that are given to its rows and those
// that its declared results show. A filter may use them; a state is found among them.
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import type { FieldNode, ValueType } from '../fields.ts';
import { idOf, spelled } from '../read/id-of.ts';
import { argumentKind } from '../read/argument-kind.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { frameOf } from '../results/frame.ts';
import { columnFor } from './columns.ts';
import { headOf } from './find-things.ts';
import type { Thing, Things } from './thing.ts';

export interface KnownColumn {
  readonly column: string;
  readonly words: readonly string[];
  readonly type: ValueType;
  readonly choices: readonly (string | number)[];
  readonly schema: JsonObject;
  readonly description: string;
  readonly given: boolean;
  /** Every tool that makes such a row asks for it. */
  readonly always: boolean;
  readonly shown: boolean;
  /** A tool gives it, or a read shows it: more than a word of a write about itself. */
  readonly told: boolean;
  readonly references?: string;
}

export interface KnownThing {
  readonly columns: ReadonlyMap<string, KnownColumn>;
  /** Optional references that another reference tells too: the board of a card is that of its list. */
  readonly derived: ReadonlyMap<string, string>;
  /** Some read declares its row: nothing else may be shown there. */
  readonly declared: boolean;
  /** Some tool shows it at all. */
  readonly shown: boolean;
}

export type Known = ReadonlyMap<string, KnownThing>;

/** The thing that a tool is about: by its noun, by the longest part of its noun, by the only key that it asks for. */
export function subjectOf(tool: ToolFacts, things: Things): { thing: Thing; rest: readonly string[] } | undefined {
  const noun = headOf(tool);
  const exact = things.byNoun.get(noun.join(' '));
  if (exact !== undefined) return { thing: exact, rest: tailOf(tool, noun) };
  // the status of an order: the thing stands before, its key is asked for
  for (let end = noun.length - 1; end > 0; end--) {
    const thing = things.byNoun.get(noun.slice(0, end).join(' '));
    if (thing !== undefined && asksFor(tool, thing)) return { thing, rest: noun.slice(end) };
  }
  for (let from = 1; from < noun.length; from++) {
    const thing = things.byNoun.get(noun.slice(from).join(' '));
    if (thing !== undefined) return { thing, rest: [] };
  }
  return undefined;
}

/** /jobs/{id}/status: the end of the path that is no collection, no key and not the verb. */
function tailOf(tool: ToolFacts, head: readonly string[]): readonly string[] {
  const last = tool.path.at(-1);
  if (last === undefined || last.argument !== undefined || last.plural || tool.path.length < 2) return [];
  const words = spelled(last.words);
  return words.join(' ') === head.join(' ') || words[0] === tool.verb ? [] : words;
}

function asksFor(tool: ToolFacts, thing: Thing): boolean {
  return tool.arguments.some((node) => {
    const naming = idOf(node.field.words);
    const words = node.field.words.join(' ');
    return (
      (naming !== undefined &&
        (thing.nouns.has(naming.noun.join(' ')) || (naming.noun.length === 0 && node.field.required))) ||
      (thing.natural && (thing.nouns.has(words) || words === thing.own.words.join(' ')))
    );
  });
}

export function knownOf(tools: readonly ToolFacts[], things: Things): Known {
  const found = new Map<string, { columns: Map<string, KnownColumn>; declared: boolean; shown: boolean }>();
  for (const thing of things.all) found.set(thing.table, { columns: new Map(), declared: false, shown: false });
  for (const tool of tools) {
    const subject = subjectOf(tool, things);
    const entry = subject === undefined ? undefined : found.get(subject.thing.table);
    if (subject === undefined || entry === undefined) continue;
    const { thing } = subject;
    const isWrite =
      ['create', 'update', 'book', 'send'].some((sense) => tool.senses.has(sense as 'create')) && tool.told !== 'read';
    if (isWrite && subject.rest.length === 0)
      for (const node of payloadNodes(tool, thing))
        note(entry.columns, thing, node, things, true, tool.senses.has('create') && node.field.required);
    if ((tool.senses.has('show') || tool.senses.has('search')) && subject.rest.length === 0) {
      entry.shown = true;
      for (const node of rowMembers(tool, thing)) {
        note(entry.columns, thing, node, things, false);
        entry.declared = true;
      }
    } else if (tool.result !== undefined)
      for (const node of rowMembers(tool, thing)) note(entry.columns, thing, node, things, false, false, false);
  }
  return new Map(
    [...found].map(([table, each]) => [table, { ...each, ...withoutDerived(table, each.columns, found) }]),
  );
}

/** The board of a card, where its list, which is always given, says it. */
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

/** The arguments that are values of a row: wrapped in an object of the thing, or in a list of them, too. */
export function payloadNodes(tool: ToolFacts, thing: Thing): readonly FieldNode[] {
  return tool.arguments.flatMap((node): readonly FieldNode[] => {
    const inner = wrapped(node, thing);
    if (inner !== undefined) return inner;
    return argumentKind(node, tool).kind === 'value' ? [node] : [];
  });
}

/** order: {…} of create_order, items: [{…}] of create_items: what a row is made of, in an object of its own. */
export function wrapped(node: FieldNode, thing: Thing): readonly FieldNode[] | undefined {
  const words = node.field.words.join(' ');
  const isWrapper = thing.nouns.has(words) || WRAPPERS.has(words);
  if (!isWrapper) return undefined;
  if (node.kind === 'object') return node.members;
  if (node.kind === 'list' && node.item.kind === 'object') return node.item.members;
  return undefined;
}
const WRAPPERS = new Set([
  'data',
  'body',
  'payload',
  'input',
  'attribute',
  'item',
  'record',
  'value',
  'update',
  'entry',
  'object',
  'row',
]);

/** The members of the row that a declared result shows. */
export function rowMembers(tool: ToolFacts, thing: Thing): readonly FieldNode[] {
  if (tool.result === undefined) return [];
  const frame = frameOf(tool.result, thing);
  if (frame.kind === 'rows') return frame.item.kind === 'object' ? frame.item.members : [];
  return frame.kind === 'row' ? frame.row.members : [];
}

function note(
  columns: Map<string, KnownColumn>,
  thing: Thing,
  node: FieldNode,
  things: Things,
  given: boolean,
  always = false,
  told = true,
): void {
  const named = columnFor(thing, node.field.words, things, node.kind === 'list');
  const before = columns.get(named.column);
  const { field } = node;
  columns.set(named.column, {
    column: named.column,
    words: before?.words ?? named.words,
    type: before?.type ?? (node.kind === 'scalar' ? field.type : 'json'),
    choices: before !== undefined && before.choices.length >= field.choices.length ? before.choices : field.choices,
    schema:
      before !== undefined && Object.keys(before.schema).length >= Object.keys(field.schema).length
        ? before.schema
        : isJsonObject(field.schema)
          ? field.schema
          : {},
    description: before?.description || field.description,
    given: given || before?.given === true,
    always: always || before?.always === true,
    shown: !given || before?.shown === true,
    told: told || before?.told === true,
    ...(named.references === undefined ? {} : { references: named.references }),
  });
}
