// The frame of every view: the current place, the connection, the theme, the keys.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasToken, useConnection } from './api.ts';
import { EnvironmentView } from './environment/environment-view.tsx';
import { Home } from './home.tsx';
import { go, to, useRoute, type Route } from './route.ts';
import { Report, reportInPage } from './runs/report.tsx';
import { RunView } from './runs/run-view.tsx';
import { SessionView } from './session/session-view.tsx';
import { nextTheme, theme } from './theme.ts';
import { KeyHelp, useKeys } from './ui/keys.tsx';
import { Guarded } from './ui/guarded.tsx';
import { Empty } from './ui/parts.tsx';

/** The run of a report, which stands in the page. */
const inPage = reportInPage();

export function App(): JSX.Element {
  const route = useRoute();
  const online = useConnection();
  const [help, setHelp] = useState(false);
  const [colours, setColours] = useState(theme);
  const main = useRef<HTMLElement>(null);
  const place = route.parts.slice(0, 2).join('/');
  useEffect(() => {
    document.title =
      route.parts.length === 0 ? 'callgym studio' : `${route.parts.slice(1).join(' · ')} – callgym studio`;
  }, [route]);
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

function Crumbs({ route: { parts } }: { readonly route: Route }): JSX.Element | null {
  const [kind, name, ...rest] = parts;
  if (kind === undefined || name === undefined) return null;
  const kinds: Record<string, string> = { e: 'Environment', s: 'Session', r: 'Run' };
  return (
    <nav class="crumbs" aria-label="Where you are">
      <span class="crumb-kind">{kinds[kind] ?? ''}</span>
      <a href={to([kind, name])}>
        {kind === 's' ? `${name.slice(0, 6)}…` : kind === 'r' ? `no. ${Number(name) + 1}` : name}
      </a>
      {rest.slice(-1).map((each) => (
        <span key={each} aria-current="page">
          {each}
        </span>
      ))}
    </nav>
  );
}

function View({ route }: { readonly route: Route }): ComponentChildren {
  const [kind, name] = route.parts;
  if (kind === undefined) return <Home route={route} />;
  if (kind === 'e' && name !== undefined) return <EnvironmentView key={name} name={name} route={route} />;
  if (kind === 's' && name !== undefined) return <SessionView key={name} id={name} route={route} />;
  if (kind === 'r' && name !== undefined) return <RunView key={name} run={name} route={route} />;
  return (
    <Empty title="There is nothing here" whole>
      <a href={to([])}>Home</a>
    </Empty>
  );
}
