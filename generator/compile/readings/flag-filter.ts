// Builds the filter for a boolean argument about a state, such as open_only, include_archived or unpaid.
import { sameState } from '../../lexicon/verbs.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import { needOfKnown } from './known-needs.ts';
import type { Domain } from './reading.ts';
import { statesOf, type StateWord } from './state-words.ts';

const ABOUT = new Set('only include show is with exclude hide'.split(' '));
/** Matches a description such as "Only unpaid ones", but not one that explains true and false. */
const ONLY = /^only (?!.*(?:\/|\bor\b|\bfalse\b))/i;

interface FlagFilter {
  readonly where: sql.Expr;
  readonly column: string;
  readonly need: Need;
}

export function flagFilter(each: Bound, thing: Thing, domain: Domain): FlagFilter | undefined {
  const text = each.words.filter((word) => !ABOUT.has(word)).join(' ');
  const states = [...statesOf(thing, domain), ...otherChoices(thing, domain)];
  const on = states.find(({ word }) => sameState(word, text));
  // `unpaid` selects the rows whose column `paid` is not true
  const found = on ?? states.find(({ word, value }) => text === `un${word}` && typeof value === 'boolean');
  if (found === undefined) return undefined;
  const { column, need } = found;
  const is = sql.equal(sql.name(column), sql.literal(found.value));
  const holds = on === undefined ? sql.not(sql.same(sql.name(column), sql.literal(found.value))) : is;
  const value = sql.argument(each.path);
  const given = sql.equal(sql.or(value, '0'), '1');
  const says = (...words: readonly string[]): boolean => words.some((word) => each.words.includes(word));
  const where = says('include', 'show')
    ? sql.any([given, sql.not(holds)])
    : says('exclude', 'hide')
      ? sql.not(sql.grouped(`${given} AND ${holds}`))
      : says('only') || ONLY.test(each.node.field.description)
        ? sql.any([sql.not(given), holds])
        : sql.any([sql.isNull(value), sql.same(sql.grouped(holds), sql.grouped(sql.equal(value, '1')))]);
  return { where, column, need };
}

/** Returns the listed values of all columns, such as the kinds of notes. */
const otherChoices = (thing: Thing, domain: Domain): StateWord[] =>
  [...(domain.known.get(thing.table)?.columns.values() ?? [])].flatMap((known) =>
    known.choices.map((value): StateWord => ({
      word: String(value),
      thing,
      column: known.column,
      value,
      need: needOfKnown(thing, known, ''),
    })),
  );
