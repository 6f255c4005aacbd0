// Reads the sections of a Python docstring in a tool's description: "Args:" describes arguments, "Returns:" the result,
// "Raises:" refusals. Sections of examples are dropped. Servers put the whole docstring into the description.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';

export interface Docstring {
  /** The description without sections: its prose, then sentences for the result and for refusals. */
  readonly description: string;
  /** The description of each argument. */
  readonly arguments: ReadonlyMap<string, string>;
}

type Section = 'prose' | 'arguments' | 'returns' | 'raises' | 'example';

const HEADINGS: readonly (readonly [RegExp, Section])[] = [
  [/^(?:args|arguments|parameters|params|keyword args|keyword arguments|inputs?)$/i, 'arguments'],
  [/^(?:returns?|return value|yields|outputs?)$/i, 'returns'],
  [/^(?:raises|throws|exceptions|errors)$/i, 'raises'],
  [/^(?:examples?|example usage|usage|usage examples?|sample usage)$/i, 'example'],
];
const HEADING = /^\s*([A-Za-z][A-Za-z ]{2,40}):\s*$/;
const INLINE = /^\s*(returns?|raises):\s+(\S.*)$/i;
const ENTRY = /^(?:[-*•]\s+)?[`*]{0,2}(\w+)[`*]{0,2}\s*(?:\([^)]*\))?\s*(?::|\s[–-]\s)\s*(.*)$/;
const PYTHON_TYPE =
  /^(?:str|string|dict|list|int|float|bool|none|any|json|tuple|dict\w*|list\w*|optional|union|callToolResult|text\w*)\b(?:\[[^:]*\])?(?: \| \w+)*:\s+/i;
const ENVELOPE =
  /^(?:an? |the )?(?:json(?:[- ](?:formatted|encoded))?(?: (?:string|object|array|text|response|list|dict\w*))?|dict(?:ionary)?|object|string|text|response)(?: (?:response|object|string))? (?:with|containing|that contains|of|representing|describing) /i;
/** Matches faults of the service or of the connection. Simulated calls have no such faults. */
const OF_SERVICE =
  /\b(?:api|request|network|connection|server|http|authenticat\w*|authoriz\w*|token|credentials?|client)\b/i;

const indentOf = (line: string): number => line.length - line.trimStart().length;

interface Block {
  readonly section: Section;
  readonly lines: string[];
}

/** Splits a description at its headings. A block ends at a line that is indented no deeper than its heading. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [{ section: 'prose', lines: [] }];
  let indent = 0;
  let isFlat = false;
  for (const line of text.replaceAll('\t', '    ').split('\n')) {
    const current = blocks.at(-1);
    const heading = HEADING.exec(line)?.[1]?.trim();
    const section = HEADINGS.find(([pattern]) => heading !== undefined && pattern.test(heading))?.[1];
    const inline = INLINE.exec(line);
    const isInside = current?.section !== 'prose' && indentOf(line) > indent;
    if (section !== undefined && !isInside) {
      blocks.push({ section, lines: [] });
      indent = indentOf(line);
      isFlat = false;
    } else if (inline !== null && !isInside) {
      blocks.push({ section: /^raises$/i.test(inline[1] ?? '') ? 'raises' : 'returns', lines: [inline[2] ?? ''] });
      indent = indentOf(line);
      isFlat = false;
    } else if (current === undefined || current.section === 'prose') current?.lines.push(line);
    else if (line.trim() === '') {
      if (isFlat) blocks.push({ section: 'prose', lines: [] });
    } else if (indentOf(line) > indent) current.lines.push(line);
    else if (current.lines.length === 0 || isFlat) {
      isFlat = true;
      current.lines.push(line);
    } else blocks.push({ section: 'prose', lines: [line] });
  }
  return blocks;
}

/**
 * Joins the lines of wrapped sentences. A line that begins with a bullet or a number, or follows an empty line, stays a
 * line.
 */
function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/(?<=[^\n:])\n(?=[^\s\d*•-])/g, ' ')
    .trim();
}

function argumentsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  const [first = ''] = lines;
  const indent = indentOf(first);
  let entry: string[] | undefined;
  for (const line of lines) {
    const [, name, said = ''] = (indentOf(line) <= indent ? ENTRY.exec(line.trim()) : null) ?? [];
    if (name === undefined) entry?.push(line.trim());
    else {
      entry = [said];
      found.set(name, entry);
    }
  }
  return new Map([...found].map(([name, parts]) => [name, parts.filter((each) => each !== '').join(' ')]));
}

function resultOf(lines: readonly string[]): string {
  const text = joined(lines).replace(PYTHON_TYPE, '').replace(ENVELOPE, '');
  const [first = '', second = ''] = text;
  const begins = /[a-z]/.test(second) || second === ' ' ? first.toLowerCase() : first;
  return text === '' ? '' : `Returns ${begins}${text.slice(1).replace(/\.?$/, '.')}`;
}

function refusalsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const said = line
      .trim()
      .replace(/^(?:[-*•]\s+)?[\w.]+:\s+/, '')
      .replace(/\.$/, '');
    if (OF_SERVICE.test(said)) return [];
    return [
      /^(?:if|when|on)\b/i.test(said) ? `Fails ${said.charAt(0).toLowerCase()}${said.slice(1)}.` : `Fails: ${said}.`,
    ];
  });
}

/**
 * Reads a description that has a section of arguments, results or errors. Returns undefined for any other description.
 */
export function readDocstring(text: string): Docstring | undefined {
  const blocks = blocksOf(text);
  if (!blocks.some(({ section }) => section === 'arguments' || section === 'returns' || section === 'raises'))
    return undefined;
  const told = blocks.map(({ section, lines }) =>
    section === 'prose'
      ? joined(lines)
      : section === 'returns'
        ? resultOf(lines)
        : section === 'raises'
          ? refusalsOf(lines).join(' ')
          : '',
  );
  const pairs = blocks.flatMap(({ section, lines }) => (section === 'arguments' ? [...argumentsOf(lines)] : []));
  return { description: told.filter((each) => each !== '').join('\n\n'), arguments: new Map(pairs) };
}

/**
 * Adds the docstring's descriptions to arguments that have none. If an argument already has another description, both
 * are joined, unless one contains the other.
 */
export function withDescribed(parameters: Json | undefined, said: Docstring['arguments']): Json | undefined {
  if (!isJsonObject(parameters) || !isJsonObject(parameters['properties'])) return parameters;
  const properties = Object.entries(parameters['properties']).map(([name, schema]) => {
    const text = said.get(name);
    if (text === undefined || text === '' || !isJsonObject(schema)) return [name, schema];
    const own = typeof schema['description'] === 'string' ? schema['description'].trim() : '';
    const description = own === '' || text.includes(own) ? text : own.includes(text) ? own : `${own} ${text}`;
    return [name, { ...schema, description }];
  });
  return { ...parameters, properties: Object.fromEntries(properties) as JsonObject };
}
