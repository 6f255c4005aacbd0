// Shows an episode in full: messages, calls, the changes of each call, the step that decided the outcome, the task's
// stored solution and the verdict.
import type { EpisodeRow } from '../../../agents/report/episode-row.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from '../api.ts';
import { GoldGraph } from '../tasks/gold-graph.tsx';
import { judgedAs } from '../ui/judged.ts';
import { named, Show } from '../ui/parts.tsx';
import { alarmWords } from '../ui/plain-words.ts';
import { outcomeOf } from './episode-list.tsx';
import type { EpisodeDetail, MessageShown, OpenEpisode } from './shapes.ts';

export function Episode({
  row,
  at,
  open,
  systems,
  onClose,
}: {
  readonly row: EpisodeRow;
  readonly at: number;
  readonly open: OpenEpisode;
  readonly systems: readonly string[];
  readonly onClose: () => void;
}): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded<EpisodeDetail>>({ state: 'loading' });
  const section = useRef<HTMLElement>(null);
  const load = (): (() => void) => {
    let wanted = true;
    open(at).then(
      (value) => wanted && setLoaded({ state: 'ready', value }),
      (error: unknown) => wanted && setLoaded({ state: 'failed', error: error as Error }),
    );
    return () => {
      wanted = false;
    };
  };
  useEffect(load, [at, open]);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  const [id, , , kind, trial, , end] = row;
  return (
    <section class="episode panel" aria-label="Episode" tabIndex={-1} ref={section}>
      <div class="bar">
        <h2 class="mono">{id}</h2>
        <span class="soft">{`${kind}, trial ${trial}, ended ${named(end)}`}</span>
        <span class="grow" />
        <button type="button" class="button small" onClick={onClose}>
          Close
        </button>
      </div>
      <Show loaded={loaded} what="the episode" again={load}>
        {(episode) => (
          <div class="episode-columns">
            <div>
              {episode.messages.map((message, nth) => (
                <Message key={nth} message={message} />
              ))}
            </div>
            <Beside row={row} episode={episode} system={episode.system_text ?? systems[episode.system] ?? ''} />
          </div>
        )}
      </Show>
    </section>
  );
}

const SIDES: Readonly<Record<string, string>> = { assistant: 'Agent', user: 'User', system: 'Instructions' };

/** A tool's result with more characters is cut. */
const LONG = 360;
const SHORT = 140;

function Message({ message }: { readonly message: MessageShown }): JSX.Element {
  const { role, text, reasoning, calls = [], name, ok, step, changes = [], decisive, untrained } = message;
  const who =
    role === 'tool'
      ? `${name} ${ok === true ? 'answered' : 'refused'}${step === null ? '' : `, step ${step}`}`
      : (SIDES[role] ?? role);
  return (
    <div class={`message ${role}${decisive === true ? ' decisive' : ''}`}>
      <span class={`who${role === 'tool' && ok !== true ? ' wrong' : ''}`}>
        {decisive === true ? `${who}: this decided it` : who}
        {untrained === undefined ? '' : ` (not to be trained: ${untrained})`}
      </span>
      {reasoning === undefined || reasoning === '' ? null : (
        <details>
          <summary>reasoning</summary>
          <pre>{reasoning}</pre>
        </details>
      )}
      {role === 'tool' && text.length > LONG ? (
        <details>
          <summary>{text.slice(0, SHORT)}…</summary>
          <pre>{text}</pre>
        </details>
      ) : (
        text
      )}
      {calls.map((call, at) => (
        <span key={at} class="call">{`${call.name}(${call.args})`}</span>
      ))}
      {changes.map((change) => (
        <span key={change} class="change inserted">
          {change}
        </span>
      ))}
    </div>
  );
}

function Beside({
  row,
  episode,
  system,
}: {
  readonly row: EpisodeRow;
  readonly episode: EpisodeDetail;
  readonly system: string;
}): JSX.Element {
  const { verdict, fault, user, gold, outputs, alarms = [], why, task } = episode;
  const words = { passed: 'It passed.', failed: 'It failed.', unjudged: 'It could not be judged.' }[outcomeOf(row[5])];
  return (
    <div class="beside">
      <h3>Verdict</h3>
      <p>
        <b class={verdict.reward === 0 ? 'wrong' : ''}>{words}</b>
        {why === undefined ? '' : ` ${why}`}
      </p>
      <ul class="parts">
        {Object.entries(verdict.parts).map(([part, pass]) => (
          <li key={part} class={pass === true ? 'good' : pass === false ? 'bad' : 'open'} title={part}>
            <span aria-hidden="true">{pass === true ? '✓' : pass === false ? '✕' : '…'}</span>
            {judgedAs(part)}: {pass === true ? 'holds' : pass === false ? 'fails' : 'not judged'}
          </li>
        ))}
      </ul>
      {fault === undefined ? null : (
        <p class="note warn">
          <b>{`Decided ${fault.step === null ? 'at the end' : `at step ${fault.step}`}: ${named(fault.reason)}`}</b>
          {fault.detail === undefined ? '' : `: ${fault.detail}`}
        </p>
      )}
      <ul class="missing">
        {verdict.failures.map(({ part, step, message }, at) => (
          <li key={at} title={part}>{`${step === null ? '' : `step ${step}: `}${message}`}</li>
        ))}
        {verdict.unjudged.map((text) => (
          <li key={text}>{`not judged: ${text}`}</li>
        ))}
        {alarms.map(({ kind, step, what }, at) => (
          <li key={at} class="wrong">{`alarm at step ${step}: ${alarmWords(kind)} (${what})`}</li>
        ))}
      </ul>
      <h3>The right calls</h3>
      {task === undefined ? (
        <ol class="gold">
          {gold.map(({ by, name, args }, at) => (
            <li key={at} class="mono">{`${by === 'agent' ? '' : `${by}: `}${name}(${args})`}</li>
          ))}
          {outputs.map(({ key, value }) => (
            <li key={key}>{`says ${named(key)}: ${String(value)}`}</li>
          ))}
          {gold.length + outputs.length === 0 ? <li>nothing to be done</li> : null}
        </ol>
      ) : (
        <GoldGraph task={task} />
      )}
      <h3>What the user wants</h3>
      <p class="soft">{user.persona}</p>
      <p class="prose">{user.goal}</p>
      <details>
        <summary>System prompt</summary>
        <pre class="prose">{system}</pre>
      </details>
    </div>
  );
}
