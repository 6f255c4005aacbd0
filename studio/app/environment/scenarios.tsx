// Lists scenarios: calls with the outcomes that an author expects without having seen the programs.
import type { JSX } from 'preact';
import type { Json, Scenario } from '../shapes.ts';
import { JsonText } from '../ui/code.tsx';
import { Badge } from '../ui/parts.tsx';

export function ScenarioList({
  scenarios,
  tool,
}: {
  readonly scenarios: readonly Scenario[];
  readonly tool?: string;
}): JSX.Element {
  return (
    <div class="scenarios">
      {scenarios.map(({ name, steps }) => (
        <details key={name}>
          <summary>{name}</summary>
          <ol>
            {steps.map((step, at) => (
              <li key={at} class={step.name === tool ? 'on' : ''}>
                <code>{step.name}</code> <JsonText value={step.arguments as Json} flat />{' '}
                {step.expect.ok ? (
                  <Badge tone="good">ok</Badge>
                ) : (
                  <Badge tone="bad">{step.expect.error ?? 'refused'}</Badge>
                )}
                {step.expect.result === undefined ? null : <JsonText value={step.expect.result} />}
              </li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}
