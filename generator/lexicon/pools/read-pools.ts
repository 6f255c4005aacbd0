// Reads the text of the pools. A pool gives names, descriptions and number ranges for the rows of a noun, such as:
//
//   loaf, bread + bakery oven : price 2.4-8.5; weight_kg 0.3-1.4; hours 8-17/30
//     rye $3-6 > {Dark|Light} rye
//     ~ {Crisp crust|Soft crust}, {400..900} g.
//
// The first line has the nouns. Context words follow +, and the environment must contain one of them: a card may be a
// task or a means of payment. Number ranges follow :. Each further line has a category (_ for none), a price range and
// the grammar of the names. A line with ~ has the grammar of a description, for one category or for all.
import { singular } from '../../../envs/words/split-words.ts';

export interface Pool {
  /** The name of the pool: its first noun, with a context word in brackets if the pool has context words. */
  readonly id: string;
  readonly nouns: readonly string[];
  readonly context: ReadonlySet<string>;
  readonly figures: ReadonlyMap<string, readonly [number, number]>;
  /** For events whose names this pool gives, the hours at which they start: from, to, and the step in minutes. */
  readonly hours?: readonly [number, number, number];
  readonly names: readonly PoolLine[];
  readonly descriptions: readonly PoolLine[];
}

export interface PoolLine {
  readonly category: string;
  readonly grammar: Grammar;
  readonly price?: readonly [number, number];
}

export type Grammar = readonly Piece[];
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'choice'; readonly of: readonly Grammar[] }
  | { readonly kind: 'number'; readonly from: number; readonly to: number; readonly width: number }
  | { readonly kind: 'part'; readonly name: string };

export function readPools(text: string): Pool[] {
  const blocks: { head: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (/^\S/.test(line)) blocks.push({ head: line, lines: [] });
    else blocks.at(-1)?.lines.push(line.trim());
  }
  return blocks.map(({ head, lines }) => readPool(head, lines));
}

function readPool(head: string, lines: readonly string[]): Pool {
  const [before = '', after = ''] = cut(head, ':');
  const [nouns = '', context = ''] = cut(before, ' +');
  const said = after
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const hours = said.find((each) => each.startsWith('hours ') && each.includes('/'));
  const names = nouns.split(',').map((noun) => noun.trim().split(' ').map(singular).join(' '));
  return {
    id: (nouns.split(',')[0] ?? '').trim() + (context.trim() === '' ? '' : ` (${context.trim().split(' ')[0]})`),
    nouns: names,
    context: new Set(context.trim().split(' ').filter(Boolean).map(singular)),
    figures: new Map(said.filter((each) => each !== hours).map(readFigure)),
    ...(hours === undefined ? {} : { hours: readHours(hours) }),
    names: lines.filter((line) => !line.startsWith('~')).map(readLine),
    descriptions: lines.filter((line) => line.startsWith('~')).map((line) => readLine(line.slice(1).trim())),
  };
}

function readLine(line: string): PoolLine {
  const [said = '', grammar = ''] = line.includes(' > ') ? cut(line, ' > ') : ['', line];
  const [category = '', price = ''] = cut(said, ' $');
  return {
    category: category === '_' ? '' : category,
    grammar: readGrammar(grammar),
    ...(price === '' ? {} : { price: readFigure(`price ${price}`)[1] }),
  };
}

function cut(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + at.length).trim()];
}

function readFigure(text: string): [string, readonly [number, number]] {
  const [name = '', span = ''] = text.split(' ');
  const [least = 0, most = 0] = span.split('-').map(Number);
  return [name.split('_').map(singular).join('_'), [least, most]];
}

function readHours(text: string): readonly [number, number, number] {
  const [from = 9, to = 17, step = 30] = (/(\d+)-(\d+)\/(\d+)/.exec(text) ?? []).slice(1).map(Number);
  return [from, to, step];
}

/**
 * Reads a grammar: {a|b} is a choice, {3..12} a number, and {first} a named list of words. A choice may contain further
 * choices.
 */
export function readGrammar(text: string): Grammar {
  const pieces: Piece[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '{') {
      plain += text[at];
      continue;
    }
    const end = closing(text, at);
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
    pieces.push(readBraces(text.slice(at + 1, end)));
    at = end;
  }
  if (plain !== '') pieces.push({ kind: 'text', text: plain });
  return pieces;
}

function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function readBraces(inside: string): Piece {
  const number = /^(\d+)\.\.(\d+)$/.exec(inside);
  if (number !== null) {
    const [, from = '0', to = '0'] = number;
    return { kind: 'number', from: Number(from), to: Number(to), width: from.startsWith('0') ? from.length : 0 };
  }
  const choices: string[] = [''];
  let depth = 0;
  for (const letter of inside) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (letter === '|' && depth === 0) choices.push('');
    else choices[choices.length - 1] += letter;
  }
  return choices.length === 1 && /^[a-z]+$/.test(inside)
    ? { kind: 'part', name: inside }
    : { kind: 'choice', of: choices.map(readGrammar) };
}
