// Tests ranges of a file of lines: ranges of any size, taken together, contain each line exactly once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eachLine, rangesOf } from '../../agents/runs/lines.ts';

test('the lines of all ranges are the lines of the file, with their places', () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-lines-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'lines.jsonl');
  for (const text of ['', 'a\n', 'one\n\ntwo two\nthree\nä long one\n', 'one\ntwo\nunfinished']) {
    writeFileSync(file, text);
    const whole: unknown[] = [];
    eachLine(file, (...line) => whole.push(line));
    for (let bytes = 1; bytes <= text.length + 2; bytes++) {
      const ranges = rangesOf(file, bytes);
      const lines: unknown[] = [];
      for (const range of ranges) eachLine(file, (...line) => lines.push(line), range);
      expect(lines).toEqual(whole);
      expect(ranges.map(({ from }) => from)).toEqual([0, ...ranges.map(({ to }) => to)].slice(0, ranges.length));
      expect(ranges.at(-1)?.to ?? 0).toBe(Buffer.byteLength(text));
    }
  }
});
