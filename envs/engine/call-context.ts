// The data of the running call that SQL functions use: the clock, new ids and the limits. Each connection has one such
// context, which is set again at the start of every call.
import { createHash } from 'node:crypto';
import { formatClock } from '../clock.ts';
import { GymError } from '../errors/gym-error.ts';

/**
 * The number of rows that one call may visit. Rows and characters are counted instead of time, so that every machine
 * gives the same answer.
 */
export const DEFAULT_ROW_BUDGET = 1_000_000;
export const CHARACTER_BUDGET = 8_000_000;
/**
 * The cost, in rows, of one pass of an `each` step. If a statement changes several rows, each changed row costs the
 * same.
 */
export const PASS_COST = 20;

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz';
const ID_LENGTH = 12;

/** The state of the running call. If a call uses two connections, both share this state. */
interface CallState {
  tool: string;
  visited: number;
  characters: number;
  /** The number of rows that one visited row counts as. It is above 1 for a statement with long texts as parameters. */
  weight: number;
  /**
   * Returns a text that identifies the call in its session: seed, tool, arguments in canonical form, and the number of
   * earlier equal calls. New ids are computed from this text.
   */
  identity: () => string;
  minted: number;
  seconds: number;
  nowText: string | undefined;
  identityText: string | undefined;
}

export class CallContext {
  rowLimit = DEFAULT_ROW_BUDGET;
  private state: CallState = {
    tool: '',
    visited: 0,
    characters: 0,
    weight: 1,
    identity: () => '',
    minted: 0,
    seconds: 0,
    nowText: undefined,
    identityText: undefined,
  };

  begin(tool: string, now: number, identity: () => string): void {
    const { state } = this;
    state.tool = tool;
    state.seconds = now;
    state.nowText = undefined;
    state.identity = identity;
    state.identityText = undefined;
    state.visited = 0;
    state.characters = 0;
    state.weight = 1;
    state.minted = 0;
  }

  /**
   * Tells whether the call has used neither the clock nor a new id so far. Such a result may be used again at another
   * time.
   */
  get isTimeless(): boolean {
    return this.state.nowText === undefined && this.state.minted === 0;
  }

  get hasMinted(): boolean {
    return this.state.minted > 0;
  }

  /** Shares the state of another connection's call, so that both have one clock, one limit and one count of new ids. */
  join(other: CallContext): void {
    this.state = other.state;
    this.rowLimit = other.rowLimit;
  }

  get tool(): string {
    return this.state.tool;
  }

  get weight(): number {
    return this.state.weight;
  }

  set weight(weight: number) {
    this.state.weight = weight;
  }

  /** The time of the session's simulated clock, as text. */
  get now(): string {
    const { state } = this;
    state.nowText ??= formatClock(state.seconds);
    return state.nowText;
  }

  visit(cost: number): void {
    this.state.visited += cost;
    if (this.state.visited > this.rowLimit)
      throw new GymError('BUDGET_EXCEEDED', { tool: this.tool, limit: this.rowLimit, unit: 'rows' });
  }

  move(characters: number): void {
    this.state.characters += characters;
    if (this.state.characters > CHARACTER_BUDGET)
      throw new GymError('BUDGET_EXCEEDED', { tool: this.tool, limit: CHARACTER_BUDGET, unit: 'characters' });
  }

  /** Makes a new id, as the SQL functions new_id(), new_id(prefix) and new_id(prefix, digits) do. */
  mint(prefix = '', digits?: number): string {
    const { state } = this;
    state.identityText ??= state.identity();
    const hash = createHash('sha256').update(`${state.identityText}\n${state.minted}`).digest();
    state.minted += 1;
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
