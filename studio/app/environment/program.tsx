// Shows a tool program as steps: the kind of each step, its SQL, its condition and its error.
import { createContext, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { StepKind } from '../../../envs/values/program.ts';
import type { Json, JsonObject } from '../shapes.ts';
import { JsonText, Sql } from '../ui/code.tsx';
import { STEP_WORDS } from '../ui/plain-words.ts';

const KINDS = Object.keys(STEP_WORDS) as StepKind[];

/** The fragments of the environment: named steps that several programs share. */
const Fragments = createContext<Readonly<Record<string, readonly JsonObject[]>>>({});

export const FragmentsOf = Fragments.Provider;

export function Program({ steps }: { readonly steps: readonly JsonObject[] }): JSX.Element {
  return (
    <ol class="program">
      {steps.map((step, at) => (
        <li key={at}>
          <Step step={step} />
        </li>
      ))}
    </ol>
  );
}

function Step({ step }: { readonly step: JsonObject }): JSX.Element {
  const kind = KINDS.find((each) => each in step);
  return (
    <div class={`step ${kind ?? ''}`}>
      <span class="step-kind" title={kind === undefined ? undefined : STEP_WORDS[kind]}>
        {kind ?? 'step'}
      </span>
      {typeof step['when'] === 'string' ? (
        <div class="step-when">
          when <Sql text={step['when']} />
        </div>
      ) : null}
      <div class="step-body">{kind === undefined ? <JsonText value={step} /> : bodyOf(kind, step)}</div>
      {Array.isArray(step['else']) ? <Refusal failure={step['else'] as Json[]} /> : null}
    </div>
  );
}

function bodyOf(kind: (typeof KINDS)[number], step: JsonObject): ComponentChildren {
  switch (kind) {
    case 'let':
      return (
        <>
          <b class="mono">{String(step['let'])}</b> {step['list'] === true ? 'is the list' : 'is the row'}{' '}
          <SqlOf value={step['sql']} />
        </>
      );
    case 'run':
      return Array.isArray(step['run']) ? (
        (step['run'] as Json[]).map((each, at) => (
          <div key={at} class="step-part">
            <SqlOf value={each} />
          </div>
        ))
      ) : (
        <SqlOf value={step['run']} />
      );
    case 'each':
      return (
        <>
          <b class="mono">{String(step['as'])}</b> of <SqlOf value={step['each']} />
          <Program steps={(step['do'] ?? []) as readonly JsonObject[]} />
        </>
      );
    case 'fail':
      return <Refusal failure={step['fail'] as Json[]} />;
    case 'return':
      return (
        <>
          <span class="soft">{String(step['shape'] ?? '')}</span> <SqlOf value={step['return']} />
          {isObject(step['with']) ? <Within parts={step['with']} /> : null}
        </>
      );
    case 'use':
      return <Fragment name={String(step['use'])} />;
    default:
      return <SqlOf value={step[kind]} />;
  }
}

function Fragment({ name }: { readonly name: string }): JSX.Element {
  const steps = useContext(Fragments)[name];
  if (steps === undefined) return <code>{name}</code>;
  return (
    <details>
      <summary>
        the shared steps <code>{name}</code>
      </summary>
      <Program steps={steps} />
    </details>
  );
}

function Within({ parts }: { readonly parts: JsonObject }): JSX.Element {
  return (
    <>
      {Object.entries(parts).map(([name, part]) => (
        <div key={name} class="step-part">
          <span class="soft">with</span> <b class="mono">{name}</b>{' '}
          {isObject(part) && part['sql'] !== undefined ? (
            <>
              <span class="soft">{String(part['shape'] ?? '')}</span> <SqlOf value={part['sql']} />
              {isObject(part['with']) ? <Within parts={part['with']} /> : null}
            </>
          ) : (
            <JsonText value={part} flat />
          )}
        </div>
      ))}
    </>
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function SqlOf({ value }: { readonly value: Json | undefined }): JSX.Element {
  if (typeof value === 'string') return <Sql text={value} />;
  const lines = typeof value === 'object' && value !== null && 'lines' in value ? value['lines'] : undefined;
  return Array.isArray(lines) ? <Sql text={lines.join('\n')} /> : <JsonText value={value} flat />;
}

function Refusal({ failure: [code, text] }: { readonly failure: readonly Json[] }): JSX.Element {
  return (
    <div class="step-else">
      <span class="badge bad">{String(code)}</span> {typeof text === 'string' ? text : JSON.stringify(text)}
    </div>
  );
}
