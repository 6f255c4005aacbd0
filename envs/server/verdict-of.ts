// Judges a served session from its log, its conversation and its end.
import type { SessionStore } from '../session/session-store.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import { END_REASONS, type EndReason } from '../values/task.ts';
import type { Verdict } from '../values/verdict.ts';
import { judge } from '../verification/judge.ts';
import { ProgressMeter, type Progress } from '../verification/progress.ts';
import { HttpError } from './http-errors.ts';
import type { ServedSession } from './served-session.ts';
import { LENIENT_MESSAGES_SCHEMA, messagesOfLog, readMessages, withLastWords } from './told-messages.ts';

export interface VerdictWish {
  readonly messages?: readonly JsonObject[];
  /** The agent's last words. They count as said after all calls of the log. */
  readonly answer?: string;
  readonly end?: EndReason;
  readonly solo?: boolean;
}

export const VERDICT_WISH_SCHEMA = {
  type: ['object', 'null'],
  properties: {
    messages: {
      ...LENIENT_MESSAGES_SCHEMA,
      description: 'OpenAI messages as you have them; without them the live conversation counts, or the log',
    },
    answer: { type: 'string', description: "The agent's last words, after every call of the log" },
    end: { type: 'string', enum: END_REASONS },
    solo: { type: 'boolean', description: 'There was nobody to talk to; so it is where the session has user: none' },
  },
  additionalProperties: false,
} as const;

export const PROGRESS_SCHEMA = {
  type: 'object',
  properties: {
    met: { type: 'integer' },
    of: { type: 'integer' },
    checks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          held: { type: ['boolean', 'null'], description: 'null: it cannot be told, and counts as not met' },
          first_step: { type: ['integer', 'null'], description: 'From which it has held without a break' },
        },
        required: ['id', 'held', 'first_step'],
      },
    },
  },
  required: ['met', 'of', 'checks'],
} as const;

/** Returns the progress of a session: the number of its task's checks that are met now. */
export function progressOf(store: SessionStore, served: ServedSession): Progress {
  const { session, task, live, solo } = served;
  if (task === undefined) throw new HttpError('NO_TASK', { id: session.id });
  served.meter ??= new ProgressMeter(session.world, task);
  const messages = spokenIn(served, served.meter.logOf(store, session));
  const end = live?.end ?? served.end;
  return served.meter.at(store, session, {
    ...(messages === undefined ? {} : { messages }),
    ...(end === undefined ? {} : { end }),
    ...(solo ? { solo } : {}),
  });
}

export function verdictOf(store: SessionStore, served: ServedSession, wish: VerdictWish = {}): Verdict {
  const { session, task, live } = served;
  if (task === undefined) throw new HttpError('NO_TASK', { id: session.id });
  const log = store.log(session);
  const told = wish.messages === undefined ? undefined : readMessages(wish.messages);
  const messages = saidIn(served, log, told, wish.answer);
  const end = wish.end ?? live?.end ?? served.end;
  const solo = wish.solo ?? served.solo;
  const verdict = judge(session.world, task, log, {
    ...(messages === undefined ? {} : { messages }),
    ...(end === undefined ? {} : { end }),
    ...(solo ? { solo } : {}),
  });
  if (served.forsaken)
    return { ...verdict, reward: null, unjudged: [...verdict.unjudged, 'the user did not outlive the server'] };
  // an unfinished conversation with a simulated user gives no reward yet, because the agent's next words can change the
  // outcome
  if (live === undefined || end !== undefined) return verdict;
  return { ...verdict, reward: null, unjudged: [...verdict.unjudged, 'the conversation has not ended'] };
}

function saidIn(
  served: ServedSession,
  log: ReturnType<SessionStore['log']>,
  told: readonly EpisodeMessage[] | undefined,
  answer: string | undefined,
): readonly EpisodeMessage[] | undefined {
  if (answer !== undefined) return withLastWords(told ?? spokenIn(served, log) ?? [], log, answer);
  if (told === undefined) return spokenIn(served, log);
  // if the messages contain no calls, the last words count as said after all calls of the log
  const last = told.at(-1);
  const aboutCalls = told.some(({ role, tool_calls }) => role === 'tool' || tool_calls !== undefined);
  if (aboutCalls || last?.role !== 'assistant') return told;
  return withLastWords(told.slice(0, -1), log, last.content);
}

function spokenIn({ live, words }: ServedSession, log: readonly LogEntry[]): readonly EpisodeMessage[] | undefined {
  return live?.messages ?? (words.length === 0 ? undefined : messagesOfLog(log, words));
}
