// Makes a text from a grammar, that is, a pattern with choices. The same random state gives the same text.
import type { Random } from '../../../envs/random.ts';
import type { Grammar, Piece } from './read-pools.ts';
import { CITIES } from './reference-sets.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Lists of words that any grammar may use by name. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  first:
    words(`Anna Ben Clara David Elena Felix Grace Hugo Ines Jonas Karla Leo Mira Nils Olga Paul Rosa Samir Tessa Ulla
    Victor Wanda Yara Zoe Amir Bea Carlos Dora Emil Freya`),
  surname:
    words(`Abbott Berger Castell Dupont Ericsson Fischer Grant Halloran Ito Jansen Keller Lindqvist Marchetti Novak
    Okafor Petersen Quinn Rossi Sato Thorne Ulrich Verde Weber Young Zimmer Alvarez Brandt Costa Duarte Egger`),
  city: CITIES.map(({ city }) => city),
};

export function compose(grammar: Grammar, random: Random): string {
  return joined(grammar, random).trim();
}

function joined(grammar: Grammar, random: Random): string {
  return grammar.map((piece) => composePiece(piece, random)).join('');
}

function composePiece(piece: Piece, random: Random): string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'choice':
      return joined(random.pick(piece.of), random);
    case 'number':
      return String(random.int(piece.from, piece.to)).padStart(piece.width, '0');
    case 'part':
      return random.pick(PARTS[piece.name] ?? [piece.name]);
  }
}

/** Returns the number of different texts that a grammar can make at most. */
export function variety(grammar: Grammar): number {
  return grammar.reduce((all, piece) => all * varietyOf(piece), 1);
}

function varietyOf(piece: Piece): number {
  switch (piece.kind) {
    case 'text':
      return 1;
    case 'choice':
      return piece.of.reduce((sum, each) => sum + variety(each), 0);
    case 'number':
      return piece.to - piece.from + 1;
    case 'part':
      return (PARTS[piece.name] ?? []).length;
  }
}
