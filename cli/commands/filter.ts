// callgym filter: selects the episodes of runs that are worth training on.
import { environmentsBeside, runFunnel } from '../../agents/keep/funnel.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';
import { requiredOption, wholeOption } from '../options.ts';
import { counted } from '../output.ts';

const SHOWN = 4;

export const filterCommand: Command = {
  name: 'filter',
  usage: 'filter RUN… --out kept.jsonl',
  about:
    'Keeps the episodes that are worth training on: well-formed, right, each once. Every stage counts the dropped episodes by reason.',
  args: { least: 1 },
  options: {
    out: { type: 'string', value: 'FILE', about: 'the kept episodes; their environments go beside it' },
    'keep-best': { type: 'string', value: 'N', about: 'at most so many of a task: the fewest errors and turns' },
  },
  examples: [
    'callgym filter out/run --out out/kept.jsonl',
    'callgym filter out/a out/b --keep-best 2 --out out/kept.jsonl',
  ],
  run({ args, options, output }) {
    const out = requiredOption(options, 'out', 'for example --out kept.jsonl');
    const best = wholeOption(options, 'keep-best', 1);
    const report = runFunnel(args, out, {
      ...(best === undefined ? {} : { best }),
      tell: (done) => output.atTimes(() => `${counted(done, 'episode')} read`),
    });
    for (const { name, in: before, kept, dropped } of report.stages) {
      const reasons = Object.entries(dropped)
        .slice(0, SHOWN)
        .map(([reason, times]) => `${reason} ${times}`);
      const more = Object.keys(dropped).length - reasons.length;
      output.line(
        `${name.padEnd(10)} ${String(before).padStart(7)} -> ${String(kept).padEnd(7)} ${output.dim([...reasons, ...(more > 0 ? [`${more} more reasons`] : [])].join(', '))}`,
      );
    }
    for (const { place, reason } of report.unreadable.slice(0, SHOWN)) output.progress(`${place}: ${reason}`);
    output.line(
      `${output.bold(String(report.kept))} of ${report.in} kept in ${out}, ${report.recovered} of them recovered from errors, ${report.exact} make exactly gold's calls`,
    );
    output.line(`their environments in ${environmentsBeside(out)}`);
    return { summary: asJson(report) };
  },
};
