// npm run measure:cluster: runs the servers of a cluster as separate processes, makes calls in many sessions, and kills
// a server (SIGKILL) again and again. It fails if an acknowledged call is missing or stands twice in the log, or if a
// session gets no answer for 2 s. node bench/kill-nodes.ts [--sessions 3000] [--kills 30] [--sleeps 0] [--nodes 3]
// [--redis URL] [--seed 1]
import { parseArgs } from 'node:util';
import { driveCluster } from './drive-cluster.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '3000' },
    kills: { type: 'string', default: '30' },
    nodes: { type: 'string', default: '3' },
    sleeps: { type: 'string', default: '0' },
    clients: { type: 'string', default: '32' },
    lease: { type: 'string', default: '1200' },
    seed: { type: 'string', default: '1' },
    redis: { type: 'string', default: `redis://127.0.0.1:6379?cluster=kills-${process.pid}` },
  },
});
const figures = await driveCluster({
  redis: values.redis,
  nodes: Number(values.nodes),
  sessions: Number(values.sessions),
  kills: Number(values.kills),
  sleeps: Number(values.sleeps),
  clients: Number(values.clients),
  lease: Number(values.lease),
  seed: Number(values.seed),
  between: [1_500, 4_000],
});
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
// the limit of 2 s holds only if no server is paused, because clients wait longer for a paused server than for a dead
// one
const slow = values.sleeps === '0' && figures.recovery.most > 2_000;
const good = figures.lost === 0 && figures.doubled === 0 && !slow;
process.exit(good ? 0 : 1);
