// Tells which worker of a machine owns a session. The first byte of the session's id decides, so that no look-up is
// needed; for a name that a client chose, a hash decides. The supervisor tells each worker the URLs of the others and
// chooses workers for new sessions.
import { digestOf } from '../../values/hash.ts';
import { markOf } from '../capabilities.ts';
import { HttpError } from '../http-errors.ts';
import type { Owner, Ownership } from '../ownership.ts';
import type { ToSupervisor, ToWorker } from './messages.ts';

/** Sends a message to the supervisor. Tests replace this function. */
export type Tell = (message: ToSupervisor) => void;

export class WorkerOwnership implements Ownership {
  private readonly index: number;
  private readonly workers: number;
  private readonly tell: Tell;
  private peers: readonly (Owner | undefined)[] = [];
  private readonly placing = new Map<number, (worker: number | null) => void>();
  private asked = 0;
  /** The port of this worker. 0 until it listens. */
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

  /**
   * Returns the owner for a name, or undefined for this worker. If the name has the form of an id, its first byte
   * decides; otherwise its hash does.
   */
  ownerOfName(name: string): Owner | undefined {
    return /^[\w-]{20}$/.test(name) ? this.ownerOf(name) : this.at(digestOf(name) % this.workers);
  }

  async placeFor(start: string, count: number, silent: readonly string[]): Promise<Owner | undefined> {
    // if a worker did not answer, the supervisor may not know yet that it is dead, so this worker takes the sessions
    // itself
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

  /** Returns a base URL that has the host name the client used and the port of this worker. */
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
