// callgym drain: asks a server of a cluster to hand its sessions over and to stop. Other servers continue the sessions.
import { setTimeout as pause } from 'node:timers/promises';
import { RedisDoor } from '../../envs/cluster/redis-door.ts';
import { askToDrain, nameOf, readNodes } from '../../envs/cluster/register.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Command } from '../command.ts';
import { requiredOption, wholeOption } from '../options.ts';

const LOOK_MS = 200;
const USUAL_SECONDS = 120;

export const drainCommand: Command = {
  name: 'drain',
  usage: 'drain --cluster URL [--node ID]',
  about: 'Asks a server of a cluster to give its sessions up and to stop, and waits until it has. No session is lost.',
  args: { least: 0, most: 0 },
  options: {
    cluster: { type: 'string', value: 'URL', about: 'redis://… as in serve --cluster' },
    node: { type: 'string', value: 'ID', about: 'its name, as callgym top tells; needed where there are several' },
    wait: { type: 'string', value: 'SECONDS', about: `for the server to stop; ${USUAL_SECONDS}` },
  },
  examples: ['callgym drain --cluster redis://127.0.0.1:6379 --node 10.0.0.7:8080'],
  async run({ options, output }) {
    const url = requiredOption(options, 'cluster', 'for example --cluster redis://127.0.0.1:6379');
    const seconds = wholeOption(options, 'wait', 1, 86_400) ?? USUAL_SECONDS;
    const door = await RedisDoor.open(url);
    try {
      const nodes = await readNodes(door);
      const wanted = typeof options['node'] === 'string' ? options['node'] : undefined;
      const found = nodes.filter(({ id }) => wanted === undefined || isNamed(id, wanted));
      const names = nodes.map(({ id }) => nameOf(id)).join(', ');
      if (found.length === 0)
        throw badInput({
          path: wanted === undefined ? '--cluster' : `--node ${wanted}`,
          what: wanted === undefined ? 'no server lives there' : 'is no live server',
          ...(names === '' ? {} : { mend: `there are ${names}` }),
        });
      if (wanted === undefined && found.length > 1)
        throw badInput({ path: '--node', what: 'says which server', mend: `there are ${names}` });
      for (const { id } of found) await askToDrain(door, nameOf(id));
      const name = wanted ?? nameOf(found[0]?.id ?? '');
      const ids = new Set(found.map(({ id }) => id));
      const sessions = sum(found);
      const until = output.seconds() + seconds;
      for (let left = sessions; ;) {
        const now = (await readNodes(door)).filter(({ id }) => ids.has(id));
        if (now.length === 0) break;
        if (sum(now) !== left) output.progress(`${sum(now)} sessions left`);
        left = sum(now);
        if (output.seconds() > until) {
          output.line(`${name} still has ${left} sessions after ${seconds} s; it goes on draining`);
          return { summary: { node: name, drained: false, sessions: left }, status: 1 };
        }
        await pause(LOOK_MS);
      }
      output.line(`${name} has given up its ${sessions} sessions and stopped`);
      return { summary: { node: name, drained: true, sessions } };
    } finally {
      door.close();
    }
  },
};

/** Tells whether a server has the wanted name. The name "a" also stands for its workers "a.0", "a.1" and so on. */
function isNamed(id: string, wanted: string): boolean {
  const name = nameOf(id);
  return (
    id === wanted || name === wanted || (name.startsWith(`${wanted}.`) && /^\d+$/.test(name.slice(wanted.length + 1)))
  );
}

function sum(nodes: readonly { readonly sessions: number }[]): number {
  return nodes.reduce((total, { sessions }) => total + sessions, 0);
}
