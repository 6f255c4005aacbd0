// The head of an environment: its title, a short description, its origin and its size.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { to } from '../route.ts';
import type { EnvironmentShown } from '../shapes.ts';
import { Badge, counted, madeHow } from '../ui/parts.tsx';

/** A description with more characters is cut until a person opens it. */
const SHORT = 220;

export function About({ environment }: { readonly environment: EnvironmentShown }): JSX.Element {
  const { name, title, description, origin, hash, tools, tables } = environment;
  const [whole, setWhole] = useState(false);
  const flagged = tools.filter(({ flag }) => flag !== null).length;
  const added = tools.filter((tool) => tool.added).length;
  const long = description.length > SHORT;
  return (
    <div class="head">
      <div>
        <h1>{title}</h1>
        {description === '' ? null : (
          <p class="lead">
            {long && !whole ? `${description.slice(0, description.lastIndexOf(' ', SHORT))} … ` : `${description} `}
            {long ? (
              <button type="button" class="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
                {whole ? 'Less' : 'More'}
              </button>
            ) : null}
          </p>
        )}
      </div>
      <div class="row">
        <Badge title={`origin: ${origin}`}>{madeHow(origin)}</Badge>
        <Badge>{counted(tools.length, 'tool')}</Badge>
        <Badge>{counted(tables.length, 'table')}</Badge>
        <Badge title={`Hash of its content: ${hash}`}>version {hash.slice(0, 8)}</Badge>
        {added === 0 ? null : (
          <a href={to(['e', name, 'tools'], { show: 'added' })}>
            <Badge tone="accent">{counted(added, 'tool')} added by callgym</Badge>
          </a>
        )}
        {flagged === 0 ? null : (
          <a href={to(['e', name, 'tools'], { show: 'flagged' })}>
            <Badge tone="warn">{counted(flagged, 'tool')} out of service</Badge>
          </a>
        )}
      </div>
    </div>
  );
}
