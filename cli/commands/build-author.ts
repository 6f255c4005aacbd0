// callgym build --author: a language model writes the environments, at an endpoint or through files of questions and
// answers. With --author record, the answers come from earlier records.
import { readFileSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';
import { asJson } from '../../envs/values/json.ts';
import { buildAuthored, type AuthoredReport } from '../../generator/author/build-authored.ts';
import { DOOR_OPTIONS, openDoor } from '../author-door.ts';
import type { CommandResult, Invocation } from '../command.ts';
import { peakMegabytes } from '../memory.ts';
import { requiredOption, seedOption, wholeOption } from '../options.ts';
import type { Output } from '../output.ts';
import { counted } from '../output.ts';
import { chosenTools } from '../chosen-tools.ts';

const SHOWN = 20;
const REVIEWERS = 3;
const MOST_REVIEWERS = 9;
const MOST_NOTES = 60_000;

export const AUTHOR_OPTIONS = {
  author: {
    type: 'string',
    value: 'openai:MODEL|batch:DIR|record',
    about: 'a model writes the environments; record: from the records alone, without a model',
  },
  evidence: {
    type: 'string',
    value: 'FILE,FILE',
    about: 'with --author: calls recorded from the real service, JSON lines or HAR',
  },
  notes: { type: 'string', value: 'FILE', about: 'with --author: notes of a person about the service' },
  reviewers: {
    type: 'string',
    value: 'N',
    about: `with --author: opinions asked for each tool (default ${REVIEWERS})`,
  },
  ...DOOR_OPTIONS,
} as const;

export async function runAuthored({ args, options, output }: Invocation): Promise<CommandResult> {
  const [input = ''] = args;
  const out = requiredOption(options, 'out', 'name the folder for the environments: --out environments');
  const { door, files } = openDoor(options);
  const report = await buildAuthored(
    input,
    out,
    {
      seed: seedOption(options, 1),
      ...chosenTools(options),
      ...(options['split'] === true ? { split: true } : {}),
      reviewers: wholeOption(options, 'reviewers', 0, MOST_REVIEWERS) ?? REVIEWERS,
      material: { notes: notesOf(options['notes']) },
      ...(typeof options['evidence'] === 'string' ? { evidenceFiles: options['evidence'].split(',') } : {}),
      onDone: (name) => output.progress(`${name} is written`),
    },
    door,
  );
  const waits = files?.write();
  tell(output, out, report);
  if (waits !== undefined) {
    output.line(`${counted(waits.count, 'request')} in ${waits.requests}`);
    output.line(`waiting for ${waits.responses}; run the same command again when it is there`);
  }
  const { failures, ...rest } = report;
  const { requests, tokens, cost } = door.spent;
  return {
    summary: asJson({
      ...rest,
      author: {
        requests,
        pending: waits?.count ?? 0,
        ...(waits === undefined ? {} : { requests_file: waits.requests, responses_file: waits.responses }),
        tokens,
        cost,
        rounds: Math.max(0, ...report.environments.map((each) => each.rounds)),
      },
      check_failures: failures.slice(0, SHOWN),
      seconds: output.seconds(),
      peak_rss_mb: peakMegabytes(),
    }),
    status: waits !== undefined ? 3 : report.failed.length > 0 || failures.length > 0 ? 1 : 0,
  };
}

function notesOf(file: string | boolean | undefined): string | undefined {
  if (typeof file !== 'string') return undefined;
  try {
    return readFileSync(file, 'utf8').slice(0, MOST_NOTES);
  } catch {
    throw badInput({ file, what: 'cannot be read', mend: 'name a file of notes' });
  }
}

function tell(output: Output, out: string, report: AuthoredReport): void {
  const { environments, tools_flagged: flagged, failed, failures, waiting } = report;
  output.line(
    `${output.bold(counted(environments.length, 'environment'))} in ${out}, ${waiting.length} waiting for answers, ${flagged.length} tools flagged`,
  );
  for (const each of environments.slice(0, SHOWN)) {
    const verdict =
      each.checks.failed === 0 ? output.good('sound') : output.bad(`${counted(each.checks.failed, 'check')} fail`);
    output.line(
      `  ${each.name}  ${counted(each.tools, 'tool')}, ${Math.round(each.served * 100)} % served, ${counted(each.tables, 'table')}, ${counted(each.rows, 'row')}, ${verdict}; ${each.scenarios.run - each.scenarios.failed} of ${counted(each.scenarios.run, 'scenario')}, ${(each.mutants.rate * 100).toFixed(1)} % of mutants noticed, ${each.rounds} rounds${each.evidence === undefined ? '' : `; ${each.evidence.equal} of ${each.evidence.calls} recorded calls answered alike`}`,
    );
  }
  for (const { environment, tool, reason } of flagged.slice(0, SHOWN))
    output.line(output.dim(`  flagged: ${environment}/${tool}: ${reason}`));
  for (const { name, reason } of failed.slice(0, SHOWN)) output.line(output.bad(`  not written: ${name}: ${reason}`));
  for (const { environment, check } of failures.slice(0, SHOWN))
    output.line(output.bad(`  ${environment}: ${check.tool}: ${check.check}: ${check.detail}`));
}
