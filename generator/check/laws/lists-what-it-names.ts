// Law for compiled environments: a list tool whose name contains the names of tables shows the rows of one of them.
import { singular, splitName } from '../../../envs/words/split-words.ts';
import type { Law } from './law.ts';

const wordsOf = (name: string): readonly string[] => splitName(name).map(singular);

export const listsWhatItNames: Law = {
  name: 'lists what it names',
  aboutList(room, { tool, table }) {
    if (room.world.environment.origin !== 'compiled') return;
    const said = wordsOf(tool.name).join(' ');
    const tables = [...new Set(room.listers.map((each) => each.table))];
    const named = tables.filter((each) => said.includes(wordsOf(each).join(' ')));
    if (tables.length < 2 || named.length === 0) return;
    room.hold(this, tool, named.includes(table), () => `it shows ${table}, and is named after ${named.join(', ')}`);
  },
};
