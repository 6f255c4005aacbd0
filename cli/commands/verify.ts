// callgym verify: judges recorded episodes again, from the run folder alone; on request a model is asked what code cannot tell.
import { askModelJudge, type ModelJudgement } from '../../agents/runs/model-judge.ts';
import { verifyRun } from '../../agents/runs/verify-run.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { ModelFailure, openClient } from '../../envs/model/openai-client.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Command, Invocation } from '../command.ts';
import { wholeOption } from '../options.ts';
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
      about: 'ask a model what code cannot tell; its opinion is told apart and changes no verdict',
    },
    votes: { type: 'string', value: 'N', about: `the majority of so many, an odd number; ${USUAL_VOTES}` },
    'judge-base-url': { type: 'string', value: 'URL', about: 'of the judge; OPENAI_BASE_URL' },
  },
  examples: ['callgym verify out/run', 'callgym verify out/run --judge openai:my-model --votes 5'],
  async run({ args, options, output }) {
    const [dir = ''] = args;
    const asked = judgeOf(options);
    const report = verifyRun(dir, (done) => output.atTimes(() => `${counted(done, 'episode')} judged`));
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
    // what is no record is not worth an opinion
    const judge = asked === undefined || !holds ? undefined : await opinions(dir, asked, output);
    return {
      summary: {
        ...(report as unknown as { [key: string]: Json }),
        ...(judge === undefined ? {} : { judge: judge as unknown as Json }),
        seconds: output.seconds(),
      },
      status: holds ? 0 : 1,
    };
  },
};

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
