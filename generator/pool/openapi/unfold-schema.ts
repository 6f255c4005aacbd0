// Replaces the references in a schema by their targets, down to the greatest depth at which the schema stays small.
// Deeper parts allow any value. A component that several schemas use is read once and then shared, so that a large
// document takes little time.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { plainText } from '../plain-text.ts';
import type { Note, Repaired } from '../repair.ts';
import { repairNode } from '../repair-schema.ts';
import type { Located, References } from './references.ts';

/**
 * A request leaves out properties that only the server sets. A response leaves out properties that only the client
 * sends.
 */
export type Direction = 'request' | 'response';

const DEEPEST = 9;
const SHALLOWEST = 2;
/** The largest number of schemas inside the parameters, or inside the result, of one tool. */
const MOST_NODES = 160;
/** The longest description of a property. A caller needs more explanation of an argument than of a result. */
const LONGEST_DESCRIPTION: Readonly<Record<Direction, number>> = { request: 300, response: 80 };

export class Unfolder {
  private readonly references: References;
  private readonly note: Note;
  private readonly made: Record<Direction, Map<Json, (Repaired | undefined)[]>> = {
    request: new Map(),
    response: new Map(),
  };
  private readonly sizes = new WeakMap<object, number>();
  private readonly answered: () => ReadonlySet<Json>;

  /**
   * @param answered - returns the schemas that responses contain. It is called only if the answer matters, because it
   * is slow.
   */
  constructor(references: References, note: Note, answered: () => ReadonlySet<Json> = () => new Set()) {
    this.references = references;
    this.note = note;
    this.answered = answered;
  }

  unfold(at: Located, direction: Direction): JsonObject {
    for (let depth = DEEPEST; depth > SHALLOWEST; depth--) {
      const schema = this.node(at, direction, depth)?.schema ?? {};
      if (this.size(schema) <= MOST_NODES) return schema;
    }
    return this.node(at, direction, SHALLOWEST)?.schema ?? {};
  }

  private node(from: Located, direction: Direction, depth: number): Repaired | undefined {
    const at = this.references.follow(from);
    if (at === undefined) return { schema: {} };
    if (!isJsonObject(at.value)) return { schema: {} };
    const raw = at.value;
    if (direction === 'request' && raw['readOnly'] === true) return undefined;
    if (direction === 'response' && raw['writeOnly'] === true) return undefined;
    if (depth < 0) return { schema: this.ending(raw) };
    const known = this.made[direction].get(raw) ?? [];
    this.made[direction].set(raw, known);
    const before = known[depth];
    if (before !== undefined) return before;
    // where a schema refers to itself, its short form stands
    known[depth] = { schema: this.ending(raw) };
    const described = withPlainText(direction === 'request' ? this.asSent(raw) : raw, LONGEST_DESCRIPTION[direction]);
    const below = (child: Json | undefined): Repaired | undefined =>
      child === undefined ? undefined : this.node({ value: child, file: at.file }, direction, depth - 1);
    const repaired = repairNode(depth === 0 ? childless(described) : described, '', {
      note: this.note,
      prose: false,
      child: below,
      part: (child) => this.node({ value: child, file: at.file }, direction, depth)?.schema ?? {},
    });
    known[depth] = repaired;
    return repaired;
  }

  /**
   * Returns the schema of a request with properties that a caller must send although they are marked as read-only.
   * These are all of them if there are no other properties, or if some of them are required and no response contains
   * the schema.
   */
  private asSent(raw: JsonObject): JsonObject {
    const { properties, required } = raw;
    if (!isJsonObject(properties)) return raw;
    const marked = Object.keys(properties).filter((name) => isReadOnly(properties[name]));
    const isAll = marked.length === Object.keys(properties).length;
    const isNeeded = Array.isArray(required) && marked.some((name) => required.includes(name));
    if (marked.length === 0 || !(isAll || (isNeeded && !this.answered().has(raw)))) return raw;
    this.note('', 'readOnly in a schema that only requests have: ignored');
    const sent = Object.entries(properties).map(([name, each]): [string, Json] => {
      if (!isReadOnly(each)) return [name, each];
      const { readOnly: _r, ...rest } = each;
      return [name, rest];
    });
    return { ...raw, properties: Object.fromEntries(sent) };
  }

  /**
   * Returns the short form of a schema below the greatest depth: the type of a single value, or else the empty schema.
   */
  private ending(raw: JsonObject): JsonObject {
    const type = raw['type'];
    if (typeof type === 'string' && type !== 'object' && type !== 'array') return { type };
    return {};
  }

  private size(schema: Json): number {
    if (schema === null || typeof schema !== 'object') return 0;
    const known = this.sizes.get(schema);
    if (known !== undefined) return known;
    const inner = Object.values(schema).reduce((sum: number, value) => sum + this.size(value), 0);
    const size = inner + (isJsonObject(schema) ? 1 : 0);
    this.sizes.set(schema, size);
    return size;
  }
}

const isReadOnly = (schema: Json | undefined): schema is JsonObject =>
  isJsonObject(schema) && schema['readOnly'] === true;

function childless(raw: JsonObject): JsonObject {
  const {
    properties: _p,
    items: _i,
    anyOf: _a,
    oneOf: _o,
    allOf: _l,
    additionalProperties: _x,
    required: _r,
    ...rest
  } = raw;
  return raw['properties'] !== undefined && rest['type'] === undefined ? { ...rest, type: 'object' } : rest;
}

function withPlainText(raw: JsonObject, most: number): JsonObject {
  const description = raw['description'];
  return typeof description === 'string' ? { ...raw, description: plainText(description, most) } : raw;
}
