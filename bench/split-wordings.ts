// node bench/split-wordings.ts FILE...: utterances of independent writers -> two halves. One that the digest of its own text
// puts in the measuring half is never looked at while anything is mended.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../fixtures/wordings/', import.meta.url));

function isMeasured(text: string): boolean {
  return ((createHash('sha256').update(text).digest()[0] ?? 0) & 1) === 1;
}

for (const half of ['develop', 'measure']) mkdirSync(join(root, half), { recursive: true });
for (const file of process.argv.slice(2)) {
  const halves: Record<'develop' | 'measure', string[]> = { develop: [], measure: [] };
  let refused = 0;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    try {
      const utterance = JSON.parse(line) as { card?: unknown; kind?: unknown; text?: unknown };
      if (
        typeof utterance.text !== 'string' ||
        typeof utterance.card !== 'string' ||
        typeof utterance.kind !== 'string'
      )
        throw new Error('no utterance');
      halves[isMeasured(utterance.text) ? 'measure' : 'develop'].push(JSON.stringify(utterance));
    } catch {
      refused += 1;
    }
  }
  const name = basename(file);
  for (const [half, lines] of Object.entries(halves)) writeFileSync(join(root, half, name), `${lines.join('\n')}\n`);
  process.stdout.write(
    `${name}: ${halves.develop.length} to develop with, ${halves.measure.length} to measure with, ${refused} no utterances\n`,
  );
}
