// Makes the text of a review agree with the number of stars.
import { textKind } from '../../../lexicon/pools/text-kinds.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import { openColumns, type Claims, type TableView, type World } from '../world.ts';

const REVIEWS = new Set(['review', 'rating', 'feedback', 'testimonial', 'survey']);
const TEXTS = new Set(['body', 'note', 'description', 'review']);

export function reviews(table: TableView, world: World): Claims {
  if (!table.noun.some((word) => REVIEWS.has(word))) return {};
  const open = openColumns(table);
  const text = open.find((column) => column.value === 'text' && TEXTS.has(textKind(column.words) ?? ''));
  const stars = open.find(
    (column) => column.value === 'integer' && /^(rating|star|score)$/.test(column.words.at(-1) ?? ''),
  );
  if (text === undefined || stars === undefined || Number(stars.schema['maximum'] ?? 5) !== 5) return {};
  const subject = ['product', 'item', 'order', 'book', 'app'].some((word) => world.words.has(word))
    ? 'review text'
    : 'visit review';
  const of = (tone: string): Maker => ({ item: `${subject} ${tone}`, field: 'text' });
  return {
    [stars.name]: { deck: [5, 5, 5, 5, 4, 4, 4, 3, 2, 1] },
    [text.name]: { case: stars.name, when: { 1: of('bad'), 2: of('bad'), 3: of('mixed') }, else: of('good') },
  };
}
