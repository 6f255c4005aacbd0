// Distinguishes the user's own e-mail address from that of a person whom the user knows, as in "your colleague's e-mail
// address".
import { mailOwner } from '../../envs/words/spoken.ts';

const OF_OTHER =
  / (?:your|her|his|their|the) (?!own )[a-z]+ s e ?mail(?: address)?(?= )| e ?mail(?: address)? of (?:your|the|her|his|their) [a-z]+(?= )/g;

/**
 * Tells whether a question asks for this fact, if the fact or the question is about the e-mail address of another
 * person. Otherwise returns undefined, and the words of the question must decide.
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
