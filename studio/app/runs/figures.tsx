// Shows the figures of a run: numbers, curves of pass^k (the share of tasks passed k times) and of the horizon, the
// selection of episodes for training, and the causes and decisive steps of failed episodes.
import type { EpisodeRow } from '../../../agents/report/episode-row.ts';
import type { ComponentChildren, JSX } from 'preact';
import { FAILED_PARTS } from '../ui/judged.ts';
import { named } from '../ui/parts.tsx';
import { alarmWords, kindWords } from '../ui/plain-words.ts';
import type { Group, RunData } from './shapes.ts';

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function Tiles({ data: { figures, episodes } }: { readonly data: RunData }): JSX.Element {
  const first = figures.pass_hat?.['1'];
  const interval = figures.pass_hat_interval?.['1'];
  const alarms = Object.entries(figures.alarms ?? {});
  const tiles = [
    [
      first === undefined ? '–' : percent(first),
      'of the trials pass',
      interval === undefined ? '' : `95 %: ${percent(interval[0])} to ${percent(interval[1])}`,
    ],
    [figures.passes ?? 0, 'episodes passed', `of ${figures.judged ?? 0} judged`],
    [figures.tasks ?? 0, 'tasks', `${episodes.length.toLocaleString('en')} episodes`],
    [
      figures.tool_errors?.episodes ?? 0,
      'episodes with refused calls',
      `${figures.tool_errors?.recovered ?? 0} of them recovered`,
    ],
    [Number(figures.turns ?? 0).toFixed(1), 'turns of the agent', 'mean'],
    [
      alarms.reduce((sum, [, times]) => sum + times, 0),
      'alarms',
      alarms.map(([kind, times]) => `${alarmWords(kind)}: ${times}`).join(', '),
    ],
  ] as const;
  return (
    <div class="tiles">
      {tiles.map(([value, label, more]) => (
        <div key={label} class="tile">
          <b>{value}</b>
          <span>{label}</span>
          <span class="soft">{more}</span>
        </div>
      ))}
    </div>
  );
}

