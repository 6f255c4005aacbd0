// Recognizes statements about an update: it keeps values that the call leaves out, or it replaces the whole row.
const GIVEN = String.raw`(?:given|provided|passed|specified|supplied|included|sent|set|present|listed|mentioned)`;

const STAYS = [
  new RegExp(
    String.raw`\b(?:only|just)\b[^.;]{0,40}\b(?:fields?|values?|propert(?:y|ies)|attributes?|keys?|settings?|parameters?|options?|those|ones)\b[^.;]{0,30}\b(?:${GIVEN}|chang\w+|updat\w+|modif\w+)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:only|just)\b[^.;]{0,12}\b${GIVEN}\b[^.;]{0,40}\b(?:chang|updat|modif|overw|affect)\w+`,
    'i',
  ),
  /\b(?:only|just)\b[^.;]{0,20}\b(?:pass|provide|include|specify|give|send|set|need)\b[^.;]{0,60}\b(?:chang|updat|modif)\w*/i,
  /\b(?:pass|provide|include|specify|give|send)\b only\b[^.;]{0,40}\bchang\w*/i,
  new RegExp(
    String.raw`\b(?:omit\w*|left out|leave out|absent|missing|unspecified|unset|not (?:be )?${GIVEN}|(?:all )?(?:the )?others?|remaining|rest|existing)\b[^.;]{0,50}\b(?:stays?|remains?|keeps?|kept|unchanged|untouched|intact|preserved?|retain\w*|unaffected|not (?:be )?(?:changed|modified|affected|touched))\b`,
    'i',
  ),
  /\b(?:left|leaves?|kept|keeps?) (?:\w+ ){0,3}(?:as (?:it|they|is|before)|alone)\b/i,
  /\b(?:partial(?:ly)? updates?|updates? partially|merges?|merged|merging)\b/i,
];

const REPLACED = [
  /\b(?:replac\w+|overwrit\w+)\b[^.;]{0,40}\b(?:all|existing|entire|whole|current|complete(?:ly)?|previous|every)\b/i,
  /\b(?:entire|whole|complete(?:ly)?|fully)\b[^.;]{0,30}\b(?:replac\w+|overwrit\w+)/i,
  new RegExp(
    String.raw`\b(?:omit\w*|left out|absent|missing|not ${GIVEN})\b[^.;]{0,40}\b(?:removed?|deleted?|cleared?|dropped|unset|lost|reset)\b`,
    'i',
  ),
];

/** Tells whether a text says that values which the call leaves out stay, such as "Omitted fields stay unchanged". */
export const saysStays = (text: string): boolean =>
  STAYS.some((pattern) => pattern.test(text)) && !REPLACED[2]?.test(text);

/**
 * Tells whether a text says that an update clears values which the call leaves out, such as "Replaces the whole
 * configuration".
 */
export const saysReplaced = (text: string): boolean => REPLACED.some((pattern) => pattern.test(text));
