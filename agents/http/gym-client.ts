// The client with which a run uses the gym over HTTP: sessions on tasks, calls and verdicts. The client repeats a
// request if the connection breaks or the server is busy. No tool call is made twice: after a broken connection, the
// client first reads in the session's log whether the call was made.
import * as http from 'node:http';
import * as https from 'node:https';
import type { CallAnswer } from '../../envs/session/session-store.ts';
import type { Plane } from '../../envs/server/plane.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { asJson, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { EndReason } from '../../envs/values/task.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import type { OpenSpan } from '../../envs/tracing/tracer.ts';
import { TRACEPARENT, traceparentOf } from '../../envs/tracing/traceparent.ts';
import type { Table } from '../episodes/conversation.ts';

/** Thrown if the gym refuses a request or cannot answer it. */
export class GymUnavailable extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'GymUnavailable';
    this.status = status;
    this.code = code;
  }
}

export interface AskOptions {
  readonly token?: string;
  /** True if the request may be sent twice without harm. */
  readonly repeatable?: boolean;
  /** The trace span that the request belongs to. */
  readonly under?: OpenSpan | undefined;
}

export interface NewSession {
  readonly environment: string;
  readonly task: string;
  readonly trialSeed: number;
}

const ATTEMPTS = 5;
const PAUSE_MS = 100;
const TIMEOUT_MS = 60_000;
const BUSY = new Set([429, 502, 503, 504]);
/**
 * The error code of a server that does not know whether it stored a call. The client then looks into the session's log.
 */
const UNSURE = 'CLUSTER_AWAY';
const MOST_MOVES = 8;

export class GymClient {
  private readonly base: URL;
  private readonly token: string;
  private readonly agent: http.Agent;
  private readonly request: typeof http.request;
  /** The URL of the server that holds a session, by the session's id. Sessions on the server `base` are not listed. */
  private readonly homes = new Map<string, URL>();

  constructor(url: string, token: string, connections = 64) {
    this.base = new URL(url);
    this.token = token;
    const { Agent, request } = this.base.protocol === 'https:' ? https : http;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.request = request;
  }

  close(): void {
    this.agent.destroy();
  }

  async environment(nameOrHash: string): Promise<{ readonly name: string; readonly hash: string }> {
    return await this.ask<{ name: string; hash: string }>('GET', `/environments/${encodeURIComponent(nameOrHash)}`);
  }

  async tasks(name: string): Promise<JsonObject[]> {
    const found: JsonObject[] = [];
    let after: string | null = null;
    do {
      const query: string = after === null ? '' : `?after=${encodeURIComponent(after)}`;
      const page = (await this.ask('GET', `/environments/${encodeURIComponent(name)}/tasks${query}`)) as {
        tasks: JsonObject[];
        next?: string | null;
      };
      found.push(...page.tasks);
      after = page.next ?? null;
    } while (after !== null);
    return found;
  }

  /** Begins a session on a task. If the run is traced, the session's requests become spans under `under`. */
  async begin({ environment, task, trialSeed }: NewSession, under?: OpenSpan): Promise<RemoteSession> {
    const made = await this.ask<{
      id: string;
      urls: { agent: string };
      tokens: { agent: string; user: string };
    }>('POST', '/sessions', { environment, task, trial_seed: trialSeed }, { under });
    const home = new URL(made.urls.agent);
    if (home.origin !== this.base.origin && home.protocol === this.base.protocol) this.homes.set(made.id, home);
    return new RemoteSession(this, made.id, made.tokens, under);
  }

