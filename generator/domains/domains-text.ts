// The text of domains.json: JSON with one line per domain and dependency, so that differences can be read.
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
