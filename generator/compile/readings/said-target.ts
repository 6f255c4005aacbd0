// Finds the state that a tool sets from its description, such as "Marks an order as received".
import { sameState } from '../../lexicon/verbs.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { KnownColumn } from '../things/known-column.ts';
import { subjectOf } from '../things/subject-of.ts';
import { escaped } from '../things/nouns-of.ts';
import type { Domain } from './reading.ts';

export interface SaidTarget {
  readonly column: string;
  readonly value: string | boolean;
}

function formsOf(state: string): readonly RegExp[] {
  const form = (text: string): RegExp => new RegExp(text, 'i');
  const column = '(?:status|state|stage|phase)';
  return [
    form(String.raw`^marks? .*\bas (?:being )?(${state})\b`),
    form(String.raw`^(?:sets?|changes?) (?:the |its )?${column}(?: of .*)? to (${state})\b`),
    form(
      String.raw`^(?:moves?|puts?|changes?|transitions?|switches|sets?) .* (?:to|into|on|in) (?:the )?(${state})(?: ${column})?\.?$`,
    ),
    form(String.raw`^(?:puts?|places?) .* (${state})\.?$`),
    form(String.raw`^(?:notes?|records?|marks?) that .* (?:has|have|is|are|was|were) (?:been )?(${state})\b`),
  ];
}

/**
 * Returns the state that the description's first sentence or the last word of the tool's name mentions, if a column
 * lists this state.
 */
export function saidTarget(tool: ToolFacts, columns: readonly KnownColumn[], domain: Domain): SaidTarget | undefined {
  const first = sentencesOf(tool.description)[0] ?? '';
  const plainly = first.replaceAll(/["'`]/g, '');
  const rest = /^(?:mark|set|flag|put)$/.test(tool.verb) ? (subjectOf(tool, domain.things)?.rest ?? []) : [];
  const given = new Set(tool.arguments.map(({ field }) => field.words.join(' ')));
  for (const known of columns) {
    // where an argument gives the state, the description does not decide it
    if (given.has(known.words.join(' '))) continue;
    const values =
      known.type === 'boolean'
        ? [known.words.filter((word) => word !== 'is').join(' ')]
        : STATES.test(known.column)
          ? known.choices.map(String)
          : [];
    for (const value of values) {
      const word = value.replaceAll(/[_-]/g, ' ');
      const isSaid =
        formsOf(escaped(word)).some((form) => form.test(plainly)) ||
        (rest.length > 0 && sameState(rest.join(' '), word));
      if (isSaid) return { column: known.column, value: known.type === 'boolean' ? true : value };
    }
  }
  return undefined;
}

const STATES = /(?:^|_)(?:status|state|stage|phase)$/;
