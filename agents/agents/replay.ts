// An agent that repeats the words and calls of a recorded agent on the same task and trial number of the same
// environment.
import { readJsonLines } from '../../envs/folder/environment-folder.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Episode as RecordedEpisode } from '../../envs/values/episode.ts';
import { EPISODE_SCHEMA } from '../../envs/values/episode.ts';
import { plainJson } from '../../envs/values/json.ts';
import { sha256 } from '../../envs/values/hash.ts';
import { makeParser } from '../../envs/values/validator.ts';
import { PlayerFailure, type PlayerKind } from '../episodes/players.ts';

const CUT_OFF: ReadonlySet<string> = new Set(['max_tokens', 'agent_error']);

/** The reasons for the end of an episode that an agent itself can cause. */
const OWN_ENDS: ReadonlySet<string> = new Set(['done', 'refused', 'transferred']);

export const replayAgent: PlayerKind = {
  name: 'replay',
  about: 'replay:FILE: the words and calls of the agent of a recorded episodes.jsonl',
  open: (file) => {
    if (file === '')
      throw badInput({ path: '--agent replay', what: 'names no file', mend: 'replay:RUN/episodes.jsonl' });
    const parse = makeParser<RecordedEpisode>(EPISODE_SCHEMA);
    const episodes = new Map<string, RecordedEpisode>();
    for (const episode of readJsonLines(file, (value, place) => parse(plainJson(value), place)))
      episodes.set(keyOf(episode.environment.hash, episode.task, episode.trial), episode);
    const digest = sha256([...episodes.values()].map((each) => JSON.stringify(each)).join('\n'));
    return {
      about: { kind: 'replay', episodes: episodes.size, sha256: digest },
      sit: ({ world, task, trial }) => {
        const recorded = episodes.get(keyOf(world.hash, task.id, trial));
        const moves = (recorded?.messages ?? []).filter(({ role }) => role === 'assistant');
        let at = 0;
        return {
          next: () => {
            if (recorded === undefined)
              throw new PlayerFailure('infrastructure', `${file} has no episode of task ${task.id}, trial ${trial}`);
            const move = moves[at++];
            if (move === undefined) return { kind: 'end', end: recorded.end_reason, why: 'the record ends here' };
            // if the model's last words were cut off, the record's last message holds these words, but the user never
            // received them
            if (at === moves.length && move.tool_calls === undefined && CUT_OFF.has(recorded.end_reason))
              return { kind: 'end', end: recorded.end_reason, text: move.content };
            // if the record's last message is the agent's, the agent ends the episode with it, so that the user says
            // nothing more
            const leaves = move === recorded.messages.at(-1) && OWN_ENDS.has(recorded.end_reason);
            const more = move.reasoning === undefined ? {} : { reasoning: move.reasoning };
            return move.tool_calls === undefined
              ? { kind: 'say', text: move.content, ...more, ...(leaves ? { end: recorded.end_reason } : {}) }
              : {
                  kind: 'call',
                  calls: move.tool_calls.map(({ function: call }) => ({ name: call.name, arguments: call.arguments })),
                  ...(move.content === '' ? {} : { text: move.content }),
                  ...more,
                };
          },
        };
      },
    };
  },
};

function keyOf(hash: string, task: string, trial: number): string {
  return JSON.stringify([hash, task, trial]);
}
