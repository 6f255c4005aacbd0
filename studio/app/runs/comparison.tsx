import type { JSX } from 'preact';
import { ask, useLoad } from '../api.ts';
import { Choice, counted, named, Show } from '../ui/parts.tsx';
import { percent } from './figures.tsx';

interface Compared {
  readonly tasks: number;
  readonly difference: number;
  readonly interval: readonly [number, number];
  readonly p: number;
  readonly unpaired: number;
  readonly by_task: readonly { readonly task: string; readonly first: number; readonly second: number }[];
  readonly by_kind: Readonly<
    Record<string, { tasks: number; difference: number; interval: readonly [number, number]; p: number }>
  >;
}

export function Comparison({
  run,
  others,
  chosen,
  linkTo,
}: {
  readonly run: string;
  readonly others: readonly (readonly [string, string])[];
  readonly chosen: string;
  readonly linkTo: (other: string) => string;
}): JSX.Element {
  return (
    <section class="panel" aria-label="Comparison">
      <div class="bar">
        <h2>Against another run</h2>
        <Choice
          label="Compare with"
          value={chosen}
          values={[['', 'none'], ...others]}
          onChange={(other) => {
            location.hash = linkTo(other);
          }}
        />
      </div>
      {chosen === '' ? null : <Shown run={run} other={chosen} />}
    </section>
  );
}

function Shown({ run, other }: { readonly run: string; readonly other: string }): JSX.Element {
  const path = `/studio/api/runs/${run}/compare/${other}`;
  const [loaded, again] = useLoad(path, (signal) => ask<Compared>(path, { signal }));
  return (
    <Show loaded={loaded} again={again} what="the comparison">
      {({ tasks, difference, interval, p, unpaired, by_kind: kinds, by_task: changed }) => (
        <>
          <p>
            <b>{signed(difference)}</b> for the other run over {counted(tasks, 'task')} (95 %: {signed(interval[0])} to{' '}
            {signed(interval[1])}, p = {p}){unpaired === 0 ? '' : `; ${unpaired} tasks stand in one of them only`}
          </p>
          <div class="grid" tabIndex={0} role="region" aria-label="The comparison by kind of task">
            <table>
              <thead>
                <tr>
                  <th scope="col">kind</th>
                  <th scope="col" class="number">
                    tasks
                  </th>
                  <th scope="col" class="number">
                    difference
                  </th>
                  <th scope="col" class="number">
                    95 %
                  </th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(kinds).map(([kind, each]) => (
                  <tr key={kind}>
                    <td>{named(kind)}</td>
                    <td class="number">{each.tasks}</td>
                    <td class="number">{signed(each.difference)}</td>
                    <td class="number">{`${signed(each.interval[0])} to ${signed(each.interval[1])}`}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {changed.length === 0 ? (
            <p class="soft">No task comes out otherwise.</p>
          ) : (
            <details open={changed.length <= 12}>
              <summary>{counted(changed.length, 'task')} with another outcome</summary>
              <ul class="bars">
                {changed.map(({ task, first, second }) => (
                  <li key={task}>
                    <span class="mono">{task}</span>
                    <span class={`number ${second < first ? 'wrong' : ''}`}>
                      {percent(first)} → {percent(second)}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </Show>
  );
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${percent(value)}`;
}
