// Sends every request that names a session to the server that owns it. If that server is on this machine, the request
// is passed on to it. Otherwise the answer tells the client its URL. A request is passed on only once, so that it
// cannot go round in a circle.
import { Agent, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './http-errors.ts';
import { namedInBody, namedInHead, type Named } from './named-session.ts';
import type { Owner, Ownership, Soon } from './ownership.ts';

/** The header that marks a request which a server has passed on. */
const PASSED = 'x-callgym-passed';
/** Headers that concern one connection only and are therefore not passed on. */
const OF_ONE_LINE = new Set(['connection', 'keep-alive', 'transfer-encoding', 'proxy-connection', 'te', 'trailer']);

/** Makes the server send each request to the owner of its session. Must be called before other hooks are added. */
export function leadToOwner(app: FastifyInstance, ownership: Ownership): LeadTo {
  const lead = new LeadTo();
  app.addHook('onClose', (_app, done) => {
    lead.close();
    done();
  });
  const leading = (request: FastifyRequest, reply: FastifyReply, named: Named | undefined, done: Done): void => {
    if (named === undefined) return done();
    const go = (owner: Owner | undefined): void => {
      if (owner !== undefined && wasPassed(request))
        done(new HttpError('AWAY', { what: 'the session has just moved' }));
      else lead.to(owner, request, reply, done);
    };
    try {
      const owner = ownerOf(ownership, named);
      if (owner instanceof Promise) owner.then(go, done);
      else go(owner);
    } catch (error) {
      done(error as Error);
    }
  };
  app.addHook('onRequest', (request, reply, done) => leading(request, reply, namedInHead(request), done));
  app.addHook('preHandler', (request, reply, done) => leading(request, reply, namedInBody(request), done));
  return lead;
}

type Done = (error?: Error) => void;

function ownerOf(ownership: Ownership, named: Named): Soon<Owner | undefined> {
  return named.kind === 'session' ? ownership.ownerOf(named.id, named.plane) : ownership.ownerOfName(named.name);
}

export function wasPassed({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[PASSED] !== undefined;
}

export class LeadTo {
  private readonly agent = new Agent({ keepAlive: true });

  /**
   * Passes a request on to the owner, or answers with the owner's URL. If this server is the owner, calls `done`, and
   * this server answers.
   */
  to(owner: Owner | undefined, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    if (owner === undefined) return done();
    if (owner.how === 'redirect') {
      const url = `${owner.url}${request.originalUrl}`;
      reply.header('location', url);
      return done(new HttpError('MOVED', {}, url));
    }
    this.passOn(owner, request, reply).catch(done);
  }

  /** Passes a request with its body on, and sends the answer back. Rejects if the other server did not answer. */
  async passOn(owner: Owner, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isRead = request.body !== undefined;
    const body = isRead ? Buffer.from(JSON.stringify(request.body)) : undefined;
    const headers = passedHeaders(request.headers);
    if (body !== undefined) headers['content-length'] = String(body.length);
    const answer = await this.ask(owner, request.method, request.originalUrl, headers, body ?? request.raw);
    reply.hijack();
    reply.raw.writeHead(answer.statusCode ?? 502, withoutLine(answer.headers));
    pipeline(answer, reply.raw, (error) => {
      if (error !== undefined && error !== null) reply.raw.destroy();
    });
  }

  /** Sends a GET request to another server with the client's headers, and returns the answer as text. */
  async read(owner: Owner, request: FastifyRequest, path: string): Promise<string> {
    const headers = passedHeaders(request.headers);
    delete headers['content-length'];
    delete headers['accept-encoding'];
    const answer = await this.ask(owner, 'GET', path, headers, Buffer.alloc(0));
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if ((answer.statusCode ?? 500) >= 300)
      throw new HttpError('AWAY', { what: `${path} answers ${answer.statusCode}` });
    return text;
  }

  private ask(
    owner: Owner,
    method: string,
    path: string,
    headers: IncomingHttpHeaders,
    body: Buffer | IncomingMessage,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = send(`${owner.url}${path}`, { method, headers, agent: this.agent }, resolve);
      sent.on('error', () => reject(new HttpError('AWAY', { what: 'the server of this session does not answer' })));
      if (Buffer.isBuffer(body)) sent.end(body);
      else pipeline(body, sent, () => undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function passedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...withoutLine(headers), [PASSED]: '1' };
}

function withoutLine(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_LINE.has(name)));
}
