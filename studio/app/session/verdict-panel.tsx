// The present verdict: part by part, with the parts that are still missing. It is hidden from a person who plays blind.
import type { JSX } from 'preact';
import { ask, useLoad } from '../api.ts';
import { Badge, named, Show } from '../ui/parts.tsx';
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

export function VerdictShown({ verdict, ended }: { readonly verdict: Verdict; readonly ended: boolean }): JSX.Element {
  const { reward, parts, failures, unjudged } = verdict;
  return (
    <>
      <div class="bar">
        <h2>Verdict</h2>
        {reward === 1 ? (
          <Badge tone="good">passes</Badge>
        ) : reward === 0 ? (
          <Badge tone={ended ? 'bad' : 'warn'}>{ended ? 'fails' : 'not yet'}</Badge>
        ) : (
          <Badge>open</Badge>
        )}
      </div>
      <ul class="parts">
        {Object.entries(parts).flatMap(([part, found]) =>
          found === null
            ? []
            : [
                <li key={part} class={found.pass === true ? 'good' : found.pass === false ? 'bad' : 'open'}>
                  <span aria-hidden="true">{found.pass === true ? '✓' : found.pass === false ? '✕' : '…'}</span>
                  {named(part)}
                  <span class="soft">
                    {found.pass === true ? ' holds' : found.pass === false ? (ended ? ' fails' : ' missing') : ' open'}
                  </span>
                </li>,
              ],
        )}
      </ul>
      {failures.length === 0 ? null : (
        <ul class="missing" aria-label={ended ? 'What failed' : 'What is still missing'}>
          {failures.map(({ part, step, message }, at) => (
            <li key={at}>
              <b>{named(part)}</b>
              {step === null ? '' : `, step ${step}`}: {message}
            </li>
          ))}
        </ul>
      )}
      {unjudged.map((text) => (
        <p key={text} class="soft">
          Not judged: {text}
        </p>
      ))}
    </>
  );
}
