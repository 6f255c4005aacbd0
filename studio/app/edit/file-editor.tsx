// Edits the texts of an environment's folder that a person writes: policy, rules, scenarios, overrides and notes.
import type { JSX } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { ask, useLoad } from '../api.ts';
import type { EnvironmentShown, Json } from '../shapes.ts';
import { Show } from '../ui/parts.tsx';
import { TasksAtStake, useSaving } from './saving.tsx';
import { Answer, TextArea, TO_SAVE, useTrial } from './trial.tsx';

interface Files {
  readonly saves: boolean;
  readonly files: readonly { readonly file: string; readonly text: string }[];
}

const ABOUT: Readonly<Record<string, string>> = {
  'policy.md': 'The agent reads it in its instructions.',
  'rules.json': 'Each rule in words, its check, a good trace, and a bad one for each clause.',
  'scenarios.jsonl': 'Stories of calls with their expectations; check plays them.',
  'overrides.json': 'All overrides in one text: readings, keys and programs that the compiler follows.',
  'author/notes.md': 'Knowledge of the service for the next authoring; no check reads it.',
};

export function FileEditor({
  environment,
  only,
  onSaved,
}: {
  readonly environment: EnvironmentShown;
  readonly only: readonly string[];
  readonly onSaved: () => void;
}): JSX.Element {
  const path = `/studio/api/environments/${encodeURIComponent(environment.name)}/files`;
  const [loaded, again] = useLoad(`files ${environment.hash}`, (signal) => ask<Files>(path, { signal }));
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  return (
    <Show loaded={loaded} again={again} what="the texts">
      {({ files, saves }) => {
        const offered = files.filter(({ file }) => only.includes(file));
        const open = offered.find(({ file }) => file === chosen);
        return (
          <section class="panel" aria-label="Change a text">
            <div class="bar" role="group" aria-label="Texts">
              <span class="soft">{offered.length === 1 ? ABOUT[offered[0]?.file ?? ''] : 'Change a text:'}</span>
              {offered.map(({ file }) => (
                <button
                  key={file}
                  type="button"
                  class="button small"
                  aria-pressed={file === open?.file}
                  onClick={() => setChosen(file === open?.file ? undefined : file)}
                >
                  {file}
                </button>
              ))}
            </div>
            {open === undefined ? null : (
              <OneFile
                key={`${environment.hash} ${open.file}`}
                environment={environment}
                path={path}
                file={open.file}
                start={open.text}
                saves={saves}
                onSaved={onSaved}
              />
            )}
          </section>
        );
      }}
    </Show>
  );
}

/**
 * The file with notes for the model that writes environments. It does not change the environment's hash, so that tasks
 * stay playable after it is saved.
 */
const NOTES = 'author/notes.md';

function OneFile({
  environment,
  path,
  file,
  start,
  saves,
  onSaved,
}: {
  readonly environment: EnvironmentShown;
  readonly path: string;
  readonly file: string;
  readonly start: string;
  readonly saves: boolean;
  readonly onSaved: () => void;
}): JSX.Element {
  const [text, setText] = useState(start);
  const bodyOf = useCallback((now: string): Json => ({ file, text: now }), [file]);
  const { trial, failure, setFailure, busy, setBusy } = useTrial(path, bodyOf, text);
  const saving = useSaving(environment);
  const save = async (): Promise<void> => {
    const work = (): Promise<unknown> => ask(`${path}/save`, { body: bodyOf(text) });
    try {
      await (file === NOTES ? work() : saving.save(work));
      onSaved();
    } catch (error) {
      setFailure(error as Error);
    }
  };
  const sound = trial !== undefined && trial.vetting.length === 0 && !busy;
  return (
    <div class="editor">
      <div>
        <p class="soft">{ABOUT[file]}</p>
        <TextArea
          label={file}
          text={text}
          onText={(now) => {
            setText(now);
            setBusy(true);
          }}
        />
        {file === NOTES ? null : <TasksAtStake environment={environment} saving={saving} />}
        <div class="bar">
          <button
            type="button"
            class="button primary"
            disabled={!sound || !saves || text === start || saving.busy !== undefined}
            onClick={() => void save()}
          >
            Save {file}
          </button>
          {saves ? null : <span class="soft">{TO_SAVE}</span>}
        </div>
      </div>
      <Answer trial={trial} failure={failure} busy={busy} environment={environment} />
    </div>
  );
}
