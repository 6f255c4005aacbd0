// The messages of a session, in which each call has the number of its step.
import type { ServedSession } from '../../envs/server/served-session.ts';
import { messagesOfLog } from '../../envs/server/told-messages.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import { isClock } from '../../envs/verification/trace.ts';

export interface Said {
  readonly role: EpisodeMessage['role'];
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly args: string; readonly step: number | null }[];
  readonly name?: string;
  readonly ok?: boolean;
  readonly step?: number | null;
}

export function talkOf({ live, words }: ServedSession, log: readonly LogEntry[]): readonly EpisodeMessage[] {
  return live?.messages ?? messagesOfLog(log, words);
}

/** Adds its step to each call. The log must hold the calls in the same order as the messages. */
export function numbered(messages: readonly EpisodeMessage[], log: readonly LogEntry[]): readonly Said[] {
  const made = log.slice(1).filter((entry) => !isClock(entry) && entry.by !== 'control');
  const steps = new Map<string, LogEntry>();
  return messages.flatMap((message): Said[] => {
    const { role, content, tool_calls: calls = [], tool_call_id: id, name } = message;
    for (const call of calls) {
      const entry = made.shift();
      if (entry !== undefined) steps.set(call.id, entry);
    }
    if (role === 'tool') {
      const entry = steps.get(id ?? '');
      return [{ role, text: content, name: name ?? '', ok: entry?.ok ?? false, step: entry?.index ?? null }];
    }
    return [
      {
        role,
        text: content,
        calls: calls.map((call) => ({
          name: call.function.name,
          args: call.function.arguments,
          step: steps.get(call.id)?.index ?? null,
        })),
      },
    ];
  });
}
