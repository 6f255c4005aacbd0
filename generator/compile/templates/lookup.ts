// Facts: a reference table keyed by what is asked, seeded, agreeing across tools; outside it NOT_FOUND with suggestions.
import type { Step } from '../../../envs/values/program.ts';
import { plural } from '../../../envs/words/split-words.ts';
import { inMessage, reference, type Draft } from '../draft.ts';
import { columnName, type FieldNode } from '../fields.ts';
import type { ColumnPlan, Model, TablePlan } from '../model.ts';
import { columnOf } from '../placing.ts';
import { quoted, returnStep, type Out } from '../render.ts';
import { signIn } from '../session.ts';
import { filterOf, searchable } from './read-entity.ts';
import { isSearchText, rangeEnd } from '../argument-roles.ts';
import { limitOf, nextPage, pagingOf } from './paging.ts';
import type { Reading } from './reading.ts';

export function lookupTable(model: Model, words: readonly string[]): TablePlan {
  const own = words.length > 0 ? words : ['entry'];
  const taken = model.tables.get(columnName([...own.slice(0, -1), plural(own.at(-1) ?? '')]));
  const clash = taken !== undefined && taken.kind !== 'reference';
  const name = columnName(clash ? [...own, 'facts'] : [...own.slice(0, -1), plural(own.at(-1) ?? '')]);
  const known = model.tables.get(name);
  if (known !== undefined) return known;
  const key = columnName([...own.slice(-1), 'no']);
  const table = model.table(name, own, 'reference', [key]);
  model.column(table, { name: key, words: ['no'], valueType: 'integer', schema: {}, description: '', nullable: false });
  table.about = 'Reference data: fixed, and all that is known.';
  return table;
}

export function lookupReading(draft: Draft, table: TablePlan, isList: boolean): Reading {
  const { model, tool } = draft;
  let filters: { node: FieldNode; column: ColumnPlan; sql: string }[] = [];
  let searches: FieldNode[] = [];
  let out: Out | undefined;
  const paging = isList ? pagingOf(draft) : {};
  return {
    kind: 'lookup',
    phase: isList ? 1 : 0,
    declare() {
      // what is shown names the columns that are asked for
      if (isList && tool.result !== undefined) {
        draft.result(table, { list: { from: table.name, where: [], order: [...table.key], count: '0' } });
        draft.leaves.length = 0;
      }
      for (const node of draft.general(true, 'limit', 'page', 'offset', 'cursor', 'sort', 'direction'))
        draft.place(node, Object.values(paging).includes(node) ? 'paging' : 'formatting', 'page');
      const nodes = draft.specific(true);
      searches = nodes.filter(isSearchText);
      for (const node of searches) draft.place(node, 'text search', table.name);
      filters = nodes
        .filter((node) => !searches.includes(node))
        .flatMap((node) => {
          if (node.kind !== 'scalar') {
            draft.place(node, 'unused', 'none');
            draft.flag('unused argument', `${node.field.name} asks for nothing that the table knows`);
            return [];
          }
          if (rangeEnd(node.field) !== undefined && (isList || node.field.type !== 'text')) {
            const range = filterOf(draft, table, node);
            if (range?.column !== undefined) return [{ node, column: range.column, sql: range.sql }];
          }
          const column = columnOf(model, table, node);
          model.use(table, column, 'filtered', tool.name);
          const sql = reference(node.field.path);
          const range =
            node.field.type === 'text' &&
            rangeEnd(node.field) !== undefined &&
            /date|time/.test(node.field.words.join(' '))
              ? rangeEnd(node.field)
              : undefined;
          draft.place(node, range === undefined ? 'filter' : 'range', `${table.name}.${column.name}`);
          if (node.field.type === 'real') {
            const near = /^(lat|latitude|lon|lng|long|longitude)$/.test(columnName(node.field.words));
            if (!near)
              draft.flag('no formula', `${node.field.name} is a quantity, and what is computed from it is not known`);
            return [
              {
                node,
                column,
                sql: near
                  ? `abs(${quoted(column.name)} - ${sql}) < 1`
                  : `abs(${quoted(column.name)} - ${sql}) < 0.000001`,
              },
            ];
          }
          return [
            {
              node,
              column,
              sql:
                column.type === 'TEXT' && node.field.choices.length === 0
                  ? `lower(${quoted(column.name)}) = lower(${sql})`
                  : `${quoted(column.name)} = ${sql}`,
            },
          ];
        });
      out =
        tool.result === undefined
          ? undefined
          : draft.result(
              table,
              isList ? { list: { from: table.name, where: [], order: [...table.key], count: '0' } } : {},
            );
    },
    write() {
      const key = quoted(table.key[0] ?? '');
      const where = [
        ...filters.map(({ node, sql }) =>
          node.field.required ? sql : `(${reference(node.field.path)} IS NULL OR ${sql})`,
        ),
        ...searches.map((node) =>
          node.field.required
            ? `text_match(${searchable(table)}, ${reference(node.field.path)})`
            : `(${reference(node.field.path)} IS NULL OR text_match(${searchable(table)}, ${reference(node.field.path)}))`,
        ),
      ];
      const clause = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
      const asked =
        filters.find((each) => each.node.field.required && each.node.field.choices.length === 0) ??
        filters.find((each) => each.node.field.required);
      const known =
        asked === undefined
          ? ''
          : ` Known: {=(SELECT group_concat(k.name, ', ' ORDER BY k.name) FROM (SELECT DISTINCT ${quoted(asked.column.name)} AS name FROM ${table.name} ORDER BY 1 LIMIT 5) AS k)}.`;
      const message =
        asked === undefined
          ? `There is no such ${table.words.join(' ')}.`
          : `Nothing is known of ${inMessage(asked.node.field.path)}.${known}`;
      const steps: Step[] = [...signIn(draft, false)];
      if (isList) {
        if (asked !== undefined)
          steps.push({
            let: 'any',
            sql: `SELECT 1 AS one FROM ${table.name} WHERE ${asked.sql} LIMIT 1`,
            else: ['NOT_FOUND', message],
          });
        const count = `(SELECT count(*) FROM ${table.name}${clause})`;
        const list = {
          from: table.name,
          where,
          order: [key],
          limit: limitOf(paging),
          count,
        };
        draft.leaves.length = 0;
        const result =
          tool.result === undefined
            ? undefined
            : draft.result(table, { list, known: new Map(nextPage(tool, count, paging)) });
        steps.push(returnStep(result ?? { kind: 'rows', ...list, item: whole(table) }));
        return steps;
      }
      steps.push({
        let: 'found',
        sql: `SELECT ${key} FROM ${table.name}${clause} ORDER BY ${key} LIMIT 1`,
        else: ['NOT_FOUND', message],
      });
      steps.push(
        returnStep(out ?? whole(table), { table: table.name, where: `${key} = :found.${table.key[0] ?? ''}` }),
      );
      return steps;
    },
  };
}

function whole(table: TablePlan): Out {
  return {
    kind: 'object',
    members: [...table.columns.values()]
      .filter((column) => !table.key.includes(column.name))
      .map(
        (column) =>
          [
            column.name,
            {
              kind: 'sql',
              sql: quoted(column.name),
              as: column.role === 'boolean' ? 'boolean' : column.role === 'json' ? 'json' : 'plain',
            },
          ] as const,
      ),
  };
}
