// Measures how many faults check notices: an environment gets one fault at a time, and check must notice it. Each
// operator makes a mistake that a compiler, a model or a person could make.
import type { Environment } from '../../envs/values/environment.ts';
import { checkedAs, type JsonObject } from '../../envs/values/json.ts';
import type { Step } from '../../envs/values/program.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { checkEnvironment } from './check-environment.ts';

export interface Mutant {
  readonly tool: string;
  readonly operator: Operator;
  readonly environment: Environment;
}

export const OPERATORS = [
  'swapped programs',
  'dropped write',
  'dropped check',
  'dropped WHERE of a write',
  'dropped filter',
  'wrong status',
  'wrong value written',
  'wrong row written',
  'second row written',
  'wrong row shown',
  'wrong column shown',
  'shifted page',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Strength {
  readonly mutants: number;
  readonly noticed: number;
  readonly by: Readonly<Record<string, { readonly mutants: number; readonly noticed: number }>>;
  readonly survivors: readonly { readonly tool: string; readonly operator: Operator }[];
}

/**
 * Runs check on each mutant, that is, on the environment with one fault. The environment itself must pass the check.
 */
export function measureStrength(environment: Environment, most = Number.POSITIVE_INFINITY): Strength {
  const by: Record<string, { mutants: number; noticed: number }> = {};
  const survivors: { tool: string; operator: Operator }[] = [];
  const all = mutantsOf(environment);
  // if not all mutants are tried, the tried ones are spread over all tools
  const every = Math.max(1, Math.ceil(all.length / most));
  for (const [at, mutant] of all.entries()) {
    if (at % every !== 0) continue;
    const row = (by[mutant.operator] ??= { mutants: 0, noticed: 0 });
    row.mutants += 1;
    if (isNoticed(mutant.environment)) row.noticed += 1;
    else survivors.push({ tool: mutant.tool, operator: mutant.operator });
  }
  const rows = Object.values(by);
  return {
    mutants: rows.reduce((sum, row) => sum + row.mutants, 0),
    noticed: rows.reduce((sum, row) => sum + row.noticed, 0),
    by,
    survivors,
  };
}

function isNoticed(environment: Environment): boolean {
  return checkEnvironment(environment).checks.failed > 0;
}

export function mutantsOf(environment: Environment): Mutant[] {
  const found: Mutant[] = [];
  const { tools } = environment;
  const add = (tool: Tool, operator: Operator, program: Tool['program']): void => {
    if (JSON.stringify(program) === JSON.stringify(tool.program)) return;
    found.push({ tool: tool.name, operator, environment: withProgram(environment, tool, program) });
  };
  for (const [at, tool] of tools.entries()) {
    const other = tools
      .slice(at + 1)
      .find(
        (each) =>
          signature(each) === signature(tool) &&
          each.effect === tool.effect &&
          !(onlyRefuses(each) && onlyRefuses(tool)) &&
          JSON.stringify(each.program) !== JSON.stringify(tool.program),
      );
    if (other !== undefined) {
      const swapped = {
        ...environment,
        tools: tools.map((each) =>
          each === tool
            ? { ...each, program: other.program }
            : each === other
              ? { ...each, program: tool.program }
              : each,
        ),
      };
      found.push({ tool: tool.name, operator: 'swapped programs', environment: swapped });
    }
    const steps = tool.program;
    steps.forEach((step, index) => {
      const replaced = (...by: Step[]): Tool['program'] =>
        [...steps.slice(0, index), ...by, ...steps.slice(index + 1)] as Tool['program'];
      if ('run' in step) {
        if (steps.filter((each) => 'run' in each).length > 1 || steps.length > 1)
          add(tool, 'dropped write', replaced());
        const text = JSON.stringify(step);
        // in a table with a single row, the WHERE makes no difference
        if (/^\{"run":"?[^[]*(UPDATE|DELETE)/.test(text) && !text.includes('WHERE id = 1'))
          add(tool, 'dropped WHERE of a write', replaced(edited(step, /\s*WHERE [\s\S]*$/, '')));
        const own = writesByKey(text);
        if (own !== undefined) {
          const { table, key, argument, where } = own;
          const other = `(SELECT max(${key}) FROM ${table} WHERE ${key} <> ${argument})`;
          add(tool, 'wrong row written', replaced(edited(step, where, `WHERE ${key} = ${other}`)));
          add(tool, 'second row written', replaced(edited(step, where, `WHERE ${key} IN (${argument}, ${other})`)));
        }
        add(tool, 'wrong status', replaced(edited(step, /((?:status|state)"? = )'([^']*)'/, "$1'wrong'")));
        add(
          tool,
          'wrong value written',
          replaced(edited(step, /(SET [a-z_]+ = )(?:coalesce\()?(:[a-z_.A-Z]+)/, "$1'wrong' || $2 || ")),
        );
        add(tool, 'wrong value written', replaced(edited(step, /(VALUES \([^,]+, )(:[A-Za-z_]+)(?=[,)])/, '$1NULL')));
      } else if ('require' in step || ('refuse' in step && !isReferenceCheck(step)))
        // a check of a reference is kept, because without it the foreign key would give the same refusal
        add(tool, 'dropped check', replaced());
      else if ('let' in step && step.else !== undefined) {
        const { else: _else, ...rest } = step;
        add(tool, 'dropped check', replaced(rest as Step));
        add(
          tool,
          'wrong row shown',
          replaced(edited(step, / WHERE (?!id = 1)[\s\S]*$/, ' WHERE 1 = 1 ORDER BY 1 LIMIT 1')),
        );
      } else if ('return' in step) {
        add(
          tool,
          'dropped filter',
          replaced(edited(step, /\(:(\w+) IS NULL OR [^()]*(?:\([^()]*\)[^()]*)*\)/, '1 = 1')),
        );
        add(
          tool,
          'dropped filter',
          replaced(edited(step, /WHERE [a-z_]+ = :[A-Za-z_]+(?= (AND|ORDER))/, 'WHERE 1 = 1')),
        );
        add(
          tool,
          'wrong column shown',
          replaced(edited(step, /SELECT ([a-z_]+), ([a-z_]+)(?=[, ])/, 'SELECT $2 AS $1, $1 AS $2')),
        );
        add(tool, 'shifted page', replaced(edited(step, /OFFSET (max\()/, 'OFFSET 1 + $1')));
      }
    });
  }
  return found;
}

/** Tells whether a step only checks that a referenced row exists. A foreign key checks the same. */
const isReferenceCheck = (step: Step): boolean =>
  /NOT EXISTS|NOT \(EXISTS \(SELECT 1 FROM \w+ WHERE \w+\.\w+ = :\w+\)\)/.test(plain(step));

/** Tells whether a tool always refuses. If two tools do, their programs differ only in the message. */
export const onlyRefuses = ({ program }: Tool): boolean =>
  program.length === 1 && program[0] !== undefined && 'fail' in program[0];

/**
 * Finds the parts of an UPDATE or DELETE of one row whose key comes from an argument or from a row that was read
 * before.
 */
function writesByKey(
  text: string,
): { readonly table: string; readonly key: string; readonly argument: string; readonly where: RegExp } | undefined {
  const found = /^\{"run":"(?:UPDATE|DELETE FROM) "?(\w+)"? [^]*?WHERE (\w+) = (:[A-Za-z_][\w.]*)"/.exec(text);
  const [, table, key, argument] = found ?? [];
  return table === undefined || key === undefined || argument === undefined
    ? undefined
    : { table, key, argument, where: /WHERE \w+ = :[A-Za-z_][\w.]*$/ };
}

/** Writes the arguments of a tool as text, to find tools that take the same arguments. */
function signature(tool: Tool): string {
  const properties = Object.entries((tool.parameters['properties'] ?? {}) as JsonObject).map(
    ([name, schema]) => `${name} ${String((schema as JsonObject)['type'])}`,
  );
  return `${properties.sort().join()} ${JSON.stringify([...((tool.parameters['required'] ?? []) as string[])].sort())}`;
}

/** Returns a step with a change in its SQL, or the same step if the pattern does not match. */
function edited(step: Step, pattern: RegExp, by: string): Step {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, by);
    if (Array.isArray(value)) return value.map(change);
    if (value !== null && typeof value === 'object' && 'lines' in value && Array.isArray(value.lines))
      return (value as { lines: string[] }).lines.join('\n').replace(pattern, by);
    return value;
  };
  const record: Record<string, unknown> = { ...step };
  const changed: Record<string, unknown> = { ...record };
  for (const key of ['run', 'sql', 'return']) if (key in record) changed[key] = change(record[key]);
  if ('with' in record)
    changed['with'] = Object.fromEntries(
      Object.entries(record['with'] as object).map(([name, part]: [string, { sql: unknown }]) => [
        name,
        { ...part, sql: change(part.sql) },
      ]),
    );
  return plain(changed) === plain(record) ? step : checkedAs<Step>(changed);
}

/** Writes a value as text. SQL as a list of lines and SQL as one text give the same text. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && 'lines' in each && Array.isArray(each.lines)
      ? (each as { lines: string[] }).lines.join('\n')
      : each,
  );
}

function withProgram(environment: Environment, tool: Tool, program: Tool['program']): Environment {
  const mutated = { ...tool, program };
  return { ...environment, tools: environment.tools.map((each) => (each === tool ? mutated : each)) };
}
