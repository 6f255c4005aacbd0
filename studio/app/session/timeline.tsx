// Lists the steps of a session, each with the side that acted, its outcome and the number of changes. A person can go
// back to a step, or copy (fork) the session there.
import type { JSX } from 'preact';
import { Badge } from '../ui/parts.tsx';
import type { SessionState } from './shapes.ts';

export function Timeline({
  session: { steps, step },
  chosen,
  onChoose,
  onFork,
  onRewind,
}: {
  readonly session: Pick<SessionState, 'steps' | 'step'>;
  readonly chosen: number | undefined;
  readonly onChoose: (step: number) => void;
  readonly onFork?: (step: number) => void;
  readonly onRewind?: (step: number) => void;
}): JSX.Element {
  const at = chosen ?? step;
  return (
    <>
      <div class="bar">
        <h2>Steps</h2>
        <span class="grow" />
        {onRewind === undefined || step === 0 ? null : (
          <button
            type="button"
            class="button small"
            title={`Takes back every call after step ${at}`}
            disabled={at === step}
            onClick={() => onRewind(at)}
          >
            Rewind to {at}
          </button>
        )}
        {onFork === undefined || step === 0 ? null : (
          <button
            type="button"
            class="button small"
            title={`A new session that goes on from step ${at}; this one stays`}
            onClick={() => onFork(at)}
          >
            Fork from {at}
          </button>
        )}
      </div>
      {steps.length === 0 ? <p class="soft">No call was made yet.</p> : null}
      <ol class="timeline">
        {steps.map(({ index, by, name, ok, effect, changes, error, fault }) => {
          const changed = Object.values(changes).reduce((sum, each) => sum + each, 0);
          return (
            <li key={index}>
              <button
                type="button"
                aria-current={index === chosen ? 'step' : undefined}
                onClick={() => onChoose(index)}
              >
                <span class={`dot ${ok ? effect : 'refused'}`} aria-hidden="true" />
                <span class="index">{index}</span>
                <span class="name">{name}</span>
                {by === 'agent' ? null : <Badge>{by}</Badge>}
                {fault === undefined ? null : <Badge tone="warn">{fault}</Badge>}
                {ok ? null : <Badge tone="bad">{error?.code}</Badge>}
                {changed > 0 ? <Badge tone="good">{changed === 1 ? '1 row' : `${changed} rows`}</Badge> : null}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
