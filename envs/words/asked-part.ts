// Finds the part of a message that asks for something. An agent may first report in separate lines, and then ask in the
// last line. The question is then read without the report.
import { clausesOf, plainMarks, sentencesOf } from './clauses.ts';
import { deedsIn } from './deeds.ts';

/**
 * Returns the last line if it is a question and all lines before it only state something. Otherwise returns the whole
 * message.
 */
export function askedPart(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const last = lines.at(-1);
  if (last === undefined || lines.length === 1 || !/\?\W*$/.test(last)) return text;
  const before = lines.slice(0, -1).join('\n');
  const states =
    !OFFERS.test(before) && clausesOf(before).every(({ mood }) => mood === 'asserted' || mood === 'denied');
  return states ? last : text;
}

/** Like `askedPart`, but returns the whole message if the last line names neither an action, a number nor a thing. */
export function proposedPart(text: string): string {
  const part = askedPart(text);
  return deedsIn(part).size > 0 || NAMES.test(part) ? part : text;
}

/**
 * Removes sentences before a question that only tell how something was or what it means. "It was due on 29 March" and
 * "Error 21 means that the meter has to be exchanged" are not parts of the proposal.
 */
export function withoutFindings(message: string): string {
  const text = plainMarks(message);
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  if (!sentences.some((each) => each.includes('?'))) return message;
  return sentences.filter((each) => PROPOSES.test(each) || !FINDING.test(each)).join('');
}

/**
 * Removes sentences before a question that tell conditions: "A saver can't be refunded or exchanged" does not propose
 * an exchange.
 */
export function withoutTerms(message: string): string {
  const text = plainMarks(message);
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  if (!sentences.some((each) => each.includes('?'))) return message;
  const rest = sentences.filter((each) => /\?|\b(?:i|we)\b|'(?:ll|d)\b/i.test(each) || !TERMS.test(each));
  return deedsIn(rest.join('')).size > 0 ? rest.join('') : message;
}

const TERMS =
  /\b(?:can|could|may|can't|cannot|can not)(?: \w+)? be \w+(?:ed|d)\b|\byou (?:can|could|may|can't|cannot)\b|\b(?:is|are) (?:not |non-?)?(?:refundable|exchangeable|free|possible)\b/i;

const FINDING = /\b(?:was|were|had been|means?|meant)\b/i;
/** Matches a question, or a sentence about an action of the agent or in the future. */
const PROPOSES = /\?|\b(?:i|we|will|would|shall|going to|being)\b|'(?:ll|d)\b/i;

/** Matches an offer or a request of the agent. */
const OFFERS = /\b(?:i|we) (?:can|could|may|must|need|have to|want|propose|suggest|am|are)\b|\bplease\b|\bif you\b/i;

const NAMES = /\d|["“]|(?<=\p{Ll},? )\p{Lu}\p{Ll}/u;
