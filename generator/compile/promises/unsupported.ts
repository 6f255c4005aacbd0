// Finds arguments that a program could only store without their real effect. Examples are positions in an order, values
// of several types, and cursors that no result contains.
import type { FieldNode } from '../../fields/fields.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { all, argument, given, isTrue, literal, notNull, same, not } from '../programs/sql.ts';
import { idOf } from '../../fields/id-of.ts';
import { sensesOf } from '../../lexicon/verbs.ts';
import { columnFor } from '../things/columns.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { roleOf, type PromiseRule, type Promised } from './promise.ts';

const refused = (node: FieldNode, when = given([node.field.name])): Promised => ({
  kind: 'refused',
  argument: node.field.name,
  when,
  says: `The argument ${node.field.name} is not simulated.`,
});

const POSITION = /(?:^| )(?:pos|position|rank|sort order|display order|order index|ordinal|sequence)$/;

/** Returns the types that a value may have, without null. */
function kindsOf(schema: JsonObject): ReadonlySet<string> {
  const branches = [schema['anyOf'], schema['oneOf']].find(Array.isArray) as readonly Json[] | undefined;
  const own = [schema['type']].flat().filter((each): each is string => typeof each === 'string');
  const types = branches === undefined ? own : branches.filter(isJsonObject).flatMap((each) => [...kindsOf(each)]);
  const found = types.filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type));
  const shapes = (branches ?? []).filter((each) => isJsonObject(each) && isJsonObject(each['properties'])).length;
  return new Set(shapes > 1 ? [...found, 'another object'] : found);
}

function statedSchema(tool: ToolFacts, node: FieldNode): JsonObject {
  const { parameters } = tool.pool;
  const properties = isJsonObject(parameters as Json) ? (parameters as JsonObject)['properties'] : undefined;
  const schema = isJsonObject(properties) ? properties[node.field.name] : undefined;
  return isJsonObject(schema) ? schema : {};
}

/** Names of arguments for the form of the result, such as `pretty print`, that a simulation may ignore. */
const PLAIN =
  /^(?:include markdown|pretty|pretty print|prettify|indent|locale|response format|output format|format|language)$/;

/** Values of a detail level, such as `compact`, that show only a part of a row. */
const LITTLE =
  /^(?:min\w*|compact|concise|summary|basic|standard|brief|short|simple|partial|default|normal|ids?|names?|preview)$/i;

/** Names of boolean arguments that show only a part of a row or only some of the rows. */
const PARTIAL = /\bonly\b|^(?:compact|brief|minimal|summary|summari[sz]e|concise|short|slim|lean)\b/;

function shapeRefusal(node: FieldNode): Promised | undefined {
  const { field } = node;
  const value = argument([field.name]);
  const usual = field.schema['default'];
  if (usual === true && PARTIAL.test(field.words.join(' ')))
    return { kind: 'doubt', why: `nothing tells what ${field.name} leaves out, which is true where it is not given` };
  if (field.type === 'boolean' && node.kind === 'scalar')
    return refused(node, usual === true ? same(value, literal(0)) : isTrue(value));
  if (PLAIN.test(field.words.join(' ')) && field.choices.every((each) => /json|text|plain/i.test(String(each))))
    return undefined;
  if (typeof usual === 'string' && LITTLE.test(usual))
    return { kind: 'doubt', why: `nothing tells what ${usual} leaves out, the default of ${field.name}` };
  if (typeof usual === 'string' || typeof usual === 'number')
    return refused(node, all([notNull(value), not(same(value, literal(usual)))]));
  return refused(node);
}

/** Names of arguments of a write, such as `request id`, that have no effect on later results. */
const SILENT =
  /^(?:batch size|opt fields?|opt pretty|fields?|idempotency key|request id|client request id|client token)$/;

/** Tells whether the result contains a cursor, with which a later call asks for the next page. */
function handsOut(tool: ToolFacts): boolean {
  const members = tool.result?.kind === 'object' ? tool.result.members : [];
  return members.some((node) => /next|cursor|offset|token|has_?more/i.test(node.field.name));
}

