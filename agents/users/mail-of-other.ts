// Distinguishes the user's own e-mail address from that of a person whom the user knows, as in "your colleague's e-mail
// address".
import { mailOwner } from '../../envs/words/spoken.ts';

const OF_OTHER =
  / (?:your|her|his|their|the) (?!own )[a-z]+ s e ?mail(?: address)?(?= )| e ?mail(?: address)? of (?:your|the|her|his|their) [a-z]+(?= )/g;

/**
 * Tells whether a question asks for the e-mail address of this fact's owner. Returns undefined if neither the question
 * nor the fact is about the address of another person.
 */
export function asksForMail(
  text: string,
  { label, who }: { readonly label: string; readonly who: boolean },
): boolean | undefined {
  const rest = text.replaceAll(OF_OTHER, ' ');
  const owner = who ? undefined : mailOwner(label);
  if (owner !== undefined) return rest !== text || text.includes(` ${owner} `);
  return /(?:^| )e ?mail/.test(label) && rest !== text && !/ e ?mails? | mail address /.test(rest) ? false : undefined;
}
