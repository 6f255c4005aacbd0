// Some tables have rows that tools create or refer to, but no tool that lists these rows. This file adds a list tool
// for each such table; its description starts with DISCOVERY_MARK.
import type { Environment } from '../../../envs/values/environment.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Plan, TablePlan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import type { Match } from '../readings/reading.ts';
import type { NameStyle } from '../results/name-style.ts';
import { wholeMembers } from '../results/print-shape.ts';

export const DISCOVERY_MARK = 'Added by callgym:';

export function addDiscovery(
  environment: Environment,
  plan: Plan,
  served: ReadonlyMap<string, Match>,
  style: NameStyle,
): Environment {
  const shown = new Set<string>();
  const named = new Set<string>();
  for (const match of served.values()) {
    if (match.rule === 'list') shown.add(match.needs[0]?.table ?? '');
    for (const role of match.arguments) {
      const [table = '', column = ''] = role.is.split('.');
      if (role.role === 'key') named.add(table);
      for (const reference of plan.tables.find((each) => each.name === table)?.references ?? [])
        if (reference.columns.at(-1) === column) named.add(reference.table);
    }
    for (const made of match.makes) named.add(made);
  }
  const names = new Set(environment.tools.map((tool) => tool.name));
  const added = plan.tables
    .filter((table) => named.has(table.name) && !shown.has(table.name))
    .map((table) => listTool(table, names, style));
  return added.length === 0 ? environment : { ...environment, tools: [...environment.tools, ...added] };
}

function listTool(table: TablePlan, names: Set<string>, style: NameStyle): Tool {
  const base = `list_${table.name}`;
  const name = names.has(base) ? `${base}_now` : base;
  names.add(name);
  const columns = wholeMembers(table, style).map((member): [string, string] => [
    member.shape.kind === 'column' ? sql.name(member.shape.column) : 'NULL',
    member.name,
  ]);
  return {
    name,
    description: `${DISCOVERY_MARK} shows which ${table.words.join(' ')} rows there are.`,
    parameters: {
      type: 'object',
      properties: { offset: { type: 'integer', minimum: 0, description: 'How many rows to skip.' } },
      additionalProperties: false,
    },
    audience: 'agent',
    effect: 'read',
    program: [
      {
        return: sql.select({
          columns,
          from: table.name,
          where: [],
          order: table.key.map(sql.name),
          limit: '200',
          offset: 'coalesce(:offset, 0)',
        }),
        shape: 'rows',
      },
    ],
  } as Tool;
}
