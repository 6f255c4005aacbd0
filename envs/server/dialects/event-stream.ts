// Sends server-sent events in a form that clients of Open Reward (ORS) can read. These clients remove white space from
// both ends of each data line and split long lines. So the JSON is sent in ASCII, in pieces that neither begin nor end
// with a space.
import type { FastifyReply } from 'fastify';

const PIECE = 4_096;
const PLAIN = /^[ -~]*$/;
const PING_MS = 10_000;

export class EventStream {
  private readonly reply: FastifyReply;
  private readonly ping: NodeJS.Timeout;

  constructor(reply: FastifyReply) {
    this.reply = reply;
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': reply.request.id,
    });
    this.ping = setInterval(() => reply.raw.write(': ping\r\n\r\n'), PING_MS);
    reply.raw.once('close', () => clearInterval(this.ping));
  }

  send(event: string, data: string): void {
    this.reply.raw.write(`event: ${event}\r\ndata: ${data}\r\n\r\n`);
  }

  /** Writes JSON in pieces as the last events, and ends the stream. */
  end(value: string): void {
    clearInterval(this.ping);
    this.reply.raw.end(endOf(value));
  }
}

/** Sends an answer that is ready at once. It goes out in one write and needs no open stream. */
export function sendEvents(reply: FastifyReply, id: string, value: string): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((text: string) => text)
    .send(`event: task_id\r\ndata: ${id}\r\n\r\n${endOf(value)}`);
}

function endOf(value: string): string {
  const pieces = piecesOf(asciiJson(value));
  const last = pieces.pop() ?? '';
  let text = '';
  for (const piece of pieces) text += `event: chunk\r\ndata: ${piece}\r\n\r\n`;
  return `${text}event: end\r\ndata: ${last}\r\n\r\n`;
}

/**
 * Returns the JSON with every character beyond ASCII escaped, because some clients treat such characters as white space
 * or line ends.
 */
export function asciiJson(json: string): string {
  if (PLAIN.test(json)) return json;
  // oxlint-disable-next-line no-control-regex
  return json.replaceAll(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Cuts a text into pieces that neither begin nor end with a space. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > PIECE) {
    let to = from + PIECE;
    while (to < text.length && (text.charAt(to) === ' ' || text.charAt(to - 1) === ' ')) to += 1;
    pieces.push(text.slice(from, to));
    from = to;
  }
  pieces.push(text.slice(from));
  return pieces;
}
