// Reads a call in Python's notation: NAME(key=LITERAL, …). Other text is taken as words to the user.
import { realToJson, type Json, type JsonObject } from '../../../values/json.ts';

export interface PythonCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

export function readPythonCall(text: string): PythonCall | undefined {
  try {
    return new Reader(text.trim()).call();
  } catch (error) {
    if (error instanceof NotPython) return undefined;
    throw error;
  }
}

/**
 * The deepest nesting that is parsed. No real argument is nested so deeply, so a text with deeper nesting is taken as
 * words.
 */
const DEEPEST = 64;

class NotPython extends Error {}

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  call(): PythonCall {
    const name = this.match(/[A-Za-z_][\w.-]*/y);
    this.take('(');
    const args: Record<string, Json> = {};
    this.items(')', () => {
      const key = this.match(/[A-Za-z_]\w*/y);
      if (Object.hasOwn(args, key)) throw new NotPython();
      this.take('=');
      args[key] = this.literal(0);
    });
    this.blanks();
    if (this.at !== this.text.length) throw new NotPython();
    return { name, arguments: args };
  }

  private literal(depth: number): Json {
    if (depth > DEEPEST) throw new NotPython();
    this.blanks();
    const next = this.text.charAt(this.at);
    if (next === "'" || next === '"') return this.string(next);
    if (next === '[') return this.list(']', depth);
    if (next === '(') return this.list(')', depth);
    if (next === '{') return this.dict(depth);
    const word = this.tryMatch(/(?:True|False|None)\b/y);
    if (word !== undefined) return word === 'None' ? null : word === 'True';
    const number = this.match(/[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y).replaceAll('_', '');
    const value = Number(number);
    if (!Number.isFinite(value) || (/^[+-]?\d+$/.test(number) && !Number.isSafeInteger(value))) throw new NotPython();
    // a number that is written with a point or an exponent, such as 2.0, stays a real number
    return /[.eE]/.test(number) ? realToJson(value) : value;
  }

  private list(end: string, depth: number): Json {
    this.at += 1;
    const items: Json[] = [];
    this.items(end, () => items.push(this.literal(depth + 1)));
    return items;
  }

  private dict(depth: number): Json {
    this.at += 1;
    const object: Record<string, Json> = {};
    this.items('}', () => {
      this.blanks();
      const quote = this.text.charAt(this.at);
      if (quote !== "'" && quote !== '"') throw new NotPython();
      const key = this.string(quote);
      if (key === '__proto__') throw new NotPython();
      this.take(':');
      object[key] = this.literal(depth + 1);
    });
    return object;
  }

  private string(quote: string): string {
    this.at += 1;
    let out = '';
    for (;;) {
      const unit = this.text.charAt(this.at++);
      if (unit === '' || unit === '\n') throw new NotPython();
      if (unit === quote) return out;
      out += unit === '\\' ? this.escape() : unit;
    }
  }

  private escape(): string {
    const unit = this.text.charAt(this.at++);
    const plain = ESCAPES[unit];
    if (plain !== undefined) return plain;
    const length = HEX[unit];
    if (length === undefined) throw new NotPython();
    const digits = this.text.slice(this.at, this.at + length);
    if (digits.length !== length || !/^[\da-fA-F]+$/.test(digits)) throw new NotPython();
    this.at += length;
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff) throw new NotPython();
    return String.fromCodePoint(code);
  }

  /** Reads items, separated by commas, up to `end`. A comma may follow the last item. */
  private items(end: string, item: () => void): void {
    for (let first = true; ; first = false) {
      this.blanks();
      if (this.text.startsWith(end, this.at)) {
        this.at += 1;
        return;
      }
      if (!first) {
        this.take(',');
        this.blanks();
        if (this.text.startsWith(end, this.at)) {
          this.at += 1;
          return;
        }
      }
      item();
    }
  }

  private take(wanted: string): void {
    this.blanks();
    if (!this.text.startsWith(wanted, this.at)) throw new NotPython();
    this.at += wanted.length;
  }

  private match(pattern: RegExp): string {
    const found = this.tryMatch(pattern);
    if (found === undefined) throw new NotPython();
    return found;
  }

  private tryMatch(pattern: RegExp): string | undefined {
    this.blanks();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private blanks(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  r: '\r',
  t: '\t',
};
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
