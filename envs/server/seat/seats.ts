// The seats of a server. A seat is one client's place at a session. A client takes a seat by choosing a task, finds it
// again with the session's id or a key, and closes it. All data of a seat can be found in its session, so that the
// server can make the seat again after a restart.
import { badInput } from '../../errors/gym-error.ts';
import type { Json } from '../../values/json.ts';
import type { Task } from '../../values/task.ts';
import type { World } from '../../world/world.ts';
import { HttpError } from '../http-errors.ts';
import { worldOf } from '../plugins/environment-routes.ts';
import { refuseUser } from '../live-user.ts';
import { seatUser } from '../seat-user.ts';
import type { Plane } from '../plane.ts';
import { nameOfSeat, SHARED, type ServedSession } from '../served-session.ts';
import type { GymContext } from '../plugin.ts';
import { Seat } from './seat.ts';
import type { SeatWish } from './seat-wish.ts';

/** The end of a seat's id if the client plays the user. */
const USER_SIDE = '~user';

/**
 * The number of keys that are remembered after their sessions were closed. A late request with such a key then learns
 * that the session has ended.
 */
const REMEMBERED = 65_536;

export class Seats {
  private readonly gym: GymContext;
  private readonly taken = new WeakMap<ServedSession, Partial<Record<Plane, Seat>>>();
  private readonly byKey = new Map<string, string>();
  private readonly closed: Set<string>;

  /** `closed` holds the keys of sessions that clients had closed before a restart. */
  constructor(gym: GymContext, closed: readonly string[] = []) {
    this.gym = gym;
    this.closed = new Set(closed);
    for (const { session } of gym.sessions.all()) {
      const { key, user_key: userKey, share } = session.about ?? {};
      this.recall(key, session.id);
      this.recall(userKey, `${session.id}${USER_SIDE}`);
      if (typeof share === 'string') this.recall(shareKey(share), session.id);
    }
  }

  /**
   * After a restart, connects a key from the journal with its session again. Does nothing if a client has closed the
   * session.
   */
  private recall(name: Json | undefined, seat: string): void {
    if (typeof name === 'string' && !this.byKey.has(name) && !this.closed.has(name)) this.byKey.set(name, seat);
  }

  /** Returns an environment by its hash or its name. Upper and lower case of the name do not matter. */
  world(name: string): World {
    const { shelf } = this.gym;
    if (shelf.head(name) !== undefined) return worldOf(shelf, name);
    const found = shelf.names().find((each) => each.toLowerCase() === name.toLowerCase());
    return worldOf(shelf, found ?? name);
  }

  tasks(world: World): readonly Task[] {
    return [...this.gym.shelf.tasks(world.environment.name).values()];
  }

  /**
   * Begins a session for a client, or joins an existing one. With `key`, the client can find the session again. `ttl`
   * is the allowed idle time in seconds.
   */
  async take(
    wish: SeatWish,
    { dialect, key, ttl }: { readonly dialect: string; readonly key?: string; readonly ttl?: number },
  ): Promise<Seat> {
    const { sessions } = this.gym;
    if (key !== undefined && this.closed.has(key)) throw new HttpError('SESSION_EXPIRED', { id: key.slice(0, 64) });
    if (wish.share !== undefined && this.gym.peers !== undefined)
      throw new HttpError('ONE_SERVER_ONLY', { what: 'a session that several seats share' });
    const mate = wish.share === undefined ? undefined : this.byKey.get(shareKey(wish.share));
    if (mate !== undefined && this.gym.sessions.has(mate)) return this.join(wish, mate, dialect, key);
    if (wish.forkOf !== undefined) return this.takeFork(wish, wish.forkOf, dialect, key);
    const world = this.world(wish.environment);
    const task = this.taskOf(world, wish);
    const live = wish.user === 'none' || wish.user === SHARED ? undefined : wish.user;
    if (live !== undefined && task === undefined)
      throw badInput({ path: '/user', what: 'a live user plays a task', mend: 'name a task too' });
    if (live !== undefined) refuseUser(this.gym.liveUsers, live);
    const served = sessions.create({
      world,
      user: wish.user,
      ...nameOfSeat(wish.side, key),
      share: wish.share,
      ...(task === undefined ? {} : { task }),
      ...(wish.sessionSeed === undefined ? {} : { sessionSeed: wish.sessionSeed }),
      ...(wish.trialSeed === undefined ? {} : { trialSeed: wish.trialSeed }),
      ...(ttl === undefined ? {} : { ttl }),
    });
    if (live !== undefined && task !== undefined) {
      try {
        await seatUser(served, task, live, this.gym);
      } catch (error) {
        sessions.close(served.session.id);
        throw error;
      }
    }
    if (wish.share !== undefined) this.byKey.set(shareKey(wish.share), served.session.id);
    return this.keep(served, dialect, key, wish.side);
  }

