// Makes ids and tokens, and checks which routes a token opens: the agent's, the user's or the training code's. Only
// these values of a server are random, and no record contains them. A session's tokens are computed from its id and the
// server's secret, so that the server need not store them. A session that is restored from the journal keeps its tokens
// if the control token is the same.
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { PLANES, type Plane } from './plane.ts';

const ID_BYTES = 9;
/**
 * The number of bytes at the end of an id that prove that this server made it. So the server can tell an expired
 * session (410) from an invented id (404).
 */
const PROOF_BYTES = 6;
const TOKEN_BYTES = 18;

export class Capabilities {
  /** The token for the control routes, that is, for training code. */
  readonly token: string;
  private readonly secret: Buffer;
  private readonly mark: number | undefined;

  /** `mark` becomes the first byte of every new id, so that the id shows which of several servers made it. */
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

  /** Tells whether the id was made by a server with the same secret. */
  isOurs(id: string): boolean {
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.length !== ID_BYTES + PROOF_BYTES || bytes.toString('base64url') !== id) return false;
    return timingSafeEqual(bytes.subarray(ID_BYTES), this.proof(bytes.subarray(0, ID_BYTES)));
  }

  /**
   * Returns the token of the agent or the user of a session. The token contains the session's id, so that a URL needs
   * only the token.
   */
  tokenFor(id: string, plane: Plane): string {
    return `${id}.${this.sign(`${plane}:${id}`, TOKEN_BYTES).toString('base64url')}`;
  }

  /** Returns the session and the side that a token opens. Returns undefined if this server did not make the token. */
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

/** Returns the first byte of an id. Returns 0 for an empty or malformed text. */
export function markOf(id: string): number {
  return Buffer.from(id.slice(0, 4), 'base64url')[0] ?? 0;
}

/**
 * Compares two texts. The time does not depend on where they differ, so that an attacker cannot find a token letter by
 * letter.
 */
export function sameText(given: string, wanted: string): boolean {
  if (given.length !== wanted.length) return false;
  let difference = 0;
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at);
  return difference === 0;
}
