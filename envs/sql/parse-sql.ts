// Parses SQL text to a syntax tree, with a parser for SQLite's SQL. The trees are cached, because parsing takes a
// millisecond and environments repeat statements.
import { parse, type Node as CstNode, type Statement } from 'sql-parser-cst';

export type SqlNode = CstNode;

const OPTIONS = { dialect: 'sqlite', includeRange: true, paramTypes: [':name'] } as const;
/**
 * When the cached texts have this many characters in total, the cache is emptied. A tree takes about a hundred times
 * the memory of its text.
 */
const REMEMBERED_CHARACTERS = 400_000;
const remembered = new Map<string, readonly Statement[]>();
let characters = 0;

export class SqlSyntaxError extends Error {}

/**
 * Matches control characters, and spaces beyond ASCII. They are refused, because parsers disagree on whether they are
 * spaces or letters.
 */
export const ODD_CHARACTER = /[^\P{Cc}\t\n\r]|[^\P{Cf}]|[^\P{Zs} ]|[\u2028\u2029]|\r(?!\n)/u;

/**
 * Returns the statements of a text, without empty ones. Throws an SqlSyntaxError of one line if the text is not SQL.
 */
export function parseSql(text: string): readonly Statement[] {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  let statements: readonly Statement[];
  try {
    statements = parse(text, { ...OPTIONS, paramTypes: [':name'] }).statements.filter(
      (each) => (each.type as string) !== 'empty',
    );
  } catch (error) {
    throw new SqlSyntaxError(`does not parse as SQLite: ${firstLine(error)}`);
  }
  if (characters + text.length > REMEMBERED_CHARACTERS) {
    remembered.clear();
    characters = 0;
  }
  characters += text.length;
  remembered.set(text, statements);
  return statements;
}

function firstLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  return (lines[0] ?? '').replace(/^Syntax Error: /, '').replace(/ Was expecting.*$/, '');
}

export function rangeOf(node: SqlNode): readonly [number, number] {
  return node.range ?? [0, 0];
}

/** Returns a keyword, or a list of keywords, in upper case: [IS, NOT] becomes "IS NOT". */
export function keywordText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.toUpperCase();
  if (Array.isArray(value)) return value.map(keywordText).join(' ');
  const name = (value as { name?: unknown }).name;
  return typeof name === 'string' ? name.toUpperCase() : keywordText(name);
}

/**
 * Returns the node with a type that the caller chooses, for members that the parser sets but its types do not declare.
 */
export function partsOf<T>(node: unknown): T {
  return node as T;
}
