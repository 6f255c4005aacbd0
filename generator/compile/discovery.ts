// Closing the loop: what tools change or need and no tool shows gets a tool that shows it, clearly marked, so that tasks
// can be solved and judged.
import type { Environment } from '../../envs/values/environment.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { Draft } from './draft.ts';
import type { Model, TablePlan } from './model.ts';
import type { DomainTool } from './read-tool.ts';
import { quoted, sqlOf } from './render.ts';
import type { Reading } from './templates/reading.ts';
import { orderedColumns } from './write-schema.ts';

export const DISCOVERY_MARK = 'Added by callgym:';

type Drafted = { readonly tool: DomainTool; readonly draft: Draft; readonly reading: Reading };

export function addDiscovery(environment: Environment, model: Model, drafts: readonly Drafted[]): Environment {
  const wanted = new Map<string, { table: TablePlan; audience: Tool['audience']; why: string }>();
  const tablesOf = (tool: Tool, kind: 'read' | 'written'): string[] =>
    tablesIn(tool.program, environment, kind).filter((name) => model.tables.has(name));
  for (const tool of environment.tools) {
    if (tool.effect !== 'write' || tool.audience === 'control') continue;
    const readers = environment.tools.filter((each) => each.effect === 'read' && each.audience === tool.audience);
    const shown = new Set(readers.flatMap((each) => tablesOf(each, 'read')));
    for (const name of tablesOf(tool, 'written')) {
      const table = model.tables.get(name);
      if (table !== undefined && !shown.has(name))
        wanted.set(`${name} ${tool.audience}`, { table, audience: tool.audience, why: `what ${tool.name} changes` });
    }
  }
  for (const table of model.tables.values()) {
    if (table.kind !== 'entity' || table.rows !== undefined) continue;
    const isNeeded = drafts.some(({ draft }) =>
      draft.arguments.some(
        (each) =>
          (each.role === 'own key' || each.role === 'reference') &&
          (each.is === `${table.name}.${table.key[0] ?? ''}` || refersTo(model, each.is, table)),
      ),
    );
    const shown = drafts.some(
      ({ reading, draft }) =>
        (reading.kind === 'list' ||
          reading.kind === 'create' ||
          reading.kind === 'create many' ||
          reading.kind === 'lookup' ||
          reading.kind === 'list links' ||
          reading.kind === 'login') &&
        draft.leaves.some(
          (leaf) => leaf.is === `${table.name}.${table.key[0] ?? ''}` || refersTo(model, leaf.is, table),
        ),
    );
    const found = drafts.some(
      ({ reading, draft }) =>
        reading.kind === 'get' &&
        !draft.arguments.some((each) => each.role === 'own key') &&
        draft.leaves.some((leaf) => leaf.is === `${table.name}.${table.key[0] ?? ''}`),
    );
    if (
      isNeeded &&
      !environment.tools.some((tool) => tool.name === `list_${table.name}`) &&
      !shown &&
      !found &&
      table.entity?.key.natural !== true
    )
      wanted.set(`${table.name} agent`, { table, audience: 'agent', why: `which ${table.words.join(' ')} there are` });
  }
  const names = new Set(environment.tools.map((tool) => tool.name));
  const added = [...wanted.values()]
    .sort((a, b) => (a.table.name < b.table.name ? -1 : 1))
    .map(({ table, audience, why }) => discoveryTool(table, audience, why, names));
  return added.length === 0 ? environment : { ...environment, tools: [...environment.tools, ...added] };
}

function refersTo(model: Model, place: string, table: TablePlan): boolean {
  const [name = '', column = ''] = place.split('.');
  return model.tables.get(name)?.columns.get(column)?.references === table.name;
}

function discoveryTool(table: TablePlan, audience: Tool['audience'], why: string, names: Set<string>): Tool {
  const single = table.kind === 'settings' || table.kind === 'session';
  const base = `${single ? 'get' : 'list'}_${table.name}`;
  const name = names.has(base) ? `${base}_now` : base;
  names.add(name);
  const columns = orderedColumns(table).filter(
    (column) => !/password|secret|access_token/.test(column.name) && !(single && column.name === 'id'),
  );
  const shown = columns.length === 0 ? '1 AS there' : columns.map((column) => quoted(column.name)).join(', ');
  return {
    name,
    description: `${DISCOVERY_MARK} shows ${why}.`,
    parameters: single
      ? { type: 'object', properties: {}, additionalProperties: false }
      : {
          type: 'object',
          properties: { offset: { type: 'integer', minimum: 0, description: 'How many rows to skip.' } },
          additionalProperties: false,
        },
    audience,
    effect: 'read',
    program: [
      single
        ? { return: sqlOf(`SELECT ${shown}\nFROM ${quoted(table.name)}\nWHERE id = 1`), shape: 'row' }
        : {
            return: sqlOf(
              `SELECT ${shown}\nFROM ${quoted(table.name)}\nORDER BY ${table.key.map(quoted).join(', ')}\nLIMIT 200 OFFSET coalesce(:offset, 0)`,
            ),
            shape: 'rows',
          },
    ],
  } as Tool;
}

/** The tables that a program of ours reads or writes: its statements are plain enough to be told by their words. */
function tablesIn(program: unknown, environment: Environment, kind: 'read' | 'written'): string[] {
  const text = JSON.stringify(program);
  const pattern =
    kind === 'read' ? /(?:FROM|JOIN) \\?"?([a-z_0-9]+)/g : /(?:INSERT INTO|UPDATE|DELETE FROM) \\?"?([a-z_0-9]+)/g;
  const used = [...text.matchAll(/"use":"(\w+)"/g)].flatMap(([, name = '']) => environment.fragments?.[name] ?? []);
  const all = used.length === 0 ? text : `${text}${JSON.stringify(used)}`;
  return [...new Set([...all.matchAll(pattern)].map(([, name = '']) => name))];
}
