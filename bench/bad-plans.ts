// Makes plans and rows with faults, as a careless or dishonest author would write them: broken or useless invariants,
// false promises, a tool with another tool's result schema, and rows that their table refuses.
import type { Environment } from '../envs/values/environment.ts';
import type { SpoiledCase } from './spoiled-case.ts';

export function isAnswering(made: Environment, name: string): boolean {
  const program = made.tools.find((tool) => tool.name === name)?.program ?? [];
  const [only] = program;
  return !(program.length === 1 && only !== undefined && 'fail' in only && only.fail[0] === 'UNAVAILABLE');
}

export function planFaults(environment: Environment): SpoiledCase[] {
  const [first] = environment.seed;
  const table = first?.table ?? '';
  const broken = { name: 'bad', sql: `SELECT 1 AS a FROM ${table} GROUP BY 1 = 1`, says: 'never' };
  const promise = { sql: `SELECT 1 AS a FROM ${table}`, at_least: 1_000_000, says: 'very many' };
  const holds = (made: Environment, part: 'invariants' | 'promises', says: string): boolean =>
    JSON.stringify(made[part] ?? []).includes(says);
  const wrongRole = Object.keys(environment.columns)[0] ?? '';
  return [
    {
      kind: 'plan: an invariant that the rows break',
      tools: [],
      pair: false,
      environment: { ...environment, invariants: [...(environment.invariants ?? []), broken] },
      isIn: (made) => holds(made, 'invariants', '"bad"'),
    },
    {
      kind: 'plan: an invariant that vetting refuses',
      tools: [],
      pair: false,
      environment: { ...environment, invariants: [{ ...broken, sql: 'PRAGMA table_list' }] },
      isIn: (made) => holds(made, 'invariants', 'PRAGMA'),
    },
    ...['1 = 0', 'NULL'].map((never, at): SpoiledCase => ({
      kind: 'plan: an invariant that nothing breaks',
      tools: [],
      pair: false,
      environment: {
        ...environment,
        invariants: [
          ...(environment.invariants ?? []),
          { name: `vain ${at}`, sql: `SELECT 1 AS a FROM ${table} WHERE ${never} GROUP BY 1 = 1`, says: 'never' },
        ],
      },
      isIn: (made) => holds(made, 'invariants', `"vain ${at}"`),
    })),
    {
      kind: 'plan: a promise that the rows break',
      tools: [],
      pair: false,
      environment: { ...environment, promises: [promise] },
      isIn: (made) => holds(made, 'promises', 'very many'),
    },
    ...environment.tools.flatMap((tool): SpoiledCase[] =>
      tool.returns === undefined
        ? []
        : [
            {
              kind: 'plan: a result schema of something else',
              tools: [],
              about: tool.name,
              pair: false,
              environment: {
                ...environment,
                tools: environment.tools.map((each) =>
                  each === tool
                    ? {
                        ...each,
                        returns: {
                          type: 'object',
                          properties: { no_such_member: { type: 'string' } },
                          required: ['no_such_member'],
                          additionalProperties: false,
                        },
                      }
                    : each,
                ),
              },
              isIn: (made) =>
                isAnswering(made, tool.name) &&
                JSON.stringify(made.tools.find(({ name }) => name === tool.name)?.returns).includes('no_such_member'),
            },
          ],
    ),
    {
      kind: 'plan: a role left out',
      tools: [],
      pair: false,
      environment: {
        ...environment,
        columns: Object.fromEntries(Object.entries(environment.columns).filter(([place]) => place !== wrongRole)),
      },
      isIn: () => false,
    },
  ];
}

export function rowFaults(environment: Environment): SpoiledCase[] {
  const [first] = environment.seed;
  if (first === undefined) return [];
  const keyed = environment.seed.map(({ table }) => table);
  const last = keyed.lastIndexOf(first.table);
  const has = (text: string) => (made: Environment) => made.seed.some(({ row }) => JSON.stringify(row).includes(text));
  return [
    {
      kind: 'rows: one twice',
      tools: [],
      pair: false,
      environment: { ...environment, seed: [...environment.seed, first] },
      isIn: (made) => made.seed.filter((each) => JSON.stringify(each) === JSON.stringify(first)).length > 1,
    },
    {
      kind: 'rows: of no table',
      tools: [],
      pair: false,
      environment: { ...environment, seed: [...environment.seed, { table: 'nowhere', row: { a: 'lost row' } }] },
      isIn: has('lost row'),
    },
    {
      kind: 'rows: with a value that no column takes',
      tools: [],
      pair: false,
      environment: {
        ...environment,
        seed: environment.seed.map((each, at) =>
          at === last ? { ...each, row: { ...each.row, no_such_column: 'odd value' } } : each,
        ),
      },
      isIn: has('odd value'),
    },
    {
      kind: 'rows: one only',
      tools: [],
      pair: false,
      environment: { ...environment, seed: [first] },
      isIn: () => false,
    },
  ];
}
