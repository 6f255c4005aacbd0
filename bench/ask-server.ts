// Sends one request to a server. Connections are kept open for later requests, and the wait for an answer is limited.
import { request, type Agent } from 'node:http';

const TIMEOUT_MS = 4_000;

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

export function ask(agent: Agent, url: string, token: string, body?: object, timeout = TIMEOUT_MS): Promise<Reply> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: text === undefined ? 'GET' : 'POST',
        agent,
        timeout,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            location: response.headers.location,
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', reject);
    sent.end(text);
  });
}
