// Flags a tool that could break a rule which another tool states about the same rows. Where book_visit says that a vet
// has no two visits at the same time, move_visit must not cause two either.
import { timeSenseOf } from '../../lexicon/time-words.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { spannedBy } from '../readings/span.ts';
import type { KnownColumn } from '../things/known-column.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import { saysCounted } from './one-each.ts';
import type { PromiseRule } from './promise.ts';
import { isUniqueRule } from './unique.ts';

const OVERLAP =
  /\b(?:overlap(?:s|ped|ping)?|double[- ]book(?:s|ed|ings?)?|clash(?:es|ing)?|(?:two|several|more than one|another) [a-z ]+? at (?:the same|a|that) time)\b/i;

const saysRule = (text: string): boolean => OVERLAP.test(text) || saysCounted(text);

interface SharedRule {
  readonly sentence: string;
  readonly by: string;
  readonly thing: Thing;
}

const RULES = new WeakMap<Domain, readonly SharedRule[]>();

/**
 * Returns the rules that limit several rows together and that no program checks, from all tools of a domain that write.
 */
function sharedRules(domain: Domain): readonly SharedRule[] {
  const known = RULES.get(domain);
  if (known !== undefined) return known;
  const found = domain.tools.flatMap((tool): SharedRule[] => {
    const thing = subjectOf(tool, domain.things)?.thing;
    if (thing === undefined || tool.told === 'read') return [];
    return sentencesOf(tool.description)
      .filter((sentence) => saysRule(sentence) && !isUniqueRule(sentence, tool, domain))
      .map((sentence) => ({ sentence, by: tool.name, thing }));
  });
  RULES.set(domain, found);
  return found;
}

/**
 * Tells whether a change of this column may make two rows overlap: the column holds a time, a length or a reference.
 */
function places({ type, schema, words, references }: KnownColumn): boolean {
  if (references !== undefined) return true;
  if (type === 'integer' || type === 'real')
    return /\b(?:duration|length|minutes?|hours?|days?|nights?)\b/.test(words.join(' '));
  const isTime = String(schema['format'] ?? '').startsWith('date') || timeSenseOf(words) !== undefined;
  return type === 'text' && (isTime || /^(?:day|date|time|slot|period)$/.test(words.at(-1) ?? ''));
}

/** Tells whether the tool makes rows of the table, or changes their place or time. */
function mayBreak(match: Match, thing: Thing, domain: Domain): boolean {
  if (match.makes.includes(thing.table)) return true;
  const columns = domain.known.get(thing.table)?.columns;
  return match.arguments.some(({ role, is }) => {
    const [table = '', column = ''] = is.split('.');
    const known = table === thing.table && role === 'value' ? columns?.get(column) : undefined;
    return known !== undefined && places(known);
  });
}

export const sharedRulesRule: PromiseRule = {
  kind: 'shared rule',
  about: 'A rule about several rows that another tool states: a tool that could break it is flagged too.',
  examples: [
    ['A vet has no two overlapping visits.', 'A vet has no two overlapping visits.'],
    ['Rooms are never double-booked.', 'Rooms are never double-booked.'],
    ['At most three loans per member.', 'At most three loans per member.'],
  ],
  nevers: ['Books a visit.', 'Moves a visit to another time.', 'Lists the visits of a day.'],
  reads: (text) => (saysRule(text) ? text : undefined),
  find(tool, match, domain) {
    if (match.effect !== 'write') return [];
    return sharedRules(domain)
      .filter(({ by, thing, sentence }) => {
        if (by === tool.name || !mayBreak(match, thing, domain)) return false;
        const isSpan = /^(?:create|update)$/.test(match.rule) && OVERLAP.test(sentence);
        return !(isSpan && spannedBy(thing, domain) !== undefined);
      })
      .map(({ sentence, by }) => ({ kind: 'doubt', why: `nothing keeps "${sentence}" of ${by}` }));
  },
};
