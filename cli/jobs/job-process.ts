// The script of a worker process: prepares the work that the first message describes, and does the items of later
// messages. The process ends when its connection to the command ends.
import { GymError } from '../../envs/errors/gym-error.ts';
import { checkedAs, parseJson, type Json } from '../../envs/values/json.ts';
import type { FromJob, ToJob, ToldError } from './job-messages.ts';
import type { Job, JobWork } from './job.ts';
import { JOBS, type JobKind } from './job-list.ts';

let opened: Promise<JobWork<Json, Json | undefined>> | undefined;

function send(message: FromJob): void {
  if (process.connected) process.send?.(message);
}

function toldError(error: unknown): ToldError {
  const { message, stack, name } = error instanceof Error ? error : new Error(String(error));
  const gym = error instanceof GymError ? { code: error.code, fields: error.fields } : undefined;
  return { message, stack, gym, name };
}

async function open(job: string, setup: string): Promise<JobWork<Json, Json | undefined>> {
  const found = checkedAs<Job<Json, Json, Json | undefined>>(await JOBS[job as JobKind]());
  return await found.open(parseJson(setup));
}

async function work(at: number, item: string): Promise<void> {
  try {
    const { do: doItem } = await (opened as NonNullable<typeof opened>);
    const result = await doItem(parseJson(item), (part) => send({ kind: 'told', at, part: JSON.stringify(part) }));
    send({ kind: 'done', at, result: JSON.stringify(result ?? null) });
  } catch (error) {
    send({ kind: 'failed', at, error: toldError(error) });
  }
}

process.on('message', (message: ToJob) => {
  if (message.kind === 'open') {
    opened = open(message.job, message.setup);
    opened.catch((error: unknown) => send({ kind: 'failed', at: null, error: toldError(error) }));
  } else void work(message.at, message.item);
});
// Ctrl-C in a terminal reaches this process too, but the command decides when this process ends
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  void (opened ?? Promise.resolve(undefined))
    .then((done) => done?.close?.())
    .catch(() => undefined)
    .finally(() => process.exit());
});
