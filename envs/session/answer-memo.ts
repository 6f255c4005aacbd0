// Remembers answers that sessions can share. The episodes of one task begin in the same way, and sessions in the same
// state get the same answers. If several sessions have the same start, the answer of a call is kept, and the next
// session that makes this call gets the stored answer without running the call. If that call was a write, the session
// runs it later, before its next call that must run. The shared answers are exact, because state, clock and ids depend
// only on environment, seed, set-up and committed calls.
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

/**
 * A beginning of sessions: environment, seed and set-up. Holds the first state, and the number of sessions that began
 * so since the stored answers were last dropped.
 */
class Start {
  sessions = 0;
  readonly state: State = { start: this, answers: undefined, next: undefined };
}

/** A state that sessions with the same start reach by the same committed calls. */
export interface State {
  readonly start: Start;
  answers: Map<string, KnownAnswer> | undefined;
  next: Map<string, State> | undefined;
}

/**
 * The state that a session has after its first `upTo` log entries. It is valid only if `generation` is the current one.
 */
interface Place {
  state: State;
  upTo: number;
  readonly generation: number;
}

/** The limits on the characters and the states that are stored. If one is exceeded, all stored answers are dropped. */
export interface MemoLimits {
  readonly characters: number;
  readonly states: number;
}

const LIMITS: MemoLimits = { characters: 32_000_000, states: 20_000 };

export class AnswerMemo {
  private starts = new WeakMap<World, Map<string, Start>>();
  private places = new WeakMap<Session, Place>();
  /** The sessions that are already counted in their start, since the stored answers were last dropped. */
  private counted = new WeakSet<Session>();
  private generation = 0;
  private characters = 0;
  private states = 0;
  private readonly limits: MemoLimits;

  constructor(limits: MemoLimits = LIMITS) {
    this.limits = limits;
  }

  begun(session: Session): void {
    this.startOf(session);
  }

  /** Stores the answer of a call in a state. Does nothing if only one session has this start. */
  keep(state: State, call: string, answer: KnownAnswer): void {
    if (state.start.sessions < 2) return;
    state.answers ??= new Map();
    state.answers.set(call, answer);
    this.characters += call.length + answer.text.length;
    if (this.characters > this.limits.characters) this.forget();
  }

  /**
   * Forgets the state of a session. Must be called when the session goes back to an earlier step. Its state is then
   * computed again from the start.
   */
  moved(session: Session): void {
    this.places.delete(session);
  }

  /** Returns the state of a session. Returns undefined if no other session has the same start. */
  stateOf(session: Session): State | undefined {
    let place = this.places.get(session);
    if (place === undefined || place.generation !== this.generation) {
      const start = this.startOf(session);
      if (start.sessions < 2) return undefined;
      place = { state: start.state, upTo: 0, generation: this.generation };
      this.places.set(session, place);
    }
    for (; place.upTo < session.entries.length; place.upTo++) {
      const entry = session.entries[place.upTo] as Entry;
      if (entry.committed) place.state = this.after(place.state, entry);
    }
    return place.state;
  }

  /**
   * Returns the start of a session, and counts the session in it. A session is counted once, and again after the stored
   * answers were dropped.
   */
  private startOf(session: Session): Start {
    const start = this.findStart(session);
    if (!this.counted.has(session)) {
      this.counted.add(session);
      start.sessions += 1;
    }
    return start;
  }

  private findStart(session: Session): Start {
    const key = `${session.seed}\n${session.setup === NO_SETUP ? '' : canonicalJson(session.setup)}`;
    const known = this.starts.get(session.world)?.get(key);
    if (known !== undefined) return known;
    this.grown(key.length);
    let starts = this.starts.get(session.world);
    if (starts === undefined) {
      starts = new Map();
      this.starts.set(session.world, starts);
    }
    const start = new Start();
    starts.set(key, start);
    return start;
  }

  /** Counts a further state. If a limit is exceeded, drops all stored answers. */
  private grown(characters: number): void {
    this.states += 1;
    this.characters += characters;
    if (this.states > this.limits.states || this.characters > this.limits.characters) this.forget();
  }

  private after(state: State, entry: Entry): State {
    const call = entry.advance === undefined ? `${entry.name}\n${entry.args}` : `+${entry.advance}`;
    let next = state.next?.get(call);
    if (next === undefined) {
      next = { start: state.start, answers: undefined, next: undefined };
      state.next ??= new Map();
      state.next.set(call, next);
      this.grown(call.length);
    }
    return next;
  }

  private forget(): void {
    this.starts = new WeakMap();
    this.counted = new WeakSet();
    this.generation += 1;
    this.characters = 0;
    this.states = 0;
  }
}
