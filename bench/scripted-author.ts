// A simulated model that writes an existing environment, because it knows the right answers. With faulty replies it
// acts as a bad author. With a latency it acts as a slow endpoint.
import { sqlText } from '../envs/values/program.ts';
import type { ModelProvider } from '../envs/model/model-door.ts';
import type { ModelAnswer, ModelRequest } from '../envs/model/model-request.ts';
import type { Environment } from '../envs/values/environment.ts';
import type { Json } from '../envs/values/json.ts';
import { World } from '../envs/world/world.ts';
import type { AuthorTool } from '../generator/author/author-tool.ts';

/** Returns the tools of an environment in the form in which an author receives them: without programs and results. */
export function givenTools(environment: Environment): AuthorTool[] {
  return environment.tools.map(({ name, description, parameters, audience }) => ({
    name,
    description,
    parameters,
    audience,
  }));
}

/** Returns the replies for all stages of an author who writes exactly this environment. */
export function repliesOf(environment: Environment): Readonly<Record<string, Json>> {
  const world = new World(environment, { pool: 1 });
  const statements = [...world.schema.tables, ...world.schema.indexes, ...world.schema.views].map(({ sql }) => sql);
  const plans = [...world.tools.values()].map(({ tool, program }): [string, Json] => {
    const unique = (names: readonly string[]): string[] => [...new Set(names)];
    return [
      tool.name,
      {
        effect: tool.effect,
        does: tool.description,
        ...(tool.returns === undefined ? {} : { returns: tool.returns as Json }),
        errors: [],
        reads: unique(program.statements.flatMap(({ vetted }) => vetted.reads)),
        writes: unique(program.statements.flatMap(({ vetted }) => vetted.writes)),
      },
    ];
  });
  world.close();
  const anchors: { table: string; columns: string[]; rows: Json[][] }[] = [];
  for (const { table, row } of environment.seed) {
    const columns = Object.keys(row);
    const last = anchors.at(-1);
    const values = columns.map((column) => row[column] as Json);
    if (last !== undefined && last.table === table && last.columns.join() === columns.join()) last.rows.push(values);
    else anchors.push({ table, columns, rows: [values] });
  }
  const { views = {}, scenarios = [] } = environment.scenarios ?? {};
  const plan = {
    title: environment.title,
    purpose: environment.description,
    clock: environment.clock,
    conventions: [],
    sql: statements,
    roles: environment.columns,
    invariants: environment.invariants ?? [],
    anchors,
    seed: environment.promises ?? [],
    tools: Object.fromEntries(plans),
    added: [],
    unseen: environment.unseen ?? {},
  };
  return plainJson({
    plan,
    entities: { ...plan, tools: {} },
    'plan slice': { tools: plan.tools },
    rows: { tables: [] },
    programs: {
      fragments: environment.fragments ?? {},
      tools: Object.fromEntries(
        environment.tools.map(({ name, program, examples = [] }) => [name, { program, examples }]),
      ),
    },
    scenarios: { views, scenarios },
  });
}

/**
 * Makes a model that answers each stage with its reply. For a stage without a reply it changes nothing; as a reviewer
 * it approves.
 */
export function scriptedAuthor(replies: Readonly<Record<string, Json>>, latency = 0): ModelProvider {
  return {
    async answer(request) {
      if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
      return answerOf(request, replies);
    },
  };
}

function answerOf(request: ModelRequest, replies: Readonly<Record<string, Json>>): ModelAnswer {
  const length = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  const isLaterSlice = request.stage === 'scenarios' && !request.about.endsWith(' 1');
  const reply: Json = isLaterSlice ? {} : (replies[request.stage] ?? (request.stage === 'review' ? { tools: {} } : {}));
  const text = JSON.stringify(reply);
  return { text, cut: false, usage: { prompt: Math.ceil(length / 4), completion: Math.ceil(text.length / 4) } };
}

function plainJson(value: unknown): Readonly<Record<string, Json>> {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) =>
      key === 'lines' && Array.isArray(each) ? each : isLines(each) ? sqlText(each) : each,
    ),
  ) as Readonly<Record<string, Json>>;
}

function isLines(value: unknown): value is { readonly lines: readonly string[] } {
  return value !== null && typeof value === 'object' && 'lines' in value && Array.isArray(value.lines);
}
