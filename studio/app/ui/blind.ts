// The blind switch: hides wanted outcomes, solutions and verdicts on the whole page. Without a choice, a task hides
// them so that a person can play it, and a session hides its verdict. A person's choice lasts as long as the tab is
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

/** Returns whether the view is blind, and the switch. `otherwise` is used until a person has chosen. */
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
