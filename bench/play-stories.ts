// npm run measure:stories -- STORIES LISTS [ENVIRONMENTS]: builds an environment from each tool list, or takes one that
// is built, and serves it. Then it plays stories (lists of calls that users wrote) over a real MCP client. It prints
// JSON: the stories whose tools all work, the stories that succeed, and the first failing step of every other story.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { GymServer } from '../envs/server/server.ts';
import { isJsonObject, type Json, type JsonObject } from '../envs/values/json.ts';

interface Check {
  readonly ok?: boolean;
  readonly contains?: Json;
  readonly lacks?: Json;
  readonly count_at_least?: number;
}

interface Step {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly expect: readonly Check[];
}

interface StoryFile {
  readonly list: string;
  readonly stories: readonly { readonly title: string; readonly steps: readonly Step[] }[];
}

interface Answer {
  readonly ok: boolean;
  readonly code: string | null;
  readonly value: Json;
}

interface Outcome {
  readonly list: string;
  readonly title: string;
  readonly outcome: 'through' | 'broken' | 'unserved';
  readonly step?: number;
  readonly tool?: string;
  readonly why?: string;
  readonly answer?: string;
}

const SHOWN = 300;
const cli = fileURLToPath(new URL('../cli/callgym.js', import.meta.url));
const [stories, lists, built] = process.argv.slice(2);
if (stories === undefined || lists === undefined) {
  process.stderr.write('npm run measure:stories -- STORIES LISTS [ENVIRONMENTS]: folders\n');
  process.exit(2);
}

/** Yields the values under one of the keys, outer objects first. */
function* valuesUnder(answer: Json, keys: readonly string[]): Generator<Json> {
  if (Array.isArray(answer)) for (const each of answer) yield* valuesUnder(each, keys);
  if (!isJsonObject(answer)) return;
  for (const [key, value] of Object.entries(answer))
    if (keys.includes(key) && (typeof value === 'string' || typeof value === 'number')) yield value;
  for (const value of Object.values(answer)) yield* valuesUnder(value, keys);
}

class Missing extends Error {}

/** Replaces the references in a value, such as {$from: 1}, by values of earlier answers. */
function resolve(value: Json, answers: readonly Answer[]): Json {
  if (Array.isArray(value)) return value.map((each) => resolve(each, answers));
  if (!isJsonObject(value)) return value;
  if (typeof value['$from'] !== 'number')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, answers)]));
  const answer = answers[value['$from'] - 1]?.value ?? null;
  if (typeof answer === 'string' || typeof answer === 'number') return answer;
  const keys = Array.isArray(value['keys']) ? value['keys'].map(String) : [];
  const nth = typeof value['nth'] === 'number' ? value['nth'] : 0;
  const found = [...new Set(valuesUnder(answer, keys))][nth];
  if (found !== undefined) return found;
  if (value['otherwise'] !== undefined) return value['otherwise'];
  throw new Missing(`the answer of step ${value['$from']} has no ${keys.join(' or ')}`);
}

function* leaves(value: Json): Generator<Json> {
  if (Array.isArray(value)) for (const each of value) yield* leaves(each);
  else if (isJsonObject(value)) for (const each of Object.values(value)) yield* leaves(each);
  else yield value;
}

function contains(answer: Json, wanted: Json): boolean {
  for (const leaf of leaves(answer)) {
    if (leaf === wanted) return true;
    if (typeof leaf === 'string' && leaf.includes(String(wanted))) return true;
    if (typeof leaf === 'number' && String(leaf) === String(wanted)) return true;
  }
  return false;
}

function longest(value: Json): number {
  if (Array.isArray(value)) return Math.max(value.length, ...value.map(longest));
  return isJsonObject(value) ? Math.max(0, ...Object.values(value).map(longest)) : 0;
}

function holds(check: Check, answer: Answer, answers: readonly Answer[]): string | undefined {
  if (check.ok !== undefined && check.ok !== answer.ok) return check.ok ? 'is refused' : 'is not refused';
  if (check.contains !== undefined) {
    const wanted = resolve(check.contains, answers);
    if (!contains(answer.value, wanted)) return `lacks ${JSON.stringify(wanted)}`;
  }
  if (check.lacks !== undefined) {
    const unwanted = resolve(check.lacks, answers);
    if (contains(answer.value, unwanted)) return `still has ${JSON.stringify(unwanted)}`;
  }
  if (check.count_at_least !== undefined && longest(answer.value) < check.count_at_least)
    return `has fewer than ${check.count_at_least}`;
  return undefined;
}

