// Reads the form of a date, a time or a name that only the description states.
import type { JsonObject } from '../../envs/values/json.ts';

const LOOSE =
  /\b(?:natural language|relative|phrase|such as ["'“]?(?:tomorrow|now|today)|["'“](?:now|today|tomorrow|yesterday)|or YYYY|or ["'“]|or unix|unix timestamp|epoch|duration|RFC ?822|RRULE|\d+[hdm]\b)/i;

/** Matches a prefix that the description states, such as "starts with cus_". */
const PREFIX =
  /\b(?:starts?|starting|begins?|beginning|prefix(?:ed)?)(?: with| is| by)? ["'`]([A-Za-z]{1,12}[_-])["'`]?/i;

/** A form of short texts that descriptions name, such as a currency code. */
export interface SaidForm {
  readonly said: RegExp;
  readonly pattern: string;
  /** The form as SQLite's GLOB writes it. */
  readonly glob: string;
  readonly called: string;
}

const FORMS: readonly SaidForm[] = [
  {
    said: /\bISO[- ]?4217\b|\b(?:three|3)[- ]letter currency(?: code)?\b/i,
    pattern: '^[A-Z]{3}$',
    glob: '[A-Z][A-Z][A-Z]',
    called: 'a currency code of three capital letters, such as EUR',
  },
  {
    said: /\bISO[- ]?3166(?:-1)?[- ]alpha[- ]?2\b|\b(?:two|2)[- ]letter (?:ISO )?country(?: code)?\b/i,
    pattern: '^[A-Z]{2}$',
    glob: '[A-Z][A-Z]',
    called: 'a country code of two capital letters, such as NO',
  },
  {
    said: /\bISO[- ]?639-1\b|\b(?:two|2)[- ]letter language(?: code)?\b/i,
    pattern: '^[a-z]{2}$',
    glob: '[a-z][a-z]',
    called: 'a language code of two small letters, such as en',
  },
  {
    said: /\bYYYY-MM\b(?!-)/,
    pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
    glob: '[0-9][0-9][0-9][0-9]-[0-1][0-9]',
    called: 'a month in the form YYYY-MM',
  },
  ...(['two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const).map((word, at): SaidForm => ({
    said: new RegExp(
      String.raw`^(?:an? |the )?(?:code of )?(?:${word}|${at + 2})[- ]digits?(?: (?:code|number|pin))?$|^(?:[a-z]+ )+of (?:${word}|${at + 2}) digits$`,
      'i',
    ),
    pattern: `^[1-9][0-9]{${at + 1}}$`,
    glob: '[0-9]'.repeat(at + 2),
    called: `a text of ${word} digits`,
  })),
];

const EITHER = /\bor (?:an? |the |its |full )*(?:name|symbol|code|YYYY|word|date|text)|case[- ]insensitive/i;

/** Returns the form that a description names for a short text. */
export function saidForm(description: string): SaidForm | undefined {
  if (LOOSE.test(description) || EITHER.test(description)) return undefined;
  const said = description.replace(/[.;]\s*$/, '');
  return FORMS.find((form) => form.said.test(said));
}

/** Returns a pattern for a text whose form only the description states. */
/** Match a name that must be in snake_case or in kebab-case. */
export const SNAKE = /(?:\b(?:in|is|be|as|use)|^) snake[_ -]case\b|^snake[_ -]case\b/i;
export const KEBAB = /(?:\b(?:in|is|be|as|use)|^) kebab[- ]case\b|^kebab[- ]case\b/i;

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
  if (SNAKE.test(said)) return '^[a-z][a-z0-9]{2,8}(_[a-z0-9]{2,8})?$';
  return KEBAB.test(said) ? '^[a-z][a-z0-9]{2,8}(-[a-z0-9]{2,8})?$' : undefined;
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
