// Makes a JSON value that fits a schema and suits the names of its members. Single values come from the makers of
// columns, and texts with a pattern from json-schema-faker. Each value is validated; one that does not fit is drawn
// again.
import { generateSync } from 'json-schema-faker';
import type { Random } from '../../envs/random.ts';
import { checkedAs, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { compileOnce } from '../../envs/values/validator.ts';
import { columnName, readNode, type FieldNode } from '../fields/fields.ts';
import { HIDDEN_MAKERS } from './kinds/text-makers.ts';
import { kindOf } from './value-kinds.ts';
import type { Maker } from './recipe-schema.ts';

const ATTEMPTS = 4;
const DEEPEST = 6;

type Make = (maker: Maker) => Json;

/**
 * Makes a value in the form in which a column stores it. A text or number stays as it is; any other value becomes JSON
 * text.
 */
export function sampleText(schema: JsonObject, random: Random, make: Make): Json {
  const value = sample(schema, random, make);
  if (schema['type'] === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

export function sample(schema: JsonObject, random: Random, make: Make): Json {
  const fits = validator(schema);
  const node = nodeOf(schema);
  let last: Json = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    last = attempt < ATTEMPTS - 1 ? draw(node, [], random, make, 0) : faked(schema, random);
    if (fits(last)) return last;
  }
  return last;
}

/**
 * Returns the text in a spelling that the schema allows: "Blue Kettle", "blue-kettle" or "BlueKettle". Returns
 * undefined if the schema allows none of these.
 */
export function fittingText(schema: JsonObject, text: string): string | undefined {
  const fits = validator(schema);
  const spelled = /^\p{L}/u.test(text)
    ? [text, text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), text.replaceAll(/[^A-Za-z0-9]/g, '')]
    : [text];
  return spelled.find((each) => each !== '' && fits(each));
}

const nodes = new WeakMap<JsonObject, FieldNode>();

function nodeOf(schema: JsonObject): FieldNode {
  const known = nodes.get(schema) ?? readNode(schema);
  nodes.set(schema, known);
  return known;
}

/** Schema keywords that need validation, because a value drawn by type and name may violate them. */
const DEMANDING =
  /"(pattern|format|minLength|maxLength|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|oneOf|anyOf|allOf|not|if|minItems|maxItems|uniqueItems|const|contains|dependentRequired|patternProperties|propertyNames)"/;

function validator(schema: JsonObject): (value: Json) => boolean {
  if (!DEMANDING.test(JSON.stringify(schema))) return () => true;
  try {
    return compileOnce(schema) as (value: Json) => boolean;
  } catch {
    return () => true;
  }
}

function draw(node: FieldNode, owner: readonly string[], random: Random, make: Make, depth: number): Json {
  const { field } = node;
  if (node.kind === 'object') {
    const value: Record<string, Json> = {};
    for (const member of node.members) {
      if (!member.field.required && depth >= DEEPEST) continue;
      value[member.field.name] = draw(member, field.words.length > 0 ? field.words : owner, random, make, depth + 1);
    }
    return value;
  }
  if (node.kind === 'list') {
    const least = Number(field.schema['minItems'] ?? 1);
    const most = Math.max(least, Math.min(Number(field.schema['maxItems'] ?? 3), least + 2));
    const made = Array.from({ length: depth >= DEEPEST ? least : random.int(least, most) }, () =>
      draw(node.item, owner, random, make, depth + 1),
    );
    return field.schema['uniqueItems'] === true
      ? [...new Map(made.map((each) => [JSON.stringify(each), each])).values()]
      : made;
  }
  if ('const' in field.schema) return field.schema['const'] as Json;
  const choices = field.schema['enum'];
  if (Array.isArray(choices) && choices.length > 0) return random.pick(choices as readonly Json[]);
  if (field.type === 'boolean') return random.real() < 0.5;
  if (field.type === 'json') return openValue(field.schema, random);
  const kind = kindOf({
    name: columnName(field.words.length > 0 ? field.words : owner),
    words: field.words.length > 0 ? field.words : owner,
    type: field.type,
    schema: field.schema,
    description: field.description,
    owner,
  });
  if (kind === undefined) return field.type === 'text' ? random.pick(PLAIN) : random.int(1, 100);
  const value = whole(kind.maker, make);
  return field.type === 'text' ? String(value ?? '') : Number(value);
}

/** Fills the templates that use columns such as _street, because a JSON value has no row with such columns. */
function whole(maker: Maker, make: Make): Json {
  if (maker === null || typeof maker !== 'object') return maker;
  if ('template' in maker)
    return maker.template.replaceAll(/\{(_\w+)\}/g, (_all, name: string) => String(make(HIDDEN_MAKERS[name] ?? name)));
  if ('fit' in maker)
    return [...String(whole(maker.fit, make) ?? '')]
      .slice(0, maker.most)
      .join('')
      .padEnd(Math.min(maker.least, 200), 'x');
  if ('schema' in maker) {
    const text = maker.like === undefined ? undefined : String(whole(maker.like, make) ?? '');
    return (text === undefined ? undefined : fittingText(maker.schema, text)) ?? faked(maker.schema, undefined, make);
  }
  return make(maker);
}

const PLAIN = ['alpha', 'heron', 'maple', 'harbor', 'copper', 'meadow'];

function openValue(schema: JsonObject, random: Random): Json {
  const { type } = schema;
  if (type === 'object' || isJsonObject(schema['additionalProperties'])) return {};
  return type === undefined ? random.pick(PLAIN) : null;
}

function faked(schema: JsonObject, random: Random | undefined, make?: Make): Json {
  const seed = random === undefined ? Number(make?.({ int: [1, 1_000_000] }) ?? 1) : random.int(1, 1_000_000);
  try {
    return generateSync(checkedAs<JsonObject>(bounded(schema)), { seed, alwaysFakeOptionals: true }) as Json;
  } catch {
    return null;
  }
}

/**
 * Adds limits to the patterns and lengths of a schema, so that values stay short. A value that fits the result also
 * fits the original schema.
 */
function bounded(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(bounded);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]): [string, Json] => {
      if (key === 'pattern' && typeof each === 'string') return [key, boundedPattern(each)];
      // the pattern alone decides the length of its texts
      if (key === 'maxLength' && typeof value['pattern'] === 'string') return [key, each as Json];
      if ((key === 'maxLength' || key === 'maxItems') && typeof each === 'number') {
        const least = Number(value[key === 'maxLength' ? 'minLength' : 'minItems'] ?? 0);
        return [key, Math.min(each, least + 20)];
      }
      return [key, bounded(each as Json)];
    }),
  );
}

const SPAN = 6;

function boundedPattern(pattern: string): string {
  return pattern
    .replaceAll(/\{(\d+),(\d*)\}/g, (_all, least: string, most: string) => {
      const from = Number(least);
      return `{${from},${Math.min(most === '' ? from + SPAN : Number(most), from + SPAN)}}`;
    })
    .replaceAll(/(?<!\\)\*(?![^[]*\])/g, `{0,${SPAN}}`)
    .replaceAll(/(?<![\\(])\+(?![^[]*\])/g, `{1,${SPAN}}`);
}
