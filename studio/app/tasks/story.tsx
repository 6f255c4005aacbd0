// Shows the story of a task: the user, their first words, the goal and the facts. Also compares a task with its twin,
// which is nearly the same task with another outcome.
import type { JSX } from 'preact';
import { to } from '../route.ts';
import type { EnvironmentShown, Json } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';
import { DiffView } from '../ui/diff-view.tsx';
import { named } from '../ui/parts.tsx';
import { moneyOf } from '../ui/roles.ts';
import { rightEnd } from './right-end.ts';
import { differences, SAY, type Piece } from './twin-difference.ts';

export function Story({ task: { user, setup = [], patch = {} } }: { readonly task: Task }): JSX.Element {
  return (
    <section class="panel" aria-label="The story">
      <h3>The story</h3>
      <p class="soft">{user.persona}</p>
      <blockquote>{user.opening}</blockquote>
      <p class="prose">{user.goal}</p>
      <dl class="facts">
        {user.facts.map(({ key, value, say }) => (
          <div key={key}>
            <dt>{named(key)}</dt>
            <dd>
              <b>{typeof value === 'string' ? value : JSON.stringify(value as Json)}</b>{' '}
              <span class="soft">{SAY[say] ?? say}</span>
            </dd>
          </div>
        ))}
      </dl>
      {setup.length + Object.keys(patch).length === 0 ? null : (
        <>
          <h4>Changed before it begins</h4>
          <DiffView diff={patch} />
          {setup.map((call, at) => (
            <p key={at} class="mono">
              {call.name}({JSON.stringify(call.arguments)})
            </p>
          ))}
        </>
      )}
    </section>
  );
}

export function Twins({
  environment,
  task,
  twin,
  label,
  blind,
}: {
  readonly environment: EnvironmentShown;
  readonly task: Task;
  readonly twin: Task;
  readonly label: string;
  readonly blind: boolean;
}): JSX.Element {
  const ends = blind
    ? { mine: [], other: [] }
    : { mine: rightEnd(task, environment), other: rightEnd(twin, environment) };
  const rows = differences(task, twin, ends, moneyOf(environment.tables));
  return (
    <section class="panel twins" aria-label="What differs from its twin">
      <h3>What differs from its twin</h3>
      <p class="soft">
        Twins begin almost alike and end otherwise, so that an agent cannot pass both by habit. All else is the same
        {blind ? '; the right ends differ too.' : '.'}
      </p>
      <div class="grid" tabIndex={0} role="region" aria-label="Both tasks side by side">
        <table>
          <thead>
            <tr>
              <th scope="col">In</th>
              <th scope="col">this task</th>
              <th scope="col">
                <a href={to(['e', environment.name, 'tasks', twin.id])}>{label}</a>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ aspect, mine, other }) => (
              <tr key={aspect}>
                <th scope="row">{aspect}</th>
                <td>
                  <Marked pieces={mine} />
                </td>
                <td>
                  <Marked pieces={other} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Marked({ pieces }: { readonly pieces: readonly Piece[] }): JSX.Element {
  if (pieces.length === 0) return <span class="soft">nothing</span>;
  return (
    <span class="marked">
      {pieces.map(({ text, differs }, at) => (differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
    </span>
  );
}
