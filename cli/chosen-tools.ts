// Reads --include, --exclude and --tools. These options choose the tools of the input from which an environment is
// made.
import { existsSync, readFileSync } from 'node:fs';
import { badInput } from '../envs/errors/gym-error.ts';
import type { InputOptions } from '../generator/compile/input.ts';

export function chosenTools(
  options: Readonly<Record<string, unknown>>,
): Pick<InputOptions, 'include' | 'exclude' | 'only'> {
  const { include, exclude, tools } = options;
  const patterns = (value: unknown): string[] =>
    String(value)
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
  if (typeof tools === 'string' && !existsSync(tools))
    throw badInput({ path: '--tools', what: `${tools} is not there`, mend: 'name a file with one tool name a line' });
  return {
    ...(include === undefined ? {} : { include: patterns(include) }),
    ...(exclude === undefined ? {} : { exclude: patterns(exclude) }),
    ...(typeof tools === 'string'
      ? { only: new Set(patterns(readFileSync(tools, 'utf8').replaceAll('\n', ','))) }
      : {}),
  };
}
