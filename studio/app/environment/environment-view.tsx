import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ask, useLoad } from '../api.ts';
import { go, to, type Route } from '../route.ts';
import { ENVIRONMENT_PARTS, type EnvironmentPart } from '../routes.ts';
import type { EnvironmentShown } from '../shapes.ts';
import { TasksView } from '../tasks/tasks-view.tsx';
import { useKeys } from '../ui/keys.tsx';
import { Guarded } from '../ui/guarded.tsx';
import { About } from './about.tsx';
import { Show } from '../ui/parts.tsx';
import { MoneyColumns, moneyOf } from '../ui/roles.ts';
import { RulesView } from './rules-view.tsx';
import { useScratch } from './scratch.ts';
import { TablesView } from './tables-view.tsx';
import { ToolsView } from './tools-view.tsx';

const PARTS = Object.entries(ENVIRONMENT_PARTS) as [EnvironmentPart, string][];

export function EnvironmentView({ name, route }: { readonly name: string; readonly route: Route }): JSX.Element {
  const [loaded, again] = useLoad(`environment ${name}`, (signal) =>
    ask<EnvironmentShown>(`/studio/api/environments/${encodeURIComponent(name)}`, { signal }),
  );
  useKeys(Object.fromEntries(PARTS.map(([part], at) => [String(at + 1), () => go(['e', name, part])])));
  return (
    <Show loaded={loaded} again={again} what="the environment" whole>
      {(environment) => <Opened environment={environment} route={route} again={again} />}
    </Show>
  );
}

function Opened({
  environment,
  route,
  again,
}: {
  readonly environment: EnvironmentShown;
  readonly route: Route;
  readonly again: () => void;
}): JSX.Element {
  const { name, tables } = environment;
  const money = useMemo(() => moneyOf(tables), [tables]);
  const part = (route.parts[2] ?? 'tables') as EnvironmentPart;
  return (
    <div class="page wide">
      <About environment={environment} />
      <nav class="tabs" aria-label="Parts of the environment">
        {PARTS.map(([id, label]) => (
          <a key={id} href={to(['e', name, id])} aria-current={id === part ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <MoneyColumns value={money}>
        <Guarded key={part}>
          <Part part={part} environment={environment} route={route} again={again} />
        </Guarded>
      </MoneyColumns>
    </div>
  );
}

function Part({
  part,
  environment,
  route,
  again,
}: {
  readonly part: EnvironmentPart;
  readonly environment: EnvironmentShown;
  readonly route: Route;
  readonly again: () => void;
}): ComponentChildren {
  const scratch = useScratch(environment.name);
  switch (part) {
    case 'tables':
      return <TablesView environment={environment} route={route} scratch={scratch} />;
    case 'tools':
      return <ToolsView environment={environment} route={route} scratch={scratch} onSaved={again} />;
    case 'tasks':
      return <TasksView environment={environment} route={route} />;
    case 'rules':
      return <RulesView environment={environment} onSaved={again} />;
  }
}
