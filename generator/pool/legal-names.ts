// Makes names that every tool-calling API accepts: letters, digits, _ and -, at most 64 characters, beginning with a
// letter or _. Tools with the same name get the tool's origin or a digest of its content added, never a counter. A name
// therefore does not depend on the other tools or their order.
import { sha256 } from '../../envs/values/hash.ts';

const LONGEST = 64;

/** Returns the legal name that is closest to the given one, or an empty text if no character can be kept. */
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

/** Makes a name from the tool's content, for a tool whose own name has no legal letter. */
export function nameByContent(content: string): string {
  return `tool_${sha256(content).slice(0, 8)}`;
}

/** Turns the name of a group or file into a prefix for tool names. */
export function slug(text: string): string {
  return legalName(text).toLowerCase().replaceAll('-', '_').slice(0, 28).replace(/_+$/, '');
}

/** Puts the origin before a name as a prefix, unless the name already begins with it. */
export function withOrigin(origin: string, name: string): string {
  const prefix = slug(origin);
  return prefix === '' || name.toLowerCase().startsWith(`${prefix}_`)
    ? name
    : shorten(`${prefix}_${name}`, `${origin}/${name}`);
}

/** Puts a digest of the tool's content after a name as a suffix. */
export function withContent(name: string, content: string): string {
  return `${name.slice(0, LONGEST - 7)}_${sha256(content).slice(0, 6)}`;
}

function shorten(name: string, whole: string): string {
  return name.length <= LONGEST ? name : withContent(name, whole);
}
