// npm run measure [-- PREFIX]: runs the benchmarks and writes the table of docs/performance.md. With a prefix, only
// benchmarks whose names begin with it run, and their new rows replace the old ones.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeWhole } from '../envs/folder/environment-folder.ts';
import type { BenchResult } from './measure.ts';

const ABOUT: Readonly<Record<string, string>> = {
  'call.interpreter':
    'a call through the store, geometric mean over all tools of both authored environments; floor: the same statements by hand',
  'call.interpreter.worst': 'the worst single tool',
  'session.reset': 'back to the start after ten calls; floor: ROLLBACK; BEGIN',
  'session.bind40': 'an idle session of 40 calls back onto a connection',
  'session.bind200': 'the same after 200 calls',
  'session.fork40': 'another session with the same first 40 steps',
  'session.diff40': 'the net difference of 40 changed rows',
  'session.idle_bytes': 'memory of an idle session of ten calls',
  'session.per_gib': 'live sessions of ten calls in a gigabyte',
  'session.100k_rss': 'the process with 100,000 live sessions of ten calls, 1,000 of them checked to go on correctly',
  'http.call':
    "the server's CPU for a call over HTTP, 32 keep-alive connections, rollouts in groups of 16 with the same start, four look-ups to a write; floor: a bare Fastify JSON echo with Ajv",
  'http.batch10': 'the same in batches of ten; floor: a single call',
  'http.call.alone':
    'the same without two sessions alike; reads of rows that a session has not changed are answered once for all',
  'http.call.run': 'the same where nothing is shared: every call is run',
  'http.p99': 'time to answer under that load; floor: of the echo',
  'http.fastapi': 'the same SQL behind FastAPI and uvicorn; floor: here, without two sessions alike',
  'http.start_1000': 'from 1,000 environments on disk to a server that is ready',
  'graph.30k':
    'domains and dependencies of a synthetic pool of 30,000 tools, from file to result; floor: reading and parsing the pool',
  'compile.env':
    'tool schemas to an environment, mean over the bundled domains of 3 to 10 tools; floor: opening what was made',
  'compile.look_up.100k': 'a look-up by key in a compiled environment of 100,000 rows; floor: the same at 1,000 rows',
  'compile.first_page.100k': 'the first page of a list filtered by equality; floor: likewise',
  'tasks.audited': 'tasks made and audited; floor: playing and judging their gold once (ratio in tasks a second)',
  'episodes.scripted':
    'oracle and scripted user play the tasks of both authored environments, 16 at once, over real sockets, server included, kept on disk; floor: the calls of gold alone, in process',
  'episodes.1000_at_once': 'the same with a thousand at once; floor: with 16',
  'episodes.1000_rss': 'the whole process meanwhile',
  'verify.episode': 'a recorded episode made and judged again, from its folder; floor: judging its log',
  'progress.call': 'how far a session has come, asked after each call; floor: judging it there',
  'session.fork8': 'a group of eight from step 20, in the store',
  'http.fork8': 'the same over HTTP, as a client sees it',
  'attribute.episode': 'the decisive step of a failed episode; floor: likewise',
  'dataset.rows':
    'rows written in the slowest of the four formats below, both passes, lints and digests included; floor: reading, parsing and writing the same episodes',
  'dataset.rows.openai': "OpenAI's format",
  'dataset.rows.trl': "TRL's messages",
  'dataset.rows.llamafactory': "LLaMA-Factory's sharegpt",
  'dataset.rows.verl': "verl's SFT, Parquet",
  'tau2.reset':
    'a tau2-bench domain back to the start; floor: construct or reset in the official implementation, as recorded',
  'tau2.grade': 'grading one episode; floor: likewise',
  'tau2.memory': 'a live session; floor: likewise',
  'openenv.reset':
    "an order-desk session back to the start over HTTP, as a Python client sees it; floor: OpenEnv's template environment (an echo without state) through its own client",
  'openenv.session': 'what a live session adds to the server; floor: likewise',
};

const [only] = process.argv.slice(2);
const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

const text = execFileSync(
  process.execPath,
  [
    fileURLToPath(new URL('../cli/callgym.js', import.meta.url)),
    'bench',
    '--json',
    ...(only === undefined ? [] : ['--only', only]),
  ],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);
const { machine, callgym, node, sqlite, environments, results } = JSON.parse(text) as {
  machine: string;
  callgym: string;
  node: string;
  sqlite: string;
  environments: Record<string, string>;
  results: BenchResult[];
};
const rows = results.map(({ name, value, unit, floor, ratio, tool }) => {
  const about = `${ABOUT[name] ?? ''}${tool === undefined ? '' : ` (${tool})`}`;
  return `| \`${name}\` | ${about} | ${value} ${unit} | ${floor === null ? '' : `${floor} ${unit}`} | ${ratio ?? ''} |\n`;
});
const hashes = Object.entries(environments).map(([name, hash]) => `${name} ${hash.slice(0, 12)}`);
if (only !== undefined) {
  const [before = '', after = ''] = readFileSync(PAGE, 'utf8').split(/(?<=^\| --- .*\n)/m);
  const named = (row: string): string => row.split(' | ')[0] ?? '';
  // a benchmark may have several rows, such as one per domain
  const fresh = new Set(rows.map(named));
  const old = after.split(/(?<=\n)/);
  const at = old.findIndex((row) => fresh.has(named(row)));
  const kept = old.filter((row) => !fresh.has(named(row)));
  writeWhole(PAGE, `${before}${kept.toSpliced(at === -1 ? kept.length : at, 0, ...rows).join('')}`);
  process.exit();
}
writeWhole(
  PAGE,
  `# Performance

<!-- Made by npm run measure. Do not edit. -->

Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}, with callgym ${callgym}, Node ${node}, SQLite ${sqlite}; environments ${hashes.join(', ')}. A ratio is the value over a floor measured in the same run; compare ratios across machines, not bare times. \`npm run bench\` prints the same table, \`npm run measure\` writes this page.

| name | what | value | floor | ratio |
| --- | --- | --- | --- | --- |
${rows.join('')}`,
);
