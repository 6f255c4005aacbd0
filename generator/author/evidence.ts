// Reads calls that were recorded from the real service, as JSON lines or as a HAR file of the service's API. The model
// sees some of the calls. play-evidence.ts plays all of them in the environment that the model wrote.
import { readFileSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';
import { readJsonLines } from '../../envs/folder/environment-folder.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { HttpMapping } from '../../envs/values/tool-schema.ts';

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

/** Reads a file of recorded calls. `tools` holds the HTTP paths by which the requests of a HAR file are recognized. */
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
 * Returns the values of the placeholders of a path template. The path may begin with a prefix of the server. Returns
 * undefined if the path does not fit the template.
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
