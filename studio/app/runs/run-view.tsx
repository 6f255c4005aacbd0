// Shows a run from the server. While the run grows, it is loaded again; it can also be compared with another run.
import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, send, useConnection, useLoad, type Loaded } from '../api.ts';
import { to, type Route } from '../route.ts';
import type { Overview } from '../shapes.ts';
import { Show } from '../ui/parts.tsx';
import { Comparison } from './comparison.tsx';
import { Run } from './run.tsx';
import type { EpisodeDetail, Progress, RunData } from './shapes.ts';

export function RunView({ run, route }: { readonly run: string; readonly route: Route }): JSX.Element {
  const path = `/studio/api/runs/${encodeURIComponent(run)}`;
  const [loaded, again] = useLoad(path, (signal) => ask<RunData>(path, { signal }));
  const [overview] = useLoad('overview', (signal) => ask<Overview>('/studio/api', { signal }));
  const progress = useEvents(`${path}/events`);
  useFresh(loaded, progress, again);
  const open = useCallback((at: number) => ask<EpisodeDetail>(`${path}/episodes/${at}`), [path]);
  const others =
    overview.state === 'ready'
      ? overview.value.runs.map(({ dir }, at) => [String(at), dir] as const).filter(([at]) => at !== run)
      : [];
  return (
    <div class="page wide run">
      <Show loaded={loaded} again={again} what="the run" whole>
        {(data) => (
          <Run data={data} open={open} progress={progress ?? data.progress}>
            {others.length === 0 ? null : (
              <Comparison
                run={run}
                others={others}
                chosen={route.query.get('with') ?? ''}
                linkTo={(other) => to(['r', run], { with: other })}
              />
            )}
          </Run>
        )}
      </Show>
    </div>
  );
}

/** Loads the run again when its progress differs from the loaded data, but not while a load is under way. */
function useFresh(loaded: Loaded<RunData>, progress: Progress | undefined, again: () => void): void {
  const asked = useRef<Progress | undefined>(undefined);
  const shown = useRef<Loaded<RunData>>(loaded);
  useEffect(() => {
    if (shown.current === loaded && asked.current !== undefined) return;
    shown.current = loaded;
    asked.current = undefined;
    if (loaded.state !== 'ready' || progress === undefined) return;
    if (JSON.stringify(progress) === JSON.stringify(loaded.value.progress)) return;
    asked.current = progress;
    again();
  }, [loaded, progress, again]);
}

/** The pause in milliseconds before an ended stream is opened again. */
const AGAIN_MS = 1000;

/**
 * Returns the latest progress of the run, read as server-sent events. A browser's EventSource cannot send the token, so
 * a plain request is used.
 */
function useEvents(path: string): Progress | undefined {
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const online = useConnection();
  useEffect(() => {
    if (!online) return undefined;
    const control = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    /**
     * Reads the stream to its end. Returns false if the server refuses the stream, because opening it again would not
     * help.
     */
    const listen = async (): Promise<boolean> => {
      const { ok, body } = await send(path, { signal: control.signal });
      if (!ok || body === null) return false;
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return true;
        rest += value;
        const events = rest.split('\n\n');
        rest = events.pop() ?? '';
        const last = events.at(-1)?.replace(/^data: /, '');
        if (last === undefined) continue;
        setProgress(JSON.parse(last) as Progress);
      }
    };
    // a stream also ends when the server stops; opening it again shows whether the server is back
    const keepListening = async (): Promise<void> => {
      const goesOn = await listen().catch(() => true);
      if (goesOn && !control.signal.aborted) again = setTimeout(() => void keepListening(), AGAIN_MS);
    };
    void keepListening();
    return () => {
      control.abort();
      clearTimeout(again);
    };
  }, [path, online]);
  return progress;
}
