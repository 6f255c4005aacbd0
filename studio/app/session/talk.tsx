// Shows the messages and calls of a session, in order. A click on a call opens its step.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Empty } from '../ui/parts.tsx';
import type { Seat } from '../routes.ts';
import type { Said } from './shapes.ts';

const MOST = 4_000;

export function Talk({
  said,
  chosen,
  onChoose,
  seat,
}: {
  readonly said: readonly Said[];
  readonly chosen: number | undefined;
  readonly onChoose: (step: number) => void;
  readonly seat: Seat;
}): JSX.Element {
  const end = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [said.length]);
  // a person who plays the agent must not see the user's calls
  const hidden = new Set<number>();
  if (seat === 'agent')
    for (const { role, calls } of said)
      if (role === 'user') for (const { step } of calls ?? []) if (step !== null) hidden.add(step);
  const shown = said.filter(
    ({ role, calls, step }) =>
      !(seat === 'agent' && role === 'user' && (calls ?? []).length > 0) &&
      !(role === 'tool' && hidden.has(step ?? -1)),
  );
  return (
    <div class="talk" ref={box} tabIndex={0} role="log" aria-label="What was said">
      {shown.length === 0 ? <Empty title="Nothing was said yet">Say something, or call a tool.</Empty> : null}
      {shown.map((message, at) => (
        <Message key={at} message={message} chosen={chosen} onChoose={onChoose} />
      ))}
      <div ref={end} />
    </div>
  );
}

function Message({
  message: { role, text, calls = [], name, ok, step },
  chosen,
  onChoose,
}: {
  readonly message: Said;
  readonly chosen: number | undefined;
  readonly onChoose: (step: number) => void;
}): JSX.Element {
  if (role === 'tool')
    return (
      <details class={`said tool ${ok === false ? 'refused' : ''} ${step === chosen && step !== null ? 'on' : ''}`}>
        <summary>
          <span class={ok === false ? 'wrong' : ''}>
            {name} {ok === false ? 'refused' : 'answered'}
          </span>
          <span class="soft"> {text.slice(0, 90)}</span>
        </summary>
        <pre class="json" tabIndex={0}>
          {text.slice(0, MOST)}
        </pre>
      </details>
    );
  return (
    <div class={`said ${role}`}>
      <span class="who">{role === 'assistant' ? 'Agent' : 'User'}</span>
      {text === '' ? null : <div class="words">{text.slice(0, MOST)}</div>}
      {calls.map((call, at) => (
        <button
          key={at}
          type="button"
          class="called"
          disabled={call.step === null}
          onClick={() => call.step !== null && onChoose(call.step)}
        >
          {call.name}({call.args === '{}' ? '' : call.args.slice(0, 300)})
        </button>
      ))}
    </div>
  );
}
