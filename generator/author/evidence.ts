// Reads calls recorded from the real service: JSON lines, or a HAR file of the service's API. The author sees some of
// the calls. All are played in the written environment; a report names those with another answer than the service's.
import { readFileSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';
import { readJsonLines } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { HttpMapping } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';

export interface RecordedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly ok: boolean;
  /** The result, or the error, as the service gave it. */
  readonly answer: Json;
  readonly session: string;
}

export interface Reachable {
  readonly name: string;
  readonly http?: HttpMapping;
}

/** Reads a file of recorded calls. `tools` give the paths by which requests of a HAR file are recognised. */
export function readEvidence(file: string, tools: readonly Reachable[]): RecordedCall[] {
  return file.endsWith('.har') ? fromHar(file, tools) : fromLines(file);
}

function fromLines(file: string): RecordedCall[] {
  return readJsonLines(file, (value, place): RecordedCall => {
    const line = plainJson(value);
    if (!isJsonObject(line) || typeof line['tool'] !== 'string' || !isJsonObject(line['arguments'] ?? {}))
      throw badInput({
        file: place,
        what: 'is no recorded call',
        mend: 'a line is {"tool": …, "arguments": {…}, "result": … or "error": …, "session"?: …}',
      });
    const ok = !('error' in line);
    return {
      tool: line['tool'],
      arguments: (line['arguments'] ?? {}) as JsonObject,
      ok,
      answer: (ok ? line['result'] : line['error']) ?? null,
      session: String(line['session'] ?? ''),
    };
  });
}

// ---- HAR ------------------------------------------------------------------------------------------------------------

function fromHar(file: string, tools: readonly Reachable[]): RecordedCall[] {
  let har: unknown;
  try {
    har = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw badInput({ file, what: `is no HAR file: ${(error as Error).message}` });
  }
  const log = isJsonObject(har) ? har['log'] : undefined;
  const entries = isJsonObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries))
    throw badInput({ file, what: 'has no log.entries', mend: 'save a HAR file with content' });
  return (entries as readonly Json[]).flatMap((entry) => fromEntry(entry, tools) ?? []);
}

function fromEntry(entry: Json, tools: readonly Reachable[]): RecordedCall | undefined {
  const request = isJsonObject(entry) ? entry['request'] : undefined;
  const response = isJsonObject(entry) ? entry['response'] : undefined;
  if (!isJsonObject(request) || !isJsonObject(response) || typeof request['url'] !== 'string') return undefined;
  let url: URL;
  try {
    url = new URL(request['url']);
  } catch {
    return undefined;
  }
  const found = tools
    .flatMap((tool) => {
      if (tool.http === undefined || tool.http.method !== request['method']) return [];
      const values = fitPath(tool.http.path, url.pathname);
      return values === undefined ? [] : [{ tool, values, literal: tool.http.path.split('{').length }];
    })
    // prefer the path template with the fewest placeholders
    .sort((a, b) => a.literal - b.literal)[0];
  if (found === undefined) return undefined;
  const body = jsonOf(request['postData'], 'text');
  const status = Number(response['status'] ?? 0);
  return {
    tool: found.tool.name,
    arguments: { ...Object.fromEntries(url.searchParams), ...(isJsonObject(body) ? body : {}), ...found.values },
    ok: status >= 200 && status < 300,
    answer: jsonOf(response['content'], 'text') ?? null,
    session: 'har',
  };
}

function jsonOf(holder: Json | undefined, member: string): Json | undefined {
  const text = isJsonObject(holder) ? holder[member] : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/**
 * Returns the values of the placeholders of a path template. The path may begin with a prefix of the server. Undefined
 * where the path does not fit the template.
 */
function fitPath(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template, path].map((each) => each.split('/').filter((part) => part !== '')) as [
    string[],
    string[],
  ];
  if (given.length < wanted.length) return undefined;
  const tail = given.slice(given.length - wanted.length);
  const values: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const hole = /^\{(.+)\}$/.exec(part)?.[1];
    if (hole === undefined && part !== tail[at]) return undefined;
    if (hole !== undefined) values[hole] = decodeURIComponent(tail[at] ?? '');
  }
  return values;
}

