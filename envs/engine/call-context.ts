// What the SQL functions of a connection see of the call that runs: the clock, the ids, the budget. One per
// connection, set before each call.
import { createHash } from 'node:crypto';
import { formatClock } from '../clock.ts';
import { GymError } from '../errors/gym-error.ts';

/** Rows visited and characters moved in one call, counted, never timed. */
export const DEFAULT_ROW_BUDGET = 1_000_000;
export const CHARACTER_BUDGET = 8_000_000;
/** Every pass of `each` and every row that reaches us costs more than a row that SQLite skips. */
export const PASS_COST = 20;

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz';
const ID_LENGTH = 12;

export class CallContext {
  tool = '';
  rowLimit = DEFAULT_ROW_BUDGET;
  visited = 0;
  characters = 0;
  /** What one visited row costs: more where long texts are bound. */
  weight = 1;
  /** Identifies the call among all of its session: seed, tool, canonical arguments, equal calls before. */
  identity: () => string = () => '';
  private minted = 0;
  private seconds = 0;
  private nowText: string | undefined;
  private identityText: string | undefined;

  begin(tool: string, now: number, identity: () => string): void {
    this.tool = tool;
    this.seconds = now;
    this.nowText = undefined;
    this.identity = identity;
    this.identityText = undefined;
    this.visited = 0;
    this.characters = 0;
    this.weight = 1;
    this.minted = 0;
  }

  /** The session's clock as text. */
  get now(): string {
    this.nowText ??= formatClock(this.seconds);
    return this.nowText;
  }

  visit(cost: number): void {
    this.visited += cost;
    if (this.visited > this.rowLimit)
      throw new GymError('BUDGET_EXCEEDED', { tool: this.tool, limit: this.rowLimit, unit: 'rows' });
  }

  move(characters: number): void {
    this.characters += characters;
    if (this.characters > CHARACTER_BUDGET)
      throw new GymError('BUDGET_EXCEEDED', { tool: this.tool, limit: CHARACTER_BUDGET, unit: 'characters' });
  }

  /** new_id(), new_id(prefix), new_id(prefix, digits). */
  mint(prefix = '', digits?: number): string {
    this.identityText ??= this.identity();
    const hash = createHash('sha256').update(`${this.identityText}\n${this.minted}`).digest();
    this.minted += 1;
    if (digits === undefined) {
      let id = '';
      for (let at = 0; at < ID_LENGTH; at++) id += LETTERS[(hash[at] ?? 0) % LETTERS.length];
      return prefix + id;
    }
    const wide = hash.readBigUInt64BE(0) % 10n ** BigInt(digits);
    const text = wide.toString().padStart(digits, '0');
    return prefix + (text.startsWith('0') ? `${1 + ((hash[8] ?? 0) % 9)}${text.slice(1)}` : text);
  }
}
