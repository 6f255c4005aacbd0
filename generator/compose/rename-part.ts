// Prepares an environment as a part of a larger one. Its tables, views, tools, fragments and rules get names with a
// prefix, and its dates move to the clock of the larger environment. The same names and dates change in programs,
// rules, scenarios, invariants and examples.
import type { Scenario } from '../../envs/values/scenario.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { asJson, checkedAs, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { parseTemplate } from '../../envs/program/template-text.ts';
import { sqlText } from '../../envs/values/program.ts';
import type { Failure, Parts, Sql, Step, StepKey, StepValue, ToolProgram } from '../../envs/values/program.ts';
import { parseSql, partsOf } from '../../envs/sql/parse-sql.ts';
import { renameExpression, renameSql, type SqlNames } from './rename-sql.ts';
import { renameSpeech, renameStories, type StoryNames } from './rename-stories.ts';
import { mapTexts, shiftJson, type Shift } from './shift-dates.ts';

const same = <T>(value: T): T => value;
/** Members of steps that are not renamed, because their names are used only inside the program. */
const KEPT = { let: same, list: same, as: same, at: same, keep: same, shape: same };

export const SEPARATOR = '__';

/** Makes the prefix of a part's names: "order-desk" gives "order_desk". */
export function prefixOf(name: string): string {
  const slug = name.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return /^\d/.test(slug) ? `e${slug}` : slug;
}

export function renamePart(part: Environment, shift: Shift | undefined): Environment {
  return new Part(part, shift).renamed();
}

class Part {
  private readonly part: Environment;
  private readonly shift: Shift | undefined;
  private readonly prefix: string;
  private readonly tools: ReadonlySet<string>;
  private readonly sqlNames: SqlNames;
  private readonly ruleNames: SqlNames;
  private readonly toolWords: RegExp | undefined;

  constructor(part: Environment, shift: Shift | undefined) {
    this.part = part;
    this.shift = shift;
    this.prefix = `${prefixOf(part.name)}${SEPARATOR}`;
    this.tools = new Set(part.tools.map(({ name }) => name));
    const tables = new Set(
      [...namesIn(part.schema), ...Object.keys(part.scenarios?.views ?? {})].map((name) => name.toLowerCase()),
    );
    this.sqlNames = {
      table: (name) => (tables.has(name.toLowerCase()) ? this.name(name) : undefined),
    };
    this.ruleNames = {
      ...this.sqlNames,
      tool: (name) => (this.tools.has(name) ? this.name(name) : undefined),
      calls: `(SELECT step, "by", tool, arguments, ok, result, effect FROM trace_calls WHERE substr(tool, 1, ${this.prefix.length}) = '${this.prefix}')`,
    };
    // in prose, rename only tool names such as list_orders, because a name such as "list" may be an ordinary verb
    const telling = [...this.tools].filter((name) => /[_.-]|[a-z][A-Z]/.test(name));
    this.toolWords =
      telling.length === 0
        ? undefined
        : new RegExp(
            `(?<![\\w.-])(${telling.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')})(?![\\w-])`,
            'g',
          );
  }

  renamed(): Environment {
    const { part } = this;
    const { scenarios, stories, speech, invariants, promises, unseen, fragments, after, ...head } = part;
    return {
      ...head,
      columns: this.keyed(part.columns),
      documents: Object.fromEntries(
        Object.entries(part.documents).map(([name, { view, key }]) => [
          this.name(name),
          { view: this.name(view), key },
        ]),
      ),
      ...(after === undefined ? {} : { after: this.name(after) }),
      ...(fragments === undefined
        ? {}
        : {
            fragments: Object.fromEntries(
              Object.entries(fragments).map(([name, steps]) => [this.name(name), this.program(steps)]),
            ),
          }),
      ...(invariants === undefined
        ? {}
        : {
            invariants: invariants.map((each) => ({
              ...each,
              name: this.name(each.name),
              sql: this.sql(each.sql),
              says: this.prose(each.says),
            })),
          }),
      ...(promises === undefined ? {} : { promises: promises.map((each) => ({ ...each, sql: this.sql(each.sql) })) }),
      ...(unseen === undefined ? {} : { unseen: this.keyed(unseen) }),
      schema: this.sql(part.schema),
      seed: part.seed.map(({ table, row }) => ({
        table: this.name(table),
        row: shiftJson(row, this.shift) as JsonObject,
      })),
      tools: part.tools.map((tool) => this.tool(tool)),
      policy: this.prose(part.policy),
      rules: part.rules.map((rule) => this.rule(rule)),
      ...(scenarios === undefined ? {} : { scenarios: this.scenarios(scenarios) }),
      ...(stories === undefined ? {} : { stories: renameStories(stories, part, this.names) }),
      ...(speech === undefined ? {} : { speech: renameSpeech(speech, part.name, this.names) }),
    };
  }

