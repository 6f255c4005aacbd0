// Draws random arguments that fit a tool's schema, for test calls. Many values come from a column with the same name as
// the argument. Some arguments are wrong on purpose.
import type { Random } from '../random.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import type { World } from '../world/world.ts';
import type { Tool } from '../values/tool-schema.ts';

const NOWHERE = 'no-such-value';
const VALUES_PER_COLUMN = 200;

export class ArgumentDrawer {
  private readonly random: Random;
  private readonly values = new Map<string, readonly Json[]>();

  constructor(world: World, random: Random) {
    this.random = random;
    for (const { row } of world.environment.seed) {
      for (const [column, value] of Object.entries(row)) {
        if (value === null) continue;
        const known = (this.values.get(column) ?? []) as Json[];
        if (known.length < VALUES_PER_COLUMN) known.push(value);
        this.values.set(column, known);
      }
    }
  }

  /**
   * Draws arguments for a tool. If the tool has examples that succeed, most draws begin with the arguments of one of
   * them.
   */
  draw(tool: Tool): JsonObject {
    const good = (tool.examples ?? []).filter((example) => example.expect === 'ok' && example.before === undefined);
    const schema = tool.parameters;
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as string[]) : []);
    const base = good.length > 0 && this.random.real() < 0.7 ? this.random.pick(good).arguments : {};
    const args: Record<string, Json> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (name in base && this.random.real() < 0.6) args[name] = base[name] as Json;
      else if (required.has(name) || this.random.real() < 0.4)
        args[name] = this.value(name, isJsonObject(property) ? property : {}, 0);
    }
    return args;
  }

  private value(name: string, schema: JsonObject, depth: number): Json {
    if (Array.isArray(schema['enum'])) return this.random.pick(schema['enum'] as readonly Json[]);
    if ('const' in schema) return schema['const'] as Json;
    const type = [schema['type']].flat()[0];
    switch (type) {
      case 'boolean':
        return this.random.real() < 0.5;
      case 'integer':
        return this.number(name, schema, true);
      case 'number':
        return this.number(name, schema, false);
      case 'array': {
        const items = isJsonObject(schema['items']) ? schema['items'] : {};
        return depth > 3
          ? []
          : Array.from({ length: this.random.int(Number(schema['minItems'] ?? 0), 2) }, () =>
              this.value(name, items, depth + 1),
            );
      }
      case 'object': {
        const properties = isJsonObject(schema['properties']) && depth <= 3 ? schema['properties'] : {};
        return Object.fromEntries(
          Object.entries(properties).map(([key, each]) => [
            key,
            this.value(key, isJsonObject(each) ? each : {}, depth + 1),
          ]),
        );
      }
      default:
        return this.text(name, schema);
    }
  }

  private number(name: string, schema: JsonObject, whole: boolean): Json {
    const known = this.values.get(name);
    if (known !== undefined && this.random.real() < 0.5) {
      const value = this.random.pick(known);
      if (typeof value === 'number') return value;
    }
    // the number keeps one step of distance from a bound that the schema excludes
    const step = whole ? 1 : 0.01;
    const [above, below] = [schema['exclusiveMinimum'], schema['exclusiveMaximum']];
    const highest = schema['maximum'] ?? (below === undefined ? undefined : Number(below) - step);
    const lowest = schema['minimum'] ?? (above === undefined ? undefined : Number(above) + step);
    const least = Number(lowest ?? Math.min(0, Number(highest ?? 0)));
    const most = Number(highest ?? Math.max(least + 1, this.random.pick([3, 50, 1000, 100_000])));
    const value = least + this.random.real() * Math.max(most - least, 0);
    return whole ? Math.round(value) : Math.round(value * 100) / 100;
  }

  private text(name: string, schema: JsonObject): Json {
    if (this.random.real() < 0.15) return NOWHERE;
    const known = this.values.get(name);
    if (known !== undefined) return String(this.random.pick(known));
    if (typeof schema['pattern'] === 'string' && /\[0-9\]\{(\d)\}/.test(schema['pattern'])) return '97301';
    return this.random.pick(['something', 'blue', '2031-06-01', NOWHERE]);
  }
}
