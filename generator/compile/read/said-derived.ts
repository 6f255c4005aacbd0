// Finds the argument from which the service makes a missing value: `title` for "URL slug. Auto-generated from title if
// omitted."
import { wordsOf } from '../../fields/fields.ts';

const OMITTED = String.raw`\b(?:if|when|where|unless) (?:it is |this is |they are )?(?:omitted|not (?:given|provided|specified|set|supplied|present)|empty|missing|blank|absent|left (?:out|blank|empty)|unset|(?:explicitly )?(?:given|provided|specified|set|supplied))\b`;
const MADE = String.raw`\b(?:auto(?:matically)?[- ]?)?(?:generated|derived|created|computed|inferred|detected|calculated|determined)\b`;
const MADE_IF_OMITTED = new RegExp(
  `${MADE}[^.]{0,50}?${OMITTED}|${OMITTED}[^.]{0,50}?${MADE}|\\bauto-?generated\\b`,
  'i',
);
/** Matches words for a value that the service chooses, such as "assigned automatically" or "the next free number". */
const ASSIGNED =
  /\b(?:assigned|generated|chosen|picked|calculated|computed|numbered|filled in|set|created) automatically\b|\bauto(?:matically)?[- ]?(?:assigned|generated|numbered|increment\w*|filled|set)\b|\bnext (?:free|available|unused) (?:number|id|code|slot|one)\b|\b(?:if|when) (?:omitted|empty|left out|not (?:given|provided|set)),? (?:it is |is |one is )?(?:assigned|generated|made|derived|created)\b/i;
const FROM = new RegExp(String.raw`${MADE} from (?:the |its )?(\w+)\b`, 'i');
const SLUG = /(?:^| )(?:slug|handle|permalink|url key)$/;

/** Tells whether the service chooses the value if a call leaves it out. */
export const saysMade = (description: string): boolean =>
  MADE_IF_OMITTED.test(description) || ASSIGNED.test(description);

/**
 * Returns the words of the argument from which a missing slug is made. Returns undefined where the value is not a slug.
 */
export function slugSource(words: readonly string[], description: string): readonly string[] | undefined {
  const from = FROM.exec(description)?.[1];
  const isSlug = SLUG.test(words.join(' ')) || /\bslug\b/i.test(description);
  return from === undefined || !isSlug || !saysMade(description) ? undefined : wordsOf(from);
}
