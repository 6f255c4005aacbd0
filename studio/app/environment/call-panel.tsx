// The form to call a tool, with its saved program or with the program that is being edited. A person can keep a call as
// an example of the tool.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { sameExample, withExample } from '../edit/examples.tsx';
import { programOf, type Draft } from '../edit/program-editor.tsx';
import { TasksAtStake, useSaving } from '../edit/saving.tsx';
import { asJson } from '../../../envs/values/json.ts';
import type { EnvironmentShown, Json, JsonObject, ToolCall, ToolExample, ToolShown } from '../shapes.ts';
import { Failed } from '../ui/parts.tsx';
import { CallForm } from './call-form.tsx';
import { writesIn, type Scratch, type Tried } from './scratch.ts';

export interface CallPanelGiven {
  readonly environment: EnvironmentShown;
  readonly tool: ToolShown;
  readonly scratch: Scratch;
  /** The program that is being edited. If it is defined, calls run this program and not the saved one. */
  readonly draft: Draft | undefined;
  readonly onDraft: (draft: Draft) => void;
  readonly onSaved: (written: readonly string[]) => void;
}

export function CallPanel(given: CallPanelGiven): JSX.Element {
  const { environment, tool, scratch, draft } = given;
  const [made, setMade] = useState<readonly ToolCall[]>([]);
  const suchAs = (name: string): string | undefined => valueOf(environment, name);
  const callDraft = async (program: Json, args: JsonObject): Promise<Tried> => {
    const before = [...writesIn(environment.name), ...made];
    const tried = await playCall(environment.name, { tool: tool.name, program, before, arguments: args });
    if (Object.keys(tried.changed).length > 0)
      setMade([...made, { by: tool.audience, name: tool.name, arguments: args }]);
    return { ...tried, before };
  };
  return (
    <section class="panel call-part" aria-label="Call it">
      <h3>Call it</h3>
      {draft === undefined ? (
        <CallForm
          key="saved"
          tool={tool}
          onCall={(args) => scratch.call(tool.audience, tool.name, args)}
          session={scratch}
          environment={environment.name}
          suchAs={suchAs}
          below={(tried, args) => <Keep key={JSON.stringify(args)} {...given} tried={tried} args={args} />}
        />
      ) : (
        <>
          <p class="soft">Calls run the program as it stands in the editor above; it need not be saved.</p>
          <CallForm
            key="draft"
            tool={tool}
            onCall={(args) => callDraft(programOf(draft), args)}
            session={{ step: made.length, anew: () => setMade([]) }}
            label="Call the edited program"
            suchAs={suchAs}
            below={({ example }) =>
              example === undefined ? null : <KeepInDraft {...given} draft={draft} example={example} />
            }
          />
        </>
      )}
    </section>
  );
}

/**
 * Returns a text for an argument of this name from a successful example of any tool, such as an existing id. Returns
 * undefined if there is none.
 */
function valueOf({ tools }: EnvironmentShown, name: string): string | undefined {
  for (const { examples } of tools)
    for (const { before, arguments: args, expect } of examples) {
      const value = args[name];
      if (before === undefined && expect === 'ok' && typeof value === 'string') return value;
    }
  return undefined;
}

interface CallBody {
  readonly tool: string;
  readonly program?: Json;
  readonly before: readonly ToolCall[];
  readonly arguments: JsonObject;
}

type PlayedCall = Omit<Tried, 'before'>;

function playCall(environment: string, body: CallBody): Promise<PlayedCall> {
  return ask<PlayedCall>(`/studio/api/environments/${encodeURIComponent(environment)}/call`, { body: asJson(body) });
}

/** Adds a call to the examples of the draft. The examples are saved with the draft's program. */
function KeepInDraft({
  draft,
  example,
  onDraft,
}: CallPanelGiven & { readonly draft: Draft; readonly example: ToolExample }): JSX.Element {
  const kept = draft.examples.some((each) => sameExample(each, example) && each.expect === example.expect);
  if (kept)
    return (
      <p class="note good" role="status">
        Kept as an example: check makes this call, and it is saved with the program.
      </p>
    );
  return (
    <div class="bar">
      <button
        type="button"
        class="button"
        onClick={() => onDraft({ ...draft, examples: withExample(draft.examples, example) })}
      >
        Keep as an example
      </button>
      <span class="soft">{`Check makes this call from then on and expects ${example.expect}.`}</span>
    </div>
  );
}

/** Keeps a call of the saved tool as an example, and writes the example to the folder. */
function Keep({
  environment,
  tool,
  tried,
  args,
  onSaved,
}: CallPanelGiven & { readonly tried: Tried; readonly args: JsonObject }): JSX.Element | null {
  const [failure, setFailure] = useState<Error | undefined>(undefined);
  const saving = useSaving(environment);
  if (!environment.editable) return null;
  const path = `/studio/api/environments/${encodeURIComponent(environment.name)}`;
  const keep = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const { written } = await saving.save(async () => {
        const { example } = await playCall(environment.name, {
          tool: tool.name,
          before: tried.before,
          arguments: args,
        });
        const examples = example === undefined ? tool.kept : withExample(tool.kept, example);
        return ask<{ written: readonly string[] }>(`${path}/save`, { body: asJson({ tool: tool.name, examples }) });
      });
      onSaved(written);
    } catch (error) {
      setFailure(error as Error);
    }
  };
  return (
    <details class="keep">
      <summary>Keep this call as an example</summary>
      <p class="soft">Check makes the call from then on, and expects this outcome.</p>
      <TasksAtStake environment={environment} saving={saving} />
      <button type="button" class="button" disabled={saving.busy !== undefined} onClick={() => void keep()}>
        Keep as an example
      </button>
      {failure === undefined ? null : <Failed error={failure} />}
    </details>
  );
}
