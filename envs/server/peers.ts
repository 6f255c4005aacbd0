// The routes that are about the sessions of all servers: where new ones begin, the list of all, metrics and readiness.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkedAs, isJsonObject, parseJson, type Json, type JsonObject } from '../values/json.ts';
import type { EnvironmentShelf } from './environment-shelf.ts';
import { HttpError } from './http-errors.ts';
import { wasPassed, type LeadTo } from './lead-to-owner.ts';
import type { Ownership } from './ownership.ts';

export interface SessionPage {
  readonly sessions: readonly Json[];
  readonly next: string | null;
}

export class Peers {
  private readonly ownership: Ownership;
  private readonly lead: LeadTo;

  constructor(ownership: Ownership, lead: LeadTo) {
    this.ownership = ownership;
    this.lead = lead;
  }

  /** Gets an environment that this server lacks and another has. */
  async bring(nameOrHash: string, shelf: EnvironmentShelf): Promise<void> {
    if (this.ownership.bring !== undefined && !shelf.has(nameOrHash)) await this.ownership.bring(nameOrHash);
  }

  /** Lets the server to which new sessions belong answer; false when that is this server. */
  async place(request: FastifyRequest, reply: FastifyReply, start: string, count: number): Promise<boolean> {
    if (wasPassed(request)) return false;
    const silent: string[] = [];
    for (;;) {
      const owner = await this.ownership.placeFor(start, count, silent);
      if (owner === undefined) return false;
      try {
        await this.lead.passOn(owner, request, reply);
        return true;
      } catch (error) {
        // a server that has just died: another one takes the sessions
        if (!(error instanceof HttpError) || silent.includes(owner.url)) throw error;
        silent.push(owner.url);
      }
    }
  }

  /** The page of all servers' sessions, of this server's page and theirs. */
  async page(request: FastifyRequest, limit: number, own: SessionPage): Promise<SessionPage> {
    const pages = [own, ...(await this.ask(request, request.originalUrl)).map((text) => checkedAs<SessionPage>(text))];
    const all = pages.flatMap(({ sessions }) => sessions).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    const page = all.slice(0, limit);
    const isLast = all.length === page.length && pages.every(({ next }) => next === null);
    return { sessions: page, next: isLast || page.length === 0 ? null : idOf(page.at(-1) ?? null) };
  }

  /** The answers of the other servers to a request; none for a request that another server passed on. */
  async ask(request: FastifyRequest, path: string): Promise<JsonObject[]> {
    if (wasPassed(request)) return [];
    const owners = await this.ownership.others();
    const texts = await Promise.all(owners.map((owner) => this.lead.read(owner, request, path)));
    return texts.map((text) => {
      const value = parseJson(text);
      return isJsonObject(value) ? value : {};
    });
  }
}

function idOf(session: Json): string {
  return isJsonObject(session) ? String(session['id']) : '';
}
