// Edits a tool's program as text. Soon after a person stops typing, it shows whether the program is safe, passes the
// check and keeps the scenarios. A program that passes can be saved.
import { asJson } from '../../../envs/values/json.ts';
import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { ask } from '../api.ts';
import type { EnvironmentShown, Json, ToolExample, ToolShown } from '../shapes.ts';
import { pretty } from '../ui/code.tsx';
import { counted } from '../ui/parts.tsx';
import { STEP_WORDS } from '../ui/plain-words.ts';
import { Examples } from './examples.tsx';
import { TasksAtStake, useSaving } from './saving.tsx';
import { Answer, TextArea, TO_SAVE, useTrial } from './trial.tsx';

export interface Draft {
  readonly text: string;
  readonly examples: readonly ToolExample[];
}

export function draftOf({ program, kept }: ToolShown): Draft {
  return { text: pretty(asJson(program)), examples: kept };
}

/** Reads the program of a draft. Throws if the text is not JSON. */
export function programOf({ text }: Draft): Json {
  return JSON.parse(text) as Json;
}

export function ProgramEditor({
  environment,
  tool,
  draft,
  onDraft,
  onSaved,
  onClose,
}: {
  readonly environment: EnvironmentShown;
  readonly tool: ToolShown;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly onSaved: (written: readonly string[]) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const { text, examples } = draft;
  const path = `/studio/api/environments/${encodeURIComponent(environment.name)}`;
  const bodyOf = useCallback(
    (now: string): Json => asJson({ tool: tool.name, program: JSON.parse(now) as Json, examples }),
    [tool.name, examples],
  );
  const { trial, wrong, failure, setFailure, busy, setBusy } = useTrial(path, bodyOf, text);
  const saving = useSaving(environment);
  const save = async (): Promise<void> => {
    try {
      const body = bodyOf(text);
      const { written } = await saving.save(() => ask<{ written: readonly string[] }>(`${path}/save`, { body }));
      onSaved(written);
    } catch (error) {
      setFailure(error as Error);
    }
  };
  const setText = (now: string): void => {
    onDraft({ ...draft, text: now });
    setBusy(true);
  };
  const sound = trial !== undefined && trial.vetting.length === 0 && wrong === undefined && !busy;
  const broken = trial?.broken?.length ?? 0;
  return (
    <div class="editor">
      <div>
        <Start tools={environment.tools} but={tool.name} onStart={setText} />
        <TextArea label={`Program of ${tool.name}`} text={text} onText={setText} />
        <Examples
          examples={examples}
          played={trial?.examples ?? []}
          found={tool.examples.length - tool.kept.length}
          onExamples={(now) => onDraft({ ...draft, examples: now })}
        />
        <TasksAtStake environment={environment} saving={saving} />
        <div class="bar">
          <button
            type="button"
            class="button primary"
            disabled={!sound || trial?.saves !== true || saving.busy !== undefined}
            onClick={() => void save()}
          >
            {environment.compiled ? 'Save as an override' : 'Save'}
          </button>
          <button type="button" class="button" onClick={onClose}>
            Discard
          </button>
          {environment.editable ? null : <span class="soft">{TO_SAVE}</span>}
          {sound && broken > 0 && environment.editable ? (
            <span class="soft">{`It can be saved although ${counted(broken, 'check')} then ${broken === 1 ? 'fails' : 'fail'}.`}</span>
          ) : null}
        </div>
      </div>
      <div>
        <Answer trial={trial} wrong={wrong} failure={failure} busy={busy} environment={environment} tool={tool.name} />
        <Help open={tool.flag !== null} />
      </div>
    </div>
  );
}

function Help({ open }: { readonly open: boolean }): JSX.Element {
  return (
    <details open={open}>
      <summary>How a program is written</summary>
      <p class="soft">
        A program is a list of steps in SQL, done from the top. <code>:name</code> is an argument, or a column of a
        named row: <code>:order.status</code>. An error is a code and a message. Take a step out, change its SQL, or add
        one; the checks answer a moment later.
      </p>
      <dl class="facts">
        {Object.entries(STEP_WORDS).map(([kind, does]) => (
          <div key={kind}>
            <dt>
              <code>{kind}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Start({
  tools,
  but,
  onStart,
}: {
  readonly tools: readonly ToolShown[];
  readonly but: string;
  readonly onStart: (text: string) => void;
}): JSX.Element {
  return (
    <select
      class="button small"
      aria-label="Start from the program of another tool"
      onChange={({ currentTarget }) => {
        const tool = tools.find(({ name }) => name === currentTarget.value);
        if (tool !== undefined) onStart(pretty(asJson(tool.program)));
      }}
    >
      <option value="">Start from the program of…</option>
      {tools
        .filter(({ name, flag }) => name !== but && flag === null)
        .map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
    </select>
  );
}
