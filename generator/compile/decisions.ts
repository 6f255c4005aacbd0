// Writes decisions.json, so that a person can check the compiler. The file gives the evidence for every tool that works
// and the reason why any other tool does not. It lists the tables with their keys, and the column of each argument and
// result field.
import { sha256 } from '../../envs/values/hash.ts';
import { asJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { DISCOVERY_MARK } from './close/discovery.ts';
import type { Compiled, CompileOptions } from './compile-domain.ts';
import { wayOn } from './way-on.ts';

export interface Figures {
  readonly tools: number;
  readonly served: number;
  readonly reads: number;
  readonly writes: number;
  readonly arguments: number;
  readonly leaves: number;
  readonly tables: number;
  readonly columns: number;
}

export function figuresOf({ tools, plan }: Compiled): Figures {
  const matches = tools.flatMap((tool) => (tool.flags.length === 0 && tool.match !== undefined ? [tool.match] : []));
  return {
    tools: tools.length,
    served: tools.filter((tool) => tool.flags.length === 0).length,
    reads: matches.filter((match) => match.effect === 'read').length,
    writes: matches.filter((match) => match.effect === 'write').length,
    arguments: matches.reduce((sum, match) => sum + match.arguments.length, 0),
    leaves: matches.reduce((sum, match) => sum + match.leaves.length, 0),
    tables: plan.tables.length,
    columns: plan.tables.reduce((sum, table) => sum + table.columns.length, 0),
  };
}

export function decisionsOf(compiled: Compiled, options: CompileOptions): JsonObject {
  const { domain, environment, plan, tools } = compiled;
  return {
    format: 2,
    input: sha256(JSON.stringify(tools.map((tool) => tool.facts.pool))),
    seed: options.seed,
    ...(options.rows === undefined ? {} : { rows: options.rows }),
    figures: asJson(figuresOf(compiled)),
    things: domain.things.all
      .filter((thing) => plan.tables.some((table) => table.name === thing.table))
      .map((thing): Json => ({
        table: thing.table,
        is: thing.words.join(' '),
        key: [...thing.scope.map((part) => part.column), thing.own.column],
        why: [...thing.evidence],
        also: [...thing.nouns].filter((noun) => noun !== thing.words.join(' ')),
      })),
    tools: tools.map((tool): Json => ({
      name: tool.name,
      reading: tool.match?.rule ?? null,
      why:
        tool.flags[0] ?? tool.match?.evidence.map(({ says }) => says).join('; ') ?? 'overrides.json brings its program',
      works: tool.flags.length === 0,
      ...(tool.flags[0] === undefined ? {} : { way_on: wayOn(tool.flags[0]) }),
      ...(tool.match === undefined
        ? {}
        : {
            arguments: tool.match.arguments.map((role): Json => ({ ...role })),
            results: tool.match.leaves.map((role): Json => ({ ...role })),
          }),
      ...(tool.others.length === 0
        ? {}
        : {
            instead: tool.others.map((match): Json => ({
              reading: match.rule,
              why: match.evidence.map(({ says }) => says).join('; '),
            })),
          }),
      ...(tool.overridden ? { overridden: true } : {}),
    })),
    added: environment.tools.filter((tool) => tool.description.startsWith(DISCOVERY_MARK)).map((tool) => tool.name),
  };
}
