// Builds filters that do not test for equality: a search text, or one end of a range.
import * as sql from '../programs/sql.ts';
import type { Field } from '../../fields/fields.ts';
import { timeForm } from '../../fields/time-form.ts';
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { isJsonObject } from '../../../envs/values/json.ts';
import { saidNoTime } from '../../lexicon/time-words.ts';
import { sentencesOf } from '../read/sentences.ts';
import { queriedFields, saidFields } from '../read/said-fields.ts';
import { innerValues } from '../things/inner-values.ts';
import { isObjectColumn } from '../things/object-column.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import type { Draft } from './filter-draft.ts';
import { needOfKnown } from './known-needs.ts';
import type { Domain } from './reading.ts';

/** A text in which a search looks: a column, or a member of a JSON object in a column. */
interface Searched {
  readonly words: readonly string[];
  readonly is: string;
  readonly text: sql.Expr;
  readonly known: KnownColumn;
}

const isTexts = ({ schema }: KnownColumn): boolean => {
  const { items } = schema;
  return isJsonObject(items) && items['type'] === 'string';
};

function searchable(thing: Thing, domain: Domain): readonly Searched[] {
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
    (known) =>
      known.type === 'text' &&
      known.references === undefined &&
      known.choices.length === 0 &&
      (!/(^|_)(id|url|at|date|time|password|token)$/.test(known.column) || saidNoTime(known.words, known.description)),
  );
  return [
    ...columns.map((known) => ({
      words: known.words,
      is: `${thing.table}.${known.column}`,
      text: sql.name(known.column),
      known,
    })),
    // a column may hold a list of texts, such as tags
    ...[...(domain.known.get(thing.table)?.columns.values() ?? [])]
      .filter((known) => known.type === 'json' && isTexts(known))
      .map((known) => ({
        words: known.words.map(singular),
        is: `${thing.table}.${known.column}`,
        text: sql.or(sql.textsIn(sql.or(sql.column(thing.table, known.column), "'[]'")), "''"),
        known,
      })),
    ...innerValues(thing, domain.known)
      .filter(({ node }) => node.field.type === 'text' && node.field.choices.length === 0)
      .map(({ of, node, words }) => ({
        words,
        is: `${thing.table}.${of.column}.${node.field.name}`,
        text: sql.inside(sql.name(of.column), node.field.name),
        known: of,
      })),
  ];
}

/** Returns the fields that a description names for a search. `isKnown` tells whether words are the name of a column. */
type About = (isKnown?: (words: readonly string[]) => boolean) => readonly (readonly string[])[];

/**
 * Returns the texts that the description names for the search, or all texts if it names none. If it names a text that
 * the rows do not have, returns the name of this text.
 */
function searchedIn(about: About, all: readonly Searched[], thing: Thing): readonly Searched[] | string {
  const found = new Map<string, Searched>();
  const isKnown = (words: readonly string[]): boolean => all.some((each) => each.words.join(' ') === words.join(' '));
  for (const field of about(isKnown)) {
    const words = spelled(field).filter((word) => !thing.words.includes(word));
    const own = all.filter(
      (each) =>
        each.words.join(' ') === words.join(' ') ||
        (words.length === 1 && each.words.includes(words[0] ?? '')) ||
        (words.join(' ') === 'name' && /^(?:first|last|full|display) name$/.test(each.words.join(' '))),
    );
    if (own.length === 0 && !(thing.natural && words.join(' ') === thing.own.words.join(' '))) return field.join(' ');
    for (const each of own) found.set(each.is, each);
  }
  return found.size > 0 ? [...found.values()] : all;
}

export function wordsFilter(
  tool: ToolFacts,
  thing: Thing,
  argument: string,
  required: boolean,
  description: string,
  domain: Domain,
  draft: Draft,
): void {
  const noun = thing.words.join(' ');
  const all = searchable(thing, domain);
  const own: About = (isKnown) =>
    queriedFields(description).length > 0
      ? queriedFields(description, isKnown)
      : saidFields(sentencesOf(tool.description)[0] ?? '', isKnown);
  const searched = searchedIn(own, all, thing);
  if (typeof searched === 'string')
    return void draft.unknown.push({ why: `${argument} searches by ${searched}, which no ${noun} has`, argument });
  const isAll = searched === all;
  const maps = isAll
    ? [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
        (known) => isObjectColumn(known) && known.given && !searched.some((each) => each.known === known),
      )
    : [];
  const parts = [
    ...searched.map(({ text }) => text),
    ...(thing.natural && (isAll || own().some((field) => field.join(' ') === thing.own.words.join(' ')))
      ? [sql.name(thing.own.column)]
      : []),
    ...maps.map((known) => sql.textsIn(sql.column(thing.table, known.column))),
  ];
  if (parts.length === 0)
    return void draft.unknown.push({ why: `${argument} searches a ${noun}, of which no text is known`, argument });
  const value = sql.argument([argument]);
  const text = parts.length === 1 ? sql.or(parts[0] ?? '', "''") : sql.spaced([...new Set(parts)]);
  const test = sql.matchesWords(text, value);
  draft.where.push(required ? test : sql.any([sql.isNull(value), test]));
  draft.roles.push({ place: argument, role: 'text search', is: searched.map(({ is }) => is).join(', ') });
  for (const known of new Set([...searched.map((each) => each.known), ...maps]))
    draft.needs.push(needOfKnown(thing, known, tool.name));
}

