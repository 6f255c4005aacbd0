import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const here = (name: string): string => new URL(`../support/${name}`, import.meta.url).pathname;

function bytes(env: Record<string, string>, imports: readonly string[] = []): string {
  const args = [...imports.flatMap((each) => ['--import', here(each)]), here('print-session.ts')];
  return execFileSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
}

test('the same log in another process, time zone, locale and year gives the same bytes', () => {
  const expected = bytes({ TZ: 'UTC', LANG: 'C' });
  expect(expected).toContain('2031-05-01T09:00:00Z');
  expect(bytes({ TZ: 'Asia/Kolkata', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' })).toBe(expected);
  expect(bytes({ TZ: 'America/St_Johns' }, ['other-day.ts'])).toBe(expected);
  expect(bytes({ NODE_OPTIONS: '--max-old-space-size=300' })).toBe(expected);
});

test('no source reads the clock, chance or the environment outside the modules that own them', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const files = ['envs', 'generator', 'agents'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, folder, name)),
  );
  expect(files.length).toBeGreaterThan(30);
  // these files make the server's ids, tokens and clock; only the server and its cluster may import them, so that no
  // record depends on them
  const owners = new Set(['envs/server/capabilities.ts', 'envs/server/wall-clock.ts'].map((name) => join(root, name)));
  const importers = files.filter((file) => /(?:wall-clock|capabilities)\.ts'/.test(readFileSync(file, 'utf8')));
  const servers = ['envs/server/', 'envs/cluster/'].map((folder) => join(root, folder));
  expect(importers.filter((file) => !servers.some((folder) => file.startsWith(folder)))).toEqual([]);
  const offences = files
    .filter((file) => !owners.has(file))
    .filter((file) =>
      /Math\.random|Date\.now|new Date\(\)|randomUUID|randomBytes|performance\.now|hrtime|toLocale|Intl\./.test(
        readFileSync(file, 'utf8'),
      ),
    );
  expect(offences).toEqual([]);
});
