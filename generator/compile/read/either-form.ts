// Finds arguments that take an id or another name of the row, such as "ID or slug of the event".
import { singular } from '../../../envs/words/split-words.ts';
import type { FieldNode } from '../../fields/fields.ts';
import type { ToolFacts } from './tool-facts.ts';

const ID = String.raw`(?:ids?|identifiers?|uuids?|keys?|numbers?|gids?)(?: ?\([^)]*\))?`;
const OTHER = String.raw`((?:full |display |user |short ?|email )?(?:names?|titles?|slugs?|email(?: address)?(?:es)?|usernames?|handles?|logins?|skus?|codes?|barcodes?|isbns?|urls?|paths?|phone(?: numbers?)?|domains?|aliase?s?|card numbers?|serial numbers?|symbols?|tickers?|shortcodes?))`;
const AFTER = new RegExp(
  String.raw`\b${ID}(?:,| or|/| ?\|)(?: or)? ?(?:an? |the |its |their |a unique )?(?:[a-z]+ )??${OTHER}\b`,
  'i',
);
const BEFORE = new RegExp(
  String.raw`\b${OTHER}(?:,| or|/| ?\|)(?: or)? ?(?:an? |the |its |their )?(?:[a-z]+ )??${ID}(?:\b|$)`,
  'i',
);

function formIn(text: string): readonly string[] | undefined {
  const said = (AFTER.exec(text) ?? BEFORE.exec(text))?.[1]?.toLowerCase();
  return said?.split(' ').map(singular);
}

/**
 * Returns the words of the second name, such as `slug`. They come from the argument's description. If this is the only
 * required argument, they may also come from the tool's description.
 */
export function eitherOf({ field }: FieldNode, tool: ToolFacts): readonly string[] | undefined {
  const own = formIn(field.description);
  if (own !== undefined) return own;
  const required = tool.arguments.filter((node) => node.field.required);
  const about = /\bby (?:its |their |the )?[^.;]*/i.exec(tool.description)?.[0];
  return about === undefined || required.length !== 1 || required[0]?.field.name !== field.name
    ? undefined
    : formIn(about);
}
