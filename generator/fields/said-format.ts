// Finds the form of a date, a time or a name that only the description states.
import type { JsonObject } from '../../envs/values/json.ts';

/** Matches descriptions of times that allow more than one form, such as "tomorrow". */
export const LOOSE =
  /\b(?:natural language|relative|phrase|such as ["'“]?(?:tomorrow|now|today)|["'“](?:now|today|tomorrow|yesterday)|or YYYY|or ["'“]|or unix|unix timestamp|epoch|duration|RFC ?822|RRULE|\d+[hdm]\b)/i;

/** Matches a prefix that the description states, such as "starts with cus_". */
const PREFIX =
  /\b(?:starts?|starting|begins?|beginning|prefix(?:ed)?)(?: with| is| by)? ["'`]([A-Za-z]{1,12}[_-])["'`]?/i;

/** A form of short texts that descriptions name, such as a currency code. */
export interface SaidForm {
  readonly said: RegExp;
  /** Matches the nouns that descriptions use for a text of this form. */
  readonly subject: RegExp;
  readonly pattern: string;
  /** The form in SQLite's GLOB notation: a text must fit one of these patterns. */
  readonly globs: readonly string[];
  readonly called: string;
}

/** The pattern of a month. */
export const MONTH = '^20[0-9]{2}-(0[1-9]|1[0-2])$';

const FORMS: readonly SaidForm[] = [
  {
    said: /\bISO[- ]?4217\b|\b(?:three|3)[- ]letter currency(?: code)?\b/i,
    subject: /^currency$/i,
    pattern: '^[A-Z]{3}$',
    globs: ['[A-Z][A-Z][A-Z]'],
    called: 'a currency code of three capital letters, such as EUR',
  },
  {
    said: /\bISO[- ]?3166(?:-1)?[- ]alpha[- ]?2\b|\b(?:two|2)[- ]letter (?:ISO )?country(?: code)?\b/i,
    subject: /^(?:country|nationality)$/i,
    pattern: '^[A-Z]{2}$',
    globs: ['[A-Z][A-Z]'],
    called: 'a country code of two capital letters, such as NO',
  },
  {
    said: /\bISO[- ]?639-1\b|\b(?:two|2)[- ]letter language(?: code)?\b/i,
    subject: /^language$/i,
    pattern: '^[a-z]{2}$',
    globs: ['[a-z][a-z]'],
    called: 'a language code of two small letters, such as en',
  },
  {
    said: /\bYYYY-MM\b(?!-)/,
    subject: /^(?:month|period|expiry)$/i,
    pattern: MONTH,
    globs: ['[0-9][0-9][0-9][0-9]-0[1-9]', '[0-9][0-9][0-9][0-9]-1[0-2]'],
    called: 'a month in the form YYYY-MM',
  },
];

const DIGITS: readonly SaidForm[] = (['two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const).map(
  (word, at): SaidForm => ({
    said: new RegExp(
      String.raw`^(?:an? |the )?(?:code of )?(?:${word}|${at + 2})[- ]digits?(?: (?:code|number|pin))?$|^(?:[a-z]+ )+of (?:${word}|${at + 2}) digits$`,
      'i',
    ),
    subject: /^/,
    pattern: `^[1-9][0-9]{${at + 1}}$`,
    globs: ['[0-9]'.repeat(at + 2)],
    called: `a text of ${word} digits`,
  }),
);

const EITHER = /\bor (?:an? |the |its |full )*(?:name|symbol|code|YYYY|word|date|text)|case[- ]insensitive/i;
/** Matches words that suggest that a value is a list of several texts, or may also have another form. */
const MORE =
  /lower|upper|\bcase\b|comma|separated|\blists?\b|codes\b|optional|region|\/|\b(?:to|or|and|with|plus|followed|not|except|unless)\b/i;
const EXAMPLES = /[\s,;:(]*\b(?:e\.g\.|eg|for example|for instance|such as|like)[,:]?\s+([^()]+)\)?$/i;
/** Words around the name of a form that say nothing about the value. */
const AROUND = /^(?:in|an?|as|is|be|the|its|code|format|form|given|written|stated|ISO|text|value|standard)$/i;
const FOLLOWS = /^(?:of|for|in|which|that|used|billed|paid)$/i;

/** Splits the examples off the end of a description: "Language, such as en or de". */
function withExamples(description: string): { readonly said: string; readonly examples: readonly string[] } {
  const said = description.replace(/[.;]\s*$/, '');
  const shown = EXAMPLES.exec(said);
  if (shown === null) return { said, examples: [] };
  const examples = (shown[1] ?? '')
    .split(/,? or |,? and |[,;] */)
    .map((each) => each.replaceAll(/^["'`“]|["'`”]$/g, ''));
  return { said: said.slice(0, shown.index), examples };
}

/** Tells whether a description only names the form and the value: "Currency of the order, ISO 4217 code". */
function isWhole(said: string, form: SaidForm): boolean {
  const at = form.said.exec(said)?.index;
  if (at === undefined || (said.match(/YYYY/g)?.length ?? 0) > 1) return false;
  const after = said.slice(at).replaceAll(new RegExp(form.said, `g${form.said.flags}`), ' ');
  if (!wordsIn(after).every((word) => AROUND.test(word) || form.subject.test(word))) return false;
  const before = wordsIn(said.slice(0, at));
  if (before.every((word) => AROUND.test(word))) return true;
  const named = before.findIndex((word) => form.subject.test(word));
  const next = before.slice(named + 1).find((word) => !AROUND.test(word));
  return (
    named >= 0 &&
    named < 4 &&
    before.length < 10 &&
    !before.slice(0, named).some((word) => FOLLOWS.test(word)) &&
    (next === undefined || FOLLOWS.test(before[named + 1] ?? ''))
  );
}

const wordsIn = (text: string): string[] => text.split(/[\s,:;().-]+/).filter((word) => word !== '');

/** Returns the form of a short text, if the description states this form and adds nothing else about the value. */
export function saidForm(description: string): SaidForm | undefined {
  if (LOOSE.test(description) || EITHER.test(description)) return undefined;
  const { said, examples } = withExamples(description);
  if (MORE.test(said)) return undefined;
  const found = DIGITS.find((form) => form.said.test(said)) ?? FORMS.find((form) => isWhole(said, form));
  return found !== undefined && examples.every((each) => new RegExp(found.pattern).test(each)) ? found : undefined;
}

const CASES = {
  snake: {
    said: /(?:\b(?:in|is|be|as|use)|^) snake[_ -]case\b|^snake[_ -]case\b/i,
    letters: 'a-z0-9_',
    called: 'in snake_case',
  },
  kebab: {
    said: /(?:\b(?:in|is|be|as|use)|^) kebab[- ]case\b|^kebab[- ]case\b/i,
    letters: 'a-z0-9-',
    called: 'in kebab-case',
  },
} as const;

/** Matches words that suggest that a name may also be written in another case. */
const OTHER_CASE =
  /\b(?:camel|pascal|title|upper|screaming|capital)|snake.*kebab|kebab.*snake|[_ -]case\b.*\bor\b|\b(?:not|never|cannot)\b.*(?:snake|kebab)|comma|separated|\blists?\b|\/|prefer|ideal|usual|recommend|possible|optional/i;

/** Returns the case in which a name must be written, snake_case or kebab-case, with the letters that it may contain. */
export function saidCase(description: string): (typeof CASES)['snake' | 'kebab'] | undefined {
  if (EITHER.test(description) || OTHER_CASE.test(description)) return undefined;
  const found = [CASES.snake, CASES.kebab].find(({ said }) => said.test(description));
  const { examples } = withExamples(description);
  return found !== undefined && examples.every((each) => new RegExp(`^[${found.letters}]+$`).test(each))
    ? found
    : undefined;
}

/** Returns a pattern for a text whose form only the description states. */
export function saidPattern({ type, pattern, description, format: schemaForm }: JsonObject): string | undefined {
  const said = typeof description === 'string' ? description : '';
  if (type !== 'string' || pattern !== undefined) return undefined;
  const hex =
    /\b(\d{1,2})[- ](?:(?:character|char|digit)s?[- ])?hex|\bhex\w*[^.;]{0,20}?\b(\d{1,2}) (?:characters|digits)\b/i.exec(
      said,
    );
  if (hex !== null) return `^[0-9a-f]{${hex[1] ?? hex[2] ?? ''}}$`;
  if (/\bMongo\w* (?:object ?)?id|\bObject ?Id\b/.test(said)) return '^[0-9a-f]{24}$';
  const prefix = PREFIX.exec(said)?.[1];
  if (prefix !== undefined) return `^${prefix}[a-z0-9]{10}$`;
  const form = schemaForm === undefined ? saidForm(said) : undefined;
  if (form !== undefined) return form.pattern;
  const written = saidCase(said);
  if (written === undefined) return undefined;
  return `^[a-z][a-z0-9]{2,8}(${written === CASES.snake ? '_' : '-'}[a-z0-9]{2,8})?$`;
}

export function fieldFormat(schema: JsonObject): string | undefined {
  const { type, description, format, pattern } = schema;
  if (type !== 'string' || format !== undefined || pattern !== undefined || schema['enum'] !== undefined)
    return undefined;
  const said = typeof description === 'string' ? description : '';
  if (said === '' || LOOSE.test(said)) return undefined;
  if (/\bYYYY-MM-DD(?![T ]?HH)\b(?!T)/i.test(said) && !/\bHH:MM|date-?time|timestamp/i.test(said)) return 'date';
  if (/\b(?:ISO[- ]?8601|RFC ?3339)\b|YYYY-MM-DDTHH/i.test(said)) return 'date-time';
  if (/\bHH:MM\b(?!:)/.test(said) && !/YYYY/i.test(said)) return 'time';
  return undefined;
}
