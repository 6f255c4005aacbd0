// The output of a command: results go to stdout, progress to stderr. With --json, exactly one object goes to stdout.
import { styleText } from 'node:util';

const EVERY_SECONDS = 2;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export class Output {
  readonly json: boolean;
  private told = 0;
  private readonly started = process.hrtime.bigint();

  constructor(json: boolean) {
    this.json = json;
  }

  /** Prints a line of the result for people. Prints nothing with --json. */
  line(text = ''): void {
    if (!this.json) process.stdout.write(`${text}\n`);
  }

  progress(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Prints a line of progress, unless this method printed one in the last EVERY_SECONDS seconds. */
  atTimes(text: () => string): void {
    if (this.seconds() - this.told < EVERY_SECONDS) return;
    this.told = this.seconds();
    this.progress(text());
  }

  summary(value: object): void {
    if (this.json) process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  bold(text: string): string {
    return styleText('bold', text, { stream: process.stdout });
  }

  dim(text: string): string {
    return styleText('dim', text, { stream: process.stdout });
  }

  good(text: string): string {
    return styleText('green', text, { stream: process.stdout });
  }

  bad(text: string): string {
    return styleText('red', text, { stream: process.stdout });
  }

  seconds(): number {
    return Number(process.hrtime.bigint() - this.started) / 1e9;
  }
}
