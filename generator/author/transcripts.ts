// Collects transcripts for reviewers: for each tool a few calls of the scenarios, with their results and the changed
// rows.
import { SessionStore } from '../../envs/session/session-store.ts';
import { World } from '../../envs/world/world.ts';
import { plainJson } from '../../envs/values/json.ts';
import { playScenario } from '../check/scenarios/play-scenario.ts';
import type { Draft } from './draft.ts';
import type { Gated } from './gates.ts';

const SHOWN_CALLS = 5;
const MOST_TEXT = 700;

export function transcriptsOf(gated: Gated, draft: Draft): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  if (!gated.opens) return found;
  const world = new World(gated.environment);
  try {
    for (const scenario of draft.scenarios) {
      if (gated.scenarios.has(scenario.name) || gated.waiting.has(scenario.name)) continue;
      playScenario(world, { views: draft.views, scenarios: [] }, scenario, (session, store) => {
        const last = session.entries.at(-1);
        const known = found.get(last?.name ?? '') ?? [];
        if (last === undefined || known.length >= SHOWN_CALLS) return;
        found.set(last.name, [...known, callOf(session, store)]);
      });
    }
  } finally {
    world.close();
  }
  return found;
}

function callOf(session: Parameters<NonNullable<Parameters<typeof playScenario>[3]>>[0], store: SessionStore): unknown {
  const entry = store.log(session).at(-1);
  const diff = entry?.committed === true ? store.diff(session, session.entries.length - 1) : {};
  const told = entry?.ok === true ? plainJson(entry.result ?? null) : entry?.error;
  const text = JSON.stringify(told);
  return {
    call: entry?.arguments,
    [entry?.ok === true ? 'result' : 'error']: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : told,
    ...(Object.keys(diff).length === 0 ? {} : { changed: JSON.stringify(diff).slice(0, MOST_TEXT) }),
  };
}
