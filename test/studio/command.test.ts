// Tests `callgym studio` as a person starts it: once, twice with the same folder, and with a path that it cannot open.
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { commandsIn } from '../support/command.ts';
import { folder } from '../support/played.ts';
import { environmentWith } from '../support/served.ts';

const CALLGYM = fileURLToPath(new URL('../../cli/callgym.js', import.meta.url));
const NOTES = fileURLToPath(new URL('../../fixtures/new-environment', import.meta.url));

async function start(args: readonly string[]): Promise<{ url: string; token: string }> {
  const child = spawn(process.execPath, [CALLGYM, 'studio', ...args], {
    env: environmentWith(undefined),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString()));
    child.once('close', (status) => reject(new Error(`the studio ended with ${status}`)));
  });
  const [, url = '', token = ''] = /^(http:\/\/127\.0\.0\.1:\d+)\/studio\/#token=(\S+)\n$/.exec(line) ?? [];
  return { url, token };
}

async function ask(studio: { url: string; token: string }, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${studio.url}/studio/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${studio.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

test('alone it opens the bundled environments, which it does not change', async () => {
  const studio = await start([]);
  expect(await ask(studio, '')).toMatchObject({
    environments: [
      { name: 'carrier-care', editable: false },
      { name: 'order-desk', editable: false },
    ],
    runs: [],
  });
});

test('two of them on one folder: each saves on top of the other', async () => {
  const dir = join(folder(), 'notes');
  cpSync(NOTES, dir, { recursive: true });
  const [one, two] = await Promise.all([start([dir]), start([dir])]);
  const { environments } = (await ask(one, '')) as { environments: { name: string }[] };
  const at = `/environments/${environments[0]!.name}/files`;
  await ask(one, `${at}/save`, { file: 'policy.md', text: 'Be kind.\n' });
  await ask(two, `${at}/save`, { file: 'author/notes.md', text: 'Notes are short.\n' });
  const seen = { files: expect.arrayContaining([expect.objectContaining({ file: 'policy.md', text: 'Be kind.\n' })]) };
  expect(await ask(two, at)).toMatchObject(seen);
});

test('a path that it cannot open is one line with the repair', async () => {
  const made = folder();
  cpSync(NOTES, join(made, 'envs', 'notes'), { recursive: true });
  const callgym = commandsIn(made);
  const said = async (...args: string[]): Promise<readonly [number, string]> => {
    const { status, stderr } = await callgym('studio', ...args);
    return [status, stderr.trim()];
  };
  expect(await said('nothing')).toEqual([2, expect.stringMatching(/^callgym studio: nothing: is not there; .+$/)]);
  expect(await said('envs')).toEqual([2, expect.stringMatching(/^callgym studio: envs: .+ in it: envs.notes$/)]);
  expect(await said('gallery:nothing')).toEqual([
    2,
    expect.stringMatching(/^callgym studio: .+ not in the gallery; .+$/),
  ]);
});
