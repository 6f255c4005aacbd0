// Tests many clients at the same time: there are no errors and no mixed-up answers, and no session is left when the
// clients are gone.
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { loadTape } from '../../../bench/tape.ts';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { makeServer, ORDER_DESK, type SessionBody } from '../../support/server.ts';

const SESSIONS = 2_000;
const CALLS = 20;
const CLIENTS = 64;

describe('many clients', () => {
  test('2,000 sessions at once, 20 calls each over keep-alive: no error, no cross-talk, back to zero', async () => {
    let clock = 0;
    const { server, ask } = await makeServer({ environments: [ORDER_DESK], now: () => clock });
    const base = new URL(await server.listen(0, '127.0.0.1'));
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const post = (path: string, token: string, body: string): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          {
            agent,
            host: base.hostname,
            port: base.port,
            path,
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (part: string) => {
              text += part;
            });
            response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      });
    const sessions: SessionBody[] = [];
    for (let at = 0; at < SESSIONS / 500; at++)
      sessions.push(
        ...(
          await ask<{ sessions: SessionBody[] }>('POST', '/sessions', {
            body: { environment: 'order-desk', count: 500 },
          })
        ).body.sessions,
      );
    expect(server.sessions.size).toBe(SESSIONS);

    // each session plays another part of a recorded list of calls (the tape); a local store gives the expected answers
    const tape = loadTape('order-desk');
    const partOf = (index: number) =>
      Array.from({ length: CALLS }, (_each, at) => tape[(index * 7 + at * 13) % tape.length]!);
    const world = openEnvironment(ORDER_DESK);
    const expected = (index: number): string[] => {
      const store = new SessionStore();
      const session = store.create({ id: String(index), world, seed: 1 });
      const answers = partOf(index).map((call) => JSON.stringify(store.call(session, call)));
      store.close(session);
      return answers;
    };
    const wrong: string[] = [];
    // makes the calls in rounds, so that all sessions are open at the same time
    const answers = sessions.map((): string[] => []);
    const sockets = new Set<Socket>();
    server.app.server.on('connection', (socket: Socket) => sockets.add(socket));
    for (let round = 0; round < CALLS; round++) {
      let next = 0;
      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          for (let index = next++; index < SESSIONS; index = next++) {
            const { id, tokens } = sessions[index]!;
            const { name, arguments: args } = partOf(index)[round]!;
            const { status, text } = await post(
              `/s/${id}/calls`,
              tokens.agent,
              JSON.stringify({ name, arguments: args }),
            );
            if (status !== 200) wrong.push(`${id} ${round}: ${status} ${text}`);
            answers[index]!.push(text);
          }
        }),
      );
    }
    expect(wrong).toEqual([]);
    for (let index = 0; index < SESSIONS; index += 41) expect(answers[index], String(index)).toEqual(expected(index));
    expect(sockets.size).toBeLessThanOrEqual(CLIENTS);
    world.close();
    // the clients' sockets are destroyed without being closed
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    clock = 1_801;
    server.sessions.sweep();
    expect(server.sessions.size).toBe(0);
    expect((await ask('GET', '/metrics')).text).toContain('callgym_requests_in_flight 1\n');
  });

  test('2,000 connections in one burst: every one is answered', async () => {
    const { server } = await makeServer({ environments: [ORDER_DESK] });
    const { port } = new URL(await server.listen(0, '127.0.0.1'));
    const answers = await Promise.all(
      Array.from(
        { length: 2_000 },
        () =>
          new Promise<string>((resolve) => {
            const socket = connect(Number(port), '127.0.0.1', () => {
              socket.write('GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
            });
            let text = '';
            socket.setEncoding('latin1').on('data', (part: string) => {
              text += part;
            });
            socket.on('error', (error) => resolve(error.message));
            socket.on('close', () => resolve(text.slice(0, 15)));
          }),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']));
  });
});