function Panel({ title, children }: { readonly title: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <section class="panel" aria-label={title} tabIndex={0}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/**
 * The stages at which `callgym filter` drops episodes. The words describe the episodes that are left after each stage.
 */
const FUNNEL: Readonly<Record<string, string>> = {
  set_aside: 'judged',
  validity: 'valid',
  state: 'passed',
  calls: 'looked where it had to',
  duplicates: 'no near-duplicate',
  best: 'kept',
};

export function Panels({ data }: { readonly data: RunData }): JSX.Element {
  const { figures, funnel, faults, episodes } = data;
  const hat = Object.entries(figures.pass_hat ?? {}).map(([name, value]) => ({
    name,
    value,
    band: figures.pass_hat_interval?.[name],
  }));
  const horizon = Object.entries(figures.by_calls ?? {}).map(([name, { pass, interval }]) => ({
    name,
    value: pass,
    band: interval,
  }));
  return (
    <div class="panels">
      <Panel title="Reliability: all of k trials of a task pass (pass^k)">
        <Curve label="k =" points={hat} />
      </Panel>
      <Panel title="Length: by the number of calls that a task needs">
        <Curve label="calls" points={horizon} />
      </Panel>
      <Panel title="Funnel: what is kept for training">
        <Bars
          rows={funnel.map(({ name, kept, dropped }) => [
            FUNNEL[name] ?? named(name),
            kept,
            Object.entries(dropped)
              .slice(0, 3)
              .map(([reason, times]) => `${named(reason)}: ${times}`)
              .join(', '),
          ])}
          most={Math.max(1, episodes.length)}
        />
      </Panel>
      <Panel title="Why episodes failed">
        <Counts title="what decided it" counts={faults} />
        <Counts title="parts of the verdict that failed" counts={figures.failure_reasons ?? {}} words={FAILED_PARTS} />
      </Panel>
      <Panel title="Where they failed: the decisive step">
        <Counts title="by step" counts={bySteps(episodes, faults)} inOrder />
        <Counts title="how episodes ended" counts={figures.ends ?? {}} />
      </Panel>
      <Panel title="By environment">
        <Groups groups={figures.by_environment} />
      </Panel>
      <Panel title="By kind of task">
        <Groups groups={figures.by_kind} />
      </Panel>
      <Panel title="By demand of the task">
        <Groups groups={figures.by_capability} />
      </Panel>
      <Panel title="By difficulty">
        <Groups groups={figures.by_difficulty} />
      </Panel>
    </div>
  );
}

/**
 * Counts the failed episodes whose cause is known by their decisive step. Those without such a step count as "at the
 * end".
 */
function bySteps(episodes: readonly EpisodeRow[], faults: RunData['faults']): Record<string, number> {
  const counts = new Map<number, number>();
  for (const [, , , , , reward, , , , , fault, step] of episodes)
    if (reward === 0 && fault in faults) counts.set(step ?? Infinity, (counts.get(step ?? Infinity) ?? 0) + 1);
  return Object.fromEntries(
    [...counts]
      .sort(([a], [b]) => a - b)
      .slice(0, 14)
      .map(([step, times]) => [step === Infinity ? 'at the end' : `step ${step}`, times]),
  );
}

function Counts({
  title,
  counts,
  inOrder = false,
  words = {},
}: {
  readonly title: string;
  readonly words?: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly inOrder?: boolean;
}): JSX.Element {
  const rows = Object.entries(counts);
  if (!inOrder) rows.sort((a, b) => b[1] - a[1]);
  if (rows.length === 0) return <p class="soft">{title}: none.</p>;
  return (
    <>
      <p class="soft">{title}</p>
      <Bars
        rows={rows.map(([name, times]) => [words[name] ?? named(name), times, ''])}
        most={Math.max(...rows.map(([, times]) => times))}
      />
    </>
  );
}

function Bars({
  rows,
  most,
}: {
  readonly rows: readonly (readonly [string, number, string])[];
  readonly most: number;
}): JSX.Element {
  return (
    <ul class="bars">
      {rows.map(([name, value, more]) => (
        <li key={name}>
          <span>{name}</span>
          <span class="number">{value}</span>
          <Bar share={value / most} />
          {more === '' ? null : <span class="soft more">{more}</span>}
        </li>
      ))}
    </ul>
  );
}

function Bar({ share }: { readonly share: number }): JSX.Element {
  return (
    <span class="track" aria-hidden="true">
      <span class="fill" style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  );
}

const MOST_GROUPS = 40;

function Groups({ groups = {} }: { readonly groups?: Readonly<Record<string, Group>> | undefined }): JSX.Element {
  const rows = Object.entries(groups).slice(0, MOST_GROUPS);
  if (rows.length === 0) return <p class="soft">Nothing yet.</p>;
  return (
    <ul class="bars">
      {rows.map(([name, { episodes, pass, interval }]) => (
        <li
          key={name}
          title={`${kindWords(name) === undefined ? '' : `${kindWords(name)}; `}95 %: ${percent(interval[0])} to ${percent(interval[1])}`}
        >
          <span>
            {named(name)} <span class="soft">{episodes}</span>
          </span>
          <span class="number">{percent(pass)}</span>
          <Bar share={pass} />
        </li>
      ))}
    </ul>
  );
}

interface Point {
  readonly name: string;
  readonly value: number;
  readonly band: readonly [number, number] | undefined;
}

const [W, H, LEFT, BOTTOM] = [360, 176, 46, 26];

function Curve({ points, label }: { readonly points: readonly Point[]; readonly label: string }): JSX.Element {
  if (points.length === 0) return <p class="soft">Nothing to draw yet.</p>;
  const x = (at: number): number =>
    LEFT + (points.length === 1 ? (W - LEFT) / 2 : (at * (W - LEFT - 14)) / (points.length - 1));
  const y = (value: number): number => 8 + (1 - value) * (H - BOTTOM - 8);
  const path = (ys: readonly (readonly [number, number])[]): string =>
    ys.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join(' L');
  const high = points.map(({ band, value }, at) => [at, band?.[1] ?? value] as const);
  const low = points.map(({ band, value }, at) => [at, band?.[0] ?? value] as const).reverse();
  const every = Math.ceil(points.length / 12);
  return (
    <svg
      class="curve"
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label={points.map(({ name, value }) => `${label} ${name}: ${percent(value)}`).join(', ')}
    >
      {[0, 0.5, 1].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={W} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">{`${value * 100} %`}</text>
        </g>
      ))}
      {points.length < 2 ? null : <path class="band" d={`M${path(high)} L${path(low)}Z`} />}
      <path class="line" d={`M${path(points.map(({ value }, at) => [at, value] as const))}`} />
      {points.map(({ name, value }, at) => (
        <g key={name}>
          <circle cx={x(at)} cy={y(value)} r="3.2">
            <title>{`${label} ${name}: ${percent(value)}`}</title>
          </circle>
          {at % every === 0 ? (
            <text x={x(at)} y={H - 8} text-anchor="middle">
              {name}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}
