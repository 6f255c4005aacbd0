// Makes the form of a tool's result. If the result is declared, each field gets a source for its value. Without a
// schema, the result shows whole rows, or a message of success.
import type { FieldNode } from '../../fields/fields.ts';
import { argument, asText, choose, eachOf, countOf, literal, plus, type Expr } from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain } from '../readings/reading.ts';
import { idOf } from '../../fields/id-of.ts';
import { columnFor } from '../things/columns.ts';
import type { Thing } from '../things/thing.ts';
import { frameOf, isWordLeaf } from './frame.ts';
import { Placer } from './place.ts';
import type { Member, RowsShape, Shape } from './shape.ts';

export interface Answer {
  readonly shape: Shape;
  readonly placer: Placer;
  /** True if the result can be computed without a row. */
  readonly rowless: boolean;
}

/**
 * Makes a result that shows one row or a message of success. `gone` means that the row no longer exists when the tool
 * answers.
 */
export function answerRow(tool: ToolFacts, thing: Thing, domain: Domain, message: string, gone = false): Answer {
  const placer = new Placer(tool, domain);
  if (tool.result === undefined) {
    if (!gone) {
      if (message === '') placer.whole(thing);
      return { shape: { kind: 'whole', table: thing.table }, placer, rowless: false };
    }
    return { shape: { kind: 'object', members: [flag('success')] }, placer, rowless: true };
  }
  const frame = frameOf(tool.result, thing);
  switch (frame.kind) {
    case 'word':
      return {
        shape: { kind: 'object', members: frame.members.map((node) => word(placer, node, message)) },
        placer,
        rowless: true,
      };
    case 'value':
      return valueAnswer(placer, frame.value, thing, message, gone);
    case 'rows': {
      const echoed = gone ? echoedKeys(tool, frame.item, thing, placer) : undefined;
      if (echoed !== undefined)
        return {
          shape: framed(tool.result, frame.list, echoed, (node) => word(placer, node, message).shape),
          placer,
          rowless: true,
        };
      placer.unplaced.push('the rows of the result');
      const rows: RowsShape = {
        kind: 'rows',
        table: thing.table,
        where: [],
        order: keyOrder(thing),
        item: placer.row(frame.item, thing),
      };
      return {
        shape: framed(tool.result, frame.list, rows, (node) => word(placer, node, message).shape),
        placer,
        rowless: false,
      };
    }
    case 'row': {
      const row = gone
        ? echoRow(placer, frame.row, message)
        : placer.row(withoutWords(frame.row, thing, domain), thing);
      const whole = gone ? row : withWords(row, frame.row, placer, message);
      return {
        shape: framed(tool.result, frame.row, whole, (node) => word(placer, node, message).shape),
        placer,
        rowless: gone,
      };
    }
  }
}

const flag = (name: string): Member => ({
  name,
  shape: { kind: 'expression', expression: literal(true), as: 'boolean' },
  whenNull: 'shown',
});

function word(placer: Placer, node: FieldNode, message: string): Member {
  return {
    name: node.field.name,
    shape: placer.word(node, message),
    whenNull: node.field.required || node.field.nullable ? 'shown' : 'left out',
  };
}

/** Tells whether a field only reports on the call, such as `success`, and is not a column that other tools show. */
function isSpoken(node: FieldNode, thing: Thing, domain: Domain): boolean {
  if (node.kind !== 'scalar') return false;
  const named = columnFor(thing, node.field.words, domain.things);
  const known = domain.known.get(thing.table)?.columns.get(named.column);
  if (known?.told === true || named.isKey || node.field.choices.length > 0) return false;
  const last = node.field.words.at(-1) ?? '';
  return (
    isWordLeaf(node) ||
    (node.field.type === 'boolean' &&
      /^(status|success|result|done|ok|deleted|removed|updated|cancelled|sent|added)$/.test(last))
  );
}

