// The choices after the end of a session: the next task, the same task again, or the right outcome of the task.
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

/**
 * The number of tasks that are looked at, after this task and from the beginning of the list, to find the next playable
 * one.
 */
const LOOKS = 100;

/**
 * Returns the next task of the environment that can be played, or undefined if none is found. After the last task comes
 * the first.
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
