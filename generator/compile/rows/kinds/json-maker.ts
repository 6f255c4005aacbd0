// Makes the values of JSON columns. The noun in a list's name decides the elements, and an object gets its declared
// members. Ids in a list are keys of the table that the list's name mentions.
import { columnName, readNode, type FieldNode } from '../../../fields/fields.ts';
import { singular } from '../../../../envs/words/split-words.ts';
import { isPerson } from '../../../lexicon/pools/people.ts';
import { isJsonObject, type JsonObject } from '../../../../envs/values/json.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { shapedTime } from './leaf-time.ts';
import { numberMaker } from './number-maker.ts';
import { textMaker } from './text-maker.ts';
import type { TableView, World } from '../world.ts';

const DEEPEST = 4;
/** Matches contact data, such as an e-mail address: an object with such a member and a name is a person. */
const CONTACT = /(?:^| )(?:e ?mail|email address|phone|telephone|mobile)(?: number)?$/;

export function jsonMaker(column: ColumnPlan, table: TableView, world: World): Maker | undefined {
  const node = readNode(column.schema, column.name);
  return makerOf(node, column, column.words, table, world, 0);
}

function makerOf(
  node: FieldNode,
  column: ColumnPlan,
  words: readonly string[],
  table: TableView,
  world: World,
  depth: number,
): Maker | undefined {
  if (depth > DEEPEST) return undefined;
  if (node.kind === 'list') {
    const inner = makerOf(node.item, column, words, table, world, depth + 1);
    if (inner === undefined) return undefined;
    const least = Math.max(1, Number(node.field.schema['minItems'] ?? 1));
    return { list: inner, least, most: Math.max(least, Math.min(3, Number(node.field.schema['maxItems'] ?? 3))) };
  }
  if (node.kind === 'object') {
    const members: Record<string, Maker> = {};
    const isSomebody = node.members.some(({ field }) => CONTACT.test(field.words.join(' ')));
    for (const member of node.members) {
      const isName = isSomebody && /^(?:(?:full|contact|display) )?name$/.test(member.field.words.join(' '));
      const made: Maker | undefined = isName
        ? { fake: 'person.fullName' }
        : makerOf(member, column, member.field.words, table, world, depth + 1);
      if (made === undefined && member.field.required) return undefined;
      if (made !== undefined) members[member.field.name] = made;
    }
    return Object.keys(members).length === 0 ? undefined : { object: members };
  }
  return leafMaker(node, words, column, table, world, depth);
}

function leafMaker(
  node: Extract<FieldNode, { kind: 'scalar' }>,
  words: readonly string[],
  column: ColumnPlan,
  table: TableView,
  world: World,
  depth: number,
): Maker | undefined {
  const { field } = node;
  if ('const' in field.schema) return field.schema['const'] as Maker;
  if (field.choices.length > 0) return { pick: [...field.choices] };
  const states = /^(?:status|state)$/.test(words.at(-1) ?? '') ? wordsIn(field.schema) : [];
  if (states.length > 0) return { pick: [...states] };
  const ids = idsOf(words, world, table);
  if (ids !== undefined) return ids;
  const { type } = field;
  if (type === 'boolean') return { deck: [true, false] };
  // a value of any type is made as a text
  if (type === 'json' && isFreeMap(field.schema) && MAPS.has(singular(words.at(-1) ?? ''))) return freeMap(table);
  if (type === 'json' && (field.schema['type'] !== undefined || depth === 0)) return undefined;
  const own = words.map(singular);
  // the names `value` and `key` tell nothing about the content
  if (words !== column.words && /^(?:value|key)$/.test(own.join(' '))) return undefined;
  if (own.join(' ') === 'name' && words !== column.words && isPerson(column.words.map(singular)))
    return { fake: 'person.fullName' };
  if (type === 'text' && /^(?:cc|bcc|to|recipient|invitee)$/.test(own.join(' ')))
    return { fake: 'internet.email', arguments: { provider: 'example.com' } };
  const leaf: ColumnPlan = {
    name: columnName(own),
    words: own,
    value: type === 'json' ? 'text' : type,
    nullable: false,
    schema: field.schema,
    description: field.description === '' && words === column.words ? column.description : field.description,
    shown: false,
  };
  if (type !== 'text' && type !== 'json') return numberMaker(leaf, table);
  const timed = shapedTime(leaf, table);
  if (timed !== undefined) return timed;
  if (/^(tag|label|keyword|topic|category|hashtag)$/.test(own.at(-1) ?? '')) return tagMaker(table);
  const made = textMaker(leaf, table, world);
  // each element of a list gets its own value
  return made !== null && typeof made === 'object' && 'item' in made
    ? { item: made.item, field: 'text' }
    : several(made);
}

