// Makes names for nouns that no word list knows: a word and the noun, such as "Summer cookbook" or "billing-queue".
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import type { TableView } from '../world.ts';

const words = (text: string): readonly string[] => text.split(/\s+/);

const PLAIN = words(`Summer Winter Spring Autumn Main Second Old New Northern Southern Central Small Large Blue Green
Family Team Weekend Holiday Office Garden Travel Sunday Evening`);
const TECHNICAL = words(`orders billing staging analytics mail search reports media sessions events imports audit backup
checkout metrics notifications payments preview profiles uploads invoices exports`);

/** Nouns of software. Their names are written in small letters with hyphens. */
const SOFTWARE =
  /^(?:queue|bucket|database|namespace|worker|branch|service|function|cluster|pod|image|volume|topic|stream|variable|binding|index|server|instance|container|repository|deployment|pipeline|job|workflow|script|schema|node|network|endpoint|webhook|application|app|site|host|vm|machine|snapshot|environment|package|module|job|trigger)$/;

/** Returns the maker of a name or title for which no other rule has one. */
export function composedName(column: ColumnPlan, { noun, plan }: TableView): Maker | undefined {
  const isName = /^(?:(?:display )?name|title)$/.test(column.words.join(' '));
  const last = noun.at(-1) ?? '';
  if (!isName || column.value !== 'text' || column.choices !== undefined || plan.kind !== 'thing') return undefined;
  if (column.schema['pattern'] !== undefined || column.schema['format'] !== undefined || !/^[a-z]{3,}$/.test(last))
    return undefined;
  const own = noun.slice(-2);
  return SOFTWARE.test(last)
    ? { deck: TECHNICAL.map((word) => `${word}-${last}`) }
    : { deck: PLAIN.map((word) => `${word} ${own.join(' ')}`) };
}