function withoutWords(row: Extract<FieldNode, { kind: 'object' }>, thing: Thing, domain: Domain): FieldNode {
  return { ...row, members: row.members.filter((node) => !isSpoken(node, thing, domain)) };
}

function withWords(shape: Shape, row: Extract<FieldNode, { kind: 'object' }>, placer: Placer, message: string): Shape {
  if (shape.kind !== 'object') return shape;
  const members = row.members.map(
    (node) => shape.members.find((member) => member.name === node.field.name) ?? word(placer, node, message),
  );
  return { kind: 'object', members };
}

/** Returns a result that repeats the deleted keys one by one, or undefined. */
function echoedKeys(tool: ToolFacts, item: FieldNode, thing: Thing, placer: Placer): Shape | undefined {
  const list = tool.arguments.find(
    (node) => node.kind === 'list' && node.item.kind === 'scalar' && node.field.required,
  );
  const members = item.kind === 'object' ? item.members : [];
  if (
    list === undefined ||
    (item.kind === 'object' &&
      !members.every(
        (node) =>
          node.kind === 'scalar' && (isKeyName(node, thing) || (node.field.type === 'boolean' && isWordLeaf(node))),
      ))
  )
    return undefined;
  if (item.kind === 'scalar' && item.field.type !== 'text') return undefined;
  if (item.kind === 'list') return undefined;
  for (const node of members) placer.leaf(node, isKeyName(node, thing) ? 'echo' : 'word', list.field.name);
  return {
    kind: 'expression',
    expression: eachOf(
      argument([list.field.name]),
      members.map((node) => [node.field.name, isKeyName(node, thing)]),
    ),
    as: 'json',
  };
}

function isKeyName(node: FieldNode, thing: Thing): boolean {
  const naming = idOf(node.field.words);
  return naming !== undefined && (naming.noun.length === 0 || thing.nouns.has(naming.noun.join(' ')));
}

/** Makes the result for a deleted row. It can repeat only the values that the caller gave. */
function echoRow(placer: Placer, row: Extract<FieldNode, { kind: 'object' }>, message: string): Shape {
  return {
    kind: 'object',
    members: row.members.map((node): Member => {
      const echoed = isWordLeaf(node) ? word(placer, node, message).shape : placer.echo(node);
      if (echoed === undefined) placer.unplaced.push(node.field.path.join('.'));
      return {
        name: node.field.name,
        shape: echoed ?? { kind: 'expression', expression: literal(null), as: 'plain' },
        whenNull: node.field.required || node.field.nullable ? 'shown' : 'left out',
      };
    }),
  };
}

function valueAnswer(placer: Placer, value: FieldNode, thing: Thing, message: string, gone: boolean): Answer {
  const { field } = value;
  const said = `${field.words.join(' ')} ${field.description}`;
  if (field.type === 'boolean') {
    placer.leaf(value, 'word', '');
    return { shape: { kind: 'expression', expression: literal(true), as: 'boolean' }, placer, rowless: true };
  }
  if (!gone && /\b(id|identifier|key|uuid)\b/i.test(said)) {
    placer.leaf(value, 'key', `${thing.table}.${thing.own.column}`);
    return { shape: { kind: 'column', column: thing.own.column }, placer, rowless: false };
  }
  if (field.type === 'text' && /\b(message|confirm|success|status|result)/i.test(said)) {
    placer.leaf(value, 'word', '');
    return { shape: { kind: 'expression', expression: literal(message), as: 'plain' }, placer, rowless: true };
  }
  placer.unplaced.push('the result');
  return { shape: { kind: 'expression', expression: literal(null), as: 'plain' }, placer, rowless: true };
}

export const keyOrder = (thing: Thing): string[] => [...thing.scope.map((part) => part.column), thing.own.column];

/**
 * Returns the form of the whole result: `shape` in the place of one field, and the forms that `other` makes for all
 * other fields.
 */
