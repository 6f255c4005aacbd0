// After a save, the tasks of the environment can no longer be played, because they name its old version. The page says
// so before the save, and can make new tasks after it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { EnvironmentShown } from '../shapes.ts';
import { counted } from '../ui/parts.tsx';

/** The largest number of tasks that one request makes. */
const MOST = 50;

/** Makes as many new tasks as there were old ones (at most MOST), and removes the old ones. */
export async function replaceTasks(environment: string, count: number): Promise<void> {
  const body = { count: Math.min(count, MOST), anew: true };
  await ask(`/studio/api/environments/${encodeURIComponent(environment)}/tasks`, { body });
}

export interface Saving {
  readonly busy: string | undefined;
  readonly anew: boolean;
  readonly setAnew: (anew: boolean) => void;
  /** Saves, and then makes new tasks if the person chose that and there were tasks. */
  readonly save: <T>(work: () => Promise<T>) => Promise<T>;
}

export function useSaving({ name, tasks }: EnvironmentShown): Saving {
  const [anew, setAnew] = useState(true);
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const save = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      setBusy('Saving…');
      const done = await work();
      if (anew && tasks > 0) {
        setBusy(`Saved. Making ${counted(Math.min(tasks, MOST), 'new task')}…`);
        await replaceTasks(name, tasks);
      }
      return done;
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, anew, setAnew, save };
}

/**
 * Warns before a save that the tasks can no longer be played afterwards, and offers to make new ones. During a save,
 * shows its progress.
 */
export function TasksAtStake({
  environment: { tasks, editable },
  saving: { busy, anew, setAnew },
}: {
  readonly environment: EnvironmentShown;
  readonly saving: Saving;
}): JSX.Element | null {
  if (busy !== undefined)
    return (
      <p class="soft" role="status">
        {busy}
      </p>
    );
  if (tasks === 0 || !editable) return null;
  return (
    <p class="stake">
      Saving changes the environment: its {counted(tasks, 'task')} can then be read and not played.{' '}
      <label>
        <input type="checkbox" checked={anew} onChange={({ currentTarget }) => setAnew(currentTarget.checked)} />{' '}
        {`Make ${counted(Math.min(tasks, MOST), 'new task')} in their place`}
      </label>
    </p>
  );
}
