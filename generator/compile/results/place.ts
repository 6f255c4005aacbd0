// Gives each field of a declared result the source of its value: a column, the key of another row, a referenced row, a
// count or a repeated argument. A field for which no source is found is added to `unplaced`.
import { columnName, leavesOf, type FieldNode } from '../../fields/fields.ts';
import type { Need } from '../plan/needs.ts';
import { argument, countAs, equal, literal, type Expr } from '../programs/sql.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import { needOfKnown } from '../readings/known-needs.ts';
import { isAttested, namesUnknown } from '../things/attested.ts';
import { columnFor } from '../things/columns.ts';
import { isRecordColumn, isTexts } from '../things/object-column.ts';
import type { Thing } from '../things/thing.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Role } from '../readings/reading.ts';
import type { Member, Shape } from './shape.ts';

const DEEPEST = 4;

/**
 * Tells whether a field holds a row of another kind, such as the state of an issue together with the state's id,
 * although no tool is about such rows.
 */
function isOtherRow(node: FieldNode): boolean {
  const inner = node.kind === 'list' ? node.item : node;
  return inner.kind === 'object' && inner.members.some((member) => /^_?(?:id|gid|uuid)$/i.test(member.field.name));
}

/**
 * Tells whether a field has content that the schema does not describe, such as the owner of a team. A field such as
 * `metadata`, which may hold anything, does not count.
 */
function isClosedBook(node: FieldNode): boolean {
  return (
    node.kind === 'scalar' &&
    node.field.type === 'json' &&
    !/^(?:metadata|meta|field|property|attribute|custom field|data|extra|setting|option|config|label|tag|annotation|payload|detail|value|information)$/.test(
      node.field.words
        .slice(-2)
        .join(' ')
        .replace(/^.* (?!field)/, ''),
    )
  );
}

export class Placer {
  readonly needs: Need[] = [];
  readonly leaves: Role[] = [];
  readonly unplaced: string[] = [];
  private readonly tool: ToolFacts;
  private readonly domain: Domain;

  constructor(tool: ToolFacts, domain: Domain) {
    this.tool = tool;
    this.domain = domain;
  }

  /** Makes the form of one row in the result: an object, the whole row, or only the key. */
  row(node: FieldNode, thing: Thing, depth = 0): Shape {
    if (node.kind === 'object') {
      const members = node.members.map((member): Member => ({
        name: member.field.name,
        shape: this.member(member, thing, depth),
        whenNull: member.field.required || member.field.nullable ? 'shown' : 'left out',
      }));
      return { kind: 'object', members };
    }
    // a field whose schema describes no members shows the whole row
    if (node.kind === 'scalar' && node.field.type === 'json' && depth === 0)
      return { kind: 'whole', table: thing.table };
    if (node.kind === 'scalar' && node.field.type !== 'json') {
      // a text in a list is the key or the name of a row
      const name = thing.natural ? thing.own.column : undefined;
      const naming = idOf(node.field.words);
      if (name !== undefined || naming !== undefined) {
        this.leaf(node, 'key', `${thing.table}.${thing.own.column}`);
        return { kind: 'column', column: thing.own.column };
      }
    }
    this.unplaced.push(node.field.path.join('.') || 'the result');
    return { kind: 'expression', expression: literal(null), as: 'json' };
  }

  private member(node: FieldNode, thing: Thing, depth: number): Shape {
    const { things } = this.domain;
    if (node.kind === 'object' && node.parts === true) return this.row(node, thing, depth + 1);
    const count = this.countOf(node, thing);
    if (count !== undefined) return count;
    const noun = spelled(node.field.words).join(' ');
    // in {table: {…}}, an inner object whose schema describes no members shows the whole row
    if (depth === 0 && node.kind === 'scalar' && node.field.type === 'json' && thing.nouns.has(noun))
      return { kind: 'whole', table: thing.table };
    const other = things.byNoun.get(noun);
    const related =
      other === undefined || other === thing || depth >= DEEPEST
        ? undefined
        : (this.relatedRow(node, thing, other, depth) ?? this.relatedRows(node, thing, other, depth));
    if (related !== undefined) return related;
    const named = columnFor(thing, node.field.words, things, node.kind === 'list');
    if (node.kind === 'scalar' && node.field.type === 'json' && /(^|_)id$/.test(named.column))
      this.unplaced.push(node.field.path.join('.'));
    if ((node.kind === 'object' && node.members.length === 0) || isOtherRow(node) || isClosedBook(node))
      this.unplaced.push(node.field.path.join('.'));
    this.need(
      thing,
      named.column,
      named.words,
      node,
      named.references === undefined ? {} : { references: named.references },
    );
    for (const leaf of leavesOf(node))
      this.leaf(leaf, named.isKey ? 'key' : 'column', `${thing.table}.${named.column}`);
    return { kind: 'column', column: named.column };
  }

  /** Makes a field that shows a referenced row, such as the customer of an order. */
  private relatedRow(node: FieldNode, thing: Thing, other: Thing, depth: number): Shape | undefined {
    if (node.kind !== 'object' || other.scope.length > 0) return undefined;
    const words = spelled(node.field.words);
    const column = `${columnName(words)}_${other.own.column}`;
    this.need(thing, column, [...words, ...other.own.words], node, {
      references: other.table,
      value: other.own.type === 'integer' ? 'integer' : 'text',
    });
    const row = this.row(node, other, depth + 1);
    return { kind: 'related', column, table: other.table, key: other.own.column, row };
  }