const TIME_NAME = /(^|_)(date|time|at|on|day|due|timestamp|start|end)$/;

export function rangeFilter(
  thing: Thing,
  field: Field,
  kind: { op: '>=' | '<=' | '>' | '<'; of: readonly string[]; date: boolean },
  domain: Domain,
  draft: Draft,
): void {
  const argument = field.name;
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
  const of = spelled(kind.of);
  const isDate = (known: KnownColumn): boolean =>
    known.type === 'text' &&
    ((TIME_NAME.test(known.column) && !saidNoTime(known.words, known.description)) ||
      String(known.schema['format'] ?? '').startsWith('date') ||
      /\b(ISO ?8601|YYYY-MM-DD)\b/i.test(known.description));
  const fits = columns.filter((known) =>
    kind.date ? isDate(known) : known.type === 'integer' || known.type === 'real',
  );
  const bare = (known: KnownColumn): string =>
    known.words.filter((word) => !['date', 'time', 'at', 'on', 'timestamp', 'day'].includes(word)).join(' ');
  const named = fits.filter((known) =>
    kind.date ? bare(known) === of.join(' ') && of.length > 0 : known.words.join(' ') === of.join(' '),
  );
  // where found_at and found_on both fit, the bound is about the one whose schema declares a date
  const declared = named.filter((known) => String(known.schema['format'] ?? '').startsWith('date'));
  const byName = named.length > 1 ? declared[0] : named[0];
  if (named.length > 1 && declared.length !== 1)
    return void draft.unknown.push({
      why: `${argument} bounds either ${named.map(({ column }) => column).join(' or ')}`,
      argument,
    });
  const found = byName ?? (kind.date && of.length === 0 && fits.length === 1 ? fits[0] : undefined);
  if (found === undefined)
    return void draft.unknown.push({
      why: `${argument} bounds ${of.join(' ') || 'a date'}, which no ${thing.words.join(' ')} has`,
      argument: argument,
    });
  const op = saidEdge(kind.op, field.description);
  if (op === undefined) return void draft.unknown.push({ why: `${argument} says two things of its edge`, argument });
  const value = sql.argument([argument]);
  const column = sql.name(found.column);
  const form = timeForm(field.schema, field.description);
  const isOfDays = timeForm(found.schema, found.description) === 'day';
  if (kind.date && isOfDays && form === 'moment')
    return void draft.unknown.push({ why: `${argument} is a moment, but ${found.column} is a day`, argument });
  const test = !kind.date
    ? sql.compare(column, op, value)
    : form === 'day'
      ? sql.compareDay(column, op, value)
      : sql.compareMoment(column, op, value);
  draft.where.push(sql.any([sql.isNull(value), test]));
  draft.roles.push({ place: argument, role: 'range', is: `${thing.table}.${found.column}` });
  draft.needs.push(needOfKnown(thing, found, ''));
}

const WITHOUT =
  /\b(?:exclusive(?! of\b)|non-?inclusive|not (?:including|included|inclusive)|strictly|but not (?:on|at|including)|exclud(?:es|ing) (?:this|that|the) (?:date|day|value|bound|end))\b/i;
const WITH =
  /\b(?:(?<!non-|not |all[- ])inclusive(?! of\b)|up to and including|(?:on|at|after|before|from|than) (?:or|and) (?:after|before|on|at|later|earlier|equal)|or (?:later|earlier|newer|older|more|less|above|below|higher|lower|greater|equal))\b|[<>]=|[≤≥]/i;

/**
 * Returns the comparison for a bound, with or without equality as the description says. Returns undefined where the
 * description says both.
 */
function saidEdge(op: '>=' | '<=' | '>' | '<', description: string): typeof op | undefined {
  const [isWith, isWithout] = [WITH.test(description), WITHOUT.test(description)];
  if (isWith && isWithout) return undefined;
  const end = op.startsWith('<') ? '<' : '>';
  return isWith ? `${end}=` : isWithout ? end : op;
}
