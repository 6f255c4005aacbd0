// Reads the form of a date, a time or a name that only the description states.
import type { JsonObject } from '../../envs/values/json.ts';

const LOOSE =
  /\b(?:natural language|relative|phrase|such as ["'“]?(?:tomorrow|now|today)|["'“](?:now|today|tomorrow|yesterday)|or YYYY|or ["'“]|or unix|unix timestamp|epoch|duration|RFC ?822|RRULE|\d+[hdm]\b)/i;

/** Matches a prefix that the description states, such as "starts with cus_". */
const PREFIX =
  /\b(?:starts?|starting|begins?|beginning|prefix(?:ed)?)(?: with| is| by)? ["'`]([A-Za-z]{1,12}[_-])["'`]?/i;

/** Returns a pattern for a text whose form only the description states. */
export function saidPattern({ type, pattern, description }: JsonObject): string | undefined {
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
  if (/\bmust be (?:in )?snake[_ ]case\b/i.test(said)) return '^[a-z][a-z0-9]{2,8}(_[a-z0-9]{2,8})?$';
  return /\bmust be (?:in )?kebab[- ]case\b/i.test(said) ? '^[a-z][a-z0-9]{2,8}(-[a-z0-9]{2,8})?$' : undefined;
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