export function framed(node: FieldNode, at: FieldNode, shape: Shape, other: (node: FieldNode) => Shape): Shape {
  if (node === at) return shape;
  if (node.kind !== 'object') return other(node);
  return {
    kind: 'object',
    members: node.members.map((member): Member => ({
      name: member.field.name,
      shape: member === at || contains(member, at) ? framed(member, at, shape, other) : other(member),
      whenNull: member.field.required || member.field.nullable ? 'shown' : 'left out',
    })),
  };
}

function contains(node: FieldNode, wanted: FieldNode): boolean {
  return node === wanted || (node.kind === 'object' && node.members.some((member) => contains(member, wanted)));
}

export interface Page {
  readonly limit: Expr;
  readonly offset?: Expr;
  /** The position of the last row of the page: offset plus limit. If more rows exist, there is a next page. */
  readonly reach: Expr;
  /** The number of the page, where the tool counts pages. */
  readonly page?: Expr;
  /** Whether the cursor of the next page is a text. */
  readonly text: boolean;
}

/** Makes a result that shows rows of a table. */
export function answerRows(
  tool: ToolFacts,
  thing: Thing,
  domain: Domain,
  rows: Omit<RowsShape, 'item' | 'kind' | 'table'>,
  page: Page | undefined,
): Answer {
  const placer = new Placer(tool, domain);
  const shape = (item: Shape): RowsShape => ({ kind: 'rows', table: thing.table, ...rows, item });
  if (tool.result === undefined) {
    placer.whole(thing);
    return { shape: shape({ kind: 'whole', table: thing.table }), placer, rowless: true };
  }
  const frame = frameOf(tool.result, thing);
  if (frame.kind !== 'rows') {
    placer.unplaced.push('a list: the result declares no rows');
    return { shape: shape({ kind: 'whole', table: thing.table }), placer, rowless: true };
  }
  const count = countOf(thing.table, rows.where);
  return {
    shape: framed(tool.result, frame.list, shape(placer.row(frame.item, thing)), (node) =>
      around(placer, node, count, page),
    ),
    placer,
    rowless: true,
  };
}

function around(placer: Placer, node: FieldNode, count: Expr, page: Page | undefined): Shape {
  const text = node.field.words.join(' ');
  const { type } = node.field;
  placer.leaf(node, 'paging', '');
  const more = page === undefined ? literal(false) : `${page.reach} < ${count}`;
  if (type === 'boolean' && /more|next|truncated/.test(text))
    return { kind: 'expression', expression: more, as: 'boolean' };
  if (type === 'boolean' || (type === 'text' && isWordLeaf(node))) return placer.word(node, 'ok');
  const isNumber = type === 'integer' || type === 'real';
  if (/next|cursor|offset|token/.test(text)) {
    const next =
      page === undefined
        ? literal(null)
        : choose(more, page.page === undefined ? page.reach : plus(page.page, '1'), literal(null));
    if (isNumber || type === 'text')
      return { kind: 'expression', expression: type === 'text' ? asText(next) : next, as: 'plain' };
  }
  if (isNumber && /total page|page count/.test(text) && page !== undefined)
    return { kind: 'expression', expression: `(${count} + ${page.limit} - 1) / max(${page.limit}, 1)`, as: 'plain' };
  if (isNumber && /page size|per page|limit/.test(text) && page !== undefined)
    return { kind: 'expression', expression: page.limit, as: 'plain' };
  if (isNumber && /^page|page$/.test(text) && page?.page !== undefined)
    return { kind: 'expression', expression: page.page, as: 'plain' };
  if (isNumber && /total/.test(text)) return { kind: 'expression', expression: count, as: 'plain' };
  if (isNumber && /count|size|number|total/.test(text))
    return {
      kind: 'expression',
      expression:
        page === undefined ? count : `max(min(${page.limit}, ${count} - coalesce(${page.offset ?? '0'}, 0)), 0)`,
      as: 'plain',
    };
  if (/prev/.test(text)) return { kind: 'expression', expression: literal(null), as: 'plain' };
  placer.unplaced.push(node.field.path.join('.'));
  return { kind: 'expression', expression: literal(null), as: 'plain' };
}
