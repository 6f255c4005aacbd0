// Names that every tool-calling API accepts: letters, digits, _ and -, at most 64, beginning with a letter or _.
// Colliding names are told apart by the tool's origin and content, never by a counter, so a name does not depend on
// which other tools are read or in which order.
import { sha256 } from '../../envs/values/hash.ts';

const LONGEST = 64;

/** The legal name nearest to the given one; '' where no letter of it can be kept. */
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

/** A name made from the tool's content, for a tool whose own name has no legal letter. */
export function nameByContent(content: string): string {
  return `tool_${sha256(content).slice(0, 8)}`;
}

/** The name of a group or file, in a form that can begin a tool's name. */
export function slug(text: string): string {
  return legalName(text).toLowerCase().replaceAll('-', '_').slice(0, 28).replace(/_+$/, '');
}

/** The name with its origin as a prefix. */
export function withOrigin(origin: string, name: string): string {
  const prefix = slug(origin);
  return prefix === '' || name.toLowerCase().startsWith(`${prefix}_`)
    ? name
    : shorten(`${prefix}_${name}`, `${origin}/${name}`);
}

/** The name with a mark of the tool's content as a suffix. */
export function withContent(name: string, content: string): string {
  return `${name.slice(0, LONGEST - 7)}_${sha256(content).slice(0, 6)}`;
}

function shorten(name: string, whole: string): string {
  return name.length <= LONGEST ? name : withContent(name, whole);
}