  private get names(): StoryNames {
    return {
      tool: (name) => this.name(name),
      rule: (id) => this.ruleId(id),
      sql: (text) => this.sql(text),
      dated: (text) => this.dated(text),
    };
  }

  private name(name: string): string {
    return `${this.prefix}${name}`;
  }

  private ruleId(id: string): string {
    return `${this.part.name}:${id}`;
  }

  private keyed<T>(values: Readonly<Record<string, T>>): Record<string, T> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [this.name(name), value]));
  }

  private dated(text: string): string {
    return this.shift?.text(text) ?? text;
  }

  /** Renames the part's tools and moves the dates in a prose text. */
  private prose(text: string): string {
    const dated = this.dated(text);
    return this.toolWords === undefined ? dated : dated.replaceAll(this.toolWords, (name) => this.name(name));
  }

  private sql(text: string, names = this.sqlNames): string {
    return this.dated(renameSql(text, names));
  }

  private sqlOf(sql: Sql, names = this.sqlNames): Sql {
    const text = this.sql(sqlText(sql), names);
    return typeof sql === 'string' ? text : { lines: text.split('\n') };
  }

  private expression(text: string): string {
    return this.dated(renameExpression(text, this.sqlNames));
  }

  private template(text: string): string {
    if (!text.includes('{=')) return this.prose(text);
    return parseTemplate(text)
      .map((part) => {
        if (part.kind === 'expression') return `{=${this.expression(part.expression)}}`;
        if (part.kind === 'name') return `{${part.path.join('.')}}`;
        return this.prose(part.text).replaceAll('{', '{{').replaceAll('}', '}}');
      })
      .join('');
  }

  private failure([code, text]: Failure): Failure {
    return [code, this.template(text)];
  }

  private program(steps: ToolProgram): ToolProgram {
    return steps.map((step) => this.step(step));
  }

  private step(step: Step): Step {
    const isText = 'shape' in step && step.shape === 'text';
    const change: { readonly [K in StepKey]: (value: StepValue<K>) => unknown } = {
      when: (text) => this.expression(text),
      require: (text) => this.expression(text),
      each: (text) => this.expression(text),
      sql: (sql) => this.sqlOf(sql),
      refuse: (sql) => this.sqlOf(sql),
      else: (failure) => this.failure(failure),
      fail: (failure) => this.failure(failure),
      run: (run) =>
        Array.isArray(run) ? (run as readonly Sql[]).map((sql) => this.sqlOf(sql)) : this.sqlOf(run as Sql),
      do: (steps) => this.program(steps),
      use: (fragment) => this.name(fragment),
      with: (parts) => this.parts(parts),
      return: (value) => this.returned(value, isText),
      ...KEPT,
    };
    // the type of `change` connects each key with the type of its value, but Object.entries loses this connection
    const changed = Object.entries(step).map(([key, value]) => [key, change[key as StepKey](value as never)]);
    return checkedAs<Step>(Object.fromEntries(changed));
  }

  /** Renames a returned value: a template if it is a text, otherwise a statement or an expression. */
  private returned(value: Sql, isText: boolean): Sql {
    if (isText) return typeof value === 'string' ? this.template(value) : value;
    return isStatement(sqlText(value)) ? this.sqlOf(value) : this.expression(sqlText(value));
  }

  private parts(parts: Parts): Parts {
    return Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        {
          ...part,
          sql: this.returned(part.sql, part.shape === 'text'),
          ...(part.with === undefined ? {} : { with: this.parts(part.with) }),
        },
      ]),
    );
  }

  private tool(tool: Environment['tools'][number]): Environment['tools'][number] {
    const { http } = tool as { http?: { path?: string } };
    const moved = <T>(value: T): T => mapTexts(value as Json, (text) => this.prose(text)) as T;
    return {
      ...tool,
      name: this.name(tool.name),
      description: this.prose(tool.description),
      parameters: moved(tool.parameters),
      ...(tool.returns === undefined ? {} : { returns: moved(tool.returns) }),
      program: this.program(tool.program as ToolProgram) as typeof tool.program,
      ...(tool.examples === undefined
        ? {}
        : {
            examples: tool.examples.map((example) => ({
              ...example,
              arguments: shiftJson(example.arguments as Json, this.shift) as JsonObject,
              ...(example.before === undefined ? {} : { before: example.before.map((call) => this.called(call)) }),
            })),
          }),
      ...(http?.path === undefined
        ? {}
        : { http: { ...http, path: `/${this.prefix.slice(0, -SEPARATOR.length)}${http.path}` } as typeof tool.http }),
    } as Environment['tools'][number];
  }

  private called<T extends { readonly name: string; readonly arguments: unknown }>(call: T): T {
    return {
      ...call,
      name: this.tools.has(call.name) ? this.name(call.name) : call.name,
      arguments: shiftJson(call.arguments as Json, this.shift),
    };
  }

  private rule(rule: Environment['rules'][number]): Environment['rules'][number] {
    const trace = <T>(value: T): T => {
      if (Array.isArray(value)) return (value as unknown[]).map((each) => trace(each)) as T;
      const { events, ...rest } = value as { events: readonly (Json & object)[] };
      return {
        ...(shiftJson(asJson(rest), this.shift) as object),
        events: events.map((event) =>
          isJsonObject(event) && 'name' in event
            ? this.called(checkedAs<{ name: string; arguments: unknown }>(event))
            : shiftJson(event, this.shift),
        ),
      } as T;
    };
    return {
      ...rule,
      id: this.ruleId(rule.id),
      text: this.prose(rule.text),
      ...(rule.check === undefined ? {} : { check: this.sqlOf(rule.check, this.ruleNames) }),
      ...(rule.good === undefined ? {} : { good: trace(rule.good) }),
      ...(rule.bad === undefined ? {} : { bad: trace(rule.bad) }),
    };
  }

  private scenarios({
    views,
    scenarios,
  }: NonNullable<Environment['scenarios']>): NonNullable<Environment['scenarios']> {
    const given = (names: unknown): unknown =>
      mapTexts(names as Json, (text) => (isStatement(text) ? this.sql(text) : this.dated(text)));
    /** Renames an expected value, which may contain a SELECT. */
    const expected = (value: Json): Json =>
      mapTexts(value, (text) => (isStatement(text) ? this.sql(text) : (this.shift?.value(text) ?? text)));
    return {
      views: Object.fromEntries(Object.entries(views).map(([name, sql]) => [this.name(name), this.sql(sql)])),
      scenarios: checkedAs<readonly Scenario[]>(
        scenarios.map((scenario) => ({
          ...scenario,
          name: `${this.part.name}: ${scenario.name}`,
          covers: scenario.covers.map((name) => (this.tools.has(name) ? this.name(name) : name)),
          ...(scenario.given === undefined ? {} : { given: given(scenario.given) as typeof scenario.given }),
          steps: scenario.steps.map((step) => ({
            ...this.called(checkedAs<{ name: string; arguments: unknown }>(step)),
            ...(step.given === undefined ? {} : { given: given(step.given) }),
            expect: {
              ...step.expect,
              ...(step.expect.result === undefined ? {} : { result: expected(step.expect.result) }),
              ...(step.expect.message === undefined
                ? {}
                : { message: mapTexts(step.expect.message, (text) => this.prose(text)) }),
            },
            ...(step.state === undefined
              ? {}
              : {
                  state: step.state.map(({ sql, rows }) => ({
                    sql: this.sql(sql),
                    rows: typeof rows === 'string' ? rows : expected(rows as Json),
                  })),
                }),
          })),
        })),
      ),
    };
  }
}

function isStatement(text: string): boolean {
  return /^\s*(?:SELECT|WITH|VALUES)\b/i.test(text);
}

/** Lists the names of the tables, views and indexes that a schema creates. */
function namesIn(schema: string): string[] {
  return parseSql(schema).flatMap((statement) => {
    const { name } = partsOf<{ name?: { name?: unknown } }>(statement);
    return typeof name?.name === 'string' ? [name.name] : [];
  });
}
