// Puts the messages of an episode and the calls of its log into one order. Rules and answers are judged over this list.
import type { EpisodeMessage } from '../values/episode.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { TraceStep } from './rules.ts';

/** A message of the agent or the user. `before` is the number of log entries before it. */
export interface Said {
  readonly role: string;
  readonly text: string;
  readonly before: number;
}

export interface TraceOfEpisode {
  readonly steps: readonly TraceStep[];
  readonly said: readonly Said[];
  /** True if the acts (ask, inform, confirm, deny) of every user message are known. */
  readonly acted: boolean;
}

/** Puts each call after the message that makes it. A call that belongs to no message comes after the first message. */
export function traceOf(log: readonly LogEntry[], messages: readonly EpisodeMessage[]): TraceOfEpisode {
  const steps: TraceStep[] = [];
  const said: Said[] = [];
  const open = log.slice(1).filter((entry) => !isClock(entry));
  let made = 0;
  let acted = true;
  const call = (entry: LogEntry): void => {
    steps.push({ kind: 'call', entry });
    made = Math.max(made, entry.index);
  };
  const spoken = messages.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0);
  const flush = (keep: number): void => {
    while (open.length > keep) call(open.shift() as LogEntry);
  };
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'tool') continue;
    // some agents make calls without messages and answer afterwards; such calls come before the answer
    if (message.role === 'assistant' && steps.length > 0) flush(spoken);
    if (message.content !== '') {
      if (message.role === 'user' && message.acts === undefined) acted = false;
      steps.push({ kind: 'message', role: message.role, text: message.content, acts: message.acts ?? [] });
      said.push({ role: message.role, text: message.content, before: made });
    }
    const by = message.role === 'user' ? 'user' : 'agent';
    for (const _each of message.tool_calls ?? []) {
      const at = open.findIndex((entry) => entry.by === by);
      if (at !== -1) call(open.splice(at, 1)[0] as LogEntry);
    }
  }
  flush(0);
  return { steps, said, acted };
}

export function isClock(entry: LogEntry): boolean {
  return entry.name === 'advance_clock' && entry.by === 'control';
}
