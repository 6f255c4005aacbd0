// Draws the tables and shows the rows of the chosen table, either at the start or in the session in which a person
// tries the tools.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask, useLoad } from '../api.ts';
import { go, type Route } from '../route.ts';
import type { Diff, EnvironmentShown } from '../shapes.ts';
import { useKeys } from '../ui/keys.tsx';
import { Choice, Empty } from '../ui/parts.tsx';
import { Relations } from './relations.tsx';
import { RowsGrid } from './rows-grid.tsx';
import type { Scratch } from './scratch.ts';

export function changedRows(diff: Diff): Map<string, number> {
  return new Map(
    Object.entries(diff).map(([table, { inserted, updated, deleted }]) => [
      table,
      inserted.length + updated.length + deleted.length,
    ]),
  );
}

export function TablesView({
  environment,
  route,
  scratch,
}: {
  readonly environment: EnvironmentShown;
  readonly route: Route;
  readonly scratch: Scratch;
}): JSX.Element {
  const { name, tables } = environment;
  const chosen = tables.find((table) => table.name === route.parts[3]) ?? tables[0];
  const { session, step } = scratch;
  const [of, setOf] = useState<'start' | 'session'>(session === undefined ? 'start' : 'session');
  const tried = of === 'session' && session !== undefined ? session : undefined;
  const [diff] = useLoad(`diff ${tried?.id} ${step}`, async (signal) =>
    tried === undefined ? {} : ask<Diff>(`/sessions/${tried.id}/diff`, { signal }),
  );
  const move = (by: number): void => {
    const at = tables.findIndex((table) => table === chosen) + by;
    const next = tables[Math.max(0, Math.min(tables.length - 1, at))];
    if (next !== undefined) go(['e', name, 'tables', next.name]);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  if (chosen === undefined) return <Empty title="This environment has no tables" />;
  return (
    <>
      <Relations
        environment={name}
        tables={tables}
        chosen={chosen.name}
        changed={diff.state === 'ready' ? changedRows(diff.value) : new Map()}
      />
      <section class="panel" aria-label={`Rows of ${chosen.name}`}>
        <RowsGrid
          key={`${chosen.name} ${route.query.toString()}`}
          environment={environment}
          table={chosen}
          session={tried?.id}
          version={step}
          column={route.query.get('column') ?? undefined}
          value={route.query.get('value') ?? undefined}
          linkTo={(table, query) => go(['e', name, 'tables', table], query)}
          tools={
            session === undefined ? null : (
              <Choice
                label="As of"
                value={of}
                values={[
                  ['start', 'the start'],
                  ['session', `your ${step} calls`],
                ]}
                onChange={setOf}
              />
            )
          }
        />
      </section>
    </>
  );
}
