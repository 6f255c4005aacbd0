// Sessions that stand at the same state get the same answers: the rollouts of one task begin alike. What a call
// answered at a state where a second session has been is kept, and told without running it; a session that is told of a
// write catches up when it first makes a call of its own. The state law makes this exact: state, clock and ids follow
// from (environment, seed, set-up, committed calls) alone.
import { canonicalJson, type Json } from '../values/json.ts';
import type { ToolErrorValue } from '../errors/tool-error.ts';
import type { World } from '../world/world.ts';
import { NO_SETUP, type Entry, type Session } from './session.ts';

export interface KnownAnswer {
  readonly ok: boolean;
  readonly committed: boolean;
  readonly value: Json | ToolErrorValue;
  readonly text: string;
  readonly digest: number;
  readonly failure: object | undefined;
}

/** A state that sessions reached by the same committed calls. */
export interface State {
  visits: number;
  readonly answers: Map<string, KnownAnswer>;
  readonly next: Map<string, State>;
}

/** Where a session stands: the state after its first `upTo` entries; undefined where it is alone. */
interface Place {
  state: State | undefined;
  upTo: number;
  readonly generation: number;
}

/** Past either, everything known is forgotten and learned again. */
const MOST_CHARACTERS = 32_000_000;
const MOST_STATES = 20_000;

export class AnswerMemo {
  private roots = new WeakMap<World, Map<string, State>>();
  private places = new WeakMap<Session, Place>();
  private generation = 0;
  private characters = 0;
  private states = 0;

  /** Keeps what a call answered at a state, where others may ask. */
  keep(state: State, key: string, answer: KnownAnswer): void {
    if (state.visits < 2) return;
    state.answers.set(key, answer);
    this.characters += key.length + answer.text.length;
    if (this.characters > MOST_CHARACTERS) this.forget();
  }

  /** A session went back in time: its place is found again from the start. */
  moved(session: Session): void {
    this.places.delete(session);
  }

  /** The state that a session stands at; undefined where it is alone. */
  stateOf(session: Session): State | undefined {
    let place = this.places.get(session);
    if (place === undefined || place.generation !== this.generation) {
      place = { state: this.root(session), upTo: 0, generation: this.generation };
      this.places.set(session, place);
    }
    for (; place.upTo < session.entries.length; place.upTo++) {
      const entry = session.entries[place.upTo] as Entry;
      if (entry.committed && place.state !== undefined) place.state = this.after(place.state, entry);
    }
    return place.state;
  }

  private root(session: Session): State {
    let roots = this.roots.get(session.world);
    if (roots === undefined) {
      roots = new Map();
      this.roots.set(session.world, roots);
    }
    const start = `${session.seed}\n${session.setup === NO_SETUP ? '' : canonicalJson(session.setup)}`;
    return this.visit(roots, start);
  }

  /** A session alone at a state leaves it without a trace: only where others have been is there anything to share. */
  private after(state: State, entry: Entry): State | undefined {
    if (state.visits < 2) return undefined;
    return this.visit(state.next, entry.advance === undefined ? `${entry.name}\n${entry.args}` : `+${entry.advance}`);
  }

  private visit(among: Map<string, State>, key: string): State {
    let state = among.get(key);
    if (state === undefined) {
      this.states += 1;
      if (this.states > MOST_STATES) this.forget();
      state = { visits: 0, answers: new Map(), next: new Map() };
      among.set(key, state);
    }
    state.visits += 1;
    return state;
  }

  private forget(): void {
    this.roots = new WeakMap();
    this.generation += 1;
    this.characters = 0;
    this.states = 0;
  }
}
