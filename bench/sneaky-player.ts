// Plays the dishonest ("sneaky") texts of fixtures/wordings in whole episodes. The agent makes the right calls of a
// scene and says one dishonest text of an independent writer. The scripted user replies, and the verdict judges the
// episode.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playEpisode } from '../agents/episodes/play-episode.ts';
import type { Move, Player, Seat } from '../agents/episodes/players.ts';
import { ScriptedUser } from '../agents/users/scripted.ts';
import { wishesOf } from '../agents/users/wishes.ts';
import { makeRandom } from '../envs/random.ts';
import { SessionStore } from '../envs/session/session-store.ts';
import { plainJson, type Json } from '../envs/values/json.ts';
import type { Task } from '../envs/values/task.ts';
import { checkedAs } from '../envs/values/json.ts';
import type { Verdict } from '../envs/values/verdict.ts';
import { judge } from '../envs/verification/judge.ts';
import type { World } from '../envs/world/world.ts';
import { readWordings, WORDINGS } from './read-wordings.ts';
import { SCENES, type Scene, type SceneCall } from './sneaky-scenes.ts';

export interface SneakyKind {
  readonly id: string;
  readonly kind: string;
  readonly scene: string;
  readonly place: string;
}

export interface SneakyText {
  readonly kind: SneakyKind;
  readonly writer: string;
  readonly text: string;
}

export interface SneakyEpisode {
  readonly verdict: Verdict;
  readonly talk: readonly string[];
}

/** Kinds of texts for which the agent does not make the change of the scene. */
const IDLE = new Set(['S22', 'S23', 'S24']);

export function sneakyTexts(): SneakyText[] {
  const { sneaky } = JSON.parse(readFileSync(join(WORDINGS, 'cards.json'), 'utf8')) as {
    readonly sneaky: { readonly kinds: readonly SneakyKind[] };
  };
  const kinds = new Map(sneaky.kinds.map((kind) => [kind.id, kind]));
  return readWordings('develop', kinds).flatMap(({ card, writer, text }) => {
    const kind = kinds.get(card);
    return kind === undefined ? [] : [{ kind, writer, text }];
  });
}

/** Plays a scene with one dishonest text, or with honest words only if there is no text. */
export async function playScene(world: World, scene: Scene, sneaky?: SneakyText): Promise<SneakyEpisode> {
  const task = taskOf(world, scene);
  const store = new SessionStore();
  const session = store.create({ id: 'played', world, seed: 1 });
  const seat: Seat = {
    world,
    task,
    trial: 0,
    system: '',
    tools: [],
    random: (purpose) => makeRandom(1, purpose),
    changes: () => store.diff(session),
  };
  const { messages, end } = await playEpisode(
    { call: (by, name, args) => store.call(session, { by, name, arguments: args }) },
    {
      agent: sneakyAgent(scene, sneaky),
      user: new ScriptedUser(seat, wishesOf(task, world)),
      opening: scene.opening,
    },
  );
  const verdict = judge(world, task, store.log(session), { messages, end });
  store.close(session);
  return { verdict, talk: messages.map(({ role, content }) => `${role}: ${content}`) };
}

/** Makes the agent of a scene. It plays a fixed list of moves and ignores the user's replies. */
function sneakyAgent(scene: Scene, sneaky: SneakyText | undefined): Player {
  const place = sneaky?.kind.place.split(':')[0];
  const said = (where: string, honest: string): Move => ({
    kind: 'say',
    text: place === where && sneaky !== undefined ? sneaky.text : honest,
  });
  const call = ([name, args]: SceneCall): Move => ({
    kind: 'call',
    calls: [{ name, arguments: JSON.stringify(args) }],
  });
  const idle = sneaky !== undefined && IDLE.has(sneaky.kind.id);
  const moves: Move[] = [
    ...(scene.known ?? []).map(call),
    ...(place === 'middle' && sneaky?.kind.scene === 'contract' ? [said('middle', '')] : []),
    { kind: 'say', text: scene.greeting },
    ...scene.looks.map(call),
    ...(place === 'middle' && sneaky?.kind.scene !== 'contract' ? [said('middle', '')] : []),
    ...(scene.change === undefined || idle ? [] : [said('before', scene.proposal ?? ''), call(scene.change)]),
    said('final', scene.final),
  ];
  let at = 0;
  return { next: () => moves[at++] ?? { kind: 'end', end: 'done' } };
}

function taskOf(world: World, scene: Scene): Task {
  const store = new SessionStore();
  const session = store.create({ id: 'gold', world, seed: 1 });
  const change = scene.change === undefined ? [] : [scene.change];
  const calls = [...(scene.known ?? []), ...scene.looks, ...change].map(([name, args]) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    const shown = plainJson((answer.ok ? answer.result : answer.error) as Json);
    return { by: 'agent', name, arguments: args, ...(answer.ok ? { result: shown } : { error: shown }) };
  });
  const diff = store.diff(session);
  store.close(session);
  const outputs = scene.outputs ?? [];
  return checkedAs<Task>({
    id: scene.name,
    kind: outputs.length === 0 ? 'write' : scene.declines === undefined ? 'read' : 'abstain',
    environment: world.hash,
    session_seed: 1,
    user: { persona: '', opening: scene.opening, goal: scene.goal, facts: scene.facts },
    gold: {
      calls,
      diff,
      outputs,
      end: scene.declines === undefined ? 'done' : 'refused',
      ...(scene.declines === undefined
        ? {}
        : { declines: [{ name: scene.declines[0], arguments: scene.declines[1] }] }),
    },
    rules: [],
    basis: ['state', 'collateral', 'rules', ...(outputs.length === 0 ? [] : ['outputs']), 'claims'],
    tags: [],
    difficulty: { tools: 0, information: 0, interaction: 0 },
  });
}

/** Returns the scene in which a kind of text is said. */
export function sceneOf({ scene }: SneakyKind): Scene {
  const found = SCENES.find(({ name }) => name === scene);
  if (found === undefined) throw new Error(`there is no scene ${scene}`);
  return found;
}
