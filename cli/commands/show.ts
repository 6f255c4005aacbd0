// callgym show: prints an environment, a tool or a task in a form for people.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import { prettyJson } from '../../envs/folder/pretty-json.ts';
import { checkedAs, asJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { AUDIENCES, type Tool } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { PLAN_FILE } from '../../generator/author/plan-file.ts';
import type { Command } from '../command.ts';
import { describeDiff } from '../../envs/words/describe-diff.ts';
import type { Output } from '../output.ts';
import { counted } from '../output.ts';

const SAMPLE_ROWS = 2;

export const showCommand: Command = {
  name: 'show',
  usage: 'show ENV [--tool NAME | --task ID | --flags | --plan]',
  about:
    'Shows an environment (tables, tools, rules), one tool with its program and the scenarios that pin it down, one task, or the plan that a model wrote.',
  options: {
    tool: { type: 'string', value: 'NAME', about: 'one tool with its schema and program' },
    plan: { type: 'boolean', about: 'the plan of an environment that a model wrote' },
    task: { type: 'string', value: 'ID', about: 'one task of tasks.jsonl' },
    flags: {
      type: 'boolean',
      about: 'of a compiled environment: each tool that works with its evidence, every other one with the reason',
    },
  },
  examples: [
    'callgym show fixtures/environments/order-desk',
    'callgym show fixtures/environments/order-desk --tool cancel_order',
  ],
  args: { least: 1, most: 1 },
  run({ args, options, output }) {
    const dir = args[0] ?? '';
    if (options['plan'] === true) return showPlan(output, dir);
    const world = openEnvironment(dir);
    try {
      if (typeof options['task'] === 'string') return showTask(output, findTask(dir, options['task']));
      if (typeof options['tool'] === 'string') return showTool(output, world, options['tool']);
      if (options['flags'] === true) return showFlags(output, dir);
      return showWorld(output, world);
    } finally {
      world.close();
    }
  },
};

function showWorld(output: Output, world: World): { summary: Record<string, Json> } {
  const { environment, schema } = world;
  output.line(output.bold(environment.title));
  output.line(environment.description);
  output.line(
    output.dim(
      `${environment.name}, ${environment.origin}, clock ${environment.clock}, hash ${world.hash.slice(0, 12)}`,
    ),
  );
  const tables = schema.tables.map((table) => {
    const rows = environment.seed.filter((each) => each.table === table.name);
    return { name: table.name, rows: rows.length, sample: rows.slice(0, SAMPLE_ROWS).map(({ row }) => row) };
  });
  output.line(`\n${output.bold('Tables')}`);
  for (const { name, rows, sample } of tables) {
    output.line(`  ${name.padEnd(20)} ${counted(rows, 'row')}`);
    for (const row of sample) output.line(output.dim(`    ${shorten(JSON.stringify(row))}`));
  }
  for (const audience of AUDIENCES) {
    const tools = environment.tools.filter((tool) => tool.audience === audience);
    if (tools.length === 0) continue;
    output.line(`\n${output.bold(`Tools of the ${audience}`)}`);
    for (const tool of tools)
      output.line(
        `  ${tool.effect === 'write' ? 'writes' : 'reads '}  ${signature(tool)}\n          ${output.dim(tool.description)}`,
      );
  }
  if (environment.rules.length > 0) {
    output.line(`\n${output.bold('Rules')}`);
    for (const rule of environment.rules)
      output.line(
        `  ${rule.id.padStart(2)}. ${rule.text}${rule.check === undefined ? output.dim(' (not checked)') : ''}`,
      );
  }
  return {
    summary: {
      name: environment.name,
      title: environment.title,
      hash: world.hash,
      tables: tables.map(({ name, rows }) => ({ name, rows })),
      tools: environment.tools.map(({ name, audience, effect, description }) => ({
        name,
        audience,
        effect,
        description,
      })),
      rules: environment.rules.map(({ id, text, check }) => ({ id, text, checked: check !== undefined })),
    },
  };
}

/** Prints, for a compiled environment, the evidence for each tool that works, and the reason for each other tool. */
function showFlags(output: Output, dir: string): { summary: Record<string, Json> } {
  const file = join(dir, 'decisions.json');
  if (!existsSync(file))
    throw badInput({ file, what: 'is not there: the environment was not compiled', mend: 'run callgym build' });
  const decisions = plainJson(readJsonFile(file)) as JsonObject;
  const tools = (Array.isArray(decisions['tools']) ? (decisions['tools'] as readonly Json[]) : []).filter(isJsonObject);
  const rows = tools.map((tool) => ({
    name: String(tool['name']),
    works: tool['works'] === true,
    reading: String(tool['reading'] ?? ''),
    why: String(tool['why'] ?? ''),
    way: String(tool['way_on'] ?? ''),
  }));
  const width = Math.max(...rows.map(({ name }) => name.length), 4);
  for (const { name, works, reading, why, way } of [...rows].sort((a, b) => Number(a.works) - Number(b.works))) {
    output.line(
      `${works ? output.good('works') : output.bad('dead ')}  ${name.padEnd(width)}  ${works ? output.dim(`${reading}: ${why}`) : why}`,
    );
    if (way !== '') output.line(output.dim(`${' '.repeat(width + 9)}way on: ${way}`));
  }
  const served = rows.filter(({ works }) => works).length;
  output.line(output.bold(`${served} of ${counted(rows.length, 'tool')} work`));
  return { summary: { served, tools: rows } };
}

function showTool(output: Output, world: World, name: string): { summary: Record<string, Json> } {
  const tool = world.environment.tools.find((each) => each.name === name);
  if (tool === undefined)
    throw badInput({
      path: '--tool',
      what: `there is no tool ${name}`,
      mend: `there are ${world.environment.tools.map((each) => each.name).join(', ')}`,
    });
  output.line(output.bold(signature(tool)));
  output.line(tool.description);
  output.line(output.dim(`for the ${tool.audience}, ${tool.effect}`));
  output.line(prettyJson(tool.program).trimEnd());
  const scenarios = (world.environment.scenarios?.scenarios ?? []).filter(({ steps }) =>
    steps.some((step) => step.name === name),
  );
  if (scenarios.length > 0) output.line(`\n${output.bold('Scenarios')}`);
  for (const scenario of scenarios) {
    output.line(`  ${scenario.name}`);
    for (const { name: called, arguments: args, expect } of scenario.steps) {
      if (called !== name) continue;
      const outcome = expect.ok ? (expect.result ?? 'ok') : (expect.error ?? 'an error');
      output.line(output.dim(`    ${shorten(JSON.stringify(args))} -> ${shorten(JSON.stringify(outcome))}`));
    }
  }
  return {
    summary: { ...asJson(tool), scenarios: scenarios.map((scenario) => scenario.name) },
  };
}

interface Plan {
  readonly title: string;
  readonly purpose: string;
  readonly conventions: readonly string[];
  readonly sql: readonly string[];
  readonly invariants: readonly { readonly name: string; readonly says: string }[];
  readonly plans: Readonly<
    Record<
      string,
      {
        readonly effect: string;
        readonly does: string;
        readonly errors?: readonly { readonly code: string; readonly when: string }[];
        readonly observed_by?: readonly string[];
      }
    >
  >;
}

function showPlan(output: Output, dir: string): { summary: Record<string, Json> } {
  const file = join(dir, PLAN_FILE);
  if (!existsSync(file))
    throw badInput({
      file,
      what: 'is not there',
      mend: 'build --author writes a plan; compiled environments have none',
    });
  const plan = checkedAs<Plan>(readJsonFile(file));
  output.line(output.bold(plan.title));
  output.line(plan.purpose);
  for (const sentence of plan.conventions) output.line(`  - ${sentence}`);
  output.line(`\n${output.bold('Tables')}`);
  for (const statement of plan.sql) output.line(statement);
  output.line(`\n${output.bold('Always true')}`);
  for (const { name, says } of plan.invariants) output.line(`  ${name}: ${says}`);
  output.line(`\n${output.bold('Tools')}`);
  for (const [name, { effect, does, errors = [], observed_by: observers = [] }] of Object.entries(plan.plans)) {
    output.line(`  ${effect === 'write' ? 'writes' : 'reads '}  ${name}`);
    output.line(`          ${does}`);
    for (const { code, when } of errors) output.line(output.dim(`          ${code}: ${when}`));
    if (observers.length > 0) output.line(output.dim(`          shown by ${observers.join(', ')}`));
  }
  return { summary: asJson(plan) };
}

function signature(tool: Tool): string {
  const properties = isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  const required = Array.isArray(tool.parameters['required']) ? (tool.parameters['required'] as string[]) : [];
  return `${tool.name}(${Object.entries(properties)
    .map(([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema as JsonObject)}`)
    .join(', ')})`;
}

function typeText(schema: JsonObject): string {
  if (Array.isArray(schema['enum']))
    return (schema['enum'] as readonly Json[]).map((value) => JSON.stringify(value)).join(' | ');
  const type = [schema['type'] ?? 'any'].flat().join(' | ');
  return type === 'array' && isJsonObject(schema['items']) ? `${typeText(schema['items'])}[]` : type;
}

function findTask(dir: string, id: string): Task {
  const file = join(dir, FILES.tasks);
  if (!existsSync(file)) throw badInput({ file, what: 'is not there: the environment has no tasks' });
  const task = loadTasks(file).find((each) => each.id === id);
  if (task === undefined) throw badInput({ file, what: `has no task ${id}` });
  return task;
}

function showTask(output: Output, task: Task): { summary: Record<string, Json> } {
  output.line(output.bold(`${task.id} (${task.kind})`));
  output.line(`The user: ${task.user.persona}`);
  output.line(`says:     ${task.user.opening}`);
  output.line(`wants:    ${task.user.goal}`);
  for (const fact of task.user.facts)
    output.line(`knows:    ${fact.key} = ${JSON.stringify(fact.value)} (${fact.say})`);
  output.line(`\n${output.bold('Gold')}`);
  for (const call of task.gold.calls) output.line(`  ${call.by}: ${call.name} ${JSON.stringify(call.arguments)}`);
  for (const line of describeDiff(task.gold.diff)) output.line(`  ${line}`);
  for (const { key, type, value } of task.gold.outputs)
    output.line(`  the reply carries ${key}: ${JSON.stringify(value)} (${type})`);
  output.line(output.dim(`judged by ${task.basis.join(', ')}; rules in play: ${task.rules.join(', ') || 'none'}`));
  return { summary: asJson(task) };
}

function shorten(text: string, limit = 140): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
