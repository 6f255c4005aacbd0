// Finds names in a report that nothing shows: "Rita Vance will come", "it goes to Ankara". Who reports can know a name
// only from a result, from the user, from the service's own texts, or from a row of which it knows another value.
import type { LogEntry } from '../values/log-entry.ts';
import { plainWords } from '../words/spoken.ts';
import { inFull, stem, wordsOf } from './reading/reply-features.ts';
import type { Fact, FactGround } from './fact-ground.ts';
import { isCommon } from './reading/reply-reader.ts';

/** Matches a name inside a sentence. A word at the beginning of a sentence may be any word. */
const NAME =
  /(?<=[\p{Ll}\p{N}%),'’] )(?:\p{Lu}\p{Ll}{2,}(?:['’]\p{Lu}?\p{Ll}+)?(?:-\p{Lu}\p{Ll}+)*|\p{Lu}{2,6})(?![\p{L}\p{N}@_])/gu;
/** Matches a name at the beginning of a sentence that does something: "DHL brings it", "Rita Vance will come". */
const ACTOR =
  /(?<=(?:^|[.!?;,:\n]) {0,3})(?:\p{Lu}{2,6}|\p{Lu}\p{Ll}{2,} \p{Lu}\p{Ll}{2,})(?= (?:will|comes?|brings?|delivers?|takes?|has|is) )/gu;
/** Matches words after which a name is the speaker's, or is that of a day or a tongue. */
const SELF = /\b(?:regards|sincerely|wishes|my name is|i'm|i am|this is|merry|happy|in)\W+$/i;
const CALENDAR =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?$|^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$|^(?:christmas|easter|english|german|french|spanish|italian)$/i;
/** Matches abbreviations that belong to no service. */
const ABBREVIATION =
  /^(?:ok|am|pm|utc|gmt|cet|cest|usd|eur|gbp|chf|aud|cad|id|ids|pin|sms|qr|asap|faq|pdf|eta|vat|atm|iban|bic|usb|url|api|it|hr|tv|pc|gps|vip|rsvp|ps|na|us|uk|eu|usa|wifi|gb|mb|kb|tb|km|kg|mg|ml)$/i;
/** Matches titles by which people are called. */
const TITLE =
  /^(?:mr|mrs|ms|miss|mister|sir|madam|dr|prof|frau|herr|fr[äa]ulein|madame|monsieur|mademoiselle|se[ñn]ora?|senhora?|signora?|mevrouw|meneer|pan|pani|bey|han[ıi]m|san|sahib|ji|bhai|abla)$/iu;
const LEAST = 3;

/** Returns the names of a text that nothing shows. */
export function strangeNames(
  text: string,
  facts: readonly Fact[],
  { log, told, written, values }: FactGround,
): string[] {
  const found = [...text.matchAll(NAME), ...text.matchAll(ACTOR)]
    .filter(({ index }) => !SELF.test(text.slice(Math.max(0, index - 24), index).replace(/\bin $/, '')))
    .flatMap(([name]) => name.split(/[ -]/).map((part) => part.replace(/['’]s$/, '')));
  const unknown = found.filter(
    (name) =>
      name.length >= LEAST &&
      !CALENDAR.test(name) &&
      !TITLE.test(name) &&
      !ABBREVIATION.test(name) &&
      !isCommon(name.toLowerCase()),
  );
  if (unknown.length === 0) return [];
  const shown = shownWords(log, `${told} . ${written}`);
  const own = new Set(facts.map(({ value }) => String(value).toLowerCase()));
  return unknown.filter((name) => {
    const word = plainWords(name).trim();
    return !word.split(' ').every((each) => shown.has(stem(each))) && values?.isBeside(word, own) !== true;
  });
}

function shownWords(log: readonly LogEntry[], texts: string): ReadonlySet<string> {
  const results = log.map(({ name, arguments: args, result, error }) =>
    JSON.stringify([name, args, result ?? error ?? null]),
  );
  const all = `${texts} . ${results.join(' . ')}`;
  return new Set([...wordsOf(inFull(all)), ...plainWords(all).trim().split(' ')].map(stem));
}