  /**
   * Gives a client the free side of a session that two clients share. Throws if that side is taken, or if the client
   * asks for another task.
   */
  private join(wish: SeatWish, mate: string, dialect: string, key: string | undefined): Seat {
    const served = this.gym.sessions.get(mate);
    const taken = (what: string): HttpError =>
      new HttpError('SEAT_TAKEN', { share: JSON.stringify(String(wish.share).slice(0, 64)), what });
    if (served.end !== undefined) throw taken('has ended');
    const { world, seed } = served.session;
    const seeded = wish.sessionSeed === undefined || wish.sessionSeed === seed;
    // the request to fork need not name the task, because a fork keeps the task of its session
    const same = wish.task === served.task?.id || (wish.task === undefined && wish.forkOf !== undefined);
    if (this.world(wish.environment) !== world || !same || !seeded) throw taken('is about another task');
    const id = wish.side === 'user' ? `${mate}${USER_SIDE}` : mate;
    const again = key !== undefined && this.byKey.get(key) === id;
    if (this.taken.get(served)?.[wish.side ?? 'agent'] !== undefined && !again)
      throw taken(`has its ${wish.side ?? 'agent'} already`);
    if (key !== undefined && !again) this.gym.sessions.remember(served, nameOfSeat(wish.side, key));
    return this.keep(served, dialect, key, wish.side);
  }

  private takeFork(wish: SeatWish, of: string, dialect: string, key: string | undefined): Seat {
    const served = this.gym.sessions.get(of);
    if (served.live !== undefined) throw new HttpError('LIVE_CONVERSATION', { id: of, what: 'cannot be forked' });
    const differs = this.differing(wish, served);
    if (differs !== undefined) throw new HttpError('FORK_DIFFERS', { id: of, what: differs });
    const { share } = wish;
    const fork = this.gym.sessions.fork(served, wish.at ?? served.session.entries.length, {
      ...nameOfSeat(wish.side, key),
      share,
    });
    if (share !== undefined) this.byKey.set(shareKey(share), fork.session.id);
    return this.keep(fork, dialect, key, wish.side);
  }

  /**
   * Returns the reason why a session cannot be forked as the client asks. Returns undefined if it can. A fork must keep
   * the environment, the task and the seeds of its session.
   */
  private differing(wish: SeatWish, { session, task, trialSeed, shared }: ServedSession): string | undefined {
    if (this.world(wish.environment) !== session.world) return `is in ${session.world.environment.name}`;
    if (wish.task !== undefined && wish.task !== task?.id) return `has the task ${task?.id ?? 'none'}`;
    if (wish.sessionSeed !== undefined && wish.sessionSeed !== session.seed) return `has the seed ${session.seed}`;
    if (wish.trialSeed !== undefined && wish.trialSeed !== trialSeed) return `has the trial seed ${trialSeed}`;
    if (shared && wish.share === undefined) return 'has two sides, so it needs a new word to share: name one as share';
    if (!shared && wish.share !== undefined) return 'has one side; share and side are for forks of shared sessions';
    if (!shared && wish.user !== 'none') return 'has no live user: name none as user';
    return undefined;
  }

