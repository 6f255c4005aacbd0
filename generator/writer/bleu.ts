// Computes self-BLEU, which measures how much a text repeats other texts. It is 1 if all series of words in the text
// occur in the other texts, and 0 if no word of the text occurs in them.
const LONGEST = 4;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** Computes BLEU-4 of a text against the other texts, with add-one smoothing for series of two or more words. */
export function selfBleu(text: string, others: readonly string[]): number {
  const words = wordsOf(text);
  const known = others.map(wordsOf);
  if (words.length === 0 || known.length === 0) return 0;
  let sum = 0;
  for (let size = 1; size <= LONGEST; size++) {
    const own = runs(words, size);
    const most = new Map<string, number>();
    for (const each of known)
      for (const [run, count] of runs(each, size)) most.set(run, Math.max(most.get(run) ?? 0, count));
    let [met, all] = size === 1 ? [0, 0] : [1, 1];
    for (const [run, count] of own) {
      all += count;
      met += Math.min(count, most.get(run) ?? 0);
    }
    if (met === 0) return 0;
    sum += Math.log(met / all);
  }
  const nearest = Math.min(...known.map(({ length }) => Math.abs(length - words.length)));
  const reference = known.find(({ length }) => Math.abs(length - words.length) === nearest)?.length ?? words.length;
  const brevity = words.length >= reference ? 1 : Math.exp(1 - reference / words.length);
  return brevity * Math.exp(sum / LONGEST);
}

function runs(words: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= words.length; at++) {
    const run = words.slice(at, at + size).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}