/** Nouns of ids that come from other systems. The program stores such ids unchanged. */
const OUTSIDE =
  /\b(?:external|client|custom|reference|correlation|request|idempotency|transaction|tracking|legacy|foreign|device|session|trace|tax|vat|measurement|pixel|stripe|google|payment)\b/;

/** Tells whether an argument is the id of an object that no tool shows. */
function namesNothing(match: Match, node: FieldNode, domain: Domain): boolean {
  if (node.kind !== 'scalar') return false;
  const naming = idOf(node.field.words);
  if (naming === undefined || !/^(?:id|uuid|guid|gid)$/.test(naming.by) || naming.noun.length === 0) return false;
  if (OUTSIDE.test(naming.noun.join(' '))) return false;
  const table = match.arguments.find((role) => role.place === node.field.name)?.is.split('.')[0] ?? '';
  const thing = domain.things.byTable.get(table);
  if (thing === undefined) return false;
  const named = columnFor(thing, node.field.words, domain.things);
  const known = domain.known.get(table)?.columns.get(named.column);
  return named.references === undefined && !named.isKey && known?.references === undefined && known?.shown !== true;
}

function refusalOf(tool: ToolFacts, match: Match, node: FieldNode, domain: Domain): Promised | undefined {
  const { field } = node;
  const role = roleOf(match, node);
  const words = field.words.join(' ');
  if (role === 'not simulated') return undefined;
  if (role === 'shape') return match.effect === 'read' || !SILENT.test(words) ? shapeRefusal(node) : undefined;
  if (role === 'value' && POSITION.test(words)) return refused(node);
  if ((role === 'value' || role === 'filter') && kindsOf(statedSchema(tool, node)).size > 1) return refused(node);
  if ((role === 'value' || role === 'filter') && namesNothing(match, node, domain)) return refused(node);
  if (role === 'paging' && /cursor|token|after|marker/.test(words) && !handsOut(tool)) return refused(node);
  return undefined;
}

export const unsupportedRule: PromiseRule = {
  kind: 'unsupported argument',
  about: 'An argument of which only the letter would be kept: it answers UNAVAILABLE when it is given.',
  examples: [
    ['sort order', 'a place in an order'],
    ['pos', 'a place in an order'],
  ],
  nevers: ['order id', 'postal code', 'position name'],
  reads: (text) => (POSITION.test(text) ? 'a place in an order' : undefined),
  find: (tool, match, domain) => tool.arguments.flatMap((node) => refusalOf(tool, match, node, domain) ?? []),
};

const VERB_ARGUMENTS = /^(?:action|method|operation|op|mode|command|verb|function|action type|operation type)$/;

/**
 * Tells whether the argument's name means an action, such as `operation`. Under the name `method`, at least half of the
 * values must be verbs, because they may also be ways to pay or to ship.
 */
function listsActions({ words, choices }: FieldNode['field']): boolean {
  const text = words.join(' ');
  const verbs = choices.filter(
    (each) =>
      sensesOf(
        String(each)
          .split(/[^A-Za-z]/)[0]
          ?.toLowerCase() ?? '',
      ).size > 0,
  );
  return VERB_ARGUMENTS.test(text) && (text !== 'method' || verbs.length * 2 >= choices.length);
}

export const actionsRule: PromiseRule = {
  kind: 'action',
  about: 'An enumeration of actions inside one tool: each is a reading of its own.',
  examples: [
    ['action', 'several tools in one'],
    ['operation type', 'several tools in one'],
  ],
  nevers: ['payment method', 'delivery mode', 'status'],
  reads: (text) => (VERB_ARGUMENTS.test(text) ? 'several tools in one' : undefined),
  find: (tool) =>
    tool.arguments.flatMap((node): Promised[] =>
      node.kind === 'scalar' && node.field.choices.length > 1 && listsActions(node.field)
        ? [
            {
              kind: 'doubt',
              why: `${node.field.name} makes several tools of it: ${node.field.choices.slice(0, 4).join(', ')}`,
            },
          ]
        : [],
    ),
};