  private keep(served: ServedSession, dialect: string, key: string | undefined, plane: Plane = 'agent'): Seat {
    const sides = this.taken.get(served) ?? {};
    const seat = (sides[plane] ??= new Seat(served, this.gym, dialect, plane));
    this.taken.set(served, sides);
    if (key !== undefined)
      this.byKey.set(key, plane === 'user' ? `${served.session.id}${USER_SIDE}` : served.session.id);
    if (this.byKey.size > 2 * this.gym.sessions.size + REMEMBERED) this.forgetSwept();
    return seat;
  }

  private taskOf(world: World, { task: id }: SeatWish): Task | undefined {
    if (id === undefined) return undefined;
    const { name } = world.environment;
    const task = this.gym.shelf.tasks(name).get(id);
    if (task === undefined)
      throw new HttpError('NOT_FOUND', { what: `task ${JSON.stringify(id.slice(0, 100))} of ${name}` });
    return task;
  }

  /**
   * Returns a client's place at an open session. After a restart of the server, makes the place again. Throws 404 or
   * 410 if the session is not open.
   */
  at(seatId: string, dialect: string): Seat {
    const plane = planeOf(seatId);
    const served = this.gym.sessions.get(sessionOf(seatId));
    // only a session that two clients share has a client on the user's side
    if (plane === 'user' && !served.shared) throw new HttpError('NO_SEAT');
    return this.taken.get(served)?.[plane] ?? this.keep(served, dialect, undefined, plane);
  }

  /**
   * Returns the client's place for a key, or undefined if the key is unknown. Throws 410 if the session of the key has
   * ended.
   */
  find(key: string, dialect: string): Seat | undefined {
    const id = this.byKey.get(key);
    if (id === undefined) {
      if (this.closed.has(key)) throw new HttpError('SESSION_EXPIRED', { id: key.slice(0, 64) });
      return undefined;
    }
    if (!this.gym.sessions.has(sessionOf(id))) {
      this.forget(key);
      throw new HttpError('SESSION_EXPIRED', { id: key.slice(0, 64) });
    }
    return this.at(id, dialect);
  }

  isClosed(key: string): boolean {
    return this.closed.has(key);
  }

  /**
   * Ends the client's place for a key. Remembers the key even if it is unknown, so that a late request cannot begin a
   * session with it.
   */
  close(key: string): void {
    const id = this.byKey.get(key);
    // the session itself ends only if this client played the agent; the user's client only leaves it
    if (id !== undefined && planeOf(id) === 'agent' && this.gym.sessions.has(id)) this.gym.sessions.close(id);
    if (!this.closed.has(key)) this.gym.store.left(key);
    this.forget(key);
  }

  private forgetOldest(): void {
    const [oldest] = this.closed;
    if (oldest !== undefined) this.closed.delete(oldest);
  }

  private forgetSwept(): void {
    for (const [key, id] of this.byKey) if (!this.gym.sessions.has(sessionOf(id))) this.forget(key);
  }

  private forget(key: string): void {
    this.byKey.delete(key);
    this.closed.add(key);
    if (this.closed.size > REMEMBERED) this.forgetOldest();
  }
}

function shareKey(share: string): string {
  return `share:${share}`;
}

/** Returns the id of a seat: the id of the session, with an ending for the user's side. */
export function seatId(seat: Seat): string {
  return seat.plane === 'user' ? `${seat.id}${USER_SIDE}` : seat.id;
}

function planeOf(id: string): Plane {
  return id.endsWith(USER_SIDE) ? 'user' : 'agent';
}

function sessionOf(id: string): string {
  return planeOf(id) === 'user' ? id.slice(0, -USER_SIDE.length) : id;
}
