// Copies (forks) a session so that a person can continue it. If a script plays the user, a new script repeats its part:
// with the same words and calls of the agent it comes to the same point. If this fails, or if a model plays the user,
// whose words cannot be repeated, a person plays both sides of the copy.
import { HttpError } from '../../envs/server/http-errors.ts';
import { seatUser } from '../../envs/server/seat-user.ts';
import type { ServedSession } from '../../envs/server/served-session.ts';
import { lastStep } from '../../envs/session/session.ts';
import { asJson, canonicalJson, isJsonObject, parseJson, type Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { StudioContext } from './context.ts';
import { numbered, talkOf, type Said } from './talk.ts';

const SCRIPTED = 'scripted';

export interface Forked {
  readonly id: string;
  /** True if a simulated user continues in the copy; false if a person plays both sides. */
  readonly live: boolean;
}

export async function forkSession(served: ServedSession, step: number, context: StudioContext): Promise<Forked> {
  const { session, task, live } = served;
  if (step > lastStep(session))
    throw new HttpError('BAD_REQUEST', { what: `the session has ${lastStep(session)} steps` });
  const said = upTo(numbered(talkOf(served, context.store.log(session)), context.store.log(session)), step);
  if (live !== undefined && task !== undefined && session.about?.['user'] === SCRIPTED) {
    // if the conversation has ended, it is also tried without the agent's words that ended it
    const shorter = live.end === undefined ? [] : [said.slice(0, said.findLastIndex(isByAgent))];
    for (const words of [said, ...shorter]) {
      const fork = await withUser(served, task, words, context);
      if (fork !== undefined) return { id: fork, live: true };
    }
  }
  return { id: byHand(served, step, said, context), live: false };
}

const isByAgent = ({ role, calls = [] }: Said): boolean => role === 'assistant' && calls.length === 0;

function upTo(said: readonly Said[], step: number): readonly Said[] {
  const end = said.findIndex(({ calls = [] }) => calls.some((call) => (call.step ?? 0) > step));
  return end === -1 ? said : said.slice(0, end);
}

/**
 * Repeats the agent's words and calls with a new scripted user. Returns the id of the new session, or undefined if its
 * messages differ or it has ended.
 */
async function withUser(
  served: ServedSession,
  task: Task,
  said: readonly Said[],
  context: StudioContext,
): Promise<string | undefined> {
  const { sessions, store } = context;
  const { session, trialSeed } = served;
  const fork = sessions.create({ world: session.world, task, sessionSeed: session.seed, trialSeed, user: SCRIPTED });
  await seatUser(fork, task, SCRIPTED, context);
  for (const { role, text, calls = [] } of said) {
    if (fork.live?.end !== undefined) break;
    if (role !== 'assistant') continue;
    for (const { name, args } of calls) sessions.call(fork, { by: 'agent', name, arguments: argumentsOf(args) });
    if (calls.length === 0 && text !== '') await fork.live?.answer(text);
  }
  const log = store.log(fork.session);
  const same = canonicalJson(asJson(numbered(talkOf(fork, log), log))) === canonicalJson(asJson(said));
  if (same && fork.live?.end === undefined) return fork.session.id;
  sessions.close(fork.session.id);
  return undefined;
}

function argumentsOf(text: string): Json {
  const value = text.trim() === '' ? {} : parseJson(text);
  return isJsonObject(value) ? value : {};
}

/** Makes a copy in which a person plays both sides. */
function byHand(
  served: ServedSession,
  step: number,
  said: readonly Said[],
  { sessions, store }: StudioContext,
): string {
  const { session, task, trialSeed } = served;
  const fork =
    served.live === undefined
      ? sessions.fork(served, step)
      : sessions.create({
          world: session.world,
          sessionSeed: session.seed,
          trialSeed,
          ...(task === undefined ? {} : { task }),
        });
  if (served.live !== undefined)
    for (const entry of store.log(session).slice(1, step + 1))
      sessions.call(fork, { by: entry.by, name: entry.name, arguments: entry.arguments as Json });
  // replace the words that the copy took from the journal by all words of the messages
  fork.words.splice(0);
  let after = 0;
  for (const { role, text, calls = [] } of said) {
    for (const call of calls) after = call.step ?? after;
    if (role !== 'tool' && text !== '') fork.words.push({ by: role === 'assistant' ? 'agent' : 'user', text, after });
  }
  sessions.remember(fork);
  return fork.session.id;
}
