// Controls to watch an agent play: one move at a time, or all moves in a row.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { Act, SessionState } from './shapes.ts';

const PAUSE_MS = 700;

export function Watcher({
  session,
  act,
  agent,
}: {
  readonly session: SessionState;
  readonly act: Act;
  readonly agent: string;
}): JSX.Element {
  const [playing, setPlaying] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, talk } = session;
  const move = async (): Promise<void> => {
    setBusy(true);
    const held = await act(() => ask(`/studio/api/sessions/${id}/move`, { body: { agent } }));
    setBusy(false);
    if (!held) setPlaying(false);
  };
  useEffect(() => {
    if (!playing || busy) return undefined;
    const next = setTimeout(() => void move(), PAUSE_MS);
    return () => clearTimeout(next);
  }, [playing, busy, talk.length]);
  return (
    <div class="composer row">
      <button type="button" class="button primary" onClick={() => setPlaying(!playing)}>
        {playing ? 'Pause' : agent === 'oracle' ? 'Play on' : `Let ${agent} play on`}
      </button>
      <button type="button" class="button" disabled={playing || busy} onClick={() => void move()}>
        Next move
      </button>
      {busy ? <span class="soft">thinking…</span> : null}
    </div>
  );
}
