// Adds the studio to a server: the page at /studio, which needs no token and contains no data, and routes at
// /studio/api. The routes need the control token, because they show the tasks' stored solutions.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialOf } from '../../envs/server/credentials.ts';
import type { GymContext, ServerPlugin } from '../../envs/server/plugin.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { StudioPage } from '../page.ts';
import type { StudioContext, Typed } from './context.ts';
import { fileRoutes } from './edit-files.ts';
import { editRoutes } from './edit-routes.ts';
import { environmentRoutes } from './environment-routes.ts';
import { runRoutes } from './run-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { taskRoutes } from './task-routes.ts';

export interface StudioOptions {
  /** Loads the page. Called when a browser asks for it for the first time. */
  readonly page: () => Promise<StudioPage>;
  /**
   * The folders with which the studio was started, by the environment's name. The studio saves only to these folders.
   */
  readonly folders?: ReadonlyMap<string, string>;
  readonly runs?: readonly string[];
  /** The callgym command as this person must type it, and the path of tool schemas that can be compiled. */
  readonly typed?: Typed;
}

const ANYWHERE: Typed = { callgym: 'callgym', schemas: 'TOOLS.json' };

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function studio({ page, folders = new Map(), runs = [], typed = ANYWHERE }: StudioOptions): ServerPlugin {
  return async (app, context) => {
    pageRoutes(app, page);
    await app.register(async (scope) => {
      guard(scope, context);
      const studioContext: StudioContext = { ...context, folders, runs, typed };
      environmentRoutes(scope, studioContext);
      sessionRoutes(scope, studioContext);
      taskRoutes(scope, studioContext);
      editRoutes(scope, studioContext);
      fileRoutes(scope, studioContext);
      runRoutes(scope, studioContext);
    });
  };
}

function guard(app: FastifyInstance, { capabilities, sessions }: GymContext): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const token = credentialOf(request.headers);
    if (token !== undefined && capabilities.isControl(token)) return done();
    const opened = token === undefined ? undefined : sessions.opens(token);
    if (opened === undefined) return done(new HttpError('UNAUTHENTICATED'));
    sessions.trespass(opened.id, opened.plane, `${request.method} ${request.url}`);
    return done(new HttpError('FORBIDDEN', { what: 'the studio needs the control token' }));
  });
}

function pageRoutes(app: FastifyInstance, load: () => Promise<StudioPage>): void {
  const shell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>callgym studio</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/studio/app.css">
<script defer src="/studio/app.js"></script>
</head>
<body><div id="app"><noscript>The studio needs its script.</noscript></div></body>
</html>
`;
  const schema = { hide: true };
  app.get('/studio', { schema }, (_request, reply) => reply.redirect('/studio/'));
  let loading: ReturnType<typeof load> | undefined;
  const page = (): Promise<StudioPage> => (loading ??= load());
  const files = [
    ['/studio/', 'text/html', async () => shell],
    ['/studio/app.js', 'text/javascript', async () => (await page()).script],
    ['/studio/app.css', 'text/css', async () => (await page()).style],
  ] as const;
  for (const [url, type, text] of files) {
    let sending: ReturnType<typeof packed> | undefined;
    app.get(url, { schema }, async (request, reply) => {
      sending ??= packed(type, await text());
      return sending(request, reply);
    });
  }
}

/**
 * Returns a handler that sends a text: compressed with brotli or gzip if the client accepts one of them, or only the
 * status 304 if the client already has the text.
 */
function packed(type: string, text: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const tag = `"${sha256(text).slice(0, 24)}"`;
  const forms = [
    ['br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
    ['gzip', gzipSync(text)],
  ] as const;
  return ({ headers }, reply) => {
    reply
      .type(`${type}; charset=utf-8`)
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('etag', tag);
    if (headers['if-none-match'] === tag) return reply.status(304).send();
    reply.serializer((body: string | Buffer) => body as string);
    const accepted = String(headers['accept-encoding'] ?? '');
    for (const [name, bytes] of forms)
      if (new RegExp(`\\b${name}\\b`).test(accepted)) return reply.header('content-encoding', name).send(bytes);
    return reply.send(text);
  };
}
