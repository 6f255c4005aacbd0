// The parts of routes that concern all servers: where new sessions begin, the list of all sessions, metrics and
// readiness.
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

  /** If this server lacks an environment, fetches it from another server. */
  async bring(nameOrHash: string, shelf: EnvironmentShelf): Promise<void> {
    if (this.ownership.bring !== undefined && !shelf.has(nameOrHash)) await this.ownership.bring(nameOrHash);
  }

  /**
   * Passes the request on to the server that must make the new sessions. Returns false if this server itself must make
   * them.
   */
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
        // the chosen server did not answer, so another one is chosen
        if (!(error instanceof HttpError) || silent.includes(owner.url)) throw error;
        silent.push(owner.url);
      }
    }
  }

  /** Merges this server's page of sessions with the pages of the other servers. */
  async page(request: FastifyRequest, limit: number, own: SessionPage): Promise<SessionPage> {
    const pages = [own, ...(await this.ask(request, request.originalUrl)).map((text) => checkedAs<SessionPage>(text))];
    const all = pages.flatMap(({ sessions }) => sessions).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    const page = all.slice(0, limit);
    const isLast = all.length === page.length && pages.every(({ next }) => next === null);
    return { sessions: page, next: isLast || page.length === 0 ? null : idOf(page.at(-1) ?? null) };
  }

  /**
   * Returns the answers of all other servers to the same request. If another server passed the request on, returns
   * none, because that server asks the others itself.
   */
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
