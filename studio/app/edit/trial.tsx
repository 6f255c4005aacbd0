// Tries a text that is being edited. Soon after a person stops typing, the server checks it and plays the scenarios.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { EnvironmentShown, Json } from '../shapes.ts';
import { Badge, counted, Failed } from '../ui/parts.tsx';
import { Advice } from './advice.tsx';
import type { Failure, Trial } from './shapes.ts';

const PAUSE_MS = 700;

/**
 * Makes the body of a request from a text. Throws if the text cannot be sent yet, for example because it is not JSON.
 */
export type BodyOf = (text: string) => Json;

/**
 * Sends the text to the server PAUSE_MS after its last change, and returns the server's answer, or the reason why there
 * is none.
 */
export function useTrial(path: string, bodyOf: BodyOf, text: string) {
  const [trial, setTrial] = useState<Trial | undefined>(undefined);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<Error | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  useEffect(() => {
    const mine = ++turn.current;
    const timer = setTimeout(() => {
      let body: Json;
      try {
        body = bodyOf(text);
        setWrong(undefined);
      } catch (error) {
        setTrial(undefined);
        setWrong(`This is no JSON yet: ${(error as Error).message}`);
        return;
      }
      setBusy(true);
      ask<Trial>(`${path}/try`, { body }).then(
        (found) => {
          if (mine === turn.current) {
            setTrial(found);
            setFailure(undefined);
            setBusy(false);
          }
        },
        (error: unknown) => {
          if (mine === turn.current) {
            setTrial(undefined);
            setFailure(error as Error);
            setBusy(false);
          }
        },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, path, bodyOf]);
  return { trial, wrong, failure, setFailure, busy, setBusy };
}

export const TO_SAVE = 'To save, start the studio on this folder: callgym studio FOLDER';

export function TextArea({
  label,
  text,
  onText,
}: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}): JSX.Element {
  return (
    <textarea
      aria-label={label}
      rows={18}
      spellcheck={false}
      value={text}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}

interface Edited {
  readonly environment: EnvironmentShown;
  readonly tool?: string;
}

export function Answer({
  trial,
  wrong,
  failure,
  busy,
  ...edited
}: Edited & {
  readonly trial: Trial | undefined;
  readonly wrong?: string | undefined;
  readonly failure: Error | undefined;
  readonly busy: boolean;
}): JSX.Element {
  return (
    <div>
      {failure === undefined ? null : <Failed error={failure} />}
      <div aria-live="polite">
        {wrong === undefined ? null : <p class="wrong">{wrong}</p>}
        {trial === undefined || wrong !== undefined ? null : <Found trial={trial} busy={busy} edited={edited} />}
        {trial === undefined && busy ? <p class="soft">Vetting and checking…</p> : null}
      </div>
    </div>
  );
}

function Found({
  trial,
  busy,
  edited,
}: {
  readonly trial: Trial;
  readonly busy: boolean;
  readonly edited: Edited;
}): JSX.Element {
  const { vetting, check, scenarios, broken = [], standing = [], mended = [], changed = [] } = trial;
  return (
    <div class={busy ? 'old' : ''}>
      <div class="bar">
        {vetting.length === 0 ? <Badge tone="good">vetted</Badge> : <Badge tone="bad">refused by vetting</Badge>}
        {check === undefined ? null : check.failed === 0 ? (
          <Badge tone="good">{counted(check.run, 'check')} hold</Badge>
        ) : (
          <Badge tone={broken.length === 0 ? 'warn' : 'bad'}>
            {check.failed} of {counted(check.run, 'check')} fail
          </Badge>
        )}
        {scenarios === undefined || scenarios === null ? null : scenarios.failed === 0 ? (
          <Badge tone="good">{counted(scenarios.run, 'scenario')} hold</Badge>
        ) : (
          <Badge tone="bad">
            {scenarios.failed} of {counted(scenarios.run, 'scenario')} fail
          </Badge>
        )}
        {mended.length === 0 ? null : <Badge tone="good">{mended.length} mended</Badge>}
      </div>
      {vetting.map((text) => (
        <p key={text} class="wrong">
          {text}
        </p>
      ))}
      {vetting.length === 0 ? null : (
        <p class="soft">Mend the text at that place: it cannot be saved or called before vetting takes it.</p>
      )}
      {changed.length === 0 ? null : (
        <ul class="changed" aria-label="Tools that behave otherwise">
          {changed.map(({ tool, was, now }) => (
            <li key={tool}>
              <b>{tool}</b>{' '}
              {now !== null
                ? `is out of service: ${now}`
                : was === null
                  ? 'has another program'
                  : `works now (before: ${was})`}
            </li>
          ))}
        </ul>
      )}
      <Failures title="Broken by this change" failures={broken} edited={edited} />
      <Failures title="Failed before, and still" failures={standing} edited={edited} />
    </div>
  );
}

function Failures({
  title,
  failures,
  edited: { environment, tool: own },
}: {
  readonly title: string;
  readonly failures: readonly Failure[];
  readonly edited: Edited;
}): JSX.Element | null {
  if (failures.length === 0) return null;
  return (
    <details open={failures.length < 6}>
      <summary>
        {title}: {failures.length}
      </summary>
      <ul class="missing">
        {failures.map((failure, at) => (
          <li key={at}>
            <b>{failure.tool}</b>, {failure.check}: {failure.detail}
            <Advice environment={environment} tool={own} failure={failure} />
          </li>
        ))}
      </ul>
    </details>
  );
}
