// Begins a session on a task: the person plays the agent, the user or both, or watches a machine play.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { go } from '../route.ts';
import type { Seat } from '../routes.ts';
import type { EnvironmentShown, SessionShown } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';
import { Choice, Failed } from '../ui/parts.tsx';

const SIDES: readonly (readonly [Seat, string])[] = [
  ['agent', 'I play the agent, callgym plays the user'],
  ['user', 'I play the user, callgym plays the agent'],
  ['both', 'I play both sides'],
  ['watch', 'I watch callgym play both sides'],
];

export function Play({
  environment,
  task,
}: {
  readonly environment: EnvironmentShown;
  readonly task: Task;
}): JSX.Element {
  const [side, setSide] = useState<Seat>('agent');
  const [model, setModel] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | undefined>(undefined);
  const machine =
    model.trim() === '' ? undefined : model.trim().startsWith('openai:') ? model.trim() : `openai:${model.trim()}`;
  const begin = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const live = side === 'agent' ? (machine ?? 'scripted') : side === 'watch' ? 'scripted' : undefined;
      const { id } = await ask<SessionShown>('/sessions', {
        body: { environment: environment.name, task: task.id, ...(live === undefined ? {} : { user: live }) },
      });
      go(['s', id], { seat: side, ...(side === 'user' || side === 'watch' ? { agent: machine ?? 'oracle' } : {}) });
    } catch (error) {
      setFailure(error as Error);
      setBusy(false);
    }
  };
  return (
    <div class="play">
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <Choice label="Who plays" value={side} values={SIDES} onChange={setSide} />
        <button type="submit" class="button primary" disabled={busy}>
          {side === 'watch' ? 'Watch' : 'Play it'}
        </button>
        {side === 'both' ? null : (
          <label class="choice">
            <span>{side === 'agent' ? 'Model as the user' : 'Model as the agent'}</span>
            <input
              value={model}
              placeholder="none"
              title="The name of a model at OPENAI_BASE_URL; without one a script plays"
              onInput={({ currentTarget }) => setModel(currentTarget.value)}
            />
          </label>
        )}
      </form>
      {failure === undefined ? null : <Failed error={failure} />}
    </div>
  );
}
