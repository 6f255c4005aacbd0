// callgym demo: a tour of callgym that needs no network. The tour checks environments, makes calls, forks and judges
// sessions, compiles tool schemas, audits tasks, plays episodes and writes training data.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { judge } from '../../envs/verification/judge.ts';
import { evaluateRules } from '../../envs/verification/rules.ts';
import type { World } from '../../envs/world/world.ts';
import { checkEnvironment } from '../../generator/check/check-environment.ts';
import type { Command } from '../command.ts';
import { describeDiff } from '../../envs/words/describe-diff.ts';
import type { Output } from '../output.ts';
import { CALLGYM } from '../typed-name.ts';
import { counted } from '../output.ts';

const BUNDLED = ['order-desk', 'carrier-care'] as const;
const FIXTURES = new URL('../../fixtures/environments/', import.meta.url).pathname;
const AUTHORINGS = new URL('../../fixtures/authored/', import.meta.url).pathname;
const AUTHORED = 'lockers_benchmark';
const SCHEMAS = new URL('../../fixtures/tools/', import.meta.url).pathname;

/** The folder for the demo's results. The demo empties it when it begins. */
const PLACE = join('out', 'demo');
const MARK = 'made-by-callgym-demo';

/**
 * The bundled schema files to compile. Each has another format: MCP, Swagger, a benchmark, OpenAI, Anthropic and
 * Gemini.
 */
const COMPILED = [
  'clinic.mcp.json',
  'bakery.swagger.json',
  'kart-track.benchmark.json',
  'library.openai.json',
  'greenhouse.anthropic.json',
  'parcels.gemini.json',
];

type Move = readonly [by: 'agent' | 'user', name: string, args: JsonObject];

const RETURN: readonly Move[] = [
  ['agent', 'find_customer_by_email', { email: 'marta.ilves@example.com' }],
  ['agent', 'get_order', { order_id: 'A20004' }],
  ['agent', 'get_product', { product_id: 'P01' }],
  ['agent', 'request_exchange', { order_id: 'A20004', line: 1, variant_id: 'V102', payment_method_id: 'PM1001' }],
];
const PHONE: readonly Move[] = [
  ['user', 'toggle_airplane_mode', { on: true }],
  ['user', 'run_speed_test', {}],
  ['user', 'toggle_airplane_mode', { on: false }],
  ['user', 'run_speed_test', {}],
];

