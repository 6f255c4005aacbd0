// callgym mend: makes training data from failed episodes: repaired episodes, episodes with a rewritten task, preference
// pairs, and a rating of each step.
import { join } from 'node:path';
import { MENDED_FILES, mendRun } from '../../agents/mend/mend-run.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';
import { requiredOption } from '../options.ts';
import { counted } from '../output.ts';

const SHOWN = 4;

export const mendCommand: Command = {
  name: 'mend',
  usage: 'mend RUN --out DIR',
  about:
    'Makes data of failures: episodes that correct themselves and succeed, the goals that were achieved after all, preference pairs at the decisive step, labels for a critic.',
  args: { least: 1, most: 1 },
  options: {
    out: { type: 'string', value: 'DIR', about: 'a run folder of its own: verify, filter and dataset take it' },
  },
  examples: ['callgym mend out/run --out out/mended', 'callgym verify out/mended'],
  async run({ args, options, output }) {
    const out = requiredOption(options, 'out', 'for example --out out/mended');
    const report = await mendRun(args[0] ?? '', out, (done) => output.atTimes(() => counted(done, 'episode')));
    const { failed, repaired, relabelled, pairs, critic, without, refused } = report;
    const why = (reasons: Readonly<Record<string, number>>): string =>
      output.dim(
        Object.entries(reasons)
          .slice(0, SHOWN)
          .map(([reason, times]) => `${reason} ${times}`)
          .join(', '),
      );
    output.line(`${output.bold(String(failed))} failed of ${counted(report.episodes, 'episode')}`);
    output.line(
      `repaired   ${String(repaired.corrected + repaired.rerouted).padStart(6)}  ${repaired.corrected} correct themselves, ${repaired.rerouted} go another way  ${why(without.repaired)}`,
    );
    output.line(`relabelled ${String(relabelled).padStart(6)}  ${why(without.relabelled)}`);
    output.line(`pairs      ${String(pairs).padStart(6)}  ${why(without.pairs)}`);
    output.line(`critic     ${String(critic).padStart(6)}`);
    for (const { episode, reason } of refused.slice(0, SHOWN))
      output.line(`  ${output.bad('refused')} ${episode}: ${reason}`);
    output.line(`episodes in ${out}, ${join(out, MENDED_FILES.pairs)}, ${join(out, MENDED_FILES.critic)}`);
    return { summary: asJson(report), status: refused.length === 0 ? 0 : 1 };
  },
};
