// callgym top: lists the servers of a cluster and the episodes of a queue, as Redis knows them.
import { setTimeout as pause } from 'node:timers/promises';
import { QueueDoor } from '../../agents/queue/queue-door.ts';
import { RedisDoor } from '../../envs/cluster/redis-door.ts';
import { nameOf, readNodes, type NodeRecord } from '../../envs/cluster/register.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { asJson, type JsonObject } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';
import { wholeOption } from '../options.ts';

const MB = 1_048_576;

export const topCommand: Command = {
  name: 'top',
  usage: 'top --cluster URL [--queue URL]',
  about: 'Shows the servers of a cluster with their load, and the episodes of a queue with its workers.',
  args: { least: 0, most: 0 },
  options: {
    cluster: { type: 'string', value: 'URL', about: 'redis://… as in serve --cluster' },
    queue: { type: 'string', value: 'URL', about: 'redis://… as in run --queue' },
    every: { type: 'string', value: 'SECONDS', about: 'shows it again and again; once by default' },
    times: { type: 'string', value: 'N', about: 'how often, with --every; until it is stopped' },
  },
  examples: ['callgym top --cluster redis://127.0.0.1:6379 --every 2'],
  async run({ options, output }) {
    const cluster = options['cluster'];
    const queue = options['queue'];
    if (typeof cluster !== 'string' && typeof queue !== 'string')
      throw badInput({
        path: 'top',
        what: 'names nothing to look at',
        mend: 'give --cluster URL, --queue URL or both',
      });
    const every = wholeOption(options, 'every', 1, 3_600);
    const times = wholeOption(options, 'times', 1) ?? (every === undefined ? 1 : Infinity);
    const door = typeof cluster === 'string' ? await RedisDoor.open(cluster) : undefined;
    const episodes = typeof queue === 'string' ? await QueueDoor.open(queue) : undefined;
    let nodes: readonly NodeRecord[] = [];
    let counts: JsonObject | undefined;
    try {
      for (let time = 1; ; time++) {
        nodes = door === undefined ? [] : await readNodes(door);
        counts = await episodes?.counts();
        if (door !== undefined) for (const line of nodeLines(nodes)) output.line(line);
        if (counts !== undefined)
          output.line(
            `queue   ${Object.entries(counts)
              .map(([name, value]) => `${name} ${String(value)}`)
              .join('  ')}`,
          );
        if (time >= times) break;
        await pause((every ?? 1) * 1000);
      }
    } finally {
      door?.close();
      await episodes?.close();
    }
    return {
      summary: {
        ...(door === undefined ? {} : { nodes: asJson(nodes) }),
        ...(counts === undefined ? {} : { queue: counts }),
      },
    };
  },
};

function nodeLines(nodes: readonly NodeRecord[]): string[] {
  const sum = (of: (node: NodeRecord) => number): number => nodes.reduce((all, node) => all + of(node), 0);
  const rows = [
    ['SERVER', 'STATE', 'SESSIONS', 'LINES', 'IN FLIGHT', 'CPU', 'MEMORY', 'URL'],
    ...nodes.map((node) => [
      nameOf(node.id),
      node.state,
      String(node.sessions),
      String(node.calls),
      String(node.inFlight),
      `${Math.round(node.busy * 100)} %`,
      `${Math.round(node.memory / MB)} MB`,
      node.url,
    ]),
    [
      `${nodes.length} in all`,
      '',
      String(sum(({ sessions }) => sessions)),
      String(sum(({ calls }) => calls)),
      String(sum(({ inFlight }) => inFlight)),
      `${Math.round(sum(({ busy }) => busy) * 100)} %`,
      `${Math.round(sum(({ memory }) => memory) / MB)} MB`,
      '',
    ],
  ];
  const widths = (rows[0] ?? []).map((_head, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
