// The start page: lists the environments and runs that the studio was started with.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ask, useLoad } from './api.ts';
import { to, type Route } from './route.ts';
import type { Overview } from './shapes.ts';
import { Badge, counted, Empty, madeHow, Show } from './ui/parts.tsx';

/**
 * Returns the links to the four uses of the studio, each to an environment or run that suits it, or to the part of this
 * page that explains how to open one.
 */
function waysFrom({ environments, runs }: Overview): readonly (readonly [title: string, text: string, href: string])[] {
  const first = environments[0]?.name;
  const compiled = environments.filter(({ origin }) => origin === 'compiled');
  const mended = [...compiled, ...environments].find(({ editable }) => editable)?.name;
  const place = (name: string | undefined, part: string): string =>
    name === undefined ? to([]) : to(['e', name, part]);
  return [
    [
      'Look',
      'Browse the rows, read the program of a tool, call it and see the rows that change.',
      place(first, 'tables'),
    ],
    [
      'Play',
      'Take a task and be the agent: talk with the user, call tools, watch the verdict. Or watch a player.',
      place(first, 'tasks'),
    ],
    [
      'Mend',
      mended === undefined
        ? 'Change the program of a tool that is wrong or missing: first open a folder of your own, which can be saved to.'
        : 'Change the program of a tool that is wrong or missing; checks answer while you type.',
      mended === undefined ? to([], { show: 'others' }) : place(mended, 'tools'),
    ],
    [
      'Judge',
      'Open the run of an agent: where it failed, at which step, and what would have been right.',
      runs.length === 0 ? to([], { show: 'runs' }) : to(['r', 0]),
    ],
  ];
}

/** Returns the commands that open other environments and runs, in the form in which the person must type them. */
function commandsOf({ typed: { callgym, schemas } }: Overview): readonly (readonly [command: string, does: string])[] {
  return [
    [`${callgym} build ${schemas} --out ${OUT}`, `compiles tool schemas into an environment, a folder in ${OUT}`],
    [
      `${callgym} studio ${OUT}/${/([^/\\]+)\.json$/.exec(schemas)?.[1]?.replaceAll(/\W/g, '_') ?? 'NAME'}`,
      'opens such a folder; what you change there is saved to it',
    ],
    [`${callgym} gallery`, `lists the environments that ship with callgym; ${callgym} studio gallery:bank opens one`],
  ];
}

const OUT = 'out/environments';

export function Home({ route }: { readonly route: Route }): JSX.Element {
  const [overview, again] = useLoad('overview', (signal) => ask<Overview>('/studio/api', { signal }));
  const runs = useRef<HTMLHeadingElement>(null);
  const others = useRef<HTMLHeadingElement>(null);
  const asked = overview.state === 'ready' ? route.query.get('show') : null;
  useEffect(() => {
    const heading = { runs, others }[asked ?? '']?.current;
    heading?.focus();
    heading?.scrollIntoView();
  }, [asked]);
  return (
    <div class="page">
      <h1>Studio</h1>
      <p class="lead">
        callgym tests and trains language models that use tools. An environment is a simulated service: tables of rows,
        and tools that read and change them. A user has a wish, an agent calls the tools, and the rows at the end decide
        whether it was right. Here a person can do all of that by hand.
      </p>
      <Show loaded={overview} again={again} what="what there is">
        {(found) => (
          <>
            <ol class="ways">
              {waysFrom(found).map(([title, text, href]) => (
                <li key={title}>
                  <a href={href}>{title}</a>
                  <span>{text}</span>
                </li>
              ))}
            </ol>
            <h2>Environments</h2>
            {found.environments.length === 0 ? <Empty title="No environment is open" /> : null}
            <ul class="cards">
              {found.environments.map(({ name, title, description, origin, editable }) => (
                <li key={name} class="card">
                  <h3>
                    <a href={to(['e', name])}>{title}</a>
                  </h3>
                  <p>{description === '' ? 'Tables and tools that the compiler made of tool schemas.' : description}</p>
                  <div class="row">
                    <Badge>{madeHow(origin)}</Badge>
                    {editable ? <Badge tone="accent">can be edited</Badge> : null}
                  </div>
                  <nav class="row" aria-label={`Parts of ${title}`}>
                    <a class="button small" href={to(['e', name, 'tables'])}>
                      Tables
                    </a>
                    <a class="button small" href={to(['e', name, 'tools'])}>
                      Tools
                    </a>
                    <a class="button small primary" href={to(['e', name, 'tasks'])}>
                      Play a task
                    </a>
                  </nav>
                </li>
              ))}
            </ul>
            <h2 ref={runs} tabIndex={-1}>
              Runs
            </h2>
            {found.runs.length === 0 ? (
              <p class="soft">
                No run is open. <code>{found.typed.callgym} run … --out FOLDER</code> lets an agent play the tasks, and{' '}
                <code>{found.typed.callgym} studio FOLDER</code> shows every episode, also while it runs.
              </p>
            ) : (
              <>
                <ul class="cards">
                  {found.runs.map(({ dir, agent, user, trials }, at) => (
                    <li key={dir} class="card">
                      <h3>
                        <a href={to(['r', at])}>{agent === '' ? dir : `Run of ${agent}`}</a>
                      </h3>
                      {agent === '' ? null : <p>{`user ${user}, ${counted(trials, 'trial')} of a task, in ${dir}`}</p>}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <h2 ref={others} tabIndex={-1}>
              Open others
            </h2>
            <dl class="facts commands">
              {commandsOf(found).map(([command, does]) => (
                <div key={command}>
                  <dt>
                    <code>{command}</code>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Show>
    </div>
  );
}
