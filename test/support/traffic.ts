// A process that tests kill. It makes calls in many sessions with a journal, and writes every answer to stdout directly
// after the call.
import { writeSync } from 'node:fs';
import { Journal } from '../../envs/session/journal.ts';
import { SessionStore, type CallRequest } from '../../envs/session/session-store.ts';
import { World } from '../../envs/world/world.ts';
import { LEDGER } from './ledger.ts';

const SESSIONS = 12;

/**
 * Returns the call with this number in a session. The calls are fixed, so that a test knows the state to which they
 * lead.
 */
export function trafficCall(session: number, at: number): CallRequest {
  const kinds: CallRequest[] = [
    { by: 'agent', name: 'open_account', arguments: { owner: `o${session}` } },
    { by: 'agent', name: 'transfer', arguments: { from: 'a1', to: 'a2', amount: at } },
    { by: 'agent', name: 'set_balance', arguments: { id: 'a3', balance: at } },
    { by: 'agent', name: 'get_account', arguments: { id: 'a3' } },
    { by: 'agent', name: 'mail', arguments: { to: 'x', body: `mail ${at}` } },
  ];
  return kinds[(session + at) % kinds.length] as CallRequest;
}

if (process.argv[2] === 'run') {
  const world = new World(LEDGER);
  const journal = new Journal(process.argv[3] as string);
  const store = new SessionStore(journal);
  journal.restore(store, (hash) => (hash === world.hash ? world : undefined));
  for (let at = 0; at < SESSIONS; at++) {
    if (![...store.all()].some((session) => session.id === `s${at}`)) {
      store.create({ id: `s${at}`, world, seed: at });
    }
  }
  // makes some calls first, so that a kill happens during calls and not while modules are loaded
  const warm = new SessionStore();
  const scratch = warm.create({ id: 'warm', world, seed: 0 });
  for (let at = 0; at < 200; at++) warm.call(scratch, trafficCall(at, at));
  writeSync(1, 'ready\n');
  for (let round = 0; ; round++) {
    const at = (round * 7) % SESSIONS;
    const session = store.get(`s${at}`);
    const answer = store.call(session, trafficCall(at, session.entries.length));
    writeSync(1, `${at} ${answer.step} ${JSON.stringify(answer)}\n`);
  }
}
