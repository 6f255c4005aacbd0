// Checks the names in the steps of a story: tools, their arguments, rules, values that an earlier step named, and
// members of results. Members are checked only if the result's schema lists them.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Expressed, StoryStep } from '../../envs/values/story.ts';
import { expressionsIn } from '../tasks/stories/remarks.ts';
import type { World } from '../../envs/world/world.ts';

export interface Fault {
  /** The part of the story that contains the fault. */
  readonly where: string;
  readonly what: string;
}

interface Named {
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * Finds the names in an expression, each with its path of members: `order` with `id` in ":order.id". Names in quoted
 * text do not count.
 */
export function namesIn(expression: string): Named[] {
  return [...expression.replaceAll(/'(?:[^']|'')*'/g, "''").matchAll(/:([A-Za-z_]\w*)((?:\.\w+)*)/g)].map(
    ([, name = '', rest = '']) => ({ name, path: rest.split('.').slice(1) }),
  );
}

export class StoryNames {
  readonly faults: Fault[] = [];
  private readonly world: World;
  private readonly complaint: (sql: string) => string | undefined;
  /** The schema of each named value. It is undefined if the schema is not known. */
  private readonly bound = new Map<string, Json | undefined>();

  constructor(world: World, known: readonly string[], complaint: (sql: string) => string | undefined) {
    this.world = world;
    this.complaint = complaint;
    for (const name of known) this.bound.set(name, undefined);
  }

  steps(steps: readonly StoryStep[]): void {
    for (const step of steps) this.step(step);
  }

  expression(where: string, text: string): void {
    let isKnown = true;
    for (const { name, path } of namesIn(text)) {
      if (!this.bound.has(name)) {
        isKnown = false;
        this.faults.push({ where, what: `:${name} is bound by no earlier step; known are ${this.known()}` });
        continue;
      }
      const lost = lostIn(this.bound.get(name), path);
      if (lost !== undefined)
        this.faults.push({ where, what: `:${[name, ...path].join('.')}: there is no member ${lost}` });
    }
    const complaint = isKnown ? this.complaint(text) : undefined;
    if (complaint !== undefined) this.faults.push({ where, what: complaint });
  }

  private known(): string {
    return [...this.bound.keys()].map((name) => `:${name}`).join(', ') || 'none';
  }

  private step(step: StoryStep): void {
    if ('call' in step) return this.call(step);
    if ('choose' in step) {
      this.expression('choose', step.choose);
      this.items(step.as, step.choose);
      this.each('choose', [step.where, step.least, step.most]);
      return undefined;
    }
    if ('each' in step) {
      this.expression('each', step.each);
      this.items(step.as, step.each);
      this.each('each', [step.where, step.least, step.most]);
      return this.steps(step.do);
    }
    if ('if' in step) {
      this.expression('if', step.if);
      this.steps(step.do);
      return this.steps(step.else ?? []);
    }
    if ('try' in step) {
      this.steps(step.try);
      return this.steps(step.else);
    }
    if ('total' in step) {
      this.expression('total', step.of);
      this.items('it', step.of);
      this.each('total', [step.total, step.where]);
      this.bound.delete('it');
      this.bound.set(step.as, undefined);
      return undefined;
    }
    if ('let' in step) {
      this.expression('let', step.be);
      this.bound.set(step.let, this.schemaOf(step.be));
      return undefined;
    }
    if ('decline' in step) return this.decline(step);
    if ('tell' in step) return this.each('tell', expressionsIn(step.tell));
    this.expression(`answer ${step.answer}`, step.be);
    return this.each(`answer ${step.answer}`, expressionsIn(step.says ?? ''));
  }

  private call({ call, with: given = {}, as, gather }: Extract<StoryStep, { call: string }>): void {
    const tool = this.named(call, given as JsonObject);
    if (tool === undefined) return;
    for (const name of (tool.parameters['required'] ?? []) as readonly string[])
      if (!Object.hasOwn(given, name)) this.faults.push({ where: `call ${call}`, what: `it lacks ${name}` });
    const returns = tool.returns as Json | undefined;
    if (as !== undefined) this.bound.set(as, returns);
    if (gather !== undefined) this.bound.set(gather, returns === undefined ? undefined : { items: returns });
  }

  private decline(step: Extract<StoryStep, { decline: string }>): void {
    if (step.forbids !== undefined) this.named(step.forbids, (step.with ?? {}) as JsonObject);
    if (step.because !== undefined) this.expression('decline', step.because);
    if (step.rule !== undefined && !this.world.environment.rules.some(({ id }) => id === step.rule))
      this.faults.push({ where: 'decline', what: `there is no rule ${step.rule}` });
  }

  /**
   * Finds the tool of this name. Reports an unknown tool, arguments that the tool does not take, and faulty names in
   * the arguments' values.
   */
  private named(name: string, given: JsonObject) {
    const where = `call ${name}`;
    const tool = this.world.tools.get(name)?.tool;
    if (tool === undefined) {
      this.faults.push({ where, what: 'there is no such tool' });
      return undefined;
    }
    const args = Object.keys((tool.parameters['properties'] ?? {}) as JsonObject);
    for (const [key, value] of Object.entries(given)) {
      if (!args.includes(key))
        this.faults.push({ where, what: `it takes no ${key}; it takes ${args.join(', ') || 'nothing'}` });
      for (const text of textsIn(value as Expressed)) this.expression(where, text);
    }
    return tool;
  }

  private each(where: string, texts: readonly (string | undefined)[]): void {
    for (const text of texts) if (text !== undefined) this.expression(where, text);
  }

  private items(as: string, list: string): void {
    const schema = this.schemaOf(list);
    this.bound.set(as, isJsonObject(schema) ? (schema['items'] as Json | undefined) : undefined);
  }

  /** Returns the schema of an expression's value if the expression is only a path, else undefined. */
  private schemaOf(expression: string): Json | undefined {
    const [only] = namesIn(expression);
    if (only === undefined || expression.trim() !== `:${[only.name, ...only.path].join('.')}`) return undefined;
    let at = this.bound.get(only.name);
    for (const name of only.path) at = memberOf(at, name);
    return at;
  }
}

function memberOf(schema: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (/^\d+$/.test(name)) return schema['items'] as Json | undefined;
  const properties = schema['properties'];
  return isJsonObject(properties) ? (properties[name] as Json | undefined) : undefined;
}

/**
 * Returns the first member of a path that the schema does not list. A schema without a list of members allows every
 * member.
 */
function lostIn(schema: Json | undefined, path: readonly string[]): string | undefined {
  let at = schema;
  for (const name of path) {
    const properties = isJsonObject(at) ? at['properties'] : undefined;
    if (isJsonObject(properties) && !Object.hasOwn(properties, name)) return name;
    at = memberOf(at, name);
  }
  return undefined;
}

function textsIn(given: Expressed): string[] {
  if (typeof given === 'string') return [given];
  if (Array.isArray(given)) return (given as readonly Expressed[]).flatMap(textsIn);
  return isJsonObject(given as Json)
    ? Object.values(given as JsonObject).flatMap((each) => textsIn(each as Expressed))
    : [];
}
