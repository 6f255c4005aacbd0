// Finds columns that only the description of a read promises, such as "List venues with address, city and capacity".
// Counts, totals and other values that are computed from other rows are left out.
import { ATTRIBUTES } from '../../lexicon/attributes.ts';
import { readNode, type FieldNode } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { promisedFields, type PromisedField } from '../read/promised-fields.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { KnownColumn } from './known-column.ts';
import type { Thing, Things } from './thing.ts';

/** Matches the names of fields whose values are computed from other rows, or change although no tool changes them. */
const DERIVED =
  /^(?:count|number of|total|sum|subtotal|average|mean|remaining|available|availability|lowest|highest|cheapest|minimum|maximum|latest|last|next|first|current|used|usage|progress|percentage|percent|balance|statistic|stat|history|trend|rank|ranking|result|outstanding|overdue|due in|open|unread|view|click|like|follower|vote|score|position|online|estimate\w*)\b|\b(?:count|total|history|statistic|stat|usage|progress|percentage|balance|result)$/;
/** Matches values that depend on the caller's account. */
const OF_CALLER = /^(?:author|creator|owner|sender|uploader|reporter|user|assignee)$/;
const STATUS = /(?:^| )(?:status|state|stage|phase|id|key|url|link)$/;
const REAL =
  /(?:^| )(?:price|rent|cost|amount|fee|salary|rate|weight|temperature|rating|latitude|longitude|distance|length|height|width|depth)$/;
const WHOLE = /(?:^| )(?:capacity|quantity|stock|floor|bedroom|bathroom|age|year|seat|duration|minute|hour|point)$/;
const MOMENT = /(?:^| )(?:time|timestamp|start|end|at)$/;
const DAY = /(?:^| )(?:date|day|deadline|birthday)$/;

function schemaOf({ words, plural, form }: PromisedField): JsonObject {
  const text = words.join(' ');
  if (form === 'boolean') return { type: 'boolean' };
  if (form === 'moment' || MOMENT.test(text)) return { type: 'string', format: 'date-time' };
  if (DAY.test(text)) return { type: 'string', format: 'date' };
  if (WHOLE.test(text)) return { type: 'integer' };
  if (REAL.test(text)) return { type: 'number' };
  return plural && /(?:^| )(?:tag|skill|keyword|ingredient|genre|topic|language)$/.test(text)
    ? { type: 'array', items: { type: 'string' } }
    : { type: 'string' };
}

/** Matches nouns whose plural names one column, such as "tags". */
const SEVERAL =
  /(?:^| )(?:tag|skill|keyword|ingredient|genre|topic|language|detail|instruction|direction|note|hour|minute|seat|bedroom|bathroom|point|dimension)$/;

/** Matches names for the time of a row's creation, which comes from the clock. */
const OF_ROW = /^(?:time|date|timestamp|creation date|creation time|created|created date)$/;

export function promisedNodes(
  tool: ToolFacts,
  thing: Thing,
  tools: readonly ToolFacts[],
  things: Things,
  columns: ReadonlyMap<string, KnownColumn>,
): readonly FieldNode[] {
  if (tool.result !== undefined || tool.told === 'write') return [];
  if (!tool.senses.has('show') && !tool.senses.has('search')) return [];
  const isMade = tools.some(
    (other) => other.told !== 'read' && other.senses.has('create') && thing.nouns.has(spelled(other.noun).join(' ')),
  );
  return promisedFields(tool.description).flatMap((field): FieldNode[] => {
    const text = field.words.join(' ');
    if (OF_ROW.test(text)) return isMade ? [readNode({ type: 'string', format: 'date-time' }, 'created_at')] : [];
    const isThere = [...columns.values()].some(
      ({ words }) =>
        field.words.every((word) => words.includes(word)) ||
        (words.length > 0 && words.every((word) => field.words.includes(word))),
    );
    if (field.plural && !SEVERAL.test(text)) return [];
    if (isThere || DERIVED.test(text) || STATUS.test(text) || things.byNoun.has(text) || thing.nouns.has(text))
      return [];
    if (isMade && (field.form === 'boolean' || OF_CALLER.test(text))) return [];
    const isAttribute =
      field.form !== undefined ||
      text === 'number' ||
      ATTRIBUTES.has(field.words.at(-1) ?? '') ||
      WHOLE.test(text) ||
      REAL.test(text);
    return isAttribute ? [readNode(schemaOf(field), field.called)] : [];
  });
}
