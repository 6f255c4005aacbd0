// callgym report: writes one page that shows a run with every episode.
import { statSync } from 'node:fs';
import { writeReport } from '../../agents/report/write-report.ts';
import { studioPage } from '../../studio/page.ts';
import type { Command } from '../command.ts';
import { requiredOption } from '../options.ts';
import { counted } from '../output.ts';

export const reportCommand: Command = {
  name: 'report',
  usage: 'report RUN --out report.html',
  about: 'Writes one page that needs no network: figures, plots, every episode as a conversation with its changes.',
  args: { least: 1, most: 1 },
  options: { out: { type: 'string', value: 'FILE', about: 'the page' } },
  examples: ['callgym report out/run --out out/report.html'],
  async run({ args, options, output }) {
    const out = requiredOption(options, 'out', 'for example --out report.html');
    const { episodes, refused } = writeReport(args[0] ?? '', out, await studioPage(), (done) =>
      output.atTimes(() => `${counted(done, 'episode')} read`),
    );
    const { size } = statSync(out);
    const large = size < 1e6 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1e6).toFixed(1)} MB`;
    output.line(`${counted(episodes.length, 'episode')} in ${out} (${large}): open it in any browser`);
    if (refused.length > 0)
      output.line(`${output.bad(`${refused.length} records are none`)}: ${refused[0]?.reason ?? ''}`);
    return {
      summary: { path: out, episodes: episodes.length, refused: refused.length },
      status: refused.length === 0 ? 0 : 1,
    };
  },
};
