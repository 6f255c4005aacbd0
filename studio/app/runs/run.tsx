// Shows a run from the server or from a report file: its head, progress, figures and episodes.
import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useKeys } from '../ui/keys.tsx';
import { Badge, counted } from '../ui/parts.tsx';
import { EpisodeList, PAGE, useSifted } from './episode-list.tsx';
import { Episode } from './episode.tsx';
import { Panels, Tiles } from './figures.tsx';
import type { OpenEpisode, Progress, RunData } from './shapes.ts';

export function Run({
  data,
  open,
  progress,
  children,
}: {
  readonly data: RunData;
  readonly open: OpenEpisode;
  readonly progress: Progress | undefined;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const sifted = useSifted(data.episodes);
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const [first, setFirst] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  // the episode is kept by its id, because its index may change while the run grows
  const at = useMemo(() => data.episodes.findIndex(([id]) => id === current), [data.episodes, current]);
  const choose = (id: string | undefined): void => {
    setCurrent(id);
    if (id !== undefined) requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'start' }));
  };
  const move = (by: number): void => {
    const index = sifted.shown.findIndex(([id]) => id === current);
    const next = index === -1 ? first : index + by;
    const row = sifted.shown[next];
    if (row === undefined) return;
    setFirst(Math.floor(next / PAGE) * PAGE);
    choose(row[0]);
  };
  useKeys({ j: () => move(1), k: () => move(-1), Escape: () => choose(undefined) });
  const row = data.episodes[at];
  // the drawn parts are kept, so that a key press does not draw them again
  const tiles = useMemo(() => <Tiles data={data} />, [data]);
  const panels = useMemo(() => <Panels data={data} />, [data]);
  return (
    <>
      <Head data={data} progress={progress} />
      {tiles}
      {children}
      <h2>Figures</h2>
      {panels}
      <h2>Episodes</h2>
      {data.refused.length === 0 ? null : (
        <p class="wrong">{`${data.refused.length} records are none: ${data.refused[0]?.episode}: ${data.refused[0]?.reason}`}</p>
      )}
      <EpisodeList sifted={sifted} first={first} onFirst={setFirst} current={current} onChoose={choose} />
      <div ref={place}>
        {row === undefined ? null : (
          <Episode
            key={row[0]}
            row={row}
            at={at}
            open={open}
            systems={data.systems}
            onClose={() => choose(undefined)}
          />
        )}
      </div>
    </>
  );
}

function Head({
  data: { head, players, dir },
  progress,
}: {
  readonly data: RunData;
  readonly progress: Progress | undefined;
}): JSX.Element {
  const running = progress !== undefined && !progress.complete;
  const told =
    head['made'] === undefined
      ? [
          `with user ${players.user}`,
          `${counted(players.trials, 'trial')} of a task`,
          ...(head['seed'] === undefined ? [] : [`seed ${String(head['seed'])}`]),
          ...(head['callgym'] === undefined ? [] : [`callgym ${String(head['callgym'])}`]),
        ].join(', ')
      : 'Made of failed episodes of another run';
  return (
    <>
      <div class="head">
        <div>
          <h1>Run of {players.agent}</h1>
          <p class="lead">{told}</p>
        </div>
        <div class="row">
          {dir === undefined ? null : <Badge>{dir}</Badge>}
          {progress === undefined ? null : (
            <Badge tone={running ? 'accent' : 'good'}>{running ? 'running or cut off' : 'complete'}</Badge>
          )}
        </div>
      </div>
      {progress === undefined || progress.read === 1 ? null : (
        <div class="progress" role="status">
          <progress value={progress.read} max={1} aria-label="The record that was read" />
          <span>Reading the record: {Math.floor(progress.read * 100)} %</span>
        </div>
      )}
      {!running || progress.read < 1 ? null : (
        <div class="progress" role="status">
          <progress
            value={progress.done}
            max={progress.of ?? Math.max(1, progress.done)}
            aria-label="Episodes played"
          />
          <span>
            {progress.done.toLocaleString('en')} of {progress.of?.toLocaleString('en') ?? '?'} episodes
          </span>
        </div>
      )}
      {progress === undefined || progress.read < 1 || progress.attributed === progress.failed ? null : (
        <p class="soft" role="status">
          Looking into failed episodes: {progress.attributed} of {progress.failed}
        </p>
      )}
    </>
  );
}
