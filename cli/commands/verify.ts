// callgym verify: judges recorded episodes again, from the run folder alone.
import { verifyRun } from '../../agents/runs/verify-run.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';

const SHOWN = 10;

export const verifyCommand: Command = {
  name: 'verify',
  usage: 'verify RUN',
  about:
    'Makes every recorded call again and judges every episode anew. Records that do not follow from themselves are refused.',
  args: { least: 1, most: 1 },
  examples: ['callgym verify out/run'],
  run({ args, output }) {
    const [dir = ''] = args;
    const report = verifyRun(dir, (done) => output.atTimes(() => `${done} episodes judged`));
    const { episodes, agree, disagree, refused } = report;
    const holds = disagree.length + refused.length === 0;
    output.line(
      `${holds ? output.good('holds') : output.bad('does not hold')}  ${agree} of ${episodes} verdicts agree`,
    );
    for (const { episode, was, now } of disagree.slice(0, SHOWN))
      output.line(`  ${episode}: was ${JSON.stringify(was)}, is ${JSON.stringify(now)}`);
    for (const { episode, reason } of refused.slice(0, SHOWN))
      output.line(`  ${output.bad('refused')} ${episode}: ${reason}`);
    const more = disagree.length + refused.length - Math.min(disagree.length, SHOWN) - Math.min(refused.length, SHOWN);
    if (more > 0) output.line(`  … and ${more} more`);
    return {
      summary: { ...(report as unknown as { [key: string]: Json }), seconds: output.seconds() },
      status: holds ? 0 : 1,
    };
  },
};
