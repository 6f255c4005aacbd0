// Components that several views share: badges, messages for loading, empty and failed parts, search, choice and pages.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused, type Loaded } from '../api.ts';
import { to } from '../route.ts';

type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'accent' | 'read' | 'write';

export function Badge({
  tone = 'plain',
  children,
  title,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
  readonly title?: string;
}): JSX.Element {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

/**
 * Shows that something is loading. The style sheet delays the message a little, because it would flicker before a quick
 * answer.
 */
export function Loading({ what }: { readonly what: string }): JSX.Element {
  return (
    <div class="state loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what}
    </div>
  );
}

export function Empty({
  title,
  whole = false,
  children,
}: {
  readonly title: string;
  /** True if the message takes the place of the whole view. Its title is then the heading of the page. */
  readonly whole?: boolean;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="state empty">
      {whole ? <h1>{title}</h1> : <b>{title}</b>}
      {children === undefined ? null : <div>{children}</div>}
    </div>
  );
}

export function Failed({
  error,
  again,
  whole = false,
}: {
  readonly error: Error;
  readonly again?: () => void;
  readonly whole?: boolean;
}): JSX.Element {
  const missing = error instanceof Refused && [404, 410].includes(error.status);
  const title = missing ? 'It is not here' : 'That did not work';
  return (
    <div class="state failed" role="alert">
      {whole ? <h1>{title}</h1> : <b>{title}</b>}
      <div>{error.message}</div>
      {again === undefined ? null : (
        <button type="button" class="button" onClick={again}>
          Try again
        </button>
      )}{' '}
      {missing ? (
        <a class="button" href={to([])}>
          Home
        </a>
      ) : null}
    </div>
  );
}

/** Shows the loaded value. Until then it shows that the value is loading, or why loading failed. */
export function Show<T>({
  loaded,
  what,
  again,
  whole = false,
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly whole?: boolean;
  readonly what: string;
  readonly again?: () => void;
  readonly children: (value: T) => ComponentChildren;
}): JSX.Element {
  if (loaded.state === 'loading') return <Loading what={what} />;
  if (loaded.state === 'failed')
    return <Failed error={loaded.error} whole={whole} {...(again === undefined ? {} : { again })} />;
  return <>{children(loaded.value)}</>;
}

/** A search field. It reports its text when the typing pauses. */
export function Search({
  value,
  onInput,
  label,
  wait = 150,
}: {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly label: string;
  readonly wait?: number;
}): JSX.Element {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  return (
    <input
      type="search"
      class="search"
      data-search
      aria-label={label}
      placeholder={label}
      value={text}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onInput(currentTarget.value), wait);
      }}
    />
  );
}

export function Choice<T extends string>({
  label,
  value,
  values,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly values: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}): JSX.Element {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as T)}>
        {values.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Pager({
  offset,
  size,
  count,
  onMove,
  what,
}: {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
  readonly onMove: (offset: number) => void;
  readonly what: string;
}): JSX.Element {
  const last = Math.min(offset + size, count);
  return (
    <div class="pager">
      <button
        type="button"
        class="button small"
        disabled={offset === 0}
        onClick={() => onMove(Math.max(0, offset - size))}
      >
        Previous
      </button>
      <button type="button" class="button small" disabled={last >= count} onClick={() => onMove(offset + size)}>
        Next
      </button>
      <span role="status">
        {count === 0 ? `No ${what}` : `${offset + 1} to ${last} of ${count.toLocaleString('en')} ${what}`}
      </span>
    </div>
  );
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export function madeHow(origin: string): string {
  return MADE[origin] ?? (origin.startsWith('authored by a model') ? 'written by a model' : origin);
}

const MADE: Readonly<Record<string, string>> = {
  authored: 'written by hand',
  compiled: 'compiled from tool schemas',
  composed: 'composed of several',
};

export function named(name: string): string {
  return name.replaceAll('_', ' ');
}
