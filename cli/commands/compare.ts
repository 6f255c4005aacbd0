// callgym compare: compares two runs on the same tasks, task by task.
import { compareRuns } from '../../agents/runs/compare-runs.ts';
import { readOutcomes } from '../../agents/runs/run-folder.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';
import { seedOption } from '../options.ts';
import { counted } from '../output.ts';

export const compareCommand: Command = {
  name: 'compare',
  usage: 'compare RUN RUN',
  about: 'Compares two runs task by task: how much better the second is, how sure that is, and on which kinds.',
  args: { least: 2, most: 2 },
  options: { seed: { type: 'string', value: 'N', about: 'of the resampling; default 1' } },
  examples: ['callgym compare out/before out/after'],
  run({ args, options, output }) {
    const [first = '', second = ''] = args;
    const found = compareRuns(readOutcomes(first), readOutcomes(second), seedOption(options));
    if (found.tasks === 0)
      throw badInput({ path: `${first} and ${second}`, what: 'have no judged task of the same environment in common' });
    const { difference, interval, p, tasks, unpaired } = found;
    const sign = (value: number): string => `${value >= 0 ? '+' : ''}${(100 * value).toFixed(1)}`;
    output.line(
      `${output.bold(`${sign(difference)} points`)} on ${counted(tasks, 'task')} (95 %: ${interval.map(sign).join(' to ')}), p = ${p}`,
    );
    for (const [kind, value] of Object.entries(found.by_kind)) {
      const own = value as { tasks: number; difference: number; p: number };
      output.line(`  ${kind.padEnd(9)} ${sign(own.difference)} on ${own.tasks}, p = ${own.p}`);
    }
    if (unpaired > 0) output.line(`  ${unpaired} tasks are judged in one of them only and do not count`);
    return { summary: asJson(found) };
  },
};
