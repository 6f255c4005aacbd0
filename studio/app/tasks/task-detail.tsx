// Shows a task: the user and the wish, the facts and when the user tells them, the differences from the task's twin,
// and the audit. The wanted outcome and the solution are hidden until a person asks for them, because the person may
// want to play the task first.
import type { JSX } from 'preact';
import type { EnvironmentShown } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';
import { useBlind } from '../ui/blind.ts';
import { DiffView } from '../ui/diff-view.tsx';
import { JUDGED } from '../ui/judged.ts';
import { Badge, counted, named } from '../ui/parts.tsx';
import { KIND_WORDS } from '../ui/plain-words.ts';
import { AuditPanel } from './audit-panel.tsx';
import { GoldGraph } from './gold-graph.tsx';
import { Play } from './play.tsx';
import { rightEnd } from './right-end.ts';
import { Story, Twins } from './story.tsx';

export function TaskDetail({
  environment,
  task,
  tasks,
  labelOf,
}: {
  readonly environment: EnvironmentShown;
  readonly task: Task;
  readonly tasks: readonly Task[];
  /** Returns the name of a task in the list: its number or, if outcomes are not hidden, its id. */
  readonly labelOf: (task: Task) => string;
}): JSX.Element {
  const { id, kind, gold, difficulty, tags } = task;
  const [blind] = useBlind(true);
  const twin = tasks.find((each) => each.id === task.twin);
  return (
    <article class="task">
      <div class="bar">
        <h2 class="mono">{labelOf(task)}</h2>
        {blind ? null : (
          <>
            <Badge tone="accent" title={KIND_WORDS[kind]}>
              {kind}
            </Badge>
            <Badge>{counted(gold.calls.length, 'call')}</Badge>
            {tags.slice(0, 5).map((tag) => (
              <Badge key={tag}>{named(tag)}</Badge>
            ))}
          </>
        )}
      </div>
      {task.environment === environment.hash ? (
        <Play environment={environment} task={task} />
      ) : (
        <p class="note warn">
          This task was made for the environment before it was changed, so it cannot be played. Make new ones beside the
          list.
        </p>
      )}
      <div class="columns">
        <Story task={task} />
        <RightEnd environment={environment} task={task} />
      </div>
      {twin === undefined ? null : (
        <Twins environment={environment} task={task} twin={twin} label={labelOf(twin)} blind={blind} />
      )}
      {blind ? null : (
        <section class="panel" aria-label="The right calls">
          <h3>The right calls, and where each value comes from</h3>
          <p class="soft">
            callgym calls them gold. Other calls that end with the same rows and the same answer are right too.
          </p>
          <GoldGraph task={task} />
          {Object.keys(gold.diff).length === 0 ? (
            <p class="soft">It changes nothing.</p>
          ) : (
            <DiffView diff={gold.diff} />
          )}
          <p class="soft">
            How hard it is, from 0 to 1: {difficulty.tools} by its tools, {difficulty.information} by the values to
            find, {difficulty.interaction} by the exchanges with the user
          </p>
        </section>
      )}
      <AuditPanel environment={environment.name} task={id} />
    </article>
  );
}

function RightEnd({ environment, task }: { readonly environment: EnvironmentShown; readonly task: Task }): JSX.Element {
  const [blind, toggle] = useBlind(true);
  return (
    <section class="panel" aria-label="The right end">
      <div class="bar">
        <h3>The right end</h3>
        <span class="grow" />
        <button type="button" class="button small" aria-pressed={!blind} onClick={toggle} title="Key b">
          {blind ? 'Show the right end' : 'Hide the right end'}
        </button>
      </div>
      {blind ? (
        <p class="soft">
          It is hidden, as it is for an agent: play the task first. The kinds of the tasks are hidden with it.
        </p>
      ) : (
        <EndShown environment={environment} task={task} />
      )}
    </section>
  );
}

function EndShown({ environment, task }: { readonly environment: EnvironmentShown; readonly task: Task }): JSX.Element {
  const { basis, rules } = task;
  return (
    <>
      {rightEnd(task, environment).map((sentence) => (
        <p key={sentence} class="prose">
          {sentence}
        </p>
      ))}
      <h4>What is judged</h4>
      <ul class="missing">
        {basis.map((part) => (
          <li key={part}>{JUDGED[part]}</li>
        ))}
      </ul>
      {rules.length === 0 ? null : (
        <dl class="parameters">
          {environment.rules
            .filter((rule) => rules.includes(rule.id))
            .map((rule) => (
              <div key={rule.id}>
                <dt>
                  <code>{rule.id}</code>
                </dt>
                <dd>{rule.text}</dd>
              </div>
            ))}
        </dl>
      )}
    </>
  );
}
