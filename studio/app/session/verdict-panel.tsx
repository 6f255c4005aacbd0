// Shows the present verdict part by part, with the failures.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask, useLoad } from '../api.ts';
import { judgedAs } from '../ui/judged.ts';
import { Badge, Show } from '../ui/parts.tsx';
import type { SessionState, Verdict } from './shapes.ts';

export function VerdictPanel({ session: { id, step, talk, end } }: { readonly session: SessionState }): JSX.Element {
  const [loaded, again] = useLoad(`verdict ${id} ${step} ${talk.length} ${end}`, (signal) =>
    ask<Verdict>(`/sessions/${id}/verdict`, { method: 'POST', signal }),
  );
  return (
    <section class="panel verdict-panel" aria-label="Verdict">
      <Show loaded={loaded} again={again} what="the verdict">
        {(verdict) => <VerdictShown verdict={verdict} ended={end !== null} />}
      </Show>
    </section>
  );
}

/** The number of failures that are shown at first. */
const MOST = 8;

export function VerdictShown({ verdict, ended }: { readonly verdict: Verdict; readonly ended: boolean }): JSX.Element {
  const { reward, parts, failures, unjudged } = verdict;
  const [whole, setWhole] = useState(false);
  const told = [
    ...Map.groupBy(failures, ({ step, message }) => `${step === null ? '' : `step ${step}: `}${message}`),
  ].map(([text, all]) => [text, all.length] as const);
  return (
    <>
      <div class="bar">
        <h2>Verdict</h2>
        {reward === 1 ? (
          <Badge tone="good">passes: reward 1</Badge>
        ) : reward === 0 ? (
          <Badge tone={ended ? 'bad' : 'warn'}>{ended ? 'fails: reward 0' : 'not yet'}</Badge>
        ) : (
          <Badge>open</Badge>
        )}
      </div>
      <ul class="parts verdict-parts">
        {Object.entries(parts).flatMap(([part, found]) =>
          found === null
            ? []
            : [
                <li key={part} class={found.pass === true ? 'good' : found.pass === false ? 'bad' : 'open'}>
                  <span aria-hidden="true">
                    {found.pass === true ? '✓' : found.pass === false ? (ended ? '✕' : '○') : '…'}
                  </span>
                  <span title={part}>{judgedAs(part)}</span>
                  <span class="soft">
                    {found.pass === true ? 'holds' : found.pass === false ? (ended ? 'fails' : 'not yet') : 'open'}
                  </span>
                </li>,
              ],
        )}
      </ul>
      {failures.length === 0 ? null : (
        <ul class="missing" aria-label={ended ? 'What failed' : 'What is still missing'}>
          {told.slice(0, whole ? told.length : MOST).map(([text, times]) => (
            <li key={text}>
              {text}
              {times > 1 ? <span class="soft">{` (${times} times)`}</span> : null}
            </li>
          ))}
        </ul>
      )}
      {told.length <= MOST || whole ? null : (
        <button type="button" class="button small" onClick={() => setWhole(true)}>
          {`${told.length - MOST} more`}
        </button>
      )}
      {unjudged.map((text) => (
        <p key={text} class="soft">
          Not judged: {text}
        </p>
      ))}
    </>
  );
}
