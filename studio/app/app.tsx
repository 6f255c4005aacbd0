// The frame around every view: the links that lead to the view, the connection, the theme and the keys.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasToken, useConnection } from './api.ts';
import { EnvironmentView } from './environment/environment-view.tsx';
import { Home } from './home.tsx';
import { go, to, useRoute, type Route } from './route.ts';
import { matchRoute } from './routes.ts';
import { Report, reportInPage } from './runs/report.tsx';
import { RunView } from './runs/run-view.tsx';
import { SessionView } from './session/session-view.tsx';
import { nextTheme, theme } from './theme.ts';
import { useBlind } from './ui/blind.ts';
import { KeyHelp, useKeys } from './ui/keys.tsx';
import { Guarded } from './ui/guarded.tsx';
import { Empty } from './ui/parts.tsx';

const KINDS: Readonly<Record<string, string>> = { e: 'Environment', s: 'Session', r: 'Run' };

/** The run inside the page, if the page is a report file. It is undefined in the studio. */
const inPage = reportInPage();

export function App(): JSX.Element {
  const route = useRoute();
  const online = useConnection();
  const [help, setHelp] = useState(false);
  const [blind] = useBlind(true);
  const [colours, setColours] = useState(theme);
  const main = useRef<HTMLElement>(null);
  const place = route.parts.slice(0, 2).join('/');
  useEffect(() => {
    const [kind, name] = route.parts;
    const places = [kind === 'e' ? name : undefined, lastName(route.parts, blind), KINDS[kind ?? '']];
    document.title = [...places.filter((each) => each !== undefined), 'callgym studio'].join(' – ');
  }, [route, blind]);
  useEffect(() => main.current?.scrollTo?.(0, 0), [place]);
  useEffect(() => {
    const escape = ({ key, target }: KeyboardEvent): void => {
      if (key === 'Escape' && target instanceof HTMLElement) target.blur();
    };
    addEventListener('keydown', escape);
    return () => removeEventListener('keydown', escape);
  }, []);
  useKeys({
    '?': () => setHelp(true),
    h: () => go([]),
    d: () => setColours(nextTheme()),
    '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
  });
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        To the content
      </a>
      <header class="top">
        <a class="brand" href={to([])}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7v10M8 4v16M16 4v16M20 7v10M8 12h8" />
          </svg>
          <span>callgym</span> <span class="brand-soft">{inPage === undefined ? 'studio' : 'report'}</span>
        </a>
        <Crumbs route={route} />
        <span class="grow" />
        <button type="button" class="icon" title="Colours (d)" onClick={() => setColours(nextTheme())}>
          {colours === 'dark' ? 'Dark' : colours === 'light' ? 'Light' : 'Auto'}
        </button>
        <button type="button" class="icon" title="Keys (?)" aria-label="Keys" onClick={() => setHelp(true)}>
          ?
        </button>
      </header>
      {online ? null : (
        <div class="lost" role="alert">
          The server does not answer. What is on the page stays; it goes on when the server is back.
        </div>
      )}
      <main id="main" ref={main} tabIndex={-1}>
        {inPage !== undefined ? (
          <Report data={inPage} />
        ) : hasToken() ? (
          <Guarded key={route.parts.slice(0, 2).join('/')}>
            <View route={route} />
          </Guarded>
        ) : (
          <Empty title="This page needs its link" whole>
            Open the link that <code>callgym studio</code> printed: it ends in <code>#token=…</code>
          </Empty>
        )}
      </main>
      {help ? <KeyHelp onClose={() => setHelp(false)} /> : null}
    </>
  );
}

/**
 * Returns the last name of the path. While outcomes are hidden (`blind`), a task's id is replaced, because the id tells
 * the kind of the task, which gives half of the wanted outcome away.
 */
function lastName(parts: readonly string[], blind: boolean): string | undefined {
  const [, , part, ...rest] = parts;
  return part === 'tasks' && rest.length > 0 && blind ? 'a task' : (rest.at(-1) ?? part);
}

function Crumbs({ route: { parts } }: { readonly route: Route }): JSX.Element | null {
  const [kind, name] = parts;
  const [blind] = useBlind(true);
  if (kind === undefined || name === undefined) return null;
  const last = lastName(parts, blind);
  return (
    <nav class="crumbs" aria-label="Where you are">
      <span class="crumb-kind">{KINDS[kind] ?? ''}</span>
      <a href={to([kind, name])}>
        {kind === 's' ? `${name.slice(0, 6)}…` : kind === 'r' && /^\d+$/.test(name) ? `no. ${Number(name) + 1}` : name}
      </a>
      {last === undefined ? null : <span aria-current="page">{last}</span>}
    </nav>
  );
}

function View({ route }: { readonly route: Route }): ComponentChildren {
  const { view, names = {} } = matchRoute(route.parts) ?? {};
  switch (view) {
    case 'home':
      return <Home route={route} />;
    case 'environment':
      return <EnvironmentView key={names['environment']} name={names['environment'] ?? ''} route={route} />;
    case 'session':
      return <SessionView key={names['session']} id={names['session'] ?? ''} route={route} />;
    case 'run':
      return <RunView key={names['run']} run={names['run'] ?? ''} route={route} />;
    case undefined:
      return (
        <Empty title="There is nothing here" whole>
          <a href={to([])}>Home</a>
        </Empty>
      );
  }
}
