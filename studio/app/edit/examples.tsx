// The examples of a tool that is being edited. `check` makes these calls again and compares their outcomes with those
// of the changed program.
import type { JSX } from 'preact';
import type { ToolExample } from '../shapes.ts';
import { Badge, counted } from '../ui/parts.tsx';
import type { PlayedExample } from './shapes.ts';

export function sameExample(one: ToolExample, other: ToolExample): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ before = [], arguments: args }: ToolExample): string {
  return JSON.stringify([before, args]);
}

/** Returns the examples with one added. If the same call is already among them, its outcome is replaced. */
export function withExample(examples: readonly ToolExample[], more: ToolExample): readonly ToolExample[] {
  return [...examples.filter((each) => !sameExample(each, more)), more];
}

export function Examples({
  examples,
  played,
  found,
  onExamples,
}: {
  readonly examples: readonly ToolExample[];
  /** The outcomes of the examples; empty until the server has answered. */
  readonly played: readonly PlayedExample[];
  /** The number of the tool's examples that the compiler found by itself. */
  readonly found: number;
  readonly onExamples: (examples: readonly ToolExample[]) => void;
}): JSX.Element {
  return (
    <section class="examples" aria-label="Examples">
      <h4>Examples</h4>
      <p class="soft">
        {examples.length === 0
          ? 'You have kept no call. '
          : `${counted(examples.length, 'call')} that you can change. `}
        {found === 0 ? '' : `The compiler finds ${counted(found, 'call')} by itself. `}
        Call the tool below and keep the call as an example: check makes it from then on.
      </p>
      <ul class="missing">
        {examples.map((example) => {
          const outcome = played.find((each) => sameExample(each.example, example));
          const differs = outcome !== undefined && outcome.gives !== example.expect;
          return (
            <li key={textOf(example)}>
              <code>{textShown(example)}</code>{' '}
              <Badge tone={differs ? 'bad' : outcome === undefined ? 'plain' : 'good'}>{example.expect}</Badge>
              {differs ? (
                <>
                  {` It gives ${outcome.gives}${outcome.message === null ? '' : `: ${outcome.message}`} `}
                  <button
                    type="button"
                    class="button small"
                    onClick={() => onExamples(withExample(examples, { ...example, expect: outcome.gives }))}
                  >
                    {`Expect ${outcome.gives}`}
                  </button>
                </>
              ) : null}{' '}
              <button
                type="button"
                class="button small"
                onClick={() => onExamples(examples.filter((each) => each !== example))}
              >
                Remove
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function textShown({ before = [], arguments: args }: ToolExample): string {
  const first = before.map(({ name }) => `${name}, then `).join('');
  const text = JSON.stringify(args);
  return first + (text.length <= 120 ? text : `${text.slice(0, 120)}…`);
}
