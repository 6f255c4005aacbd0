// The gym over HTTP, as a run uses it: sessions on tasks, calls, verdicts. A request is sent again when the line breaks or
// the server is busy, but a call that reached the session is never made twice: the log tells whether it did.
import * as http from 'node:http';
import * as https from 'node:https';
import type { CallAnswer } from '../../envs/session/session-store.ts';
import type { Plane } from '../../envs/server/plane.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { EndReason } from '../../envs/values/task.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import type { Table } from '../episodes/conversation.ts';

/** What was not answered with 200: never the agent's fault. */
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

export interface NewSession {
  readonly environment: string;
  readonly task: string;
  readonly trialSeed: number;
}

const ATTEMPTS = 5;
const PAUSE_MS = 100;
const TIMEOUT_MS = 60_000;
const BUSY = new Set([429, 502, 503, 504]);

export class GymClient {
  private readonly base: URL;
  private readonly token: string;
  private readonly agent: http.Agent;
  private readonly request: typeof http.request;

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
    return (await this.ask('GET', `/environments/${encodeURIComponent(nameOrHash)}`)) as unknown as {
      name: string;
      hash: string;
    };
  }

  /** Every task of an environment, page by page. */
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

  async begin({ environment, task, trialSeed }: NewSession): Promise<RemoteSession> {
    const made = (await this.ask('POST', '/sessions', { environment, task, trial_seed: trialSeed })) as unknown as {
      id: string;
      tokens: { agent: string; user: string };
    };
    return new RemoteSession(this, made.id, made.tokens);
  }

  /** Tried again while nothing can have happened twice: `repeatable` says so. */
  async ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Json,
    { token = this.token, repeatable = true }: { token?: string; repeatable?: boolean } = {},
  ): Promise<Json> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { status, text } = await this.send(method, path, body, token);
        if (status < 300) return text === '' ? null : parseJson(text);
        const { code, message } = errorOf(text);
        throw new GymUnavailable(status, code, `${method} ${path}: ${status} ${code}: ${message}`);
      } catch (error) {
        const busy = error instanceof GymUnavailable && BUSY.has(error.status) && error.code !== 'TOO_MANY_CALLS';
        const broken = !(error instanceof GymUnavailable);
        if (attempt >= ATTEMPTS || !(busy || (broken && repeatable))) throw error;
        await pause(PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  private send(
    method: string,
    path: string,
    body: Json | undefined,
    token: string,
  ): Promise<{ status: number; text: string }> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const sent = this.request(
        {
          host: this.base.hostname,
          ...(this.base.port === '' ? {} : { port: this.base.port }),
          path: `${this.base.pathname.replace(/\/$/, '')}${path}`,
          method,
          agent: this.agent,
          timeout: TIMEOUT_MS,
          headers: {
            authorization: `Bearer ${token}`,
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': payload.byteLength }),
          },
        },
        (response: http.IncomingMessage) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
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
  private step = 0;

  constructor(client: GymClient, id: string, tokens: Readonly<Record<Plane, string>>) {
    this.client = client;
    this.id = id;
    this.tokens = tokens;
  }

  /** Its system prompt; `solo` is that of an agent that works alone. */
  async prompt(plane: Plane, solo = false): Promise<{ readonly system: string }> {
    return (await this.client.ask('GET', `/s/${this.id}/prompt${solo ? '?user=none' : ''}`, undefined, {
      token: this.tokens[plane],
    })) as unknown as { system: string };
  }

  async tools(plane: Plane): Promise<readonly Json[]> {
    const { tools } = (await this.client.ask('GET', `/s/${this.id}/tools`, undefined, {
      token: this.tokens[plane],
    })) as { tools: Json[] };
    return tools;
  }

  async call(plane: Plane, name: string, args: JsonObject): Promise<CallAnswer> {
    const next = this.step + 1;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = (await this.client.ask(
          'POST',
          `/s/${this.id}/calls`,
          { name, arguments: args },
          { token: this.tokens[plane], repeatable: false },
        )) as unknown as CallAnswer;
        this.step = answer.step;
        return answer;
      } catch (error) {
        if (error instanceof GymUnavailable || attempt >= ATTEMPTS) throw error;
        // the line broke: was the call made?
        await pause(PAUSE_MS * 2 ** (attempt - 1));
        const { entries } = (await this.client.ask('GET', `/sessions/${this.id}/log`)) as unknown as {
          entries: LogEntry[];
        };
        const made = entries[next];
        if (made === undefined) continue;
        this.step = next;
        return (
          made.ok ? { step: next, ok: true, result: made.result } : { step: next, ok: false, error: made.error }
        ) as CallAnswer;
      }
    }
  }

  /** The net difference since the task's start. */
  async changes(): Promise<Diff> {
    return (await this.client.ask('GET', `/sessions/${this.id}/diff`)) as unknown as Diff;
  }

  async verdict(messages: readonly EpisodeMessage[], end: EndReason, solo: boolean): Promise<Verdict> {
    return (await this.client.ask('POST', `/sessions/${this.id}/verdict`, {
      messages: messages as unknown as Json,
      end,
      ...(solo ? { solo } : {}),
    })) as unknown as Verdict;
  }

  async close(): Promise<void> {
    await this.client.ask('DELETE', `/sessions/${this.id}`);
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
