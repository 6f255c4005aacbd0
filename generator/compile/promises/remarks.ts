// Recognizes sentences that demand nothing of a program. They only tell units of arguments, bounds that the schema
// states too, how filters combine, or that a key is unique.
import { singular } from '../../../envs/words/split-words.ts';
import type { FieldNode } from '../../fields/fields.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { saysMissing } from './missing-rows.ts';

const MEASURES =
  'amount|price|cost|fee|value|time|date|timestamp|moment|coordinate|distance|duration|size|length|width|height|weight|mass|temperature|volume|speed|angle|figure|number|quantity';
const UNITS = String.raw`(?:decimal )?degrees?(?: celsius| fahrenheit)?|celsius|fahrenheit|kelvin|radians|(?:kilo|centi|milli)?met(?:er|re)s?|(?:square|cubic) met(?:er|re)s?|k?m|cm|mm|inch(?:es)?|feet|miles|(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|(?:kilo|milli)?grams?|k?g|tons?|tonnes?|lbs?|pounds?|(?:milli)?lit(?:er|re)s?|ml|per ?cent|percentages?|%|cents?|pence|euros?|dollars?|[kmg]?wh?|(?:kilo|mega)?watts?|pixels?|bytes|[km]b|utc|local time|(?:its|their|the) local (?:time|currency)|smallest currency units?|minor units?|the (?:smallest|minor) (?:currency )?units?`;
const CODE = String.raw`(?:[A-Z]{3}|[A-Z]+\d+)`;
const UNIT_OF = new RegExp(
  String.raw`^(?:all |the |both |every )?(.+?),? (?:(?:is|are|must be|should be|has to be|have to be) )?(?:always )?(?:(?:given|expressed|stated|measured|specified|returned|shown) )?(?:in|as) (whole |full )?(.+?)(?:,? ${CODE})?$`,
);
const UNIT = new RegExp(String.raw`^(?:${UNITS})$`, 'i');

/** Tells whether the words name an argument, or are the first words of its name: "RA" fits ra_deg. */
function namesArgument(said: string, tool: ToolFacts): boolean {
  const words = said
    .toLowerCase()
    .replace(/^(?:the|its|a|an|both|all) /, '')
    .split(/[ _-]+/)
    .map(singular);
  return tool.arguments.some(({ field }) => words.every((word, at) => singular(field.words[at] ?? '') === word));
}

/**
 * Tells whether an argument may hold one of the measures that `items` names: it is a number with a fraction, or its
 * name has a word of `items`.
 */
const isMeasured = (items: string, { type, words }: FieldNode['field']): boolean =>
  type === 'real' ||
  items
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => words.map(singular).includes(singular(word)));

/** Tells whether a sentence only gives the unit of arguments or of measures, such as "Amounts are in cents". */
function saysUnit(said: string, tool: ToolFacts): boolean {
  const [, items = '', whole, unit = ''] = UNIT_OF.exec(said) ?? [];
  if (!UNIT.test(unit) && !new RegExp(`^${CODE}$`).test(unit)) return false;
  // "whole" demands integers; a program would have to check this, unless the schema has it too
  if (
    whole !== undefined &&
    !tool.arguments.every(({ field }) => field.type === 'integer' || !isMeasured(items, field))
  )
    return false;
  return items
    .split(/, (?:and )?| and | & /)
    .every(
      (item) => new RegExp(`^(?:the |all )?(?:\\w+ )?(?:${MEASURES})s?$`, 'i').test(item) || namesArgument(item, tool),
    );
}

const BOUNDS =
  /^(.+?) (?:goes|runs|ranges|is|are|must be|should be|can be) (?:from |between )?(-?\d+(?:\.\d+)?)(?: \([^)]*\))? (?:to|and|through) (-?\d+(?:\.\d+)?)(?: \([^)]*\))?$/i;

/** Tells whether a sentence repeats the bounds in the schema, as in "Grade goes from 1 (poor) to 5 (excellent)". */
function saysBounds(said: string, tool: ToolFacts): boolean {
  const [, item = '', least, most] = BOUNDS.exec(said) ?? [];
  return tool.arguments.some(
    ({ field }) =>
      item !== '' &&
      namesArgument(item, { ...tool, arguments: tool.arguments.filter((node) => node.field === field) }) &&
      field.schema['minimum'] === Number(least) &&
      field.schema['maximum'] === Number(most),
  );
}

const OPTIONAL =
  /^(?:all |the |any |both |every |each )*(?:other )?(?:filters?|criteria|parameters|arguments|fields) (?:are|is) (?:all )?optional$/i;
