// Shows a session: the conversation, a timeline of steps with their changes, and the present verdict.
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask, Refused, useLoad } from '../api.ts';
import { go, to, type Route } from '../route.ts';
import { SEATS, type Seat } from '../routes.ts';
import type { EnvironmentShown } from '../shapes.ts';
import { useBlind } from '../ui/blind.ts';
import { useKeys } from '../ui/keys.tsx';
import { Badge, Failed, named, Show } from '../ui/parts.tsx';
import { Prose } from '../ui/prose.tsx';
import { MoneyColumns, moneyOf } from '../ui/roles.ts';
import { AfterEnd } from './after-end.tsx';
import { Composer } from './composer.tsx';
import type { SessionState } from './shapes.ts';
import { StepDetail } from './step-detail.tsx';
import { Talk } from './talk.tsx';
import { Timeline } from './timeline.tsx';
import { VerdictPanel } from './verdict-panel.tsx';
import { Watcher } from './watcher.tsx';

const BLIND = 'Blind hides the verdict and the right end, as they are hidden from an agent (key b)';

const AS_AGENT =
  'You play the agent: find out what the user wants, do it with the tools, and say what you did. The verdict shows what is still missing. Some users end the talk themselves; otherwise choose End.';

export function SessionView({ id, route }: { readonly id: string; readonly route: Route }): JSX.Element {
  const [loaded, again] = useLoad(`session ${id}`, (signal) =>
    ask<SessionState>(`/studio/api/sessions/${encodeURIComponent(id)}`, { signal }),
  );
  useNews(loaded.state === 'ready' ? loaded.value : undefined, again);
  return (
    <Show loaded={loaded} again={again} what="the session" whole>
      {(session) => <WithEnvironment session={session} again={again} route={route} />}
    </Show>
  );
}

/** The time in milliseconds between two checks for changes. */
const LOOK_MS = 3000;

/**
 * Loads an open session again after its steps or its messages have changed: an agent may act over HTTP, and a person in
 * another tab.
 */
