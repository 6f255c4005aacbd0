// Reads the JSON values of a file. The content tells whether the file is JSON, JSON lines or YAML with one or more
// documents.
import { readFileSync, statSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import type { Json } from '../../envs/values/json.ts';

/** The error for a file that cannot be read as data. Its message is written for people. */
export class UnreadableDocument extends Error {}

const LARGEST = 256 * 1024 * 1024;
/**
 * The largest number of YAML aliases that are followed. The limit stops a "billion laughs" document, which would expand
 * to an enormous size.
 */
const ALIASES = 10_000;

export function readDocuments(file: string): Json[] {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST)
    throw new UnreadableDocument(`is larger than ${LARGEST / 1024 / 1024} MiB`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UnreadableDocument(`cannot be read: ${(error as Error).message}`);
  }
  return parseDocuments(text.startsWith('\ufeff') ? text.slice(1) : text);
}

function parseDocuments(text: string): Json[] {
  const start = text.trimStart()[0];
  if (start === undefined) throw new UnreadableDocument('is empty');
  if (start !== '{' && start !== '[') return parseYaml(text);
  try {
    return [JSON.parse(text) as Json];
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > 1 && isJson(lines[0] ?? '')) return parseLines(lines);
    try {
      return parseYaml(text);
    } catch {
      throw new UnreadableDocument(`is no JSON: ${(error as Error).message}`);
    }
  }
}

/** Parses lines of JSON. A line that is not JSON stays a text, so that it is counted as rejected. */
function parseLines(lines: readonly string[]): Json[] {
  return [
    lines.map((line) => {
      try {
        return JSON.parse(line) as Json;
      } catch {
        return line;
      }
    }),
  ];
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function parseYaml(text: string): Json[] {
  try {
    const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent', schema: 'core' });
    if (!Array.isArray(documents)) throw new UnreadableDocument('is empty');
    return documents.flatMap((document) => {
      const [error] = document.errors;
      if (error !== undefined) throw error;
      const value = document.toJS({ maxAliasCount: ALIASES }) as Json | undefined;
      return value === null || value === undefined ? [] : [JSON.parse(JSON.stringify(value)) as Json];
    });
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(`is neither JSON nor YAML: ${(error as Error).message.split('\n')[0] ?? ''}`);
  }
}