// ---- playing the recorded calls -------------------------------------------------------------------------------------

export interface EvidenceReport {
  readonly calls: number;
  readonly equal: number;
  readonly unequal: readonly {
    readonly index: number;
    readonly tool: string;
    readonly kind: 'unknown tool' | 'unserved' | 'refused' | 'accepted' | 'result';
    readonly expected: string;
    readonly got: string;
  }[];
}

const SHOWN = 300;

/** Plays the calls session by session. Ids of the service in arguments are replaced by ids of the environment. */
export function playEvidence(world: World, calls: readonly RecordedCall[]): EvidenceReport {
  const sessions = new Map<string, { readonly call: RecordedCall; readonly index: number }[]>();
  for (const [index, call] of calls.entries())
    sessions.set(call.session, [...(sessions.get(call.session) ?? []), { call, index }]);
  const unequal: EvidenceReport['unequal'][number][] = [];
  const store = new SessionStore();
  for (const [name, recorded] of sessions) {
    const session = store.create({ id: `evidence ${name}`, world, seed: 1 });
    const ids = new Map<string, string>();
    for (const { call, index } of recorded) {
      const tool = world.tools.get(call.tool)?.tool;
      const put = (kind: EvidenceReport['unequal'][number]['kind'], got: Json): void =>
        void unequal.push({ index, tool: call.tool, kind, expected: shown(call.answer), got: shown(got) });
      if (tool === undefined) {
        put('unknown tool', null);
        continue;
      }
      const args = renamed(call.arguments, ids) as JsonObject;
      const answer = store.call(session, { by: tool.audience, name: tool.name, arguments: args });
      if (!answer.ok) {
        // a tool that is not simulated refuses every call, so its refusal does not count as agreement
        const isUnserved = answer.error.code === 'UNAVAILABLE';
        if (call.ok || isUnserved)
          put(isUnserved ? 'unserved' : 'refused', { code: answer.error.code, message: answer.error.message });
        continue;
      }
      const got = plainJson(answer.result);
      if (!call.ok) put('accepted', got);
      else if (!isAlike(call.answer, got, ids)) put('result', got);
    }
    store.close(session);
  }
  unequal.sort((a, b) => a.index - b.index);
  return { calls: calls.length, equal: calls.length - unequal.length, unequal };
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function renamed(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => renamed(each, ids));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each as Json, ids)]));
}

const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/;

const TIMES =
  /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [A-Z][a-z]{2} \d{1,2} \d{4} \d{2}:\d{2}:\d{2}( GMT[+-]\d{4})?( \([^)]*\))?/g;

function timeless(text: string): string {
  return text.replaceAll(TIMES, 'at a time');
}

/** Tells whether two values are equal except for times and ids. Pairs of ids are stored in `ids`. */
function isAlike(recorded: Json, got: Json, ids: Map<string, string>): boolean {
  if (typeof recorded === 'string' && typeof got === 'string') {
    if (recorded === got || ids.get(recorded) === got) return true;
    if (TIME.test(recorded) && TIME.test(got)) return true;
    // a longer text, such as a listing, may contain times
    const [wanted, shown] = [timeless(recorded), timeless(got)];
    if (wanted !== recorded && wanted === shown) return true;
    if (!isIdLike(recorded) || !isIdLike(got) || ids.has(recorded)) return false;
    ids.set(recorded, got);
    return true;
  }
  if (typeof recorded === 'number' && typeof got === 'number')
    return Math.abs(recorded - got) <= 1e-9 * Math.max(1, Math.abs(recorded));
  if (Array.isArray(recorded) && Array.isArray(got))
    return recorded.length === got.length && recorded.every((each, at) => isAlike(each as Json, got[at] as Json, ids));
  if (isJsonObject(recorded) && isJsonObject(got)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(got)]);
    return [...names].every((name) => isAlike(recorded[name] ?? null, got[name] ?? null, ids));
  }
  return recorded === got;
}

/** Tells whether a text looks like an id that a service made: long, with digits, without spaces. */
function isIdLike(text: string): boolean {
  return /^[\w-]{6,}$/.test(text) && /\d/.test(text);
}
