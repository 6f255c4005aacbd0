// Shows a step: its call, its answer, its changes, and the rows of the tables after it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask, useLoad } from '../api.ts';
import { RowsGrid } from '../environment/rows-grid.tsx';
import type { Diff, EnvironmentShown } from '../shapes.ts';
import { JsonText } from '../ui/code.tsx';
import { DiffView } from '../ui/diff-view.tsx';
import { Show } from '../ui/parts.tsx';
import type { SessionState, StepShown } from './shapes.ts';

export function StepDetail({
  session: { id, step: last },
  environment,
  step,
  at,
}: {
  readonly session: SessionState;
  readonly environment: EnvironmentShown;
  readonly step: StepShown | undefined;
  readonly at: number;
}): JSX.Element {
  const from = step === undefined ? 0 : step.index - 1;
  const [diff, again] = useLoad(`diff ${id} ${from} ${at} ${last}`, (signal) =>
    ask<Diff>(`/sessions/${id}/diff?from=${from}&to=${at}`, { signal }),
  );
  const [open, setOpen] = useState<{ table: string; query?: { column: string; value: string } } | undefined>(undefined);
  const table = environment.tables.find(({ name }) => name === open?.table);
  return (
    <section class="panel" aria-label="The step">
      <h2>
        {step === undefined
          ? at === 0
            ? 'The start'
            : `All changes up to step ${at}`
          : `Step ${step.index}: ${step.name}`}
      </h2>
      {step === undefined ? null : (
        <>
          <h3>Asked</h3>
          <JsonText value={step.arguments} />
          <h3>{step.ok ? 'Answered' : 'Refused'}</h3>
          {step.ok ? (
            <JsonText value={step.result} />
          ) : (
            <p class="wrong">{`${step.error?.code}: ${step.error?.message}`}</p>
          )}
        </>
      )}
      <h3>Changed</h3>
      <Show loaded={diff} again={again} what="changes">
        {(value) => (Object.keys(value).length === 0 ? <p class="soft">Nothing.</p> : <DiffView diff={value} />)}
      </Show>
      <label class="choice state-choice">
        <span>State after step {at}</span>
        <select
          value={open?.table ?? ''}
          onChange={({ currentTarget }) =>
            setOpen(currentTarget.value === '' ? undefined : { table: currentTarget.value })
          }
        >
          <option value="">choose a table</option>
          {environment.tables.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {table === undefined ? null : (
        <RowsGrid
          key={`${table.name} ${open?.query?.value}`}
          environment={environment}
          table={table}
          session={id}
          step={at}
          column={open?.query?.column}
          value={open?.query?.value}
          linkTo={(name, query) => setOpen({ table: name, query })}
        />
      )}
    </section>
  );
}
