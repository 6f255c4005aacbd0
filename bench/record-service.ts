// node bench/record-service.ts OUT.jsonl --calls N --sessions N --seed N [--habits FILE.json] [--without TOOL,TOOL]
// [--list TOOLS.json] -- COMMAND ARGS… Starts a real MCP server for each session, makes calls, and writes them as
// evidence for build --author. {scratch} in the command stands for an empty folder, new for each session; the evidence
// has /scratch in its place. `env NAME=VALUE` before the command gives the server a variable. --habits names a file of
// bench/services; --list writes the schemas of the called tools as the server lists them.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeRandom } from '../envs/random.ts';
import { asJson, isJsonObject, type Json, type JsonObject } from '../envs/values/json.ts';
import { SessionCalls, type CalledTool, type Habits } from './session-calls.ts';

interface Recording {
  readonly command: readonly string[];
  readonly seed: number;
  readonly habits: Habits;
  readonly without: ReadonlySet<string>;
}

export interface Recorded {
  readonly lines: readonly string[];
  readonly tools: readonly Json[];
}

/** Records the calls of one session, for which it starts a new server. */
export async function recordSession(recording: Recording, at: number, count: number): Promise<Recorded> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'callgym-service-')));
  const client = new Client({ name: 'callgym-recorder', version: '1' });
  const told = (value: Json): Json => replaced(value, scratch, '/scratch');
  try {
    const [command = '', ...args] = recording.command.map((each) => each.replaceAll('{scratch}', scratch));
    await client.connect(
      new StdioClientTransport({
        command,
        args,
        env: process.env as Record<string, string>,
        cwd: scratch,
        stderr: 'ignore',
      }),
    );
    const listed = (await client.listTools()).tools.filter(({ name }) => !recording.without.has(name));
    const tools = listed.map(({ name, inputSchema }): CalledTool => ({ name, inputSchema: inputSchema as JsonObject }));
    const calls = new SessionCalls(makeRandom(recording.seed, `session ${at}`), recording.habits);
    const lines: string[] = [];
    while (lines.length < count) {
      const { tool, args: drawn } = calls.next(tools);
      const made = replaced(drawn, '{scratch}', scratch) as JsonObject;
      const { ok, answer } = await callOnce(client, tool.name, made);
      if (ok) calls.learn(tool.name, made, answer);
      const session = `s${recording.seed}-${at}`;
      const line = { session, tool: tool.name, arguments: told(made), [ok ? 'result' : 'error']: told(answer) };
      lines.push(JSON.stringify(line));
    }
    return { lines, tools: listed.map((each) => told(asJson(each))) };
  } finally {
    await client.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function callOnce(
  client: Client,
  name: string,
  args: JsonObject,
): Promise<{ readonly ok: boolean; readonly answer: Json }> {
  try {
    const answer = asJson(await client.callTool({ name, arguments: args }));
    const shown = answer['structuredContent'] ?? textOf(answer['content'] as Json);
    return { ok: answer['isError'] !== true, answer: shown as Json };
  } catch (error) {
    // the protocol itself also answers with errors, for example if arguments do not fit the schema
    return { ok: false, answer: (error as Error).message };
  }
}

function replaced(value: Json, was: string, now: string): Json {
  return JSON.parse(JSON.stringify(value).replaceAll(was, now)) as Json;
}

function textOf(content: Json): Json {
  const [first] = Array.isArray(content) ? (content as readonly Json[]) : [];
  const text = isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : '';
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

async function main(): Promise<void> {
  const split = process.argv.indexOf('--');
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2, split),
    options: {
      calls: { type: 'string' },
      sessions: { type: 'string' },
      seed: { type: 'string' },
      habits: { type: 'string' },
      without: { type: 'string' },
      list: { type: 'string' },
    },
    allowPositionals: true,
  });
  const recording: Recording = {
    command: process.argv.slice(split + 1),
    seed: Number(values.seed ?? 1),
    habits: values.habits === undefined ? {} : (JSON.parse(readFileSync(values.habits, 'utf8')) as Habits),
    without: new Set((values.without ?? '').split(',')),
  };
  const sessions = Number(values.sessions ?? 10);
  const count = Math.round(Number(values.calls ?? 300) / sessions);
  const lines: string[] = [];
  for (let at = 0; at < sessions; at++) {
    const recorded = await recordSession(recording, at, count);
    lines.push(...recorded.lines);
    if (values.list !== undefined) writeFileSync(values.list, JSON.stringify({ tools: recorded.tools }, null, 2));
  }
  writeFileSync(positionals[0] ?? 'evidence.jsonl', lines.map((line) => `${line}\n`).join(''));
  process.stdout.write(`${lines.length} calls in ${sessions} sessions\n`);
}

if (import.meta.main) await main();
