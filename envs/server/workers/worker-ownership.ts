// Finds the worker of one machine that owns a session. The first byte of a session's id names its worker, so nothing is
// looked up; a name that a client chose is hashed. The supervisor tells on which ports the workers listen, and places
// new sessions.
import { digestOf } from '../../values/hash.ts';
import { markOf } from '../capabilities.ts';
import { HttpError } from '../http-errors.ts';
import type { Owner, Ownership } from '../ownership.ts';
import type { ToSupervisor, ToWorker } from './messages.ts';

/** Asks the supervisor. Tests pass a function of their own. */
export type Tell = (message: ToSupervisor) => void;

export class WorkerOwnership implements Ownership {
  private readonly index: number;
  private readonly workers: number;
  private readonly tell: Tell;
  private peers: readonly (Owner | undefined)[] = [];
  private readonly placing = new Map<number, (worker: number | null) => void>();
  private asked = 0;
  /** The port of this worker, once it listens. */
  port = 0;

  constructor({ index, workers }: { readonly index: number; readonly workers: number }, tell: Tell) {
    this.index = index;
    this.workers = workers;
    this.tell = tell;
  }

  heard(message: ToWorker): void {
    if (message.kind === 'peers')
      this.peers = message.urls.map((url) => (url === null ? undefined : { url, how: 'forward' }));
    if (message.kind === 'placed') {
      this.placing.get(message.ask)?.(message.worker);
      this.placing.delete(message.ask);
    }
  }

  ownerOf(id: string): Owner | undefined {
    return this.at(markOf(id) % this.workers);
  }

  /** An id that a server gave out names its worker too; other names are hashed. */
  ownerOfName(name: string): Owner | undefined {
    return /^[\w-]{20}$/.test(name) ? this.ownerOf(name) : this.at(digestOf(name) % this.workers);
  }

  async placeFor(start: string, count: number, silent: readonly string[]): Promise<Owner | undefined> {
    // the first process hears of a dead worker later than this one
    if (silent.length > 0) return undefined;
    const ask = (this.asked += 1);
    const worker = await new Promise<number | null>((resolve) => {
      this.placing.set(ask, resolve);
      this.tell({ kind: 'place', ask, start, count });
    });
    return worker === null ? undefined : this.at(worker);
  }

  others(): Owner[] {
    return this.peers.filter((peer, index): peer is Owner => index !== this.index && peer !== undefined);
  }

  /** The client's name of this machine with the port of this worker. */
  baseOf({ protocol, host }: { readonly protocol: string; readonly host: string }): string {
    const url = URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`) : undefined;
    return `${protocol}://${url?.hostname ?? '127.0.0.1'}:${this.port}`;
  }

  private at(worker: number): Owner | undefined {
    if (worker === this.index) return undefined;
    const peer = this.peers[worker];
    if (peer === undefined) throw new HttpError('AWAY', { what: `worker ${worker} of this session is being started` });
    return peer;
  }
}