export const demoCommand: Command = {
  name: 'demo',
  usage: 'demo',
  examples: ['callgym demo', 'callgym demo --json'],
  about: `The whole story offline, from tool schemas to training data of two phases; the results are in ${PLACE}.`,
  async run({ output }) {
    begin();
    const worlds = BUNDLED.map((name) => openEnvironment(`${FIXTURES}${name}`));
    output.line(output.bold('1. Environments are data, and proven sound'));
    for (const world of worlds) {
      output.progress(`checking ${world.environment.name}`);
      const report = checkEnvironment(world.environment);
      const { tools, seed, rules } = world.environment;
      output.line(
        `   ${world.environment.title}: ${counted(tools.length, 'tool')}, ${counted(seed.length, 'row')}, ${counted(rules.length, 'rule')}; ${counted(report.checks.run, 'check')}, ${report.checks.failed} failed`,
      );
    }
    const [desk, care] = worlds as [World, World];
    output.line(`\n${output.bold('2. Calls read and write rows; every call has a result and a difference')}`);
    const store = new SessionStore();
    const session = store.create({ id: 'desk', world: desk, seed: 1 });
    play(output, store, session.id, RETURN);
    output.line(`\n${output.bold('3. A session is a log: fork it, rewind it, in microseconds')}`);
    const fork = store.fork(session, 3, 'fork');
    store.call(fork, {
      by: 'agent',
      name: 'issue_goodwill',
      arguments: { order_id: 'A20003', amount: 10, payment_method_id: 'PM1001' },
    });
    output.line('   a fork before the exchange gave goodwill instead; the difference between the two:');
    for (const line of describeDiff(store.diffBetween(session, fork))) output.line(output.dim(`     ${line}`));
    output.line(`\n${output.bold('4. A verdict gives the worth of an episode and the reasons')}`);
    const log = store.log(session);
    const task = taskOf(desk, store, session.id);
    tell(output, 'the exchange that was asked for', judge(desk, task, log));
    store.call(session, { by: 'agent', name: 'issue_gift_card', arguments: { customer_id: 'C1001', amount: 80 } });
    const eager = store.log(session);
    tell(output, 'the same, and a gift card that the user did not ask for', judge(desk, task, eager));
    const broken = evaluateRules(
      desk,
      session,
      eager.slice(1).map((entry) => ({ kind: 'call', entry })),
      {},
    );
    for (const { rule, step, text } of broken) output.line(`   step ${step} breaks rule ${rule}: ${text}`);
    output.line(`\n${output.bold("5. Two sides of one world: the caller's phone and the company's network")}`);
    store.create({ id: 'care', world: care, seed: 1 });
    play(output, store, 'care', PHONE);
    output.line(`\n${output.bold('6. The same over HTTP: one session, three dialects')}`);
    await overHttp(output);
    output.line(
      `\n${output.bold('7. Tool schemas of eight dialects: one clean pool, domains, and which output feeds which argument')}`,
    );
    await fromSchemas(output);

    output.line(`\n${output.bold('8. From the schemas alone: environments with tables, rows and programs')}`);
    const compiled = await compileSchemas(output, join(PLACE, 'environments'));
    await replayAuthoring(output, join(PLACE, 'environments'));
    const authored = worlds.map((world) => ({ dir: `${FIXTURES}${world.environment.name}`, world }));

    output.line(
      `\n${output.bold('9. Tasks, executed before they are written, and audited: every one and its verifier')}`,
    );
    const made = await makeSome(output, [...authored, ...compiled]);
    const tasks = made.reduce((sum, each) => sum + each.tasks.length, 0);

    output.line(
      `\n${output.bold('10. Agents and simulated users play them; every episode is judged, twice, and sifted')}`,
    );
    const { playDemo } = await import('../demo-episodes.ts');
    const { episodes, kept, rows } = await playDemo(output, PLACE, made);
    for (const { world } of [...authored, ...compiled]) world.close();

    const seconds = Number(output.seconds().toFixed(2));
    output.line(
      `\nDone in ${seconds} s: ${counted(worlds.length + compiled.length, 'environment')}, ${counted(tasks, 'task')}, ${counted(episodes, 'episode')}, ${rows.phase1 + rows.phase2} training rows. All of it is in ${PLACE}:`,
    );
    output.line(`   environments/  runs (oracle, noisy-0.5, mended)  report.html  kept.jsonl  dataset/README.md`);
    output.line('Try next:');
    for (const next of [
      `show ${PLACE}/environments/clinic_mcp`,
      `serve ${PLACE}/environments/clinic_mcp`,
      `run ${PLACE}/environments/clinic_mcp --agent human --user scripted --out out/mine`,
    ])
      output.line(`  ${CALLGYM} ${next}`);
    return {
      summary: {
        environments: worlds.length + compiled.length,
        tasks,
        episodes,
        kept,
        rows,
        path: PLACE,
        seconds,
      },
    };
  },
};

const TASKS_EACH = 5;

/** Empties the folder for the results. Throws if the folder has files that no demo made. */
function begin(): void {
  if (existsSync(PLACE) && readdirSync(PLACE).length > 0 && !existsSync(join(PLACE, MARK)))
    throw badInput({ file: PLACE, what: 'is there already and was not made by the demo', mend: 'move it away' });
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE, { recursive: true });
  writeFileSync(join(PLACE, MARK), '');
}

interface Place {
  readonly dir: string;
  readonly world: World;
}

