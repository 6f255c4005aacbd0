// The choices after the end of a session: the next task, the outcome that the task wanted, or the same task again.
import type { JSX } from 'preact';
import { ask, useLoad } from '../api.ts';
import { go, to } from '../route.ts';
import type { EnvironmentShown } from '../shapes.ts';
import { setBlind } from '../ui/blind.ts';
import type { SessionState } from './shapes.ts';

interface Card {
  readonly id: string;
  readonly environment: string;
}

/** One search for the next playable task looks at no more than this number of tasks. */
const LOOKS = 100;

/**
 * Returns the next task of the environment that can be played. After the last task comes the first. Returns undefined
 * if no other task can be played.
 */
async function nextTask(
  { name, hash }: EnvironmentShown,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const pageAfter = async (after: string): Promise<readonly Card[]> => {
    const query = new URLSearchParams({ limit: String(LOOKS), gold: 'false', ...(after === '' ? {} : { after }) });
    const path = `/environments/${encodeURIComponent(name)}/tasks?${query}`;
    return (await ask<{ tasks: readonly Card[] }>(path, { signal })).tasks;
  };
  const fits = (card: Card): boolean => card.environment === hash && card.id !== id;
  return ((await pageAfter(id)).find(fits) ?? (await pageAfter('')).find(fits))?.id;
}

export function AfterEnd({
  session: { task },
  environment,
}: {
  readonly session: SessionState;
  readonly environment: EnvironmentShown;
}): JSX.Element {
  const id = task?.id ?? '';
  const [next] = useLoad(`task after ${environment.hash} ${id}`, (signal) => nextTask(environment, id, signal));
  const following = next.state === 'ready' ? next.value : undefined;
  return (
    <div class="after-end">
      <p class="soft">This session has ended. Fork from a step to go on from there.</p>
      {task === null ? null : (
        <div class="bar">
          {following === undefined ? null : (
            <a class="button primary" href={to(['e', environment.name, 'tasks', following])}>
              Next task
            </a>
          )}
          <a class="button" href={to(['e', environment.name, 'tasks', id])}>
            This task again
          </a>
          <button
            type="button"
            class="button"
            onClick={() => {
              setBlind(false);
              go(['e', environment.name, 'tasks', id]);
            }}
          >
            See the right end
          </button>
        </div>
      )}
    </div>
  );
}
