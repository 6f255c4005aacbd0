// callgym conform: repeats in callgym the recorded calls of another implementation, and compares the answers.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import { conform } from '../../generator/tau2/conform.ts';
import type { Command } from '../command.ts';

const SHOWN = 20;

export const conformCommand: Command = {
  name: 'conform',
  usage: 'conform ENV --replays FILE…',
  about:
    'Plays recorded calls and compares result, error text and changes of each, value by value. Exit 1 where one differs.',
  args: { least: 1 },
  options: { replays: { type: 'string', value: 'FILE…', about: 'recordings, JSON lines; more files may follow' } },
  examples: ['callgym conform out/tau2/tau2-retail --replays gold-replays.jsonl probes.jsonl'],
  run({ args, options, output }) {
    const [dir = '', ...more] = args;
    const first = options['replays'];
    if (typeof first !== 'string') throw badInput({ path: '--replays', what: 'is missing', mend: 'name recordings' });
    const world = openEnvironment(dir);
    const file = join(dir, FILES.tasks);
    const outcome = conform(world, existsSync(file) ? loadTasks(file) : [], [first, ...more]);
    world.close();
    const { calls, equal, equal_strict, unequal } = outcome;
    output.line(
      `${calls} calls: ${equal} equal (${percent(equal, calls)}), ${equal_strict} to the letter (${percent(equal_strict, calls)})`,
    );
    for (const { task, index, name, kind, expected, got } of unequal.slice(0, SHOWN))
      output.line(
        `${output.bad(kind.padEnd(10))} ${name} (task ${task}, call ${index}): expected ${shorten(expected)}, got ${shorten(got)}`,
      );
    if (unequal.length > SHOWN) output.line(output.dim(`and ${unequal.length - SHOWN} more; --json has all`));
    return {
      summary: { calls, equal, equal_strict, unequal: unequal.map((each) => ({ ...each })) },
      status: unequal.length === 0 ? 0 : 1,
    };
  },
};

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