/** Makes some tasks for each environment and prints how many pass the audit. */
async function makeSome(
  output: Output,
  places: readonly Place[],
): Promise<(Place & { readonly tasks: readonly Task[] })[]> {
  const { makeTasks } = await import('../../generator/tasks/make-tasks.ts');
  const { auditReport } = await import('../../generator/tasks/audit.ts');
  const made: (Place & { readonly tasks: readonly Task[] })[] = [];
  for (const { dir, world } of places) {
    output.progress(`making tasks for ${world.environment.name}`);
    const { tasks, audits } = makeTasks(world, { count: TASKS_EACH, seed: 1, existing: [] });
    const report = auditReport(tasks, audits);
    made.push({ dir, world, tasks });
    if (world.environment.origin !== 'authored')
      writeFileSync(join(dir, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
    const kinds = [...new Set(tasks.map(({ kind }) => kind))].join(', ');
    output.line(`   ${world.environment.title}: ${counted(tasks.length, 'task')} (${kinds})`);
    output.line(
      `     audit: gold passes ${report.gold_pass} of ${report.tasks}, doing nothing ${report.noop_pass}; ${report.mutants_killed} of ${report.mutants} spoiled solutions noticed, ${report.variants_rejected} of ${report.variants} harmless ones rejected`,
    );
    const task = tasks.find(({ gold }) => gold.calls.length > 2 && gold.calls.length < 7);
    if (task !== undefined)
      output.line(
        output.dim(`     "${task.user.opening}" takes ${task.gold.calls.map(({ name }) => name).join(', ')}`),
      );
  }
  return made;
}

async function fromSchemas(output: Output): Promise<void> {
  const { makePool } = await import('../../generator/pool/make-pool.ts');
  const { DEFAULT_OPTIONS, findDomains } = await import('../../generator/domains/find-domains.ts');
  const dir = mkdtempSync(join(tmpdir(), 'callgym-demo-'));
  try {
    const out = join(dir, 'pool.jsonl');
    const { tools, sources } = makePool([SCHEMAS], out);
    const formats = [...new Set(sources.map(({ format }) => format))].filter((format) => format !== 'none').sort();
    output.line(`   ${counted(tools, 'tool')} from ${formats.join(', ')}`);
    const { file } = await findDomains(out, DEFAULT_OPTIONS);
    for (const { name, description } of file.domains) output.line(`   ${name.padEnd(18)} ${output.dim(description)}`);
    const first = file.dependencies.find(({ strength }) => strength >= 0.9);
    if (first !== undefined)
      output.line(
        `   ${first.from.tool} ${first.from.path} feeds ${first.to.tool} ${first.to.argument}: ${first.reason}; and ${file.dependencies.length - 1} more`,
      );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function compileSchemas(output: Output, dir: string): Promise<Place[]> {
  const { buildEnvironments } = await import('../../generator/compile/build.ts');
  const built: Place[] = [];
  for (const file of COMPILED) {
    const steps = buildEnvironments(join(SCHEMAS, file), dir, { seed: 1, discovery: true });
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (step.done !== true) continue;
      for (const each of step.value.environments) {
        built.push({ dir: each.path, world: openEnvironment(each.path) });
        output.line(
          `   ${file.padEnd(26)} ${counted(each.tools, 'tool')}, ${counted(each.tables, 'table')}, ${counted(each.rows, 'row')}; ${counted(each.checks.run, 'check')}, ${each.checks.failed} failed; ${each.flags} doubtful tools flagged`,
        );
      }
      break;
    }
  }
  const clinic = built.find(({ world }) => world.environment.name === 'clinic_mcp')?.world;
  if (clinic === undefined) return built;
  const store = new SessionStore();
  const session = store.create({ id: 'clinic', world: clinic, seed: 1 });
  const rowsOf = (table: string): readonly JsonObject[] =>
    clinic.environment.seed.flatMap((line) => (line.table === table ? [line.row] : []));
  const taken = new Set(rowsOf('appointments').map((row) => row['slot_id']));
  const [patient] = rowsOf('patients');
  const slot = rowsOf('slots').find(({ id }) => !taken.has(id ?? null));
  const booking = { patient_id: patient?.['id'] ?? null, slot_id: slot?.['id'] ?? null, reason: 'check-up' };
  play(output, store, session.id, [['agent', 'book_appointment', booking]]);
  return built;
}

async function overHttp(output: Output): Promise<void> {
  const { GymServer } = await import('../../envs/server/server.ts');
  const server = await GymServer.make({ environments: [`${FIXTURES}order-desk`] });
  try {
    const url = await server.listen(0, '127.0.0.1');
    const send = async (to: string, body: Json, token?: string): Promise<JsonObject> => {
      const response = await fetch(to, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      return (await response.json()) as JsonObject;
    };
    const session = await send(`${url}/sessions`, { environment: 'order-desk' }, server.token);
    const urls = session['urls'] as Readonly<Record<string, string>>;
    const tokens = session['tokens'] as Readonly<Record<string, string>>;
    const call = { name: 'get_order', arguments: { order_id: 'A20001' } };
    const native = await send(`${urls['agent']}/calls`, call, tokens['agent']);
    const original = (await (await fetch(`${urls['origin']}/orders/A20001`)).json()) as JsonObject;
    const mcp = await send(urls['mcp'] ?? '', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    const status = (order: unknown): unknown => (order as JsonObject)['status'];
    const structured = (mcp['result'] as JsonObject)['structuredContent'];
    output.line(`   native API      POST /s/…/calls              status ${String(status(native['result']))}`);
    output.line(`   original paths  GET  /origin/…/orders/A20001 status ${String(status(original))}`);
    output.line(`   MCP             tools/call get_order         status ${String(status(structured))}`);
  } finally {
    await server.stop();
  }
}

/**
 * Builds an environment that a language model wrote. The answers come from the record of the original answers, so no
 * model is needed.
 */
async function replayAuthoring(output: Output, out: string): Promise<void> {
  const { buildAuthored } = await import('../../generator/author/build-authored.ts');
  const { ModelDoor, NO_MODEL } = await import('../../envs/model/model-door.ts');
  const record = join('author', 'record.jsonl');
  mkdirSync(join(out, AUTHORED, 'author'), { recursive: true });
  copyFileSync(join(AUTHORINGS, AUTHORED, record), join(out, AUTHORED, record));
  const report = await buildAuthored(
    join(SCHEMAS, 'lockers.benchmark.json'),
    out,
    { seed: 1, reviewers: 0, material: { notes: undefined } },
    new ModelDoor(NO_MODEL),
  );
  for (const { name, tools, served, scenarios, mutants, rounds } of report.environments)
    output.line(
      `   ${name}, written by a model and replayed from its record in ${rounds} rounds: ${counted(tools, 'tool')}, ${Math.round(served * 100)} % served; ${counted(scenarios.run, 'scenario')} notice ${Math.round(mutants.rate * 100)} % of what is spoiled in it`,
    );
}

function play(output: Output, store: SessionStore, id: string, moves: readonly Move[]): void {
  const session = store.get(id);
  for (const [by, name, args] of moves) {
    const answer = store.call(session, { by, name, arguments: args });
    output.line(`   ${by} ${name}(${JSON.stringify(args)})`);
    output.line(
      output.dim(
        `     ${shorten(answer.ok ? JSON.stringify(answer.result) : `${answer.error.code}: ${answer.error.message}`)}`,
      ),
    );
    for (const line of describeDiff(store.diff(session, answer.step - 1, answer.step)))
      output.line(output.dim(`     ${line}`));
  }
}

/** Makes a task whose solution is the calls of the session. */
function taskOf(world: World, store: SessionStore, id: string): Task {
  const session = store.get(id);
  return {
    id: 'demo',
    kind: 'write',
    environment: world.hash,
    session_seed: session.seed,
    user: {
      persona: 'a regular customer',
      opening: 'Hello!',
      goal: 'exchange the kettle for the black one',
      facts: [],
    },
    gold: {
      calls: store
        .log(session)
        .slice(1)
        .map(({ by, name, arguments: args, result }) => ({ by, name, arguments: args, result: result ?? null })),
      diff: store.diff(session),
      outputs: [],
      end: 'done',
    },
    rules: [],
    basis: ['state', 'collateral'],
    tags: [],
    difficulty: { tools: 1, information: 1, interaction: 1 },
  };
}

function tell(output: Output, what: string, verdict: ReturnType<typeof judge>): void {
  output.line(`   ${what}: reward ${verdict.reward}`);
  for (const failure of verdict.failures) output.line(`     ${failure.part}: ${failure.message}`);
}

function shorten(text: string, limit = 150): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
