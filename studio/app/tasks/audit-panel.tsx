// Audits a task when a person asks for it, and shows the result: the stored solution must pass, agents that do no
// honest work and solutions with mistakes must fail, and harmless variants must pass.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Badge, Failed } from '../ui/parts.tsx';
import { adversaryWords } from '../ui/plain-words.ts';

interface Audit {
  readonly gold: boolean;
  readonly adversaries: Readonly<Record<string, boolean>>;
  readonly operators: Readonly<
    Record<string, { mutants: number; killed: number; refused: number; equivalent: number }>
  >;
  readonly survivors: readonly { operator: string; detail: string }[];
  readonly variants: number;
  readonly rejected: readonly { operator: string; detail: string }[];
  readonly holes: readonly string[];
  readonly reasons: readonly string[];
}

export function AuditPanel({
  environment,
  task,
}: {
  readonly environment: string;
  readonly task: string;
}): JSX.Element {
  const [audit, setAudit] = useState<Audit | undefined>(undefined);
  const [failure, setFailure] = useState<Error | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setAudit(
        await ask<Audit>(
          `/studio/api/environments/${encodeURIComponent(environment)}/tasks/${encodeURIComponent(task)}/audit`,
          {
            method: 'POST',
          },
        ),
      );
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="panel" aria-label="Audit">
      <div class="bar">
        <h3>Audit</h3>
        {audit === undefined ? null : audit.reasons.length === 0 ? (
          <Badge tone="good">sound</Badge>
        ) : (
          <Badge tone="bad">not sound</Badge>
        )}
        <span class="grow" />
        <button type="button" class="button small" disabled={busy} onClick={() => void run()}>
          {busy ? 'Playing…' : 'Audit it now'}
        </button>
      </div>
      {failure === undefined ? null : <Failed error={failure} />}
      {audit === undefined ? (
        <p class="soft">
          It tests the task itself: the right calls must pass, and so must harmless variants of them; an agent that does
          nothing, guesses, destroys or repeats all that it reads must fail, and so must the right calls with a mistake.
        </p>
      ) : (
        <AuditShown audit={audit} />
      )}
    </section>
  );
}

function AuditShown({ audit }: { readonly audit: Audit }): JSX.Element {
  const mutants = Object.values(audit.operators).reduce((sum, each) => sum + each.mutants, 0);
  const killed = Object.values(audit.operators).reduce((sum, each) => sum + each.killed, 0);
  return (
    <>
      <ul class="parts">
        <li class={audit.gold ? 'good' : 'bad'}>the right calls: {audit.gold ? 'pass' : 'fail'}</li>
        {Object.entries(audit.adversaries).map(([name, passes]) => (
          <li key={name} class={passes ? 'bad' : 'good'}>
            an agent that {adversaryWords(name)}: {passes ? 'passes' : 'fails'}
          </li>
        ))}
      </ul>
      <p>
        {killed} of {mutants} spoiled solutions are noticed; {audit.variants - audit.rejected.length} of{' '}
        {audit.variants} harmless variants pass.
      </p>
      {[...audit.reasons, ...audit.survivors.map(({ operator, detail }) => `${operator}: ${detail}`)].map((text) => (
        <p key={text} class="wrong">
          {text}
        </p>
      ))}
    </>
  );
}
