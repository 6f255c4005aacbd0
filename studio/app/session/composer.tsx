// The controls for a person's next act: words, a call through the tool's form, or the end of the session. If a program
// or a model plays the other side, it answers at once.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { CallForm } from '../environment/call-form.tsx';
import type { Answer, EnvironmentShown } from '../shapes.ts';
import { Choice } from '../ui/parts.tsx';
import type { Seat } from '../routes.ts';
import type { Act, SessionState } from './shapes.ts';

interface Given {
  readonly session: SessionState;
  readonly environment: EnvironmentShown;
  readonly seat: Seat;
  readonly act: Act;
  /** The agent that answers if the person plays the user. If undefined, nobody answers. */
  readonly agent: string | undefined;
}

const ENDS = [
  ['done', 'It is done'],
  ['refused', 'I declined'],
  ['transferred', 'Handed to a person'],
] as const;

/** The largest number of moves of an agent before it is the person's turn again. */
const MOVES = 40;

export function Composer({ session, environment, seat, act, agent }: Given): JSX.Element {
  const [side, setSide] = useState<'agent' | 'user'>(seat === 'user' ? 'user' : 'agent');
  const [mode, setMode] = useState<'say' | 'call'>('say');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const { id } = session;
  const tools = environment.tools.filter(
    ({ audience, flag }) => flag === null && (audience === side || (session.solo && audience === 'user')),
  );
  const say = async (): Promise<void> => {
    if (text.trim() === '') return;
    setBusy(true);
    const held = await act(async () => {
      await ask(`/studio/api/sessions/${id}/words`, { body: { by: side, text } });
      if (seat === 'user' && agent !== undefined) await answered(id, agent);
      return undefined;
    });
    setBusy(false);
    if (held) setText('');
  };
  return (
    <div class="composer">
      <div class="row">
        <div class="segments" role="group" aria-label="What you do">
          <button type="button" aria-pressed={mode === 'say'} onClick={() => setMode('say')}>
            Say
          </button>
          <button
            type="button"
            aria-pressed={mode === 'call'}
            onClick={() => setMode('call')}
            disabled={tools.length === 0}
          >
            Call a tool
          </button>
        </div>
        {seat === 'both' ? (
          <Choice
            label="as"
            value={side}
            values={[
              ['agent', 'the agent'],
              ['user', 'the user'],
            ]}
            onChange={setSide}
          />
        ) : (
          <span class="soft">as the {side}</span>
        )}
        <span class="grow" />
        {side === 'agent' ? <End session={session} act={act} text={text} /> : null}
      </div>
      {mode === 'say' ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void say();
          }}
        >
          <textarea
            rows={3}
            aria-label={`Words of the ${side}`}
            placeholder={`Say something as the ${side}. Enter sends, Shift+Enter breaks the line.`}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              void say();
            }}
          />
          <button type="submit" class="button primary" disabled={busy || text.trim() === ''}>
            {busy ? 'Waiting for the answer…' : 'Send'}
          </button>
        </form>
      ) : (
        <ToolCall
          key={side}
          tools={tools}
          onCall={(name, args) =>
            act(() =>
              ask<Answer>(`/sessions/${id}/calls`, {
                body: { by: session.solo ? 'agent' : side, name, arguments: args },
              }),
            )
          }
        />
      )}
    </div>
  );
}

/** Asks the agent for moves until it has said something or the session has ended, at most MOVES times. */
async function answered(id: string, agent: string): Promise<void> {
  for (let moves = 0; moves < MOVES; moves++) {
    const { talk, end } = await ask<SessionState>(`/studio/api/sessions/${id}/move`, { body: { agent } });
    const last = talk.at(-1);
    if (end !== null || (last?.role === 'assistant' && last.text !== '')) return;
  }
}

function End({
  session: { id },
  act,
  text,
}: {
  readonly session: SessionState;
  readonly act: Act;
  readonly text: string;
}): JSX.Element {
  const [reason, setReason] = useState<(typeof ENDS)[number][0]>('done');
  const end = (): void => {
    const words = text.trim() === '' ? {} : { text };
    void act(() => ask(`/studio/api/sessions/${id}/end`, { body: { reason, ...words } }));
  };
  return (
    <span class="row">
      <select
        class="button"
        aria-label="How it ends"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as typeof reason)}
      >
        {ENDS.map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
      <button type="button" class="button" onClick={end}>
        End
      </button>
    </span>
  );
}

function ToolCall({
  tools,
  onCall,
}: {
  readonly tools: EnvironmentShown['tools'];
  readonly onCall: (name: string, args: object) => Promise<boolean>;
}): JSX.Element {
  const [name, setName] = useState(tools[0]?.name ?? '');
  const tool = tools.find((each) => each.name === name) ?? tools[0];
  return (
    <>
      <label class="field tool-choice">
        <span class="soft">Tool</span>
        <select value={tool?.name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
          {tools.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name}
            </option>
          ))}
        </select>
      </label>
      {tool === undefined ? null : (
        <>
          <p class="soft">{tool.description}</p>
          <CallForm
            key={tool.name}
            tool={tool}
            onCall={async (args) => {
              await onCall(tool.name, args);
              return undefined;
            }}
          />
        </>
      )}
    </>
  );
}