type Call = (tool: string, args: JsonObject) => Promise<Answer>;

async function playStory(list: string, title: string, steps: readonly Step[], call: Call): Promise<Outcome> {
  const answers: Answer[] = [];
  for (const [index, step] of steps.entries()) {
    const broken = (why: string): Outcome => ({
      list,
      title,
      outcome: 'broken',
      step: index + 1,
      tool: step.tool,
      why,
      answer: JSON.stringify(answers[index]?.value ?? null).slice(0, SHOWN),
    });
    try {
      const args = resolve(step.arguments, answers);
      answers.push(await call(step.tool, isJsonObject(args) ? args : {}));
      for (const check of step.expect) {
        const why = holds(check, answers[index] ?? { ok: false, code: null, value: null }, answers);
        if (why !== undefined) return broken(why);
      }
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      return broken(error.message);
    }
  }
  return { list, title, outcome: 'through' };
}

interface Served {
  readonly dir: string;
  readonly flagged: ReadonlySet<string>;
}

/** Builds an environment from a tool list. Returns its folder and the names of its flagged tools. */
function buildList(list: string, out: string): Served {
  const dir = join(out, list);
  const path = join(lists ?? '', `${list}.json`);
  const made = spawnSync(process.execPath, [cli, 'build', path, '--out', dir, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const report: unknown = made.stdout.length > 0 ? JSON.parse(made.stdout) : {};
  const flagged = new Set<string>();
  if (isJsonObject(report as Json)) {
    const rows = (report as JsonObject)['tools_flagged'];
    if (Array.isArray(rows)) for (const row of rows) if (isJsonObject(row)) flagged.add(String(row['tool']));
  }
  if (made.status === 2) process.stderr.write(made.stderr);
  return { dir, flagged };
}

async function playList(file: StoryFile, { dir, flagged }: Served): Promise<Outcome[]> {
  const environments = existsSync(dir)
    ? readdirSync(dir)
        .map((name) => join(dir, name))
        .filter((path) => existsSync(join(path, 'environment.json')))
    : [];
  const server = await GymServer.make({ environments });
  const base = await server.listen(0, '127.0.0.1');
  const outcomes: Outcome[] = [];
  for (const { title, steps } of file.stories) {
    const dead = steps.find(({ tool }) => flagged.has(tool));
    if (dead !== undefined) {
      outcomes.push({ list: file.list, title, outcome: 'unserved', tool: dead.tool });
      continue;
    }
    const clients = new Map<string, Client>();
    const owners = new Map<string, Client>();
    for (const path of environments) {
      const response = await fetch(`${base}/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
        body: JSON.stringify({ environment: basename(path) }),
      });
      const session = (await response.json()) as { urls: { mcp: string } };
      const client = new Client({ name: 'stories', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(new URL(session.urls.mcp).pathname, base)));
      clients.set(path, client);
      for (const tool of (await client.listTools()).tools) owners.set(tool.name, client);
    }
    const call: Call = async (tool, args) => {
      const client = owners.get(tool);
      if (client === undefined) return { ok: false, code: 'UNKNOWN_TOOL', value: `there is no tool ${tool}` };
      const result = await client.callTool({ name: tool, arguments: args });
      const [content] = result.content;
      const text = content !== undefined && content.type === 'text' ? content.text : '';
      let value: Json;
      try {
        value = JSON.parse(text) as Json;
      } catch {
        value = text;
      }
      const code = result.isError === true && isJsonObject(value) ? String(value['code']) : null;
      return { ok: result.isError !== true, code, value };
    };
    outcomes.push(await playStory(file.list, title, steps, call));
    for (const client of clients.values()) await client.close();
  }
  await server.stop();
  return outcomes;
}

const out = built ?? mkdtempSync(join(tmpdir(), 'callgym-stories-'));
const outcomes: Outcome[] = [];
for (const name of readdirSync(stories)
  .filter((each) => each.endsWith('.json'))
  .sort()) {
  const file = JSON.parse(readFileSync(join(stories, name), 'utf8')) as StoryFile;
  outcomes.push(...(await playList(file, buildList(file.list, out))));
}
if (built === undefined) rmSync(out, { recursive: true, force: true });
const count = (outcome: Outcome['outcome']): number => outcomes.filter((each) => each.outcome === outcome).length;
const served = count('through') + count('broken');
process.stdout.write(
  `${JSON.stringify({ stories: outcomes.length, served, through: count('through'), broken: outcomes.filter(({ outcome }) => outcome === 'broken'), unserved: outcomes.filter(({ outcome }) => outcome === 'unserved') }, null, 2)}\n`,
);
