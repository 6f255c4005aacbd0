// Usual names of a row's attributes, and names of arguments that control the call.
const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Last words of attribute names. A row may have such an attribute even if only one tool mentions it. */
export const ATTRIBUTES = set(`
  name title subject headline description desc summary overview abstract body content text note comment message remark
  label tag keyword topic category genre type kind status state priority severity stage phase
  color icon emoji image photo picture avatar logo url link website homepage email mail phone mobile fax
  address street line city town zip postcode country region county state language locale currency
  date day time start end begin due deadline birthday birthdate duration hour minute year month expiry
  location place venue room hall floor area zone district
  price cost amount fee rate salary budget discount tax total quantity stock capacity seat
  weight height width length depth size volume distance
  age gender role position department company organization employer job occupation profession
  rating score level grade rank progress percentage point estimate
  author artist director publisher brand manufacturer model make sku isbn barcode slug code symbol ticker
  owner assignee reporter reviewer manager lead organizer sender recipient attendee participant member guest
  reason goal objective target instruction ingredient allergy symptom diagnosis dosage species breed
  domain username handle hostname nickname alias
  visibility privacy archived active enabled completed done published public private draft pinned starred favorite read
  internal external billable taxable recurring featured visible hidden required remote paid verified urgent important anonymous shared locked
  first last middle full nick user login bio value cc bcc to question answer option unit format markdown html`);

/**
 * Matches arguments that say how a tool should run, such as `dry run` or `before`. Rows do not store them, even if many
 * tools take them.
 */
const CALL = new RegExp(
  [
    String.raw`^(?:insert|move|place|put|position)? ?(?:before|after)\b`,
    String.raw`^(?:original|previous|prior|expected|(?:source|destination|dest)(?= )|calling|force|dry|template|clone|copy|filter)\b`,
    String.raw`^(?:send|notify|check|suppress|skip|validate|ignore)\b`,
    String.raw`\b(?:scope|mode|context|session|profile|workspace path|file path|local path|input path|output path|source path|batch|batch size|chunk size|timeout|retry|retries|dry run|strategy|behavior|pos|position|ttl|limit)$`,
    String.raw`\b(?:command|script|query|expression|selector|statement|sql|cursor|offset|action|operation|method|verb|param|params|parameter|parameters|arg|args|argument|arguments|request|payload|envelope|body params|prompt|operator|to check)$`,
  ].join('|'),
);

export const isAboutTheCall = (words: readonly string[]): boolean => CALL.test(words.join(' '));
