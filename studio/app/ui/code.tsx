// Shows JSON and SQL with coloured words, strings and numbers. The content is text, never markup.
import type { JSX } from 'preact';
import type { Json, SqlText } from '../shapes.ts';

const SQL =
  /('(?:[^']|'')*')|(--[^\n]*)|(:[A-Za-z_]\w*)|\b(SELECT|FROM|WHERE|AND|OR|NOT|IN|IS|NULL|INSERT|INTO|VALUES|UPDATE|SET|DELETE|JOIN|LEFT|INNER|ON|AS|ORDER|BY|GROUP|HAVING|LIMIT|OFFSET|DISTINCT|CASE|WHEN|THEN|ELSE|END|EXISTS|UNION|ALL|WITH|BETWEEN|LIKE|ASC|DESC|CREATE|TABLE|VIEW|PRIMARY|KEY|REFERENCES|FOREIGN|CHECK|UNIQUE|DEFAULT|STRICT|COLLATE|NOCASE|COUNT|SUM|MIN|MAX|COALESCE)\b|\b(\d+(?:\.\d+)?)\b/gi;
const JSON_TEXT = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

function pieces(text: string, pattern: RegExp, kindOf: (match: RegExpMatchArray) => string): JSX.Element[] {
  const shown: JSX.Element[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) shown.push(<span key={at}>{text.slice(at, match.index)}</span>);
    shown.push(
      <span key={match.index} class={kindOf(match)}>
        {match[0]}
      </span>,
    );
    at = match.index + match[0].length;
  }
  if (at < text.length) shown.push(<span key={at}>{text.slice(at)}</span>);
  return shown;
}

export function Sql({ text: given }: { readonly text: SqlText }): JSX.Element {
  const text = typeof given === 'string' ? given : given.lines.join('\n');
  return (
    <code class="sql">
      {pieces(text, SQL, ([, string, comment, bound, word]) =>
        string !== undefined
          ? 's'
          : comment !== undefined
            ? 'c'
            : bound !== undefined
              ? 'v'
              : word !== undefined
                ? 'k'
                : 'n',
      )}
    </code>
  );
}

/** Text with more characters is cut, because it would make the page too slow. */
const MOST = 60_000;

export function JsonText({
  value,
  flat = false,
}: {
  readonly value: Json | undefined;
  readonly flat?: boolean;
}): JSX.Element {
  const whole = flat ? JSON.stringify(value) : pretty(value);
  const text =
    (whole ?? 'nothing').length > MOST ? `${whole.slice(0, MOST)}\n… ${whole.length} characters` : (whole ?? 'nothing');
  const shown = pieces(text, JSON_TEXT, ([, string, colon, word]) =>
    string !== undefined ? (colon === undefined ? 's' : 'p') : word === undefined ? 'n' : 'k',
  );
  return flat ? (
    <code class="json">{shown}</code>
  ) : (
    <pre class="json" tabIndex={0}>
      {shown}
    </pre>
  );
}

const WIDTH = 76;

/** Writes JSON with line breaks. A value that fits on one line stays on one line. */
export function pretty(value: Json | undefined, indent = ''): string {
  const flat = JSON.stringify(value);
  if (flat === undefined) return 'nothing';
  if (value === null || typeof value !== 'object' || flat.length + indent.length <= WIDTH)
    return value !== null && typeof value === 'object' ? spaced(value) : flat;
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((each: Json) => `${inner}${pretty(each, inner)}`).join(',\n')}\n${indent}]`;
  return `{\n${Object.entries(value)
    .map(([key, each]) => `${inner}${JSON.stringify(key)}: ${pretty(each as Json, inner)}`)
    .join(',\n')}\n${indent}}`;
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((each: Json) => spaced(each)).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return Object.keys(value).length === 0
      ? '{}'
      : `{ ${Object.entries(value)
          .map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each as Json)}`)
          .join(', ')} }`;
  return JSON.stringify(value);
}
