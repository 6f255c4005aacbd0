// What happened, in order: the messages of an episode with the calls of its log between them, as rules and answers are
// judged over.
import type { EpisodeMessage } from '../values/episode.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { TraceStep } from './rules.ts';

/** Something the agent or the user said, and how many log entries stood before it. */
export interface Said {
  readonly role: string;
  readonly text: string;
  readonly before: number;
}

export interface TraceOfEpisode {
  readonly steps: readonly TraceStep[];
  readonly said: readonly Said[];
  /** Whether every message of the user says what it does (ask, inform, confirm, deny). */
  readonly acted: boolean;
}

/** Calls stand where a message makes them; those that no message speaks of follow the first thing that was said. */
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
    // an agent that answers after its calls were made elsewhere
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
