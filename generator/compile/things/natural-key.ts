// Finds keys that are not ids: a name, an e-mail address or a printed code with which all tools ask for a row, or a
// value by which a tool says that it finds a row.
import type { FieldNode } from '../../fields/fields.ts';
import { idOf, isPrinted, NATURAL, spelled } from '../../fields/id-of.ts';
import { ATTRIBUTES } from '../../lexicon/attributes.ts';
import { singular } from '../../../envs/words/split-words.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { isSingle, type OwnKey } from './scope-of.ts';

/**
 * Returns the key with which tools ask for a row, if it is a name, a printed code or a value that a description names.
 */
export const naturalKey = (
  nouns: ReadonlySet<string>,
  about: readonly ToolFacts[],
  tools: readonly ToolFacts[],
  evidence: string[],
): OwnKey | undefined => {
  const single = about.filter((tool) => isSingle(tool) && !tool.plural);
  const everywhere =
    about.length < 2 ? undefined : (namedKey(nouns, single, evidence) ?? printedKey(nouns, single, evidence));
  return everywhere ?? soughtKey(nouns, single, tools, evidence);
};

/** Returns the required argument, such as a name, with which all tools ask for a single row. */
function namedKey(nouns: ReadonlySet<string>, single: readonly ToolFacts[], evidence: string[]): OwnKey | undefined {
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
    return keyOf(node, bare ? ['name'] : name.split(' '));
  }
  return undefined;
}

/** Returns the printed code with which all tools ask for a single row, such as a barcode or a licence plate. */
function printedKey(nouns: ReadonlySet<string>, single: readonly ToolFacts[], evidence: string[]): OwnKey | undefined {
  const [first, ...others] = single;
  const node = first?.arguments.find(
    (each) => each.kind === 'scalar' && each.field.required && isPrinted(each.field.words),
  );
  const isEverywhere = others.every((tool) =>
    tool.arguments.some((each) => each.field.name === node?.field.name && each.field.required),
  );
  if (node === undefined || !isEverywhere || !single.some((tool) => tool.senses.has('show'))) return undefined;
  evidence.push(`its tools ask for it by ${node.field.name}`);
  return keyOf(node, withoutNoun(node, nouns));
}

/**
 * Returns the value by which a tool finds one row, as in "Get a ship by call sign". It must be the tool's only required
 * argument, and another tool must ask for it too.
 */
function soughtKey(
  nouns: ReadonlySet<string>,
  single: readonly ToolFacts[],
  tools: readonly ToolFacts[],
  evidence: string[],
): OwnKey | undefined {
  for (const tool of single.filter((each) => each.senses.has('show'))) {
    const [node, ...others] = tool.arguments.filter(({ field }) => field.required);
    if (node === undefined || others.length > 0 || !isCode(node)) continue;
    const own = withoutNoun(node, nouns);
    const asks = (other: ToolFacts): boolean =>
      other.arguments.some(({ field }) => field.required && field.name === node.field.name);
    const isAsked = tools.some((other) => other !== tool && asks(other));
    // another tool about one row must ask for the value too, unless it makes the row
    const isOpposed = single.some((other) => !other.senses.has('create') && !asks(other));
    if (!isSought(tool, node, own) || !isAsked || isOpposed) continue;
    evidence.push(`${tool.name} looks it up by ${node.field.name}, which other tools ask for too`);
    return keyOf(node, own);
  }
  return undefined;
}

/** Tells whether a tool's description or name says that a row is looked up by this argument. */
function isSought(tool: ToolFacts, { field }: FieldNode, own: readonly string[]): boolean {
  const names = [own, spelled(field.words)].map((words) => words.join('[ _-]?')).join('|');
  const said = new RegExp(String.raw`\b(?:by|with|given) (?:the |its |a |an |this |that |given )*(?:${names})\b`, 'i');
  return (
    said.test(tool.description) ||
    tool.qualifiers.some(({ preposition, noun }) => preposition === 'by' && noun.join(' ') === field.words.join(' '))
  );
}

/**
 * Tells whether a value can identify one row, such as a name or a number. An attribute that several rows may share does
 * not count.
 */
const isCode = (node: FieldNode): boolean =>
  node.kind === 'scalar' &&
  /^(?:text|integer)$/.test(node.field.type) &&
  node.field.choices.length === 0 &&
  idOf(node.field.words) === undefined &&
  !ATTRIBUTES.has(singular(node.field.words.at(-1) ?? '')) &&
  !String(node.field.schema['format'] ?? '').startsWith('date');

/** Returns the words of an argument without the noun of the row at their start: `call sign` for ship_call_sign. */
function withoutNoun({ field }: FieldNode, nouns: ReadonlySet<string>): readonly string[] {
  const words = spelled(field.words);
  const noun = [...nouns].map((each) => each.split(' ')).find((each) => each.every((word, at) => words[at] === word));
  return words.slice(noun !== undefined && noun.length < words.length ? noun.length : 0);
}

const keyOf = ({ field }: FieldNode, words: readonly string[]): OwnKey => ({
  words,
  type: field.type === 'integer' ? 'integer' : 'text',
  global: false,
  natural: true,
});