function useNews(session: SessionState | undefined, again: () => void): void {
  const { id, end } = session ?? {};
  const known = session === undefined ? '' : stateOf(session);
  useEffect(() => {
    if (id === undefined || end !== null) return undefined;
    let looking = false;
    const look = async (): Promise<void> => {
      if (looking || document.hidden) return;
      looking = true;
      try {
        const now = await ask<SessionState>(`/studio/api/sessions/${encodeURIComponent(id)}`);
        if (stateOf(now) !== known) again();
      } catch (error) {
        // a session that the server refuses is not asked for again; another part of the page reports a server that does
        // not answer
        if (error instanceof Refused) clearInterval(timer);
      } finally {
        looking = false;
      }
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [id, end, known, again]);
}

function stateOf({ step, talk, end }: SessionState): string {
  return `${step} ${talk.length} ${end}`;
}

interface Given {
  readonly session: SessionState;
  readonly again: () => void;
  readonly route: Route;
}

function WithEnvironment(given: Given): JSX.Element {
  const name = given.session.environment;
  const [loaded, again] = useLoad(`environment ${name}`, (signal) =>
    ask<EnvironmentShown>(`/studio/api/environments/${encodeURIComponent(name)}`, { signal }),
  );
  return (
    <Show loaded={loaded} again={again} what="the environment" whole>
      {(environment) => (
        <MoneyColumns value={moneyOf(environment.tables)}>
          <Opened {...given} environment={environment} />
        </MoneyColumns>
      )}
    </Show>
  );
}

function Opened({
  session,
  again,
  route,
  environment,
}: Given & { readonly environment: EnvironmentShown }): JSX.Element {
  const { id, task, end, step, live } = session;
  const seat = SEATS.find((each) => each === route.query.get('seat')) ?? 'both';
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const [blind, toggle] = useBlind(false);
  const [failure, setFailure] = useState<Error | undefined>(undefined);
  const act = useCallback(
    async (work: () => Promise<unknown>): Promise<boolean> => {
      setFailure(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(error as Error);
        return false;
      } finally {
        again();
      }
    },
    [again],
  );
  useEffect(() => {
    if (chosen !== undefined && chosen > step) setChosen(undefined);
  }, [step, chosen]);
  const move = (by: number): void => setChosen(Math.max(0, Math.min(step, (chosen ?? step) + by)));
  useKeys({ b: toggle, j: () => move(1), k: () => move(-1) });
  const fork = (at: number): void =>
    void act(async () => {
      const made = await ask<{ id: string; live: boolean }>(`/studio/api/sessions/${id}/fork`, { body: { step: at } });
      go(['s', made.id], { seat: made.live ? 'agent' : 'both' });
    });
  const rewind = (at: number): void => void act(() => ask(`/sessions/${id}/rewind`, { body: { step: at } }));
  const selected = session.steps.find(({ index }) => index === chosen);
  return (
    <div class="page wide session">
      <Head session={session} environment={environment} seat={seat} blind={blind} onBlind={toggle} />
      {failure === undefined ? null : <Failed error={failure} />}
      <div class="seats">
        <section class="panel talk-panel" aria-label="The talk">
          {environment.policy.trim() === '' || seat === 'user' ? null : (
            <details>
              <summary>The agent's instructions</summary>
              <div class="policy" tabIndex={0} role="region" aria-label="The agent's instructions">
                <Prose text={environment.policy} level={2} />
              </div>
            </details>
          )}
          <Talk said={session.talk} chosen={chosen} onChoose={setChosen} seat={seat} />
          {end === null ? (
            seat === 'watch' ? (
              <Watcher session={session} act={act} agent={route.query.get('agent') ?? 'oracle'} />
            ) : (
              <Composer
                session={session}
                environment={environment}
                seat={seat}
                act={act}
                agent={route.query.get('agent') ?? undefined}
              />
            )
          ) : (
            <AfterEnd session={session} environment={environment} />
          )}
        </section>
        <div class="session-side">
          {task === null || blind ? null : <VerdictPanel session={session} />}
          <section class="panel" aria-label="Timeline">
            <Timeline
              session={session}
              chosen={chosen}
              onChoose={setChosen}
              onFork={fork}
              {...(live ? {} : { onRewind: rewind })}
            />
          </section>
          <StepDetail
            key={chosen ?? 'now'}
            session={session}
            environment={environment}
            step={selected}
            at={chosen ?? step}
          />
        </div>
      </div>
    </div>
  );
}

function Head({
  session: { task, end },
  environment,
  seat,
  blind,
  onBlind,
}: {
  readonly session: SessionState;
  readonly environment: EnvironmentShown;
  readonly seat: Seat;
  readonly blind: boolean;
  readonly onBlind: () => void;
}): JSX.Element {
  const told = seat === 'agent' && end === null ? AS_AGENT : (task?.user.goal ?? '');
  return (
    <div class="head">
      <div>
        <h1>{titleOf(task, environment, blind || (seat === 'agent' && end === null))}</h1>
        {blind && seat !== 'user' ? null : <p class="lead">{told}</p>}
      </div>
      <div class="row">
        <a href={to(['e', environment.name])}>{environment.title}</a>
        {end === null ? <Badge tone="accent">open</Badge> : <Badge>ended: {named(end)}</Badge>}
        <button type="button" class="button small" aria-pressed={blind} onClick={onBlind} title={BLIND}>
          {blind ? 'Blind: on' : 'Blind: off'}
        </button>
      </div>
    </div>
  );
}

/**
 * Returns the title of a session. A task's id tells the kind of the task, so it is not shown while outcomes are hidden
 * or a person plays the agent.
 */
function titleOf(task: SessionState['task'], { title }: EnvironmentShown, hidden: boolean): string {
  if (task === null) return `Free session in ${title}`;
  return hidden ? `A task in ${title}` : task.id;
}
