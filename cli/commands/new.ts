// callgym new: writes a small environment that passes all checks, for the user to edit.
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, writeWhole } from '../../envs/folder/environment-folder.ts';
import type { Command } from '../command.ts';

const TEMPLATE = new URL('../../fixtures/new-environment/', import.meta.url).pathname;

export const newCommand: Command = {
  name: 'new',
  usage: 'new DIR',
  about: 'Makes a small environment (a notebook with four tools) in a new folder, ready to be edited.',
  examples: ['callgym new my-env'],
  args: { least: 1, most: 1 },
  run({ args, output }) {
    const dir = args[0] ?? '';
    if (existsSync(dir) && readdirSync(dir).length > 0)
      throw badInput({ file: dir, what: 'is there already and not empty', mend: 'name a new folder' });
    const name =
      basename(resolve(dir))
        .toLowerCase()
        .replaceAll(/[^a-z0-9_.-]+/g, '-')
        .replace(/^[^a-z0-9]+/, '') || 'notes';
    cpSync(TEMPLATE, dir, { recursive: true });
    const file = join(dir, FILES.environment);
    writeWhole(file, readFileSync(file, 'utf8').replace('"name": "notes"', `"name": ${JSON.stringify(name)}`));
    output.line(`${dir} is ready. Next:`);
    for (const next of [`callgym show ${dir}`, `callgym call ${dir} list_notes '{}'`, `callgym check ${dir}`])
      output.line(`  ${next}`);
    return { summary: { path: dir, name } };
  },
};
