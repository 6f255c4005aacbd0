// Who may do what. Ids and tokens are the only random things of a server; they never enter a record. A session's
// tokens are made from its id and the server's secret: nothing is stored, and a session revived from the journal of a
// server with the same control token keeps its own.
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { PLANES, type Plane } from './plane.ts';

const ID_BYTES = 9;
/** An id ends in a mark that only this secret makes, so that a swept session (410) is told from an invented one (404). */
const MARK_BYTES = 6;
const TOKEN_BYTES = 18;

export class Capabilities {
  /** The control plane's token. */
  readonly token: string;
  private readonly secret: Buffer;

  constructor(token = randomBytes(24).toString('base64url')) {
    this.token = token;
    this.secret = scryptSync(token, 'callgym server', 32);
  }

  newId(): string {
    const id = randomBytes(ID_BYTES);
    return Buffer.concat([id, this.mark(id)]).toString('base64url');
  }

  /** Whether this id was given out by a server with this secret. */
  isOurs(id: string): boolean {
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.length !== ID_BYTES + MARK_BYTES || bytes.toString('base64url') !== id) return false;
    return timingSafeEqual(bytes.subarray(ID_BYTES), this.mark(bytes.subarray(0, ID_BYTES)));
  }

  /** The token of one plane of a session. It names the session, so a URL may carry it alone. */
  tokenFor(id: string, plane: Plane): string {
    return `${id}.${this.sign(`${plane}:${id}`, TOKEN_BYTES).toString('base64url')}`;
  }

  /** The session and plane that a token opens. */
  opens(token: string): { readonly id: string; readonly plane: Plane } | undefined {
    const dot = token.indexOf('.');
    if (dot < 0) return undefined;
    const id = token.slice(0, dot);
    for (const plane of PLANES) if (sameText(token, this.tokenFor(id, plane))) return { id, plane };
    return undefined;
  }

  isControl(token: string): boolean {
    return sameText(token, this.token);
  }

  private mark(id: Buffer): Buffer {
    return this.sign(`id:${id.toString('base64url')}`, MARK_BYTES);
  }

  private sign(text: string, bytes: number): Buffer {
    return createHmac('sha256', this.secret).update(text).digest().subarray(0, bytes);
  }
}

/** Equal, in a time that tells nothing of where they differ. */
export function sameText(given: string, wanted: string | Buffer): boolean {
  const a = Buffer.from(given);
  const b = typeof wanted === 'string' ? Buffer.from(wanted) : wanted;
  return a.length === b.length && timingSafeEqual(a, b);
}
