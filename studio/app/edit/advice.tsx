// The advice after a failed check: tells a person how to mend it, with a link to the place if there is one.
import type { JSX } from 'preact';
import { to } from '../route.ts';
import type { EnvironmentShown } from '../shapes.ts';
import type { Failure } from './shapes.ts';

/** The advice for a kind of failed check. Kinds that are not listed get a general sentence. */
const NEXT: Readonly<Record<string, string>> = {
  succeeds: 'Call it below with arguments that must succeed, and keep that call as an example.',
  'error path': 'Call it below so that it gives this error, and keep that call as an example; or take the error out.',
  example: 'In the list of examples, accept the new outcome or remove the example.',
  returns: 'Change the step that returns, so that the answer fits the schema beside it.',
  scenario: 'The scenario says otherwise: change the program, or the scenario under “Rules and scenarios”.',
  visible: 'Let a tool that reads show this table.',
  'read is pure': 'A read must not change rows: take the change out.',
  'refused is inert': 'A refused call must not change rows: put the refusal before the change.',
};
const OTHERWISE = 'Call both tools below and compare; change the one that is wrong.';

/** The kinds of failed checks that a person can reproduce with the call form. */
const CALLS = new Set(['succeeds', 'error path']);

export function Advice({
  environment,
  tool,
  failure,
}: {
  readonly environment: EnvironmentShown;
  /** The tool that is being edited, or undefined if a file is edited. */
  readonly tool: string | undefined;
  readonly failure: Failure;
}): JSX.Element {
  const own = failure.tool === tool;
  const known = environment.tools.some(({ name }) => name === failure.tool);
  return (
    <span class="advice">
      {NEXT[failure.check] ?? (known ? OTHERWISE : 'The text says where it stands.')}{' '}
      {own && CALLS.has(failure.check) ? (
        <button type="button" class="button small" onClick={goToCall}>
          Go to the call form
        </button>
      ) : null}
      {failure.check === 'scenario' ? <a href={to(['e', environment.name, 'rules'])}>Rules and scenarios</a> : null}
      {known && !own ? <a href={to(['e', environment.name, 'tools', failure.tool])}>{`Open ${failure.tool}`}</a> : null}
    </span>
  );
}

function goToCall(): void {
  const form = document.querySelector<HTMLElement>('section[aria-label="Call it"]');
  form?.scrollIntoView({ block: 'start' });
  form?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
}
