// Shows the tasks of an environment: a list with filters, and one task in full.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { ask, useLoad } from '../api.ts';
import { replaceTasks } from '../edit/saving.tsx';
import { go, to, type Route } from '../route.ts';
import type { EnvironmentShown } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';
import { useBlind } from '../ui/blind.ts';
import { useKeys } from '../ui/keys.tsx';
import { Badge, Choice, counted, Empty, Failed, Search, Show } from '../ui/parts.tsx';
import { KIND_WORDS } from '../ui/plain-words.ts';
import { TaskDetail } from './task-detail.tsx';

const PAGE = 100;
const MADE = 10;
/** The largest number of tasks that one request makes. */
const MOST_MADE = 50;

async function allTasks(name: string, signal: AbortSignal): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(after === '' ? {} : { after }) });
    const page: { tasks: Task[]; next: string | null } = await ask(
      `/environments/${encodeURIComponent(name)}/tasks?${query}`,
      { signal },
    );
    tasks.push(...page.tasks);
    after = page.next;
  }
  return tasks;
}

export function TasksView({
  environment,
  route,
}: {
  readonly environment: EnvironmentShown;
  readonly route: Route;
}): JSX.Element {
  const [loaded, again] = useLoad(`tasks ${environment.name}`, (signal) => allTasks(environment.name, signal));
  return (
    <Show loaded={loaded} again={again} what="tasks">
      {(tasks) => <Listed environment={environment} tasks={tasks} route={route} again={again} />}
    </Show>
  );
}

function byLength(tasks: readonly Task[]): readonly Task[] {
  return tasks.toSorted((a, b) => a.gold.calls.length - b.gold.calls.length);
}

function Listed({
  environment,
  tasks: given,
  route,
  again,
}: {
  readonly environment: EnvironmentShown;
  readonly tasks: readonly Task[];
  readonly route: Route;
  readonly again: () => void;
}): JSX.Element {
  const { name } = environment;
  const tasks = useMemo(() => byLength(given), [given]);
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('');
  const [shown, setShown] = useState(PAGE);
  const [blind, toggle] = useBlind(true);
  const places = useMemo(() => new Map(tasks.map(({ id }, at) => [id, at + 1])), [tasks]);
  // an id tells the kind of its task, which gives half of the wanted outcome away
  const labelOf = ({ id }: Task): string => (blind ? `Task ${places.get(id) ?? ''}` : id);
  const kinds = [...new Set(tasks.map((task) => task.kind))].sort();
  const listed = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return tasks.filter(
      (task) =>
        (blind || kind === '' || task.kind === kind) && words.every((word) => wordsOf(task, blind).includes(word)),
    );
  }, [tasks, search, kind, blind]);
  const chosen = tasks.find((task) => task.id === route.parts[3]) ?? listed[0];
  const move = (by: number): void => {
    const next = listed[Math.max(0, Math.min(listed.length - 1, listed.findIndex((task) => task === chosen) + by))];
    if (next !== undefined) go(['e', name, 'tasks', next.id]);
  };
  useKeys({ j: () => move(1), k: () => move(-1), b: toggle });
  if (tasks.length === 0)
    return (
      <Empty title="This environment has no tasks yet">
        <p>
          A task is a wish of a user with one right end. callgym makes tasks from the rows and the tools, and keeps
          those that pass an audit; then you can play them.
        </p>
        <MakeTasks environment={environment} again={again} first />
      </Empty>
    );
  return (
    <div class="split">
      <div class="side">
        <Stale environment={environment} tasks={tasks} again={again} />
        <div class="bar">
          <Search value={search} label="Search tasks" onInput={setSearch} />
          {blind ? null : (
            <Choice
              label="Kind"
              value={kind}
              values={[['', 'all'], ...kinds.map((each) => [each, each] as const)]}
              onChange={setKind}
            />
          )}
        </div>
        <p class="soft" role="status">
          {counted(listed.length, 'task')}
        </p>
        <ul class="list">
          {listed.slice(0, shown).map((task) => (
            <li key={task.id}>
              <a href={to(['e', name, 'tasks', task.id])} aria-current={task === chosen ? 'true' : undefined}>
                <span class="name">
                  {labelOf(task)}
                  <span class="snippet">{task.user.opening}</span>
                </span>
                {task.environment === environment.hash ? null : <Badge tone="warn">old</Badge>}
                {places.has(task.twin ?? '') ? (
                  <Badge title="Another task of this list begins almost alike and ends otherwise">twin</Badge>
                ) : null}
                {blind ? null : <Badge title={KIND_WORDS[task.kind]}>{task.kind}</Badge>}
              </a>
            </li>
          ))}
        </ul>
        {listed.length > shown ? (
          <button type="button" class="button small" onClick={() => setShown(shown + PAGE)}>
            Show more
          </button>
        ) : null}
        <MakeTasks environment={environment} again={again} />
      </div>
      <div class="main">
        {chosen === undefined ? (
          <Empty title="No task is like that" />
        ) : (
          <TaskDetail key={chosen.id} environment={environment} task={chosen} tasks={tasks} labelOf={labelOf} />
        )}
      </div>
    </div>
  );
}

/**
 * Says how many tasks were made for an older version of the environment and cannot be played, and offers to make new
 * ones.
 */
function Stale({
  environment,
  tasks,
  again,
}: {
  readonly environment: EnvironmentShown;
  readonly tasks: readonly Task[];
  readonly again: () => void;
}): JSX.Element | null {
  const stale = tasks.filter((task) => task.environment !== environment.hash).length;
  if (stale === 0) return null;
  return (
    <div class="note warn">
      <b>
        {stale === tasks.length ? 'These tasks are' : `${stale} of these tasks are`} of the environment before it was
        changed
      </b>
      <p>They can be read and not played.</p>
      <MakeTasks environment={environment} again={again} stale={stale} />
    </div>
  );
}

function wordsOf({ id, user, tags, gold }: Task, blind: boolean): string {
  const hidden = blind ? '' : `${id} ${tags.join(' ')} ${gold.calls.map((call) => call.name).join(' ')}`;
  return `${user.opening} ${user.goal} ${hidden}`.toLowerCase();
}

/** Makes more tasks, or replaces tasks that can no longer be played (`stale` of them) with new ones. */
function MakeTasks({
  environment: { name, editable },
  again,
  stale = 0,
  first = false,
}: {
  readonly environment: EnvironmentShown;
  readonly again: () => void;
  readonly stale?: number;
  /** True if there are no tasks yet. The page then shows this button as the main action. */
  readonly first?: boolean;
}): JSX.Element {
  const count = stale === 0 ? MADE : Math.min(stale, MOST_MADE);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | undefined>(undefined);
  const make = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (stale > 0) await replaceTasks(name, stale);
      else await ask(`/studio/api/environments/${encodeURIComponent(name)}/tasks`, { body: { count } });
      again();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="make">
      <button type="button" class={`button ${first ? 'primary' : ''}`} disabled={busy} onClick={() => void make()}>
        {busy ? 'Making and auditing…' : stale > 0 ? `Replace them by ${count} new ones` : `Make ${MADE} tasks`}
      </button>
      <p class="soft">
        {!editable
          ? 'They live as long as this server.'
          : stale > 0
            ? 'It rewrites tasks.jsonl.'
            : 'They are appended to tasks.jsonl.'}
      </p>
      {failure === undefined ? null : <Failed error={failure} />}
    </div>
  );
}
