// Tells the e-mail address of the user from that of somebody else whom the user knows: "your colleague's e-mail address".
import { mailOwner } from '../../envs/words/spoken.ts';

const OF_OTHER =
  / (?:your|her|his|their|the) (?!own )[a-z]+ s e ?mail(?: address)?(?= )| e ?mail(?: address)? of (?:your|the|her|his|their) [a-z]+(?= )/g;

/**
 * Tells whether a question in plain words asks for this address, by the owner of the address. Undefined if the question
 * or the fact is about no address of somebody else.
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
