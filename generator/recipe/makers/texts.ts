// Fills templates with the values of other columns, and fits texts to the length that a schema allows.
import { dashed } from '../../../envs/words/dashed.ts';
import type { Kitchen, Place } from '../kitchen.ts';

const ascii = (text: string): string => text.normalize('NFKD').replaceAll(/[\u0300-\u036F'’]/g, '');

/**
 * Fills {column} and {column|slug} in a template. {again} is empty in the first try. In later tries it is the number of
 * the try, which makes the text unique.
 */
export function fillTemplate(template: string, at: Place, attempt: number, kitchen: Kitchen): string {
  return template.replaceAll(/\{(\w+)(?:\|(\w+))?\}/g, (_all, column: string, filter: string | undefined) => {
    if (column === 'again') return attempt === 0 ? '' : String(attempt + 1);
    const text = String(kitchen.value(at.row, column, at));
    if (filter === 'slug') return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
    if (filter === 'lower') return text.toLowerCase();
    if (filter === 'dotted')
      return ascii(text)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '.')
        .replaceAll(/^\.|\.$/g, '');
    if (filter === 'dashed') return dashed(text);
    return text;
  });
}

/** Cuts a text, or pads it with "x", to a length that a schema allows. */
export function fitted(text: string, least: number, most: number): string {
  return [...text].slice(0, most).join('').trim().padEnd(Math.min(least, 200), 'x');
}
