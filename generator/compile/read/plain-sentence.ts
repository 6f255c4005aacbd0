// Simplifies a sentence for the patterns that are matched against it: no quotes, no final mark, no contractions.
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]t\b/gi, 'cannot'],
  [/\bwon['’]t\b/gi, 'will not'],
  [/\b(is|are|was|were|has|have|had|does|do|did|must|should|may)n['’]t\b/gi, '$1 not'],
  [/\b(it|they|you|we|that|there)['’](?:ll|d)\b/gi, '$1 will'],
  [/\b(they|you|we)['’]re\b/gi, '$1 are'],
  [/\b(they|you|we)['’]ve\b/gi, '$1 have'],
  [/\b(it|that|there)['’]s\b/gi, '$1 is'],
];

export const plainSentence = (sentence: string): string =>
  SHORT.reduce((text, [short, long]) => text.replaceAll(short, long), sentence)
    .replace(/[.!;]+$/, '')
    .replaceAll(/["'`]/g, '');
