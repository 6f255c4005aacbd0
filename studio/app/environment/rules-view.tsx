// Shows the rules of an environment as text and as SQL checks, with its policy, its invariants and its scenarios.
import type { JSX } from 'preact';
import type { EnvironmentShown } from '../shapes.ts';
import { Sql } from '../ui/code.tsx';
import { counted, Empty } from '../ui/parts.tsx';
import { Prose } from '../ui/prose.tsx';
import { FileEditor } from '../edit/file-editor.tsx';
import { ScenarioList } from './scenarios.tsx';

const TEXTS = ['policy.md', 'rules.json', 'scenarios.jsonl', 'author/notes.md'];

export function RulesView({
  environment,
  onSaved,
}: {
  readonly environment: EnvironmentShown;
  readonly onSaved: () => void;
}): JSX.Element {
  const { rules, invariants, policy, scenarios } = environment;
  return (
    <>
      <div class="columns">
        <section class="panel" aria-label="Rules">
          <h2>Rules</h2>
          {rules.length === 0 ? <Empty title="No rules">Nothing binds the agent but its tools.</Empty> : null}
          <dl class="parameters">
            {rules.map(({ id, text, check }) => (
              <div key={id}>
                <dt>
                  <code>{id}</code>
                  {check === null ? <span class="soft"> not checked by a query</span> : null}
                </dt>
                <dd>
                  {text}
                  {check === null ? null : (
                    <details>
                      <summary>How it is checked</summary>
                      <Sql text={check} />
                    </details>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {invariants.length === 0 ? null : <h2>Always true</h2>}
          <dl class="parameters">
            {invariants.map(({ name, says, sql }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  {says}
                  <details>
                    <summary>Rows that it forbids</summary>
                    <Sql text={sql} />
                  </details>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section class="panel" aria-label="Policy and scenarios">
          <h2>Policy</h2>
          {policy === '' ? (
            <Empty title="No policy" />
          ) : (
            <div class="policy" tabIndex={0} role="region" aria-label="The policy">
              <Prose text={policy} level={3} />
            </div>
          )}
          <h2>{counted(scenarios.length, 'scenario')}</h2>
          <ScenarioList scenarios={scenarios} />
        </section>
      </div>
      <FileEditor environment={environment} only={TEXTS} onSaved={onSaved} />
    </>
  );
}
