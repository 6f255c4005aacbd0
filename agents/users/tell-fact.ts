// Puts the user's facts into words.
import { measured, withUnit } from '../../envs/words/measured.ts';
import { mailOwner, spoken } from '../../envs/words/spoken.ts';
import type { KnownFact } from './known-facts.ts';

/** Matches names of arguments whose values are free text. */
const WORDING = /(?:reason|note|text|message|description|statement|comment|name|title|subject|address|body)$/;

/** Matches names of facts that mean nothing to a person, such as "what" or "item". */
const NAMELESS = /^(?:what|which|who|whom|where|when|why|how|words?|thing|one|it|this|that|item)$/;

/** Matches values that, said alone, would sound like consent, refusal or a command. */
const ANSWERS =
  /^(?:yes|no|none|nothing|never|ok|okay|sure|fine|right|correct|exact(?:ly)?|perfect|please|proceed|go|do|stop|wait|cancel|confirm(?:ed)?|agreed|approved?|accept(?:ed)?|reject(?:ed)?|decline[d]?)\b/i;

/** Puts the value of a fact into words without its name. Returns undefined if the answer needs the fact's name. */
export function shortly({ label, owner, value, who }: KnownFact): string | undefined {
  if (who || owner !== undefined || mailOwner(label) !== undefined) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const said = spoken(value, label);
  if (typeof value === 'string' && said === value && value.includes(' ') && WORDING.test(label)) return undefined;
  // said alone, these values would sound like a yes, a no, a command or a whole sentence
  if (ANSWERS.test(said) || /[.?!]$/.test(said)) return undefined;
  const unit = typeof value === 'number' ? measured(label) : undefined;
  return unit !== undefined && typeof value === 'number' ? withUnit(value, unit) : said;
}

/** Puts a fact into words, as the user would tell it. */
export function tellFact({ label, owner, value, who }: KnownFact): string {
  if (who) return `my ${label} is ${spoken(value, label)}`;
  const said = spoken(value, label);
  if (owner !== undefined) {
    if (/(?:name|title|label|subject)$/.test(label)) return `it is the ${owner} called "${said}"`;
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
      return `it is the ${owner} ${label.replace(/ ?(?:at|on|date|time|day)$/, '')} ${/^\d/.test(said) ? 'on ' : ''}${said}`.replaceAll(
        / {2,}/g,
        ' ',
      );
    return `it is the ${owner} with the ${label} ${said}`;
  }
  const person = mailOwner(label);
  if (person !== undefined) return `my ${person}'s e-mail address is ${said}`;
  // names such as "what" and "item" are not said
  if (NAMELESS.test(label) && typeof value !== 'boolean') return `it's ${said}`;
  if (typeof value === 'boolean')
    return /^(?:enabled|on|active)$/.test(label)
      ? `it should be switched ${value ? 'on' : 'off'}`
      : `the ${label} should be ${value ? 'on' : 'off'}`;
  if (typeof value === 'string' && value.includes(' ') && said === value)
    return WORDING.test(label) ? `the ${label} is "${said}"` : `I mean the ${label} "${said}"`;
  const unit = typeof value === 'number' ? measured(label) : undefined;
  if (unit !== undefined && typeof value === 'number') return `the ${unit.what} is ${withUnit(value, unit)}`;
  return `the ${label} is ${said}`;
}
