// Begins a session on a task: as the agent, as the user, as both, or as a watcher while a machine plays.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { go } from '../route.ts';
import type { EnvironmentShown, SessionShown } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';
import { Choice, Failed } from '../ui/parts.tsx';

type Side = 'agent' | 'user' | 'both' | 'watch';

const SIDES: readonly (readonly [Side, string])[] = [
  ['agent', 'the agent; a scripted user answers'],
  ['user', 'the user; the oracle serves you'],
  ['both', 'both sides'],
  ['watch', 'nobody: watch the oracle'],
];

export function Play({
  environment,
  task,
}: {
  readonly environment: EnvironmentShown;
  readonly task: Task;
}): JSX.Element {
  const [side, setSide] = useState<Side>('agent');
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
        <Choice label="You play" value={side} values={SIDES} onChange={setSide} />
        {side === 'both' ? null : (
          <label class="choice">
            <span>{side === 'agent' ? 'or a model as the user' : 'or a model as the agent'}</span>
            <input
              value={model}
              placeholder="name of a model"
              onInput={({ currentTarget }) => setModel(currentTarget.value)}
            />
          </label>
        )}
        <button type="submit" class="button primary" disabled={busy}>
          {side === 'watch' ? 'Watch' : 'Play it'}
        </button>
      </form>
      {failure === undefined ? null : <Failed error={failure} />}
    </div>
  );
}
