// Shows one tool: its schema next to its program, the reasons for its program or the reason why it does not work, a
// form to call it, and the scenarios that call it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { draftOf, ProgramEditor, type Draft } from '../edit/program-editor.tsx';
import type { EnvironmentShown, Json, JsonObject, ToolShown } from '../shapes.ts';
import { JsonText } from '../ui/code.tsx';
import { Badge, counted } from '../ui/parts.tsx';
import { CallPanel } from './call-panel.tsx';
import { FragmentsOf, Program } from './program.tsx';
import { typeOf } from './schema-words.ts';
import type { Scratch } from './scratch.ts';
import { ScenarioList } from './scenarios.tsx';

export function ToolDetail({
  environment,
  tool,
  scratch,
  onSaved,
}: {
  readonly environment: EnvironmentShown;
  readonly tool: ToolShown;
  readonly scratch: Scratch;
  readonly onSaved: () => void;
}): JSX.Element {
  const { name, description, audience, flag, decision, http, program } = tool;
  const [draft, setDraft] = useState<Draft | undefined>(undefined);
  const editing = draft !== undefined;
  const [saved, setSaved] = useState<readonly string[]>([]);
  const done = (written: readonly string[]): void => {
    setSaved(written);
    setDraft(undefined);
    scratch.anew();
    onSaved();
  };
  const scenarios = environment.scenarios.filter((each) => tool.scenarios.includes(each.name));
  return (
    <article class="tool">
      <div class="bar">
        <h2 class="mono">{name}</h2>
        <EffectBadge tool={tool} />
        <Badge>for the {audience}</Badge>
        {tool.added ? <Badge tone="accent">added by callgym</Badge> : null}
        {http === null ? null : (
          <Badge>
            {http.method} {http.path}
          </Badge>
        )}
      </div>
      <p class="prose">{description}</p>
      {tool.added ? (
        <p class="note">
          The tools of your list do not show which of these rows there are, so the compiler added this one. It has no
          schema of yours behind it; <code>callgym build --no-discovery</code> leaves it out.
        </p>
      ) : null}
      <Evidence flag={flag} decision={decision} onWrite={editing ? undefined : () => setDraft(draftOf(tool))} />
      {saved.length === 0 ? null : (
        <p class="note good" role="status">
          {environment.compiled && saved.includes('overrides.json')
            ? 'Saved in overrides.json, and the environment was compiled again. '
            : `Saved in ${saved.join(', ')}. `}
          Call it to see that it is right now.
        </p>
      )}
      <div class={editing ? 'tool-parts editing' : 'tool-parts'}>
        <Schema tool={tool} />
        <section class="panel program-part" aria-label="Program">
          <div class="bar">
            <h3>Program</h3>
            <span class="grow" />
            <button
              type="button"
              class="button small"
              aria-expanded={editing}
              onClick={() => setDraft(editing ? undefined : draftOf(tool))}
            >
              {editing ? 'Stop editing' : flag === null ? 'Change it' : 'Write one'}
            </button>
          </div>
          {draft === undefined ? (
            <FragmentsOf value={environment.fragments}>
              <Program steps={program} />
            </FragmentsOf>
          ) : (
            <ProgramEditor
              environment={environment}
              tool={tool}
              draft={draft}
              onDraft={setDraft}
              onClose={() => setDraft(undefined)}
              onSaved={done}
            />
          )}
        </section>
        <CallPanel
          environment={environment}
          tool={tool}
          scratch={scratch}
          draft={draft}
          onDraft={setDraft}
          onSaved={done}
        />
      </div>
      {scenarios.length === 0 ? null : (
        <section class="panel" aria-label="Scenarios">
          <h3>Scenarios that pin it down</h3>
          <ScenarioList scenarios={scenarios} tool={name} />
        </section>
      )}
    </article>
  );
}

function Schema({ tool: { parameters, returns, examples } }: { readonly tool: ToolShown }): JSX.Element {
  return (
    <section class="panel" aria-label="Schema">
      <h3>Schema</h3>
      <Parameters parameters={parameters} />
      {returns === null ? null : (
        <details>
          <summary>What it returns</summary>
          <JsonText value={returns} />
        </details>
      )}
      <details>
        <summary>As JSON</summary>
        <JsonText value={parameters} />
      </details>
      {examples.length === 0 ? null : (
        <details>
          <summary>{counted(examples.length, 'example call')}, made by check</summary>
          <ul class="missing">
            {examples.map(({ before = [], arguments: args, expect }, at) => (
              <li key={at}>
                {before.map(({ name }) => `${name}, then `).join('')}
                <JsonText value={args as Json} flat /> <Badge tone={expect === 'ok' ? 'good' : 'bad'}>{expect}</Badge>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function EffectBadge({ tool: { effect, flag } }: { readonly tool: ToolShown }): JSX.Element {
  if (flag !== null) return <Badge tone="warn">out of service</Badge>;
  return <Badge tone={effect}>{effect === 'write' ? 'writes' : 'reads'}</Badge>;
}

function Evidence({
  flag,
  decision,
  onWrite,
}: Pick<ToolShown, 'flag' | 'decision'> & { readonly onWrite: (() => void) | undefined }): JSX.Element | null {
  if (flag !== null)
    return (
      <div class="note warn">
        <b>Out of service: every call answers UNAVAILABLE</b>
        <p>{decision?.why === undefined ? flag : `The compiler could not prove how it works: ${decision.why}.`}</p>
        {(decision?.instead ?? []).map(({ reading, why }) => (
          <p key={reading + why} class="soft">
            It may be read as {reading}: {why}
          </p>
        ))}
        {onWrite === undefined ? null : (
          <button type="button" class="button small" onClick={onWrite}>
            Write its program
          </button>
        )}
      </div>
    );
  if (decision === null) return null;
  return (
    <div class="note">
      <b>
        {decision.overridden === true
          ? 'A person wrote this program (overrides.json)'
          : `The compiler read it as: ${decision.reading ?? 'its program says'}`}
      </b>
      {decision.overridden === true ? null : <p>{decision.why}</p>}
    </div>
  );
}

function Parameters({ parameters }: { readonly parameters: JsonObject }): JSX.Element {
  const properties = Object.entries((parameters['properties'] ?? {}) as Record<string, JsonObject>);
  const required = (parameters['required'] ?? []) as readonly string[];
  if (properties.length === 0) return <p class="soft">It takes no arguments.</p>;
  return (
    <dl class="parameters">
      {properties.map(([name, schema]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {required.includes(name) ? null : <span class="soft"> optional</span>}
            <span class="type">{typeOf(schema)}</span>
          </dt>
          <dd>{typeof schema['description'] === 'string' ? schema['description'] : ''}</dd>
        </div>
      ))}
    </dl>
  );
}
