// Names that every API of tool calling takes: letters, digits, _ and -, at most 64, beginning with a letter or _.
// Collisions are told apart by where a tool comes from and by what it holds, never by a counter, so that a name does
// not depend on what else is read or in which order.
import { sha256 } from '../../envs/values/hash.ts';

const LONGEST = 64;

/** The legal name nearest to what stood there; '' where no letter of it can be kept. */
export function legalName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '');
  if (plain === '') return '';
  return shorten(/^[A-Za-z]/.test(plain) ? plain : `_${plain}`, name);
}

/** A name whose letters are all foreign, by what it is made of. */
export function nameByContent(content: string): string {
  return `tool_${sha256(content).slice(0, 8)}`;
}

/** A group or file as the beginning of a name. */
export function slug(text: string): string {
  return legalName(text).toLowerCase().replaceAll('-', '_').slice(0, 28).replace(/_+$/, '');
}

/** The name with its origin before it. */
export function withOrigin(origin: string, name: string): string {
  const prefix = slug(origin);
  return prefix === '' || name.toLowerCase().startsWith(`${prefix}_`)
    ? name
    : shorten(`${prefix}_${name}`, `${origin}/${name}`);
}

/** The name with a mark of its content behind it. */
export function withContent(name: string, content: string): string {
  return `${name.slice(0, LONGEST - 7)}_${sha256(content).slice(0, 6)}`;
}

function shorten(name: string, whole: string): string {
  return name.length <= LONGEST ? name : withContent(name, whole);
}
