// Lists the episodes of a run, filtered by words and outcome. It shows one page at a time, because it would be slow to
// draw ten thousand episodes.
import type { EpisodeRow } from '../../../agents/report/episode-row.ts';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Empty, named, Pager } from '../ui/parts.tsx';

export const PAGE = 50;

export interface Sift {
  readonly words: string;
  readonly outcome: string;
  readonly environment: string;
  readonly kind: string;
  readonly fault: string;
}

export interface Sifted {
  readonly sift: Sift;
  readonly setSift: (sift: Sift) => void;
  readonly shown: readonly EpisodeRow[];
  readonly all: readonly EpisodeRow[];
}

const TOLD = { 1: 'passed', 0: 'failed' } as const;

export function outcomeOf(reward: 0 | 1 | null): string {
  return reward === null ? 'unjudged' : TOLD[reward];
}

export function useSifted(all: readonly EpisodeRow[]): Sifted {
  const [sift, setSift] = useState<Sift>({ words: '', outcome: '', environment: '', kind: '', fault: '' });
  const texts = useMemo(
    () =>
      all.map(([id, , , kind, , reward, end, , , , fault]) =>
        `${id} ${kind} ${end} ${fault} ${outcomeOf(reward)}`.toLowerCase(),
      ),
    [all],
  );
  const shown = useMemo(() => {
    const words = sift.words.toLowerCase().split(/\s+/).filter(Boolean);
    return all.filter(
      ([, environment, , kind, , reward, , , , , fault], at) =>
        (sift.outcome === '' || outcomeOf(reward) === sift.outcome) &&
        (sift.environment === '' || environment === sift.environment) &&
        (sift.kind === '' || kind === sift.kind) &&
        (sift.fault === '' || fault === sift.fault) &&
        words.every((word) => texts[at]?.includes(word)),
    );
  }, [all, texts, sift]);
  return { sift, setSift, shown, all };
}

export function EpisodeList({
  sifted: { sift, setSift, shown, all },
  first,
  onFirst,
  current,
  onChoose,
}: {
  readonly sifted: Sifted;
  readonly first: number;
  readonly onFirst: (first: number) => void;
  readonly current: string | undefined;
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  const change = (part: Partial<Sift>): void => {
    setSift({ ...sift, ...part });
    onFirst(0);
  };
  const values = useMemo(() => {
    const of = (at: 1 | 3 | 10): string[] =>
      [...new Set(all.map((row) => row[at]))].filter((each) => each !== '').sort();
    return { environment: of(1), kind: of(3), fault: of(10) };
  }, [all]);
  return (
    <>
      <div class="bar filters">
        <input
          type="search"
          id="search"
          data-search
          class="search"
          aria-label="Search episodes"
          placeholder="Search"
          value={sift.words}
          onInput={({ currentTarget }) => change({ words: currentTarget.value })}
        />
        <Filter
          id="outcome"
          label="Outcome"
          values={['passed', 'failed', 'unjudged']}
          value={sift.outcome}
          onChange={(outcome) => change({ outcome })}
        />
        <Filter
          id="environment"
          label="Environment"
          values={values.environment}
          value={sift.environment}
          onChange={(environment) => change({ environment })}
        />
        <Filter id="kind" label="Kind" values={values.kind} value={sift.kind} onChange={(kind) => change({ kind })} />
        <Filter
          id="fault"
          label="Fault"
          values={values.fault}
          value={sift.fault}
          onChange={(fault) => change({ fault })}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title={all.length === 0 ? 'No episode was played yet' : 'No episode is like that'} />
      ) : null}
      {shown.length === 0 ? null : (
        <div class="rows-head" aria-hidden="true">
          <span>Outcome</span>
          <span>Episode</span>
          <span class="wide">Kind</span>
          <span class="wide">Length</span>
          <span>Ended by, or failed by</span>
        </div>
      )}
      <ul class="rows" aria-label="Episodes">
        {shown.slice(first, first + PAGE).map(([id, , , kind, , reward, end, calls, turns, , fault]) => (
          <li key={id}>
            <button type="button" aria-current={id === current ? 'true' : undefined} onClick={() => onChoose(id)}>
              <span class={reward === 1 ? 'passed' : reward === 0 ? 'failed-word' : 'soft'}>{outcomeOf(reward)}</span>
              <span class="mono">{id}</span>
              <span class="wide soft">{kind}</span>
              <span class="wide soft">{`${calls} calls, ${turns} turns`}</span>
              <span>{named(fault === '' ? end : fault)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pager offset={first} size={PAGE} count={shown.length} onMove={onFirst} what="episodes" />
    </>
  );
}

function Filter({
  id,
  label,
  values,
  value,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): JSX.Element {
  return (
    <label class="choice">
      <span>{label}</span>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">all</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {named(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
