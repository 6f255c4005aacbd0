// callgym verify: judges recorded episodes again, from the files of the run folder alone. With --judge, a language
// model judges the parts that code cannot check.
import { askModelJudge, type ModelJudgement } from '../../agents/runs/model-judge.ts';
import { eachLine } from '../../agents/runs/lines.ts';
import { LineVerifier, VerifiedLines, verifyRun, type VerifyReport } from '../../agents/runs/verify-run.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { ModelFailure, openClient } from '../../envs/model/openai-client.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Command, Invocation } from '../command.ts';
import { workInOrder } from '../jobs/job-pool.ts';
import type { VerifyItem } from '../jobs/verify-job.ts';
import { countOfCores, wholeOption } from '../options.ts';
import type { Output } from '../output.ts';
import { counted } from '../output.ts';

const SHOWN = 10;
const USUAL_VOTES = 3;

export const verifyCommand: Command = {
  name: 'verify',
  usage: 'verify RUN',
  about:
    'Makes every recorded call again and judges every episode anew. Records that do not follow from themselves are refused.',
  args: { least: 1, most: 1 },
  options: {
    judge: {
      type: 'string',
      value: 'openai:MODEL',
      about: 'ask a model about parts that code cannot judge; its opinion is reported apart and changes no verdict',
    },
    votes: { type: 'string', value: 'N', about: `the majority of so many, an odd number; ${USUAL_VOTES}` },
    jobs: { type: 'string', value: 'N|auto', about: 'episodes at once, each in a process; 1' },
    'judge-base-url': { type: 'string', value: 'URL', about: 'of the judge; OPENAI_BASE_URL' },
  },
  examples: ['callgym verify out/run', 'callgym verify out/run --judge openai:my-model --votes 5'],
  async run({ args, options, output }) {
    const [dir = ''] = args;
    const asked = judgeOf(options);
    const report = await verified(dir, countOfCores(options, 'jobs') ?? 1, output);
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
    // the model is asked only if no record is faulty
    const judge = asked === undefined || !holds ? undefined : await opinions(dir, asked, output);
    return {
      summary: {
        ...asJson(report),
        ...(judge === undefined ? {} : { judge: asJson(judge) }),
        seconds: output.seconds(),
      },
      status: holds ? 0 : 1,
    };
  },
};

async function verified(dir: string, jobs: number, output: Output): Promise<VerifyReport> {
  const tell = (done: number): void => output.atTimes(() => `${counted(done, 'episode')} judged`);
  if (jobs === 1) return verifyRun(dir, tell);
  const { run, file } = new LineVerifier(dir);
  const items: VerifyItem[] = [];
  eachLine(file, (_text, offset, length) => items.push({ at: items.length, offset, length }));
  const lines = new VerifiedLines();
  for await (const done of workInOrder('verify', { dir }, items, { jobs })) {
    if ('error' in done) throw done.error;
    const episode = `byte ${items[lines.episodes]?.offset}`;
    lines.add('result' in done ? done.result : { episode, isRead: false, refused: done.died });
    tell(lines.episodes);
  }
  return lines.end(run);
}

interface Asked {
  readonly model: string;
  readonly votes: number;
  readonly baseUrl: string | undefined;
}

function judgeOf(options: Invocation['options']): Asked | undefined {
  const { judge } = options;
  if (judge === undefined) return undefined;
  const model = /^openai:(.+)$/.exec(String(judge))?.[1];
  if (model === undefined)
    throw badInput({ path: '--judge', what: `is ${String(judge)}`, mend: 'openai:MODEL, at --judge-base-url' });
  const votes = wholeOption(options, 'votes', 1, 99) ?? USUAL_VOTES;
  if (votes % 2 === 0) throw badInput({ path: '--votes', what: `is ${votes}`, mend: 'an odd number has a majority' });
  const url = options['judge-base-url'];
  if (typeof url === 'string' && !URL.canParse(url))
    throw badInput({ path: '--judge-base-url', what: `${url} is no URL` });
  return { model, votes, baseUrl: typeof url === 'string' ? url : undefined };
}

async function opinions(dir: string, { model, votes, baseUrl }: Asked, output: Output): Promise<ModelJudgement> {
  try {
    const client = await openClient({ baseUrl });
    const judged = await askModelJudge(dir, { client, model, votes }, (done) =>
      output.atTimes(() => `${counted(done, 'episode')} put to ${model}`),
    );
    const { episodes, pass, fail, undecided } = judged;
    output.line(
      `${counted(episodes, 'episode')} that code leaves open, by the majority of ${counted(votes, 'vote')} of ${model}: ${pass} pass, ${fail} fail, ${undecided} undecided`,
    );
    return judged;
  } catch (error) {
    if (error instanceof ModelFailure) throw badInput({ path: '--judge', what: `cannot be asked: ${error.message}` });
    throw error;
  }
}
