// Runs the story of an occasion on a separate session.
import type { Session, Setup } from '../../../envs/session/session.ts';
import { GymError } from '../../../envs/errors/gym-error.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import type { Ground } from '../plan-goals.ts';
import type { Occasion } from './occasion.ts';
import { runStory, StoryFailure, type StoryRun } from './run-story.ts';

/**
 * Runs the story of an occasion from its start state, changed by the patch if there is one. `after` gets the session
 * when the story has ended. Returns undefined if the story cannot be played.
 */
export function ranOn(
  { atlas, stage }: Ground,
  { story, setup, seed }: Occasion,
  patch: Diff | undefined,
  after?: (session: Session) => void,
): StoryRun | undefined {
  const start: Setup | undefined =
    setup === undefined && patch === undefined
      ? undefined
      : { calls: setup?.calls ?? [], ...(patch === undefined ? {} : { patch }) };
  let session;
  try {
    session = stage.begin(seed ?? 1, start);
  } catch (error) {
    if (error instanceof GymError) return undefined;
    throw error;
  }
  try {
    const own = session;
    const run = runStory(atlas.world, story, (call) => {
      const { ok, result, error } = stage.call(own, call);
      return { ok, result, ...(error === undefined ? {} : { code: error.code }) };
    });
    after?.(own);
    return run;
  } catch (error) {
    if (error instanceof StoryFailure || error instanceof GymError) return undefined;
    throw error;
  } finally {
    stage.end(session);
  }
}
