// The seats of a server: taken at a task, found by the session's id or by what a dialect calls them, and closed. They
// hold nothing that the session does not, so that a seat of a session from the journal is the same seat.
import { badInput } from '../../errors/gym-error.ts';
import type { Task } from '../../values/task.ts';
import type { World } from '../../world/world.ts';
import { HttpError } from '../http-errors.ts';
import { worldOf } from '../plugins/environment-routes.ts';
import { seatUser } from '../seat-user.ts';
import type { Plane } from '../plane.ts';
import { SHARED, type ServedSession } from '../served-sessions.ts';
import type { GymContext } from '../dialect.ts';
import { Seat } from './seat.ts';
import type { SeatWish } from './seat-wish.ts';

/** Ends the id of the user's own seat at a session. */
const USER_SIDE = '~user';

/** So many keys of closed seats are remembered, for clients that come late. */
const REMEMBERED = 65_536;

export class Seats {
  private readonly gym: GymContext;
  private readonly taken = new WeakMap<ServedSession, Partial<Record<Plane, Seat>>>();
  private readonly byKey = new Map<string, string>();
  private readonly closed = new Set<string>();

  constructor(gym: GymContext) {
    this.gym = gym;
    for (const { session } of gym.sessions.all()) {
      const key = session.about?.['key'];
      if (typeof key === 'string' && !this.byKey.has(key)) this.byKey.set(key, session.id);
    }
  }

  /** An environment by its name in any case, or by its hash. */
  world(name: string): World {
    const { library } = this.gym;
    if (library.head(name) !== undefined) return worldOf(library, name);
    const found = library.names().find((each) => each.toLowerCase() === name.toLowerCase());
    return worldOf(library, found ?? name);
  }

  tasks(world: World): readonly Task[] {
    return [...this.gym.library.tasks(world.environment.name).values()];
  }

  /** Takes a seat; `key` is what the dialect finds it by again, `ttl` how long it may idle. */
  async take(
    wish: SeatWish,
    { dialect, key, ttl }: { readonly dialect: string; readonly key?: string; readonly ttl?: number },
  ): Promise<Seat> {
    const { sessions } = this.gym;
    if (key !== undefined && this.closed.has(key)) throw new HttpError('SESSION_EXPIRED', { id: key.slice(0, 64) });
    if (wish.forkOf !== undefined) return this.takeFork(wish, wish.forkOf, dialect, key);
    const mate = wish.share === undefined ? undefined : this.byKey.get(`share:${wish.share}`);
    if (mate !== undefined && this.gym.sessions.has(mate))
      return this.keep(this.gym.sessions.get(mate), dialect, key, wish.side);
    const world = this.world(wish.environment);
    const task = this.taskOf(world, wish);
    const live = wish.user === 'none' || wish.user === SHARED ? undefined : wish.user;
    if (live !== undefined && task === undefined)
      throw badInput({ path: '/user', what: 'a live user plays a task', mend: 'name a task too' });
    if (live !== undefined && this.gym.liveUsers === undefined)
      throw badInput({ path: '/user', what: 'this server plays no live users', mend: 'callgym serve does' });
    const served = sessions.create({
      world,
      user: wish.user,
      key,
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
    if (wish.share !== undefined) this.byKey.set(`share:${wish.share}`, served.session.id);
    return this.keep(served, dialect, key, wish.side);
  }

  private takeFork(wish: SeatWish, of: string, dialect: string, key: string | undefined): Seat {
    const served = this.gym.sessions.get(of);
    if (served.live !== undefined) throw new HttpError('LIVE_CONVERSATION', { id: of, what: 'cannot be forked' });
    const fork = this.gym.sessions.fork(served, wish.at ?? served.session.entries.length);
    return this.keep(fork, dialect, key);
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
    const task = this.gym.library.tasks(name).get(id);
    if (task === undefined)
      throw new HttpError('NOT_FOUND', { what: `task ${JSON.stringify(id.slice(0, 100))} of ${name}` });
    return task;
  }

  /** The seat at a live session, taken anew where the server was started again. Throws 404 or 410. */
  at(seatId: string, dialect: string): Seat {
    const plane = planeOf(seatId);
    const served = this.gym.sessions.get(sessionOf(seatId));
    return this.taken.get(served)?.[plane] ?? this.keep(served, dialect, undefined, plane);
  }

  /** By what the dialect calls it; undefined where there is none. Throws 410 for one that ended. */
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

  /** Ends the seat of a key, also of one that was never taken: a late request for it must not make it again. */
  close(key: string): void {
    const id = this.byKey.get(key);
    // the user's seat is left; the agent's takes the session with it
    if (id !== undefined && planeOf(id) === 'agent' && this.gym.sessions.has(id)) this.gym.sessions.close(id);
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

/** What finds a seat again: the session's id, with a mark where it is the user's. */
export function seatId(seat: Seat): string {
  return seat.plane === 'user' ? `${seat.id}${USER_SIDE}` : seat.id;
}

function planeOf(id: string): Plane {
  return id.endsWith(USER_SIDE) ? 'user' : 'agent';
}

function sessionOf(id: string): string {
  return planeOf(id) === 'user' ? id.slice(0, -USER_SIDE.length) : id;
}
