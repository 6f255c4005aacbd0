// callgym build: makes environments from tool schemas. The compiler makes them or, with --author, a language model
// writes them.
import { setImmediate as turn } from 'node:timers/promises';
import { badInput } from '../../envs/errors/gym-error.ts';
import { asJson } from '../../envs/values/json.ts';
import {
  buildEnvironments,
  prepareFolder,
  type BuildDomains,
  type BuildOptions,
  type BuildReport,
} from '../../generator/compile/build.ts';
import type { Command } from '../command.ts';
import { AUTHOR_OPTIONS, runAuthored } from './build-author.ts';
import { peakMegabytes } from '../memory.ts';
import { workInOrder } from '../jobs/job-pool.ts';
import { countOfCores, requiredOption, seedOption, wholeOption } from '../options.ts';
import type { Output } from '../output.ts';
import { counted } from '../output.ts';
import { chosenTools } from '../chosen-tools.ts';

const SHOWN = 12;
const MOST_ROWS = 100_000;

export const buildCommand: Command = {
  name: 'build',
  usage: 'build INPUT --out DIR',
  about:
    'Compiles tools into environments, one folder per domain: tables, rows and programs are worked out from the schemas, decisions.json says why. INPUT is a pool, a domains file or a file of tool schemas. A tool that they do not prove answers UNAVAILABLE, with a reason; overrides.json and rows.jsonl in a folder are kept and followed.',
  options: {
    out: { type: 'string', value: 'DIR', about: 'where the environment folders go' },
    rows: { type: 'string', value: 'N', about: `about so many rows an environment (up to ${MOST_ROWS})` },
    seed: { type: 'string', value: 'N', about: 'build seed: another seed, another world (default 1)' },
    names: {
      type: 'string',
      value: 'a|b',
      about: 'people are called by one half of the names: environments that train by a, those held out by b',
    },
    jobs: { type: 'string', value: 'N|auto', about: 'domains at once, each in a process; 1' },
    ...AUTHOR_OPTIONS,
    split: {
      type: 'boolean',
      about: 'look for domains in every list; else a list of up to 120 tools is one environment',
    },
    include: {
      type: 'string',
      value: 'P,…',
      about: 'only tools whose names fit one of the patterns (* for any letters)',
    },
    exclude: { type: 'string', value: 'P,…', about: 'no tools whose names fit one of the patterns' },
    tools: { type: 'string', value: 'FILE', about: 'only the tools that a file names, one a line' },
    'no-discovery': { type: 'boolean', about: 'add no tools that list rows which no other tool shows' },
  },
  examples: [
    'callgym build my-tools.json --out environments',
    'callgym build my-tools.json --out environments --author batch:questions',
    'callgym build domains.json --out environments --rows 5000 --json',
  ],
  args: { least: 1, most: 1 },
  async run(invocation) {
    const { args, options, output } = invocation;
    const jobs = countOfCores(options, 'jobs') ?? 1;
    if (options['author'] !== undefined && jobs > 1)
      throw badInput({
        path: '--jobs',
        what: 'is more than 1',
        mend: 'domains that a model writes are built in one process',
      });
    if (options['author'] !== undefined) return runAuthored(invocation);
    const [input = ''] = args;
    const out = requiredOption(options, 'out', 'name the folder for the environments: --out environments');
    const rows = wholeOption(options, 'rows', 1, MOST_ROWS);
    const seed = seedOption(options, 1);
    const { names } = options;
    if (names !== undefined && names !== 'a' && names !== 'b')
      throw badInput({ path: '--names', what: `is ${String(names)}`, mend: 'a or b' });
    const report = await buildAll(
      input,
      out,
      {
        seed,
        discovery: options['no-discovery'] !== true,
        ...(options['split'] === true ? { split: true } : {}),
        ...chosenTools(options),
        ...(rows === undefined ? {} : { rows }),
        ...(names === undefined ? {} : { names }),
      },
      jobs,
      output,
    );
    tell(output, out, report);
    const { failures, ...rest } = report;
    const summary = {
      ...rest,
      check_failures: failures.slice(0, 50),
      seconds: output.seconds(),
      peak_rss_mb: peakMegabytes(),
    };
    return {
      summary: asJson(summary),
      status: report.failed.length > 0 || failures.length > 0 ? 1 : 0,
    };
  },
};

async function buildAll(
  input: string,
  out: string,
  options: BuildOptions,
  jobs: number,
  output: Output,
): Promise<BuildReport> {
  const steps = buildEnvironments(input, out, options, jobs === 1 ? undefined : inJobs(out, options, jobs));
  let told = 0;
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return value;
    if (output.seconds() - told > 1) {
      output.progress(`${value.done} of ${value.of}: ${value.name}`);
      told = output.seconds();
    }
    await turn();
  }
}

/** Builds domains in other processes. The results come in the order of the domains. */
function inJobs(out: string, { seed, rows, names, discovery }: BuildOptions, jobs: number): BuildDomains {
  const options = {
    seed,
    discovery,
    ...(rows === undefined ? {} : { rows }),
    ...(names === undefined ? {} : { names }),
  };
  return async function* (domains) {
    let at = 0;
    try {
      for await (const done of workInOrder('build', { out, options }, domains, { jobs })) {
        const { name = '' } = domains[at++] ?? {};
        if ('error' in done) throw done.error;
        yield 'result' in done ? done.result : { failed: { name, reason: done.died } };
      }
    } finally {
      // removes drafts that are left over if the work was interrupted
      prepareFolder(out);
    }
  };
}

function tell(output: Output, out: string, report: BuildReport): void {
  const { environments, tools_flagged: flagged, failed, failures } = report;
  output.line(`${output.bold(counted(environments.length, 'environment'))} in ${out}`);
  for (const each of environments.slice(0, SHOWN)) {
    const sound = each.figures.served === 0 ? output.bad('no tool works') : output.good('sound');
    const verdict = each.checks.failed === 0 ? sound : output.bad(`${counted(each.checks.failed, 'check')} fail`);
    output.line(
      `  ${each.name}  ${counted(each.tools, 'tool')} (${each.reads} read, ${each.writes} write), ${counted(each.tables, 'table')}, ${counted(each.rows, 'row')}, ${verdict}${each.flags > 0 ? `, ${each.flags} answer UNAVAILABLE` : ''}`,
    );
  }
  if (environments.length > SHOWN) output.line(`  … and ${environments.length - SHOWN} more`);
  for (const { environment, tool, reason, way_on: way } of flagged.slice(0, SHOWN)) {
    output.line(output.dim(`  flagged: ${environment}/${tool}: ${reason}`));
    output.line(output.dim(`    way on: ${way}`));
  }
  if (flagged.length > SHOWN)
    output.line(output.dim(`  … and ${flagged.length - SHOWN} more; show ENV --flags has them all`));
  for (const { name, reason, trace = [] } of failed.slice(0, SHOWN)) {
    output.line(output.bad(`  not compiled: ${name}: ${reason}`));
    for (const place of trace) output.line(output.dim(`    at ${place}`));
  }
  for (const { environment, check } of failures.slice(0, SHOWN))
    output.line(output.bad(`  ${environment}: ${check.tool}: ${check.check}: ${check.detail}`));
  output.line(output.bold(`${report.tools_served} of ${counted(report.tools_in, 'tool')} work`));
}
