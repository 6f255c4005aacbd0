// Tells whether the port of a URL refuses connections. A refusal proves that the machine runs and that no process
// listens on the port. A machine that does not answer at all proves nothing.
import { connect } from 'node:net';

const TIMEOUT_MS = 250;

export function refusesConnections(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      timeout: TIMEOUT_MS,
    });
    const done = (refused: boolean): void => {
      socket.destroy();
      resolve(refused);
    };
    socket.once('connect', () => done(false));
    socket.once('timeout', () => done(false));
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code === 'ECONNREFUSED'));
  });
}
