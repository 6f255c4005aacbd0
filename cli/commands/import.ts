// callgym import tau2: makes environments and tasks from the user's own checkout of tau2-bench.
import { badInput } from '../../envs/errors/gym-error.ts';
import { asJson } from '../../envs/values/json.ts';
import { importTau2 } from '../../generator/tau2/import-tau2.ts';
import type { Command } from '../command.ts';
import { counted } from '../output.ts';

export const importCommand: Command = {
  name: 'import',
  usage: 'import tau2 CHECKOUT --out DIR',
  about:
    "Reads tau2-bench's domains from a checkout of yours (data/tau2/domains) and writes complete environments with tasks, one folder a domain.",
  args: { least: 2, most: 2 },
  options: {
    out: { type: 'string', value: 'DIR', about: 'where the environments go' },
    domains: { type: 'string', value: 'A,B', about: 'only these; all that are known otherwise' },
    split: { type: 'string', value: 'NAME', about: 'only tasks of this split of split_tasks.json' },
  },
  examples: [
    'callgym import tau2 ../tau2-bench --out out/tau2',
    'callgym import tau2 ../tau2-bench --out out/tau2 --domains retail --split train',
  ],
  run({ args, options, output }) {
    const [from, checkout = ''] = args;
    if (from !== 'tau2') throw badInput({ path: from ?? '', what: 'cannot be imported', mend: 'there is tau2' });
    const { out, domains, split } = options;
    if (typeof out !== 'string') throw badInput({ path: '--out', what: 'is missing', mend: 'name a folder' });
    const environments = importTau2({
      checkout,
      out,
      ...(typeof domains === 'string' ? { domains: domains.split(',').map((each) => each.trim()) } : {}),
      ...(typeof split === 'string' ? { split } : {}),
    });
    for (const { name, path, tools, user_tools, tasks, rows, rejected } of environments) {
      for (const { task, reason } of rejected) output.progress(`${name}: task ${task} is left out: ${reason}`);
      output.line(
        `${name}: ${counted(tools, 'tool')}${user_tools === 0 ? '' : `, ${user_tools} of the user`}, ${counted(tasks, 'task')}, ${counted(rows, 'row')} in ${path}`,
      );
    }
    return { summary: { environments: asJson(environments) } };
  },
};
