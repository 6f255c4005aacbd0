// Gives the tools of one source legal and unique names. A name that only one tool has stays unchanged. Tools that share
// a name get their group, place or content added, so that the order of tools does not matter.
import { basename } from 'node:path';
import { canonicalJson } from '../../envs/values/json.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { legalName, nameByContent, withContent, withOrigin } from './legal-names.ts';

export interface Nameable {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly group?: string | undefined;
  /** For operations of an OpenAPI document, a name made from the operation's method and path. */
  readonly nameByPlace?: string | undefined;
}

/**
 * Returns the names in the order of the tools. `taken` holds the names of earlier sources, and the new names are added
 * to it.
 */
export function nameTools(source: string, tools: readonly Nameable[], taken: Set<string>): string[] {
  const contents = tools.map((tool) =>
    canonicalJson([tool.name, tool.description, tool.parameters, tool.nameByPlace ?? '', tool.group ?? '']),
  );
  const plain = tools.map(
    (tool, at) => legalName(tool.name) || legalName(tool.nameByPlace ?? '') || nameByContent(contents[at] ?? ''),
  );
  const file = stem(source);
  const ways: ((name: string, at: number) => string)[] = [
    (name, at) => withOrigin(tools[at]?.group ?? '', name),
    (name, at) => legalName(tools[at]?.nameByPlace ?? '') || name,
    (name) => withOrigin(file, name),
    (name, at) => withOrigin(file, legalName(tools[at]?.nameByPlace ?? '') || name),
    (name, at) => withContent(name, contents[at] ?? ''),
    (name, at) => withContent(name, `${source}/${contents[at] ?? ''}`),
  ];
  let names = plain;
  for (const way of ways) {
    const counts = Map.groupBy(names, (name) => name);
    const clashes = (name: string): boolean => (counts.get(name)?.length ?? 0) > 1 || taken.has(name);
    if (!names.some(clashes)) break;
    names = names.map((name, at) => (clashes(name) ? way(plain[at] ?? name, at) : name));
  }
  for (const name of names) taken.add(name);
  return names;
}

/** Returns the file's name without the endings that name its format. */
export function stem(source: string): string {
  return basename(source)
    .replace(/\.(?:json|jsonl|ndjson|ya?ml)$/i, '')
    .replace(/[._-](?:openapi|swagger)$/i, '');
}