  /** Makes a field that shows the rows that refer to this row, such as the lines of an order. */
  private relatedRows(node: FieldNode, thing: Thing, other: Thing, depth: number): Shape | undefined {
    if (node.kind !== 'list' || node.item.kind !== 'object' || thing.scope.length > 0) return undefined;
    const back = [...(this.domain.known.get(other.table)?.columns.values() ?? [])].find(
      (column) => column.references === thing.table && column.given,
    );
    if (back === undefined) return undefined;
    this.need(other, back.column, back.words, node, {
      references: thing.table,
      value: thing.own.type === 'integer' ? 'integer' : 'text',
      shown: false,
    });
    return {
      kind: 'rows',
      table: other.table,
      where: [],
      tie: { column: back.column, outer: thing.own.column },
      order: [other.own.column],
      item: this.row(node.item, other, depth + 1),
    };
  }

  /** Makes a field such as comments_count. The tool computes the count at each call, and no column stores it. */
  private countOf(node: FieldNode, thing: Thing): Shape | undefined {
    if (node.kind !== 'scalar' || (node.field.type !== 'integer' && node.field.type !== 'real')) return undefined;
    const words = spelled(node.field.words);
    const noun = words.filter((word) => !['count', 'number', 'num', 'total', 'of', 'no'].includes(word)).join(' ');
    if (noun === words.join(' ')) return undefined;
    const other = this.domain.things.byNoun.get(noun);
    if (other === undefined || other === thing) return undefined;
    const back = [...(this.domain.known.get(other.table)?.columns.values() ?? [])].find(
      (column) => column.references === thing.table && column.given,
    );
    if (back === undefined) return undefined;
    this.leaf(node, 'count', other.table);
    return {
      kind: 'expression',
      expression: countAs(other.table, 'counted', [
        equal(`counted.${back.column}`, `${thing.table}.${thing.own.column}`),
      ]),
      as: 'plain',
    };
  }

  need(
    thing: Pick<Thing, 'table'>,
    column: string,
    words: readonly string[],
    node: FieldNode,
    more: { references?: string; value?: Need['value']; shown?: boolean } = {},
  ): void {
    this.needs.push({
      table: thing.table,
      column,
      words,
      value: more.value ?? (node.kind === 'scalar' ? node.field.type : 'json'),
      use: more.shown === false ? 'filtered' : 'shown',
      required: false,
      mayLack: node.field.nullable || !node.field.required,
      schema: node.field.schema,
      description: node.field.description,
      choices: node.kind === 'scalar' ? node.field.choices : [],
      ...(more.references === undefined ? {} : { references: more.references }),
      by: this.tool.name,
    });
  }

  /**
   * Adds the columns that a read without a result schema shows: the columns of the row that any tool gives or shows,
   * flagged tools included. Columns that may not belong to the row are left out.
   */
  whole(thing: Thing): void {
    for (const known of this.domain.known.get(thing.table)?.columns.values() ?? []) {
      const isKept = isRecordColumn(known) || isTexts(known) || (known.type !== 'json' && known.type !== 'boolean');
      if ((known.given || known.shown) && known.told && isKept && isAttested(known, thing) && !namesUnknown(known))
        this.needs.push({ ...needOfKnown(thing, known, this.tool.name), use: 'shown' });
    }
  }

  leaf(node: FieldNode, role: string, is: string): void {
    this.leaves.push({ place: node.field.path.join('.') || '(whole)', role, is });
  }

  /** Makes a field that only reports on the call, such as `success` or `message`. */
  word(node: FieldNode, message: string): Shape {
    const { field } = node;
    this.leaf(node, 'word', '');
    const text = field.words.join(' ');
    if (field.type === 'boolean') return { kind: 'expression', expression: literal(text !== 'error'), as: 'boolean' };
    if (field.choices.length > 0) {
      const good = field.choices.find((each) =>
        /^(ok|success|succeeded|done|completed?|deleted|updated|created|sent)$/i.test(String(each)),
      );
      if (good === undefined) this.unplaced.push(field.path.join('.'));
      return { kind: 'expression', expression: literal(good ?? ''), as: 'plain' };
    }
    if (text === 'error')
      return { kind: 'expression', expression: literal(field.nullable || !field.required ? null : ''), as: 'plain' };
    if (text === 'status') return { kind: 'expression', expression: literal('success'), as: 'plain' };
    return { kind: 'expression', expression: literal(message), as: 'plain' };
  }

  /** Makes a field that repeats an argument. Returns undefined where no argument has the field's name. */
  echo(node: FieldNode): Shape | undefined {
    const wanted = spelled(node.field.words).join(' ');
    const source = this.tool.arguments.find(
      (each) => spelled(each.field.words).join(' ') === wanted && each.kind === node.kind,
    );
    if (source === undefined) return undefined;
    this.leaf(node, 'echo', source.field.name);
    const expression: Expr = argument([source.field.name]);
    return {
      kind: 'expression',
      expression,
      as: node.kind !== 'scalar' ? 'json' : node.field.type === 'boolean' ? 'boolean' : 'plain',
    };
  }
}