  /**
   * Sends a request, and repeats it up to ATTEMPTS times if the server is busy or the connection breaks. A request that
   * is not `repeatable` is repeated only if it surely had no effect. Follows a session that has moved to another
   * server.
   */
  async ask<T = Json>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Json,
    { token = this.token, repeatable = true, under }: AskOptions = {},
  ): Promise<T> {
    const session = /^\/s\/([\w-]+)/.exec(path)?.[1];
    let moves = 0;
    for (let attempt = 1; ; attempt++) {
      const home = session === undefined ? undefined : this.homes.get(session);
      try {
        const { status, text, location } = await this.send(home ?? this.base, method, path, body, { token, under });
        if (status < 300) return (text === '' ? null : parseJson(text)) as T;
        const { code, message } = errorOf(text);
        if (code === 'MOVED' && location !== undefined && session !== undefined && moves < MOST_MOVES) {
          moves += 1;
          attempt -= 1;
          this.homes.set(session, new URL(location));
          continue;
        }
        throw new GymUnavailable(status, code, `${method} ${path}: ${status} ${code}: ${message}`);
      } catch (error) {
        const unsure = error instanceof GymUnavailable && error.code === UNSURE && !repeatable;
        const busy =
          error instanceof GymUnavailable && BUSY.has(error.status) && error.code !== 'TOO_MANY_CALLS' && !unsure;
        const broken = !(error instanceof GymUnavailable);
        // the session's server may be gone, but every other server can name the server that has the session now
        if (broken && session !== undefined) this.homes.delete(session);
        if (attempt >= ATTEMPTS || !(busy || (broken && repeatable))) throw error;
        await pause(PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  forget(id: string): void {
    this.homes.delete(id);
  }

  private send(
    base: URL,
    method: string,
    path: string,
    body: Json | undefined,
    { token, under }: AskOptions,
  ): Promise<{ status: number; text: string; location: string | undefined }> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const span = under?.child(`${method} ${path.replace(/^\/(s|sessions)\/[\w-]+/, '/$1/:id')}`, { kind: 'client' });
    return new Promise((answered, failed) => {
      const resolve = (answer: { status: number; text: string; location: string | undefined }): void => {
        span?.set({ 'http.request.method': method, 'http.response.status_code': answer.status });
        span?.end();
        answered(answer);
      };
      const reject = (error: Error): void => {
        span?.end(error.message);
        failed(error);
      };
      const sent = this.request(
        {
          host: base.hostname,
          ...(base.port === '' ? {} : { port: base.port }),
          path: base === this.base ? `${base.pathname.replace(/\/$/, '')}${path}` : path,
          method,
          agent: this.agent,
          timeout: TIMEOUT_MS,
          headers: {
            authorization: `Bearer ${token}`,
            ...(span === undefined ? {} : { [TRACEPARENT]: traceparentOf(span) }),
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': payload.byteLength }),
          },
        },
        (response: http.IncomingMessage) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              location: response.headers.location,
            }),
          );
          response.on('error', reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
      sent.on('error', reject);
      sent.end(payload);
    });
  }
}

export class RemoteSession implements Table {
  private readonly client: GymClient;
  readonly tokens: Readonly<Record<Plane, string>>;
  readonly id: string;
  /** The span that new requests belong to: the span of the episode, or of the current turn. */
  under: OpenSpan | undefined;
  private step = 0;

  constructor(client: GymClient, id: string, tokens: Readonly<Record<Plane, string>>, under?: OpenSpan) {
    this.client = client;
    this.id = id;
    this.tokens = tokens;
    this.under = under;
  }

  private ask<T = Json>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Json,
    more: AskOptions = {},
  ): Promise<T> {
    return this.client.ask<T>(method, path, body, { ...more, under: this.under });
  }

  /** Returns the system prompt of one side. With `solo`, returns the prompt for an agent that works without a user. */
  async prompt(plane: Plane, solo = false): Promise<{ readonly system: string }> {
    return await this.ask<{ system: string }>('GET', `/s/${this.id}/prompt${solo ? '?user=none' : ''}`, undefined, {
      token: this.tokens[plane],
    });
  }

  async tools(plane: Plane): Promise<readonly Json[]> {
    const { tools } = (await this.ask('GET', `/s/${this.id}/tools`, undefined, {
      token: this.tokens[plane],
    })) as { tools: Json[] };
    return tools;
  }

  async call(plane: Plane, name: string, args: JsonObject): Promise<CallAnswer> {
    const next = this.step + 1;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.ask<CallAnswer>(
          'POST',
          `/s/${this.id}/calls`,
          { name, arguments: args },
          { token: this.tokens[plane], repeatable: false },
        );
        this.step = answer.step;
        return answer;
      } catch (error) {
        if ((error instanceof GymUnavailable && error.code !== UNSURE) || attempt >= ATTEMPTS) throw error;
        // the connection broke or the server is unsure, and the session's log shows whether the call was made
        await pause(PAUSE_MS * 2 ** (attempt - 1));
        const { entries } = await this.ask<{
          entries: LogEntry[];
        }>('GET', `/sessions/${this.id}/log`);
        const made = entries[next];
        if (made === undefined) continue;
        this.step = next;
        return (
          made.ok ? { step: next, ok: true, result: made.result } : { step: next, ok: false, error: made.error }
        ) as CallAnswer;
      }
    }
  }

  /** Returns the difference between the task's first state and the present state. */
  async changes(): Promise<Diff> {
    return await this.ask<Diff>('GET', `/sessions/${this.id}/diff`);
  }

  async verdict(messages: readonly EpisodeMessage[], end: EndReason, solo: boolean): Promise<Verdict> {
    return await this.ask<Verdict>('POST', `/sessions/${this.id}/verdict`, {
      messages: asJson(messages),
      end,
      ...(solo ? { solo } : {}),
    });
  }

  async close(): Promise<void> {
    await this.ask('DELETE', `/sessions/${this.id}`);
    this.client.forget(this.id);
  }
}

function errorOf(text: string): { code: string; message: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    return { code: error?.code ?? 'UNKNOWN', message: error?.message ?? text.slice(0, 200) };
  } catch {
    return { code: 'UNKNOWN', message: text.slice(0, 200) };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
