// Finds keys that are not ids: a name, an e-mail address or a printed code with which all tools ask for a row.
import type { FieldNode } from '../../fields/fields.ts';
import { idOf, isPrinted, NATURAL, spelled } from '../../fields/id-of.ts';
import { ATTRIBUTES } from '../../lexicon/attributes.ts';
import { singular } from '../../../envs/words/split-words.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { OwnKey } from './scope-of.ts';

/** Returns the required text with which all tools ask for a single row. */
export function naturalKey(
  nouns: ReadonlySet<string>,
  single: readonly ToolFacts[],
  evidence: string[],
): OwnKey | undefined {
  for (const name of NATURAL) {
    const names = new Set([name, ...[...nouns].map((each) => `${each} ${name}`), ...nouns]);
    const asked = single.map((tool) =>
      tool.arguments.find(
        (node) =>
          node.kind === 'scalar' &&
          node.field.required &&
          names.has(spelled(node.field.words).join(' ')) &&
          node.field.type !== 'boolean' &&
          node.field.choices.length === 0,
      ),
    );
    if (single.length === 0 || asked.some((node) => node === undefined)) continue;
    const [node] = asked;
    if (node === undefined) continue;
    evidence.push(`its tools ask for it by ${node.field.name}`);
    const bare = nouns.has(spelled(node.field.words).join(' '));
    return {
      words: bare ? ['name'] : name.split(' '),
      type: node.field.type === 'integer' ? 'integer' : 'text',
      global: false,
      natural: true,
    };
  }
  return undefined;
}

/** Returns the printed code with which all tools ask for a single row, such as a barcode or a licence plate. */
export function printedKey(
  nouns: ReadonlySet<string>,
  single: readonly ToolFacts[],
  evidence: string[],
): OwnKey | undefined {
  const [first, ...others] = single;
  const node = first?.arguments.find(
    (each) => each.kind === 'scalar' && each.field.required && isPrinted(each.field.words),
  );
  const isEverywhere = others.every((tool) =>
    tool.arguments.some((each) => each.field.name === node?.field.name && each.field.required),
  );
  if (node === undefined || !isEverywhere || !single.some((tool) => tool.senses.has('show'))) return undefined;
  const words = spelled(node.field.words);
  const noun = [...nouns].map((each) => each.split(' ')).find((each) => each.every((word, at) => words[at] === word));
  evidence.push(`its tools ask for it by ${node.field.name}`);
  return {
    words: words.slice(noun !== undefined && noun.length < words.length ? noun.length : 0),
    type: node.field.type === 'integer' ? 'integer' : 'text',
    global: false,
    natural: true,
  };
}

/**
 * Returns the value by which one row is looked up, as in "Get a ship by call sign": the only required argument of such a
 * tool, where another tool asks for it too.
 */
export function soughtKey(
  nouns: ReadonlySet<string>,
  single: readonly ToolFacts[],
  tools: readonly ToolFacts[],
  evidence: string[],
): OwnKey | undefined {
  for (const tool of single.filter((each) => each.senses.has('show'))) {
    const [node, ...others] = tool.arguments.filter(({ field }) => field.required);
    if (node === undefined || others.length > 0 || !isCode(node)) continue;
    const words = spelled(node.field.words);
    const noun = [...nouns].map((each) => each.split(' ')).find((each) => each.every((word, at) => words[at] === word));
    const own = words.slice(noun !== undefined && noun.length < words.length ? noun.length : 0);
    const said = new RegExp(String.raw`\b(?:by|with) (?:the |its |a |an |given )*${own.join('[ _-]?')}\b`, 'i');
    const isAsked = tools.some(
      (other) =>
        other !== tool && other.arguments.some(({ field }) => field.required && field.name === node.field.name),
    );
    if (!said.test(tool.description) || !isAsked) continue;
    evidence.push(`${tool.name} looks it up by ${node.field.name}, which other tools ask for too`);
    return { words: own, type: node.field.type === 'integer' ? 'integer' : 'text', global: false, natural: true };
  }
  return undefined;
}

/** Tells whether a value may be the name or the number of one row, and no attribute that several rows share. */
const isCode = (node: FieldNode): boolean =>
  node.kind === 'scalar' &&
  /^(?:text|integer)$/.test(node.field.type) &&
  node.field.choices.length === 0 &&
  idOf(node.field.words) === undefined &&
  !ATTRIBUTES.has(singular(node.field.words.at(-1) ?? '')) &&
  !String(node.field.schema['format'] ?? '').startsWith('date');