const COMBINED =
  /^(?:(?:(?:all |the |multiple |several |given )*(?:filters|criteria|conditions)|they) )?(?:(?:are|can be|may be|get) )?(?:(?:combined|joined|applied)(?: together)?(?: (?:with|by|using|via|as) (?:an? |the )?(?:logical )?["']?and["']?)?|and-?ed(?: together)?|cumulative)$|^you (?:can|may) (?:freely )?(?:combine|mix) (?:all |the |these |several |multiple |any )*(?:filters|criteria|conditions)$/i;

const MATCHED =
  /^(?:all|every|all of|each)(?: the)?(?: (?:given|provided|specified|supplied))? (?:filters?|criteria|conditions?|them|of them) (?:must|have to|has to|need to|needs to) (?:match|hold|apply|be met|be satisfied)$/i;
const EMPTY =
  /^(?:(?:the |this )?(?:list|result|array|answer) is empty|returns an empty (?:list|array|result)) (?:when|if) (?:nothing|none|no (?:rows?|results?|items?|entries)) (?:match(?:es)?|(?:is|are|was|were) found|fits?)$/i;

function saysFilters(said: string, match: Match): boolean {
  const isRead = match.effect === 'read';
  const forms = [OPTIONAL, ...(isRead ? [COMBINED, MATCHED] : []), ...(match.rule === 'list' ? [EMPTY] : [])];
  const isSaid = (text: string): boolean => forms.some((each) => each.test(text));
  return isSaid(said) || (isRead && said.split(/, (?:and |so )?| and (?!$|["']?(?:together)?$)/).every(isSaid));
}

/** Tells whether a sentence only says that a key is unique within the parent row, which always holds for keys. */
function saysKey(said: string, match: Match, domain: Domain): boolean {
  const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
  const found =
    /^(?:the |all )?(.+?) (?:is|are) (?:only )?unique (?:only )?(?:within|per|in|inside|for) (?:an? |the |each |every |its |their |one |a given )*(.+)$/i.exec(
      said,
    );
  if (thing === undefined || found === null || thing.scope.length === 0) return false;
  const [key = '', place = ''] = found.slice(1).map((text) => text.toLowerCase().split(' ').map(singular).join(' '));
  const own = thing.own.words.join(' ');
  const isKey =
    key === own ||
    [...thing.nouns].some((noun) => key === noun || key === `${noun} ${own}` || key === `${noun} number`);
  const parent = domain.things.byTable.get(thing.parent ?? '');
  return isKey && (parent?.nouns.has(place) === true || thing.scope.at(-1)?.words[0] === place);
}

const CLEARED =
  /^(?:(?:(?:use|pass|send|give|set (?:a field|it|one) to) )?(?:a )?null (?:to )?(?:clears?|removes?|unsets?|empt(?:y|ies)|resets?|erases?)|(?:to )?(?:clear|remove|unset) (?:a|an|the) (?:optional )?(?:field|value),? (?:pass|send|use|give|set it to) null)(?: (?:an? |the |that |its |it|this )*(?:optional |old |given )?(?:fields?|values?|)?)?$/i;

/** Tells whether a sentence says that null clears a value, which an update does where the schema allows null. */
const saysCleared = (said: string, tool: ToolFacts, match: Match): boolean =>
  match.rule === 'update' &&
  CLEARED.test(said) &&
  tool.arguments.some(
    ({ field }) =>
      field.nullable && match.arguments.some(({ place, role }) => place === field.name && role === 'value'),
  );

const SOME =
  /^(?:(?:please )?(?:provide|give|specify|pass|set) )?at least one (?:of )?(.+?)(?: to (?:be )?(?:change|update)d?)?(?: (?:must|has to|needs to|should) be (?:provided|given|set|specified|passed|present)| (?:is|are) required)?$/i;
const ANY =
  /^(?:the |these |them|those )?(?:optional |other )?(?:fields?|values?|arguments?|parameters?|propert(?:y|ies)|changes?|(two|three|four|five)(?: fields| values| arguments)?|both|them)?$/i;
const NUMBERS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };

/**
 * Tells whether a sentence says that an update must change something. An update without a required value refuses a call
 * that gives none.
 */
function saysSome(said: string, tool: ToolFacts, match: Match): boolean {
  const items = match.rule === 'update' ? SOME.exec(said)?.[1] : undefined;
  if (items === undefined) return false;
  const values = match.arguments.filter(({ role }) => role === 'value').map(({ place }) => place);
  const isOptional = values.every((place) =>
    tool.arguments.some(({ field }) => field.name === place && !field.required),
  );
  const any = ANY.exec(items);
  if (any !== null) return isOptional && (any[1] === undefined || NUMBERS[any[1].toLowerCase()] === values.length);
  const named = items.split(/, (?:or |and )?| or | and /).map((item) => bare(item.replace(/^the /i, '')));
  return isOptional && values.length === named.length && values.every((place) => named.includes(bare(place)));
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Tells whether the sentence demands nothing that a program would have to do. */
export function isRemark(sentence: string, tool: ToolFacts, match: Match, domain: Domain): boolean {
  const said = plainSentence(sentence);
  return (
    saysUnit(said, tool) ||
    saysBounds(said, tool) ||
    saysFilters(said, match) ||
    saysKey(said, match, domain) ||
    saysCleared(said, tool, match) ||
    saysMissing(sentence, match, domain) ||
    saysSome(said, tool, match)
  );
}
