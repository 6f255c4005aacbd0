// callgym attribute: finds, for each failed episode, the step after which it could no longer succeed, and the fault of
// that step.
import { attributeRun } from '../../agents/keep/attribute-run.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';
import { counted } from '../output.ts';

const SHOWN = 20;

export const attributeCommand: Command = {
  name: 'attribute',
  usage: 'attribute RUN',
  about: 'Finds the step after which each failed episode could no longer be finished, and the fault of that step.',
  args: { least: 1, most: 1 },
  options: { credits: { type: 'boolean', about: 'the worth of every step of a failed episode, with --json' } },
  examples: ['callgym attribute out/run', 'callgym attribute out/run --credits --json'],
  run({ args, options, output }) {
    const report = attributeRun(args[0] ?? '', { credits: options['credits'] === true }, (done) =>
      output.atTimes(() => `${counted(done, 'episode')} read`),
    );
    const { failed, attributed, by_reason: reasons, episodes, refused } = report;
    output.line(
      `${output.bold(String(attributed))} of ${failed} failed episodes attributed, ${report.episodes_in} in the run`,
    );
    for (const [reason, times] of Object.entries(reasons))
      output.line(`  ${reason.replaceAll('_', ' ').padEnd(21)} ${times}`);
    for (const { episode, step, reason, detail } of episodes.slice(0, SHOWN))
      output.line(
        output.dim(
          `  ${episode}: ${step === null ? 'at the end' : `step ${step}`}, ${reason.replaceAll('_', ' ')}${detail === undefined ? '' : ` (${detail})`}`,
        ),
      );
    if (episodes.length > SHOWN)
      output.line(output.dim(`  … and ${episodes.length - SHOWN} more; --json has them all`));
    for (const { episode, reason } of refused.slice(0, SHOWN))
      output.line(`  ${output.bad('refused')} ${episode}: ${reason}`);
    return { summary: asJson(report), status: refused.length === 0 ? 0 : 1 };
  },
};
