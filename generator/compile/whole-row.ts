// Results of which a schema says no more than that they are objects or lists: the row stands in them, with all its columns.
// Which columns it has is known when every tool has been read, so the row is spelled out when the program is written.
import type { FieldNode } from './fields.ts';
import type { Model, TablePlan } from './model.ts';
import type { DomainTool } from './read-tool.ts';
import { jsonOf, quoted, type Out } from './render.ts';

/** Where a row stands in an answer, the likeliest first. */
const PLACES = ['item', 'data', 'record', 'resource', 'object', 'entry', 'content', 'payload', 'result', 'value', 'response', 'body', 'output', 'answer']; // prettier-ignore

/** The row as a whole, where the result of a tool leaves open what is in it. */
export function openResult(tool: DomainTool, table: TablePlan, model: Model): Out | undefined {
  const { result } = tool;
  if (result === undefined || table.kind === 'settings') return undefined;
  const row = (): Out => wholeRow(table, model, tool.name);
  if (result.kind === 'list' && isOpen(result.item))
    return {
      kind: 'sql',
      as: 'json',
      get sql() {
        return `json_array(${jsonOf(row(), true)})`;
      },
    };
  if (result.kind !== 'object' || !result.members.every(isOpen)) return undefined;
  const nameOf = (member: FieldNode): string => member.field.words.join(' ');
  const place =
    result.members.find((member) => nameOf(member) === table.words.join(' ')) ??
    PLACES.map((name) => result.members.find((member) => nameOf(member) === name)).find((each) => each !== undefined);
  if (place === undefined) return undefined;
  return {
    kind: 'object',
    get members() {
      return result.members.map((member): readonly [string, Out] => [
        member.field.name,
        member === place ? row() : { kind: 'sql', sql: "json('{}')", as: 'json' },
      ]);
    },
  };
}

/** An object without properties, anything at all. */
function isOpen(leaf: FieldNode): boolean {
  const { schema, type, choices } = leaf.field;
  const stated = [schema['type']].flat();
  return (
    leaf.kind === 'scalar' &&
    type === 'json' &&
    choices.length === 0 &&
    (schema['additionalProperties'] ?? true) === true &&
    (stated[0] === undefined || stated.includes('object'))
  );
}

/** The result of a tool without a schema: the row, columns in their order. */
export function wholeRow(table: TablePlan, model: Model, tool: string): Out {
  return {
    kind: 'object',
    members: [...table.columns.values()]
      .filter((column) => !HIDDEN.has(column.name))
      .map((column): readonly [string, Out] => {
        model.use(table, column, 'returned', tool);
        return [
          column.name,
          {
            kind: 'sql',
            sql: quoted(column.name),
            as: column.role === 'boolean' ? 'boolean' : column.role === 'json' ? 'json' : 'plain',
            column: true,
          },
        ];
      }),
  };
}

const HIDDEN = new Set(['password']);
