// A switch that hides wanted outcomes, solutions and verdicts on the whole page. Until a person chooses, they are
// hidden in tasks, so that a task can be played first, and shown in sessions. The choice lasts as long as the tab is
// open.
import { useEffect, useState } from 'preact/hooks';

const KEY = 'callgym-blind';
const listeners = new Set<() => void>();

function chosen(): boolean | undefined {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? undefined : kept === 'yes';
}

export function setBlind(blind: boolean): void {
  sessionStorage.setItem(KEY, blind ? 'yes' : 'no');
  for (const listener of listeners) listener();
}

/**
 * Returns whether outcomes are hidden, and a function that changes this. `otherwise` is used until a person has chosen.
 */
export function useBlind(otherwise: boolean): readonly [boolean, () => void] {
  const [choice, setChoice] = useState(chosen);
  useEffect(() => {
    const changed = (): void => setChoice(chosen());
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  const blind = choice ?? otherwise;
  return [blind, () => setBlind(!blind)];
}
