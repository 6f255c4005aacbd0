// Writes domains.json with one line for each domain and dependency, so that a person can read the differences between
// two files.
import type { DomainsFile } from './find-domains.ts';

export function domainsText({ pool, domains, dependencies, singletons }: DomainsFile): string {
  return [
    `{\n"pool": ${JSON.stringify(pool)},`,
    `"domains": ${list(domains)},`,
    `"dependencies": ${list(dependencies)},`,
    `"singletons": ${list(singletons)}\n}\n`,
  ].join('\n');
}

function list(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
}
