// Sends each request to a server over a new connection. A test can close the connection before the answer comes, as an
// impatient client does: the server acts, but its answer is lost.
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Answer, TestServer } from './server.ts';

export interface Lines extends TestServer {
  /** If true, requests close their connection before the answer comes. */
  lose: boolean;
}

export async function overLines(server: TestServer): Promise<Lines> {
  const { hostname, port } = new URL(await server.server.listen(0, '127.0.0.1'));
  const at = { host: hostname, port: Number(port) };
  const lines: Lines = {
    ...server,
    lose: false,
    async ask<T>(
      method: string,
      path: string,
      { token = server.server.token, body, headers = {} }: Parameters<TestServer['ask']>[2] = {},
    ): Promise<Answer<T>> {
      const text = body === undefined ? '' : JSON.stringify(body);
      const sent: Record<string, string> = {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      };
      if (lines.lose) return lost<T>(`${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\n`, sent, text);
      const asked = request({ ...at, method, path, headers: sent, agent: false });
      asked.end(text);
      const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
      let answer = '';
      for await (const part of response) answer += String(part);
      let parsed: unknown;
      try {
        parsed = JSON.parse(answer);
      } catch {
        parsed = undefined;
      }
      return { status: response.statusCode ?? 0, body: parsed as T, headers: response.headers, text: answer };
    },
  };
  return lines;

  async function lost<T>(head: string, headers: Readonly<Record<string, string>>, text: string): Promise<Answer<T>> {
    const arrived = once(server.server.app.server, 'request') as Promise<[unknown, import('node:http').ServerResponse]>;
    const line = connect(at.port, at.host);
    await once(line, 'connect');
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    line.write(`${head}${fields.join('')}\r\n${text}`, () => line.destroy());
    const [, response] = await arrived;
    if (response.socket?.destroyed === false) await once(response.socket, 'close');
    return { status: 0, body: {} as T, headers: {}, text: '' };
  }
}
