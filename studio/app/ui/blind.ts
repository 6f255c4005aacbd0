// The blind switch: whether right ends, gold and verdicts are hidden, for the whole page and as long as its tab is
// open. A task begins with all of them hidden, so that it can be played; a session begins with its verdict hidden. A
// person's choice holds for both.
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

/** Whether the view is blind, and the switch; `otherwise` holds until a person has chosen. */
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
