// Reads and writes an environment as a folder of text files. Every error names the file, the place, the fault and the
// repair. If callgym reads a file that it wrote and writes it again, the bytes stay the same.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { badInput, GymError } from '../errors/gym-error.ts';
import {
  ENVIRONMENT_FILE_SCHEMA,
  SEED_ROW_SCHEMA,
  type Environment,
  type EnvironmentHead,
  type SeedRow,
} from '../values/environment.ts';
import { checkedAs, isJsonObject, parseJson, plainJson, type Json } from '../values/json.ts';
import { changesRows, stepsInside, type ToolProgram } from '../values/program.ts';
import { RULES_FILE_SCHEMA, type Rule } from '../values/rule.ts';
import { SCENARIO_SCHEMA, SCENARIO_VIEWS_SCHEMA, type Scenario, type ScenarioSuite } from '../values/scenario.ts';
import { TASK_SCHEMA, type Task } from '../values/task.ts';
import { TOOLS_FILE_SCHEMA, type Effect, type Tool, type ToolDraft } from '../values/tool-schema.ts';
import { SPEECH_SCHEMA, type Speech } from '../values/speech.ts';
import { makeParser } from '../values/validator.ts';
import { World, type WorldOptions } from '../world/world.ts';
import { readStories } from './read-stories.ts';
import { ENVIRONMENT_FILE, migrate } from './file-format.ts';
import { prettyJson } from './pretty-json.ts';

export const FILES = {
  environment: 'environment.json',
  schema: 'schema.sql',
  tools: 'tools.json',
  seed: 'seed.jsonl',
  recipe: 'seed.recipe.json',
  policy: 'policy.md',
  rules: 'rules.json',
  scenarios: 'scenarios.jsonl',
  stories: 'stories.json',
  speech: 'speech.json',
  tasks: 'tasks.jsonl',
} as const;

const parseHead = makeParser<EnvironmentHead>(ENVIRONMENT_FILE_SCHEMA);
const parseTools = makeParser<readonly ToolDraft[]>(TOOLS_FILE_SCHEMA, 'docs/environments.md shows the shape');
const parseSeedRow = makeParser<SeedRow>(SEED_ROW_SCHEMA, 'a line is {"table": …, "row": {…}}');
const parseRules = makeParser<readonly Rule[]>(RULES_FILE_SCHEMA);
const parseScenario = makeParser<Scenario>(SCENARIO_SCHEMA, 'docs/author.md shows the format');
const parseViews = makeParser<Pick<ScenarioSuite, 'views'>>(SCENARIO_VIEWS_SCHEMA);
const parseSpeech = makeParser<Speech>(SPEECH_SCHEMA, 'docs/tasks.md shows the format');
const parseTask = makeParser<Task>(TASK_SCHEMA);

/**
 * Reads only environment.json, which has the name and the settings of the environment. The other files are not read.
 */
export function readHead(dir: string): EnvironmentHead {
  if (!existsSync(dir))
    throw badInput({ file: dir, what: 'is not there', mend: 'name an environment folder; callgym new DIR makes one' });
  if (!statSync(dir).isDirectory()) throw badInput({ file: dir, what: 'is a file, not an environment folder' });
  const file = join(dir, FILES.environment);
  const value = plainJson(readJson(dir, FILES.environment));
  return parseHead(isJsonObject(value) ? migrate(value, ENVIRONMENT_FILE, file) : value, file);
}

export function loadEnvironment(dir: string): Environment {
  const head = readHead(dir);
  const drafts = readJson(dir, FILES.tools);
  parseTools(plainJson(drafts), join(dir, FILES.tools));
  const tools = checkedAs<readonly ToolDraft[]>(drafts).map((draft) => withEffect(draft, head.fragments ?? {}));
  const rules = existsSync(join(dir, FILES.rules))
    ? parseRules(plainJson(readJson(dir, FILES.rules)), join(dir, FILES.rules))
    : [];
  return {
    ...head,
    schema: readText(dir, FILES.schema),
    tools,
    seed: existsSync(join(dir, FILES.seed))
      ? readLines(dir, FILES.seed, (value, file) => {
          parseSeedRow(plainJson(value), file);
          return checkedAs<SeedRow>(value);
        })
      : [],
    policy: existsSync(join(dir, FILES.policy)) ? readText(dir, FILES.policy) : '',
    rules,
    ...(existsSync(join(dir, FILES.scenarios)) ? { scenarios: loadScenarios(join(dir, FILES.scenarios)) } : {}),
    ...(existsSync(join(dir, FILES.stories))
      ? { stories: readStories(plainJson(readJson(dir, FILES.stories)), join(dir, FILES.stories)) }
      : {}),
    ...(existsSync(join(dir, FILES.speech))
      ? { speech: parseSpeech(plainJson(readJson(dir, FILES.speech)), join(dir, FILES.speech)) }
      : {}),
  };
}

/**
 * Reads scenarios.jsonl, one scenario per line. The first line may define views (named SELECTs) that all scenarios can
 * use.
 */
