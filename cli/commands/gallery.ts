// callgym gallery: lists the bundled environments with their sizes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, loadEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Command } from '../command.ts';
import { galleryFolders } from '../gallery.ts';
import { counted } from '../output.ts';

export const galleryCommand: Command = {
  name: 'gallery',
  usage: 'gallery',
  examples: ['callgym gallery', 'callgym show gallery:order-desk', 'callgym check gallery:order-desk'],
  about:
    'Lists the environments that ship. gallery:NAME stands for the folder of one of them wherever a command takes an environment.',
  run({ output }) {
    const environments = [...galleryFolders()].map(([name, dir]) => {
      const { title, tools, seed } = loadEnvironment(dir);
      const schema = readFileSync(join(dir, FILES.schema), 'utf8');
      const own = tools.filter(({ audience }) => audience !== 'control');
      return {
        name,
        title,
        path: dir,
        tools: own.length,
        user_tools: own.filter(({ audience }) => audience === 'user').length,
        tables: schema.match(/^\s*CREATE\s+TABLE\b/gim)?.length ?? 0,
        rows: seed.length,
      };
    });
    for (const { name, title, tools, user_tools: users, tables, rows } of environments)
      output.line(
        `${output.bold(`gallery:${name}`)}  ${title}: ${counted(tools, 'tool')}${users === 0 ? '' : ` (${users} the user's)`}, ${counted(tables, 'table')}, ${counted(rows, 'row')}`,
      );
    return { summary: { environments } };
  },
};
