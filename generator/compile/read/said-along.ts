// Finds the rows that a delete also deletes, from "Delete a candidate and all of their applications".
import { sentencesOf } from './sentences.ts';

export interface SaidAlong {
  readonly sentence: string;
  /** The nouns of the rows, as the description names them. */
  readonly nouns: readonly string[];
}

const OWN = String.raw`(?:(?:all|every|any)(?: of)? )?(?:(?:its|their|his|her|the) )`;
const ITEMS = String.raw`((?:${OWN})?[a-z][\w -]*?(?:(?:, (?:and )?| and )(?:${OWN})?[a-z][\w -]*?)*)`;
const TOO = String.raw`(?: (?:as well|too|with (?:it|them)|along with (?:it|them)))?`;
const FORMS = [
  new RegExp(
    String.raw`^[a-z]+s? .*?,? (?:and (?=all |its |their )|including |along with |together with )((?:${OWN}|(?:all|any) )[a-z][\w -]*(?:(?:, (?:and )?| and )(?:${OWN})?[a-z][\w -]*)*)$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?=${OWN})${ITEMS} (?:is|are|will be) (?:also |automatically )?(?:deleted|removed|erased)${TOO}$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:this |it |the call )?(?:also|and) (?:deletes|removes|erases) (?=${OWN})${ITEMS}${TOO}$`,
    'i',
  ),
];

/** Returns the sentences of a delete's description that name further rows which are deleted with the row. */
export function saidAlong(description: string): readonly SaidAlong[] {
  return sentencesOf(description).flatMap((sentence): SaidAlong[] => {
    const plainly = sentence.replace(/[.!;]+$/, '').replace(/,? (?:and returns?|returning) .*$/i, '');
    for (const form of FORMS) {
      const items = form.exec(plainly)?.[1];
      if (items === undefined) continue;
      const nouns = items
        .toLowerCase()
        .split(/, (?:and )?| and /)
        .map((item) => item.replace(new RegExp(`^(?:${OWN}|(?:all|any) )`, 'i'), '').trim());
      return [{ sentence, nouns }];
    }
    return [];
  });
}