export function loadScenarios(file: string): ScenarioSuite {
  let views: ScenarioSuite['views'] = {};
  const scenarios: Scenario[] = [];
  readJsonLines(file, (value, place) => {
    const plain = plainJson(value);
    if (scenarios.length === 0 && isJsonObject(plain) && 'views' in plain) ({ views } = parseViews(plain, place));
    else scenarios.push(parseScenario(plain, place));
  });
  return { views, scenarios };
}

export function scenarioLines(suite: ScenarioSuite): string {
  const views = Object.keys(suite.views).length === 0 ? [] : [{ views: suite.views }];
  return [...views, ...suite.scenarios].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Loads an environment and makes it runnable. Errors in its schema and programs name the folder. */
export function openEnvironment(dir: string, options: WorldOptions = {}): World {
  const environment = loadEnvironment(dir);
  try {
    return new World(environment, options);
  } catch (error) {
    if (error instanceof GymError && typeof error.fields['where'] === 'string')
      throw new GymError(error.code, { ...error.fields, where: join(dir, error.fields['where']) });
    throw error;
  }
}

export function loadTasks(file: string): Task[] {
  return readJsonLines(file, (value, place) => parseTask(plainJson(value), place));
}

/**
 * Writes every file of the environment except tasks.jsonl. A crash cannot leave a half-written file, because each file
 * is written under another name first.
 */
export function saveEnvironment(dir: string, environment: Environment): void {
  const { schema, tools, seed, policy, rules, scenarios, stories, speech, ...head } = environment;
  mkdirSync(dir, { recursive: true });
  write(dir, FILES.environment, prettyJson(head));
  write(dir, FILES.schema, schema.endsWith('\n') ? schema : `${schema}\n`);
  write(dir, FILES.tools, prettyJson(tools));
  write(dir, FILES.seed, seed.map((row) => `${JSON.stringify(row)}\n`).join(''));
  if (policy !== '') write(dir, FILES.policy, policy.endsWith('\n') ? policy : `${policy}\n`);
  if (rules.length > 0) write(dir, FILES.rules, prettyJson(rules));
  if (scenarios !== undefined) write(dir, FILES.scenarios, scenarioLines(scenarios));
  if (stories !== undefined) write(dir, FILES.stories, prettyJson(stories));
  if (speech !== undefined) write(dir, FILES.speech, prettyJson(speech));
}

/**
 * Writes a file under another name and then renames it, so that no reader sees half of it. On failure, throws a
 * GymError of one line.
 */
export function writeWhole(file: string, text: string | Buffer): void {
  const draft = `${file}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw badInput({ file, what: `cannot be written: ${code}` });
  }
}

function write(dir: string, name: string, text: string): void {
  writeWhole(join(dir, name), text);
}

function readText(dir: string, name: string): string {
  const file = join(dir, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw badInput({
      file,
      what: missing ? 'is not there' : `cannot be read: ${(error as Error).message}`,
      ...(missing ? { mend: 'an environment folder has environment.json, schema.sql, tools.json and seed.jsonl' } : {}),
    });
  }
}

function readJson(dir: string, name: string): Json {
  return asJson(readText(dir, name), join(dir, name));
}

/** Reads a JSON file. Numbers keep the form in which they are written (2.0 stays 2.0). */
export function readJsonFile(file: string): Json {
  return readJson(dirname(file), basename(file));
}

function asJson(text: string, file: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    throw badInput({ file, what: `is no JSON: ${(error as Error).message}` });
  }
}

function readLines<T>(dir: string, name: string, parse: (value: Json, file: string) => T): T[] {
  return readJsonLines(join(dir, name), parse);
}

/** Reads a file with one JSON value per line. Empty lines are skipped. */
export function readJsonLines<T>(file: string, parse: (value: Json, place: string) => T): T[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw badInput({ file, what: 'cannot be read' });
  }
  const values: T[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const place = `${file}:${index + 1}`;
    values.push(parse(asJson(line, place), place));
  });
  return values;
}

export function withEffect(draft: ToolDraft, fragments: Readonly<Record<string, ToolProgram>>): Tool {
  return { ...draft, effect: draft.effect ?? effectOf(draft.program, fragments, []) };
}

/**
 * Returns the effect of a program: "write" if it contains a `run` step, otherwise "read". When the environment is
 * opened, this effect is compared with the SQL statements.
 */
function effectOf(
  program: ToolProgram,
  fragments: Readonly<Record<string, ToolProgram>>,
  using: readonly string[],
): Effect {
  const writes = program.some((step) => {
    if (changesRows(step) || effectOf(stepsInside(step), fragments, using) === 'write') return true;
    if ('use' in step) {
      const fragment = Object.hasOwn(fragments, step.use) ? fragments[step.use] : undefined;
      return (
        fragment !== undefined &&
        !using.includes(step.use) &&
        effectOf(fragment, fragments, [...using, step.use]) === 'write'
      );
    }
    return false;
  });
  return writes ? 'write' : 'read';
}
