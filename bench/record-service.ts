// node bench/record-service.ts OUT.jsonl --calls N --sessions N --seed N [--values FILE.json] [--without TOOL,TOOL]
// [--list TOOLS.json] -- COMMAND ARGS…
// Starts a real MCP server for each session, makes calls, and writes them as evidence for build --author. The calls are
// drawn from the server's schemas and from values that it showed. {scratch} in the command is an empty folder, new for
// each session. --values names a file with values for arguments; --list writes the called tools as the server lists
// them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeRandom, type Random } from '../envs/random.ts';
import { asJson, isJsonObject, type Json, type JsonObject } from '../envs/values/json.ts';

async function recordSession(scratch: string, at: number, count: number): Promise<string[]> {
  const client = new Client({ name: 'callgym-recorder', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command,
      args: commandArgs.map((each) => each.replaceAll('{scratch}', scratch)),
      env: { ...(process.env as Record<string, string>), MEMORY_FILE_PATH: join(scratch, 'memory.jsonl') },
      stderr: 'ignore',
    }),
  );
  const random = makeRandom(Number(values.seed ?? 1), `session ${at}`);
  const tools = (await client.listTools()).tools.filter(({ name }) => !without.has(name));
  if (values.list !== undefined) writeFileSync(values.list, JSON.stringify({ tools }, null, 2));
  const pool = new Pool(random, scratch);
  const recorded: string[] = [];
  for (let made = 0; made < count; made++) {
    // the first calls are mostly writes, so that later reads have something to show
    const tool = random.pick(made < 4 ? tools.filter(({ name }) => /create|write|add/.test(name)) : tools);
    const args = pool.object(tool.inputSchema as JsonObject, tool.name);
    const answer = asJson(await client.callTool({ name: tool.name, arguments: args }));
    const shown = answer['structuredContent'] ?? textOf(answer['content'] as Json);
    pool.learn(args);
    if (answer['isError'] !== true) pool.learn(shown as Json);
    const told = JSON.parse(JSON.stringify(shown).replaceAll(scratch, '/scratch')) as Json;
    const asked = JSON.parse(JSON.stringify(args).replaceAll(scratch, '/scratch')) as Json;
    recorded.push(
      JSON.stringify({
        session: `s${values.seed ?? 1}-${at}`,
        tool: tool.name,
        arguments: asked,
        [answer['isError'] === true ? 'error' : 'result']: told,
      }),
    );
  }
  await client.close();
  return recorded;
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

/** Keeps values by the name of the member that had the value. An argument's value is one of these, or made up. */
class Pool {
  private readonly seen = new Map<string, Json[]>();
  private readonly random: Random;
  private readonly scratch: string;

  constructor(random: Random, scratch: string) {
    this.random = random;
    this.scratch = scratch;
  }

  learn(value: Json, name = ''): void {
    if (Array.isArray(value)) for (const each of value as readonly Json[]) this.learn(each, name.replace(/s$/, ''));
    else if (isJsonObject(value)) for (const [key, each] of Object.entries(value)) this.learn(each as Json, key);
    else if (value !== null && value !== '' && String(value).length < 80)
      this.seen.set(name, [...(this.seen.get(name) ?? []).slice(-30), value]);
  }

  object(schema: JsonObject, name: string): JsonObject {
    const properties = (schema['properties'] ?? {}) as JsonObject;
    const required = new Set((schema['required'] ?? []) as string[]);
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([key]) => required.has(key) || this.random.real() < 0.3)
        .map(([key, each]) => [key, this.value(each as JsonObject, key, name)]),
    );
  }

  private value(schema: JsonObject, name: string, tool: string): Json {
    if (Array.isArray(schema['enum'])) return this.random.pick(schema['enum'] as Json[]);
    const type = [schema['type']].flat()[0];
    if (type === 'object') return this.object(schema, tool);
    if (type === 'array')
      return Array.from({ length: this.random.int(1, 2) }, () =>
        this.value((schema['items'] ?? {}) as JsonObject, name.replace(/s$/, ''), tool),
      );
    const given = drawn[name];
    if (given !== undefined && this.random.real() < 0.85) return this.random.pick(given);
    if (type === 'boolean') return this.random.real() < 0.5;
    if (type === 'number' || type === 'integer') return this.random.int(1, 5);
    const known = [...(this.seen.get(name) ?? []), ...(this.seen.get(KIN[name] ?? '') ?? [])];
    if (known.length > 0 && this.random.real() < 0.75) return this.random.pick(known);
    if (/path|source|destination/i.test(name))
      return join(
        this.scratch,
        this.random.pick(['notes.txt', 'todo.md', 'drafts/plan.txt', 'drafts', 'archive', 'missing.txt']),
      );
    return `${this.random.pick(['amber', 'birch', 'cobalt', 'dune', 'ember', 'fjord'])} ${this.random.int(1, 40)}`;
  }
}

/** By argument, the differently named member whose values the argument takes too. */
const KIN: Readonly<Record<string, string>> = {
  from: 'name',
  to: 'name',
  entityName: 'name',
  entityNames: 'name',
  query: 'name',
  source: 'path',
  destination: 'path',
};

const split = process.argv.indexOf('--');
const [command = '', ...commandArgs] = process.argv.slice(split + 1);
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, split),
  options: {
    calls: { type: 'string' },
    sessions: { type: 'string' },
    seed: { type: 'string' },
    values: { type: 'string' },
    without: { type: 'string' },
    list: { type: 'string' },
  },
  allowPositionals: true,
});
const without = new Set((values.without ?? '').split(','));
const drawn = (values.values === undefined ? {} : JSON.parse(readFileSync(values.values, 'utf8'))) as Readonly<
  Record<string, Json[]>
>;
const sessions = Number(values.sessions ?? 10);
const calls = Number(values.calls ?? 300);
const lines: string[] = [];
for (let at = 0; at < sessions; at++) {
  const scratch = mkdtempSync(join(tmpdir(), 'callgym-service-'));
  try {
    lines.push(...(await recordSession(scratch, at, Math.round(calls / sessions))));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
writeFileSync(positionals[0] ?? 'evidence.jsonl', lines.map((line) => `${line}\n`).join(''));
process.stdout.write(`${lines.length} calls in ${sessions} sessions\n`);
