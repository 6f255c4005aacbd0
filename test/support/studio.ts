// Serves the studio on the bundled environments and on one with 100,000 rows, in which every text looks like markup.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerPlugin } from '../../envs/server/plugin.ts';
import { GymServer, type ServerOptions } from '../../envs/server/server.ts';
import { studioPage } from '../../studio/page.ts';
import { studio, type StudioOptions } from '../../studio/server/studio.ts';
import { CARRIER_CARE, ORDER_DESK, TOKEN } from './server.ts';

export const HOSTILE =
  '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2"><!-- \u2028 &lt;b&gt; {{7*7}} ${window.hacked=3} javascript:window.hacked=4';

export const MANY_ROWS = 100_000;

/** Makes the notebook environment of `callgym new`, with hostile text in every field and many rows. */
export function hostileNotes(dir: string): string {
  cpSync(fileURLToPath(new URL('../../fixtures/new-environment', import.meta.url)), dir, { recursive: true });
  const edit = (name: string, change: (text: string) => string): void =>
    writeFileSync(join(dir, name), change(readFileSync(join(dir, name), 'utf8')));
  const inside = JSON.stringify(HOSTILE).slice(1, -1);
  edit('environment.json', (text) =>
    text
      .replace('"title": "Notes"', () => `"title": "Notes ${inside}"`)
      .replace('"description": "', () => `"description": "${inside} `),
  );
  edit('tools.json', (text) => text.replaceAll('"description": "', () => `"description": "${inside} `));
  edit('policy.md', (text) => `${HOSTILE}\n${text}`);
  edit('rules.json', (text) => text.replaceAll('"text": "', () => `"text": "${inside} `));
  edit('seed.jsonl', (text) => {
    const lines = Array.from({ length: MANY_ROWS - text.trimEnd().split('\n').length }, (_each, at) =>
      JSON.stringify({
        table: 'notes',
        row: {
          note_id: `m${String(at).padStart(6, '0')}`,
          title: at % 10 === 0 ? HOSTILE : `Note ${at}`,
          body: `Body ${at}`,
          pinned: 0,
          created_at: '2031-01-01T00:00:00Z',
        },
      }),
    );
    return `${text.trimEnd()}\n${lines.join('\n')}\n`;
  });
  return dir;
}

export interface StudioServer {
  readonly server: GymServer;
  readonly url: string;
  /** The routes of the studio, as METHOD /path. */
  readonly routes: readonly string[];
}

export async function serveStudio(
  given: Partial<StudioOptions> = {},
  options: Partial<ServerOptions> = {},
): Promise<StudioServer> {
  const routes: string[] = [];
  const watched: ServerPlugin = (app, context) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push(`${each} ${url}`);
    });
    return studio({ page: studioPage, ...given })(app, context);
  };
  const server = await GymServer.make({
    environments: [ORDER_DESK, CARRIER_CARE],
    token: TOKEN,
    plugins: [watched],
    ...options,
  });
  const url = await server.listen(0, '127.0.0.1');
  return { server, url, routes };
}
