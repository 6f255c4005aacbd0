// Answers bytes that Node's parser does not accept as an HTTP request: an unknown method, headers that are too large,
// or no request at all. The answer has the same form as the server's other errors.
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { errorAnswer, HttpError } from './http-errors.ts';
import type { ServedRoutes } from './served-routes.ts';

export function refuseBytes(error: Error, socket: Socket, bodyLimit: number, routes: ServedRoutes): void {
  const { code, rawPacket } = error as NodeJS.ErrnoException & { rawPacket?: Buffer };
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { refused, allow } = reason(code, rawPacket, routes);
  const { status, body } = errorAnswer(refused, { id: '', bodyLimit });
  const text = JSON.stringify(body);
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${text}`);
}

function reason(
  code: string | undefined,
  packet: Buffer | undefined,
  routes: ServedRoutes,
): { refused: HttpError; allow: string | undefined } {
  if (code === 'HPE_HEADER_OVERFLOW') return { refused: new HttpError('HEADERS_TOO_LARGE'), allow: undefined };
  // the pattern matches a method of any allowed characters, the target and the version, as the HTTP standard defines
  // them
  const line = /^([!#$%&'*+.^_`|~\w-]{1,64}) (\/[^\s]*) HTTP\/1\.[01]\r?\n/.exec(packet?.toString('latin1') ?? '');
  if (code === 'HPE_INVALID_METHOD' && line !== null) {
    const [, method = '', target = ''] = line;
    const { error, allow } = routes.refusal(method, target);
    return { refused: error, allow };
  }
  return { refused: new HttpError('BAD_REQUEST', { what: 'this is no HTTP request' }), allow: undefined };
}
