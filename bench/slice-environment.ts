// Cuts out a part of an environment that works alone: the given tools, the other tools that their scenarios call, and
// the scenarios that call only tools of the part. A fault can then be tested in seconds.
import type { Environment } from '../envs/values/environment.ts';
import { stepsInside, type ToolProgram } from '../envs/values/program.ts';

const MOST_TOOLS = 6;

/**
 * Returns the given tools and the tools that scenarios call together with them. The tools that are called together most
 * often come first.
 */
export function neighboursOf(environment: Environment, tools: readonly string[]): ReadonlySet<string> {
  const together = new Map<string, number>();
  for (const { steps } of environment.scenarios?.scenarios ?? []) {
    const called = new Set(steps.map(({ name }) => name));
    if (!tools.some((name) => called.has(name))) continue;
    for (const name of called) together.set(name, (together.get(name) ?? 0) + 1);
  }
  const nearest = [...together].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  return new Set([...tools, ...nearest].slice(0, Math.max(MOST_TOOLS, tools.length)));
}

export function sliceEnvironment(environment: Environment, names: ReadonlySet<string>): Environment {
  const tools = environment.tools
    .filter(({ name }) => names.has(name))
    .map((tool) => ({
      ...tool,
      examples: (tool.examples ?? []).filter(({ before = [] }) => before.every(({ name }) => names.has(name))),
    }));
  const suite = environment.scenarios ?? { views: {}, scenarios: [] };
  const fragments = environment.fragments ?? {};
  const used = new Set<string>();
  const visit = (program: ToolProgram): void => {
    for (const step of program) {
      if ('use' in step && !used.has(step.use)) {
        used.add(step.use);
        visit(fragments[step.use] ?? []);
      }
      visit(stepsInside(step));
    }
  };
  for (const { program } of tools) visit(program);
  const { after: _after, ...rest } = environment;
  const tables = [...new Set(environment.seed.map(({ table }) => table))];
  return {
    ...rest,
    tools,
    // the reads that show these tables may not be in this part
    unseen: { ...Object.fromEntries(tables.map((table) => [table, 'another part shows it'])), ...environment.unseen },
    fragments: Object.fromEntries(Object.entries(fragments).filter(([name]) => used.has(name))),
    scenarios: {
      ...suite,
      scenarios: suite.scenarios.filter(({ steps }) => steps.every(({ name }) => names.has(name))),
    },
  };
}
