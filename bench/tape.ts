// A tape is a list of 1,000 calls for an authored environment, committed to the repository so that every benchmark does
// the same work. `node bench/tape.ts` writes the tapes again.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import { makeRandom } from '../envs/random.ts';
import { SessionStore, type CallRequest } from '../envs/session/session-store.ts';
import { checkedAs, parseJson } from '../envs/values/json.ts';
import type { World } from '../envs/world/world.ts';
import { ArgumentDrawer } from '../envs/verification/draw-arguments.ts';

export const TAPE_ENVIRONMENTS = ['order-desk', 'carrier-care'] as const;
/** The number of calls after which a session of a tape ends. */
export const SESSION_LENGTH = 50;
const CALLS = 1000;
const ATTEMPTS = 40;

export function environmentPath(name: string): string {
  return fileURLToPath(new URL(`../fixtures/environments/${name}`, import.meta.url));
}

function tapePath(name: string): string {
  return fileURLToPath(new URL(`tapes/${name}.jsonl`, import.meta.url));
}

export function loadTape(name: string): CallRequest[] {
  return readFileSync(tapePath(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => checkedAs<CallRequest>(parseJson(line)));
}

/** Draws calls that usually succeed, as the calls of an agent do. */
export function makeTape(world: World, seed: number): CallRequest[] {
  const random = makeRandom(seed, 'tape');
  const drawer = new ArgumentDrawer(world, random);
  const tools = world.environment.tools.filter((tool) => tool.audience !== 'control');
  const store = new SessionStore();
  const tape: CallRequest[] = [];
  while (tape.length < CALLS) {
    const session = store.create({ id: `tape ${tape.length}`, world, seed: 1 });
    for (let at = 0; at < SESSION_LENGTH; at++) {
      const tool = random.pick(tools);
      for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
        const request: CallRequest = { by: tool.audience, name: tool.name, arguments: drawer.draw(tool) };
        const step = session.entries.length;
        if (store.call(session, request).ok || attempt === ATTEMPTS) {
          tape.push(request);
          break;
        }
        store.rewind(session, step);
      }
    }
    store.close(session);
  }
  return tape;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of TAPE_ENVIRONMENTS) {
    const world = openEnvironment(environmentPath(name));
    writeWhole(
      tapePath(name),
      makeTape(world, 5)
        .map((request) => `${JSON.stringify(request)}\n`)
        .join(''),
    );
    world.close();
  }
}