/** Returns the examples of a schema that are words, such as "available". */
const wordsIn = ({ examples }: JsonObject): readonly string[] =>
  (Array.isArray(examples) ? examples : []).flatMap((each) =>
    typeof each === 'string' && /^[A-Za-z]{3}[A-Za-z _-]*$/.test(each) ? [each] : [],
  );

const MAPS = new Set(['field', 'property', 'attribute']);
const isFreeMap = (schema: JsonObject): boolean =>
  schema['type'] === 'object' &&
  (schema['additionalProperties'] === undefined || schema['additionalProperties'] === true || isOpen(schema));
const isOpen = ({ additionalProperties }: JsonObject): boolean =>
  isJsonObject(additionalProperties) && Object.keys(additionalProperties).length === 0;

/** Makes custom fields: a name, a status and a priority. */
function freeMap(table: TableView): Maker {
  const name: Maker = { item: table.pool?.id ?? 'task', field: 'text' };
  return {
    object: {
      Name: name,
      Status: { pick: ['Planned', 'In progress', 'Waiting', 'Done'] },
      Priority: { pick: ['Low', 'Medium', 'High'] },
    },
  };
}

function tagMaker(table: TableView): Maker {
  const own = [...new Set(table.pool?.names.map(({ category }) => category).filter((category) => category !== ''))];
  return own.length >= 4 ? { pick: own } : { item: 'category', field: 'text' };
}

/**
 * Replaces makers that use hidden columns such as _first. A hidden column has one value in each row, so all elements of
 * a list would be equal.
 */
function several(maker: Maker | undefined): Maker | undefined {
  if (maker === null || typeof maker !== 'object' || !('template' in maker)) return maker;
  if (maker.template === '{_first} {_last}') return { fake: 'person.fullName' };
  if (maker.template.endsWith('@example.com'))
    return { fake: 'internet.email', arguments: { provider: 'example.com' } };
  return maker;
}

/** Makes ids for a column such as label_ids from the keys of a table of labels. */
function idsOf(words: readonly string[], world: World, table: TableView): Maker | undefined {
  const last = singular(words.at(-1) ?? '');
  if (last !== 'id' && last !== 'key') return undefined;
  const noun = words.slice(0, -1).map(singular).join(' ');
  const target = [...world.tables.values()].find((each) => each.noun.join(' ') === noun || each.noun.at(-1) === noun);
  const key = target?.plan.key[0];
  if (target === undefined || key === undefined || target.plan.key.length !== 1) return undefined;
  return dependsOn(target, table, world) ? undefined : { row_of: target.plan.name, column: key };
}

/**
 * Tells whether `table` refers to `other`, directly or through further tables. Rows of `table` are then made after
 * those of `other`.
 */
function dependsOn(table: TableView, other: TableView, world: World, seen: ReadonlySet<string> = new Set()): boolean {
  if (table.plan.name === other.plan.name) return true;
  if (seen.has(table.plan.name)) return false;
  const now = new Set([...seen, table.plan.name]);
  return table.plan.references.some((reference) => {
    const target = world.tables.get(reference.table);
    return target !== undefined && dependsOn(target, other, world, now);
  });
}
