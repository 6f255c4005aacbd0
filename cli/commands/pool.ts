// callgym pool: reads tool schemas in many formats into one file of clean tools.
import { setImmediate as turn } from 'node:timers/promises';
import { asJson } from '../../envs/values/json.ts';
import { poolInSteps, type PoolReport } from '../../generator/pool/make-pool.ts';
import type { Command } from '../command.ts';
import { peakMegabytes } from '../memory.ts';
import { requiredOption } from '../options.ts';
import type { Output } from '../output.ts';
import { counted } from '../output.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** The number of files that are read between two progress messages. */
const TOLD = 100;

export const poolCommand: Command = {
  name: 'pool',
  usage: 'pool SOURCE… --out POOL',
  about:
    'Reads tool schemas from files and folders into one clean pool: OpenAI, Anthropic, Gemini, MCP tools/list, OpenAPI 3 and Swagger 2 (JSON, YAML), and the dialects of public benchmarks, told apart by content. Schemas are repaired, names made legal and unique, boilerplate and duplicates set aside; the report beside the pool lists every tool that is not in it, with the reason.',
  options: { out: { type: 'string', value: 'FILE', about: 'the pool to write, .jsonl' } },
  examples: [
    'callgym pool my-tools.json --out pool.jsonl',
    'callgym pool openapi/ mcp-tools.json --out pool.jsonl --json',
  ],
  args: { least: 1 },
  async run({ args, options, output }) {
    const out = requiredOption(options, 'out', 'name the file to write: --out pool.jsonl');
    const { sources, rejected, repeated, ...rest } = await makeUntilStopped(args, out, output);
    const found = rest.tools + rest.rejected_total + rest.duplicates;
    output.line(
      `${output.bold(counted(rest.tools, 'tool'))} in ${out}, of ${found} in ${counted(sources.length, 'file')}`,
    );
    if (rest.repaired > 0) output.line(`  ${rest.repaired} repaired; the original texts are kept in original`);
    if (rest.duplicates > 0)
      output.line(`  ${rest.duplicates} duplicates, ${rest.rejected_total} rejected: ${rest.report}`);
    else if (rest.rejected_total > 0) output.line(`  ${rest.rejected_total} rejected: ${rest.report}`);
    for (const { source, name, reason } of rejected.slice(0, 5))
      output.line(`  ${[source, name].filter((part) => part !== '').join(' ')}: ${reason}`);
    if (rest.rejected_total > 5) output.line(`  … and ${rest.rejected_total - 5} more`);
    return {
      summary: {
        ...rest,
        sources: asJson(sources),
        rejected: asJson(rejected),
        repeated: asJson(repeated),
        seconds: output.seconds(),
        peak_rss_mb: peakMegabytes(),
      },
    };
  },
};

/**
 * Makes the pool in steps. On SIGINT (Ctrl-C) or SIGTERM, stops between two steps, leaves no unfinished file behind,
 * and ends the process by the same signal.
 */
async function makeUntilStopped(sources: readonly string[], out: string, output: Output): Promise<PoolReport> {
  let signal: NodeJS.Signals | undefined;
  const hear = (name: NodeJS.Signals): void => {
    signal = name;
  };
  for (const name of SIGNALS) process.once(name, hear);
  const steps = poolInSteps(sources, out);
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (value.files % TOLD === 0)
        output.progress(`${value.files} of ${counted(value.of, 'file')}, ${counted(value.tools, 'tool')}`);
      await turn();
      if (signal === undefined) continue;
      // the cast is harmless: no code reads this value, because a stopped pool has no report
      steps.return(undefined as never);
      output.progress(`stopped after ${value.files} of ${counted(value.of, 'file')}; nothing was written`);
      process.kill(process.pid, signal);
      await turn();
    }
  } finally {
    for (const name of SIGNALS) process.off(name, hear);
  }
}
