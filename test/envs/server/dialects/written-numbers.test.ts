// Tests floats without a fraction, which Python writes as 1.0. Where a protocol demands an integer, 1.0 counts as 1; in
// an argument of a tool, 1.0 is passed on as it is.
import { expect, test } from 'vitest';
import { plainTask, TASKS, withFaces } from '../../../support/faces.ts';

test('numbers of a protocol may be written as reals', async () => {
  const server = await withFaces();
  const sent = async (path: string, payload: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const { status, body } = await server.ask<unknown>('POST', path, { payload, headers });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const { id } = plainTask();
  expect(await sent('/task', '{"split": "train", "index": 1.0}')).toMatchObject({ task: { task: TASKS[1]?.id } });
  expect(await sent('/openenv/order-desk/reset', '{"seed": 1.0}')).toMatchObject({
    observation: { metadata: { task: TASKS[1]?.id } },
  });
  const tau = `{"domain": "order-desk", "task_id": "${id}", "idle_timeout_seconds": 7.0}`;
  const { id: seat } = (await sent('/tau/environments', tau)) as { id: string };
  expect(server.server.sessions.get(seat).ttl).toBe(7);
  await sent(
    '/seed_session',
    `{"verifier_metadata": {"environment": "order-desk", "task": "${id}", "session_seed": 9.0}}`,
  );
  expect([...server.server.sessions.all()].at(-1)?.session.seed).toBe(9);
  const rpc = '{"jsonrpc": "2.0", "id": 3.0, "method": "tools/list", "params": {}}';
  expect(await sent('/openenv/order-desk/mcp', rpc)).toMatchObject({ id: 3 });
});
