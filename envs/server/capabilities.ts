// Tokens and ids: which token opens which plane. They are the only random things of a server and never enter a record.
// A session's tokens are made from its id and the server's secret, so nothing is stored. A session that is revived from
// the journal keeps its tokens when the server has the same control token.
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { PLANES, type Plane } from './plane.ts';

const ID_BYTES = 9;
/**
 * An id ends in a proof that only this secret makes, so that a swept session (410) differs from an invented one (404).
 */
const PROOF_BYTES = 6;
const TOKEN_BYTES = 18;

export class Capabilities {
  /** The control plane's token. */
  readonly token: string;
  private readonly secret: Buffer;
  private readonly mark: number | undefined;

  /** `mark` is the first byte of every id that is made here, and names this server among several. */
  constructor(token = randomBytes(24).toString('base64url'), mark?: number) {
    this.token = token;
    this.mark = mark;
    this.secret = scryptSync(token, 'callgym server', 32);
  }

  newId(): string {
    const id = randomBytes(ID_BYTES);
    if (this.mark !== undefined) id[0] = this.mark;
    return Buffer.concat([id, this.proof(id)]).toString('base64url');
  }

  /** Whether a server with this secret gave out the id. */
  isOurs(id: string): boolean {
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.length !== ID_BYTES + PROOF_BYTES || bytes.toString('base64url') !== id) return false;
    return timingSafeEqual(bytes.subarray(ID_BYTES), this.proof(bytes.subarray(0, ID_BYTES)));
  }

  /** The token of one plane of a session. It contains the session's id, so a URL may carry the token alone. */
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

  private proof(id: Buffer): Buffer {
    return this.sign(`id:${id.toString('base64url')}`, PROOF_BYTES);
  }

  private sign(text: string, bytes: number): Buffer {
    return createHmac('sha256', this.secret).update(text).digest().subarray(0, bytes);
  }
}

/** The first byte of an id; 0 for a text that is none. */
export function markOf(id: string): number {
  return Buffer.from(id.slice(0, 4), 'base64url')[0] ?? 0;
}

/** Compares in a time that does not depend on where the texts differ. */
export function sameText(given: string, wanted: string): boolean {
  if (given.length !== wanted.length) return false;
  let difference = 0;
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at);
  return difference === 0;
}
