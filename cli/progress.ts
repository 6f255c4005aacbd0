// Shows the progress of a long command. On a terminal one line is rewritten; elsewhere a new line is written every few
// seconds.
import type { Output } from './output.ts';

const EVERY_SECONDS = 2;
const RENEWED_SECONDS = 0.1;

export class Progress {
  private readonly output: Output;
  private readonly total: number;
  private last = 0;
  private open = false;

  constructor(output: Output, total: number) {
    this.output = output;
    this.total = total;
  }

  /**
   * Shows the progress, unless it was shown a moment ago. `begun` is the number of items that were done before the
   * command began. The text of `more` stands between the counts and the rate.
   */
  at(done: number, begun: number, more: () => string): void {
    const now = this.output.seconds();
    const { isTTY } = process.stderr;
    if (done < this.total && now - this.last < (isTTY ? RENEWED_SECONDS : EVERY_SECONDS)) return;
    this.last = now;
    const rate = (done - begun) / Math.max(now, 1e-3);
    const left = rate > 0 ? `, ${duration((this.total - done) / rate)} left` : '';
    const text = `${done} of ${this.total}  ${more()}  ${rate.toFixed(rate < 10 ? 1 : 0)}/s${done < this.total ? left : ''}`;
    if (isTTY) process.stderr.write(`\r\u001B[2K${bar(done / Math.max(this.total, 1))} ${text}`);
    else this.output.progress(text);
    this.open = isTTY;
  }

  end(): void {
    if (this.open) process.stderr.write('\n');
    this.open = false;
  }
}

const WIDTH = 24;

function bar(share: number): string {
  const full = Math.round(share * WIDTH);
  return `[${'='.repeat(full)}${' '.repeat(WIDTH - full)}]`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
