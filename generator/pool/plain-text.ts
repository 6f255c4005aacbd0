// Removes mark-up (HTML tags, links and code marks) from prose. The words stay.

/**
 * Returns the text as one line. A text of more than `most` characters ends at the last sentence that fits, or at a
 * word.
 */
export function plainText(text: string, most: number): string {
  const plain = (/[<[*\u0060&]/.test(text) ? unmarked(text) : text).replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= most) return plain;
  const head = plain.slice(0, most);
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('。'));
  return end > most / 3 ? head.slice(0, end + 1) : `${head.slice(0, head.lastIndexOf(' ')).trimEnd()}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  apos: "'",
};

function unmarked(text: string): string {
  return text
    .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/\u0060{1,3}([^\u0060]*)\u0060{1,3}/g, '$1')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|apos|#39);/g, (_all, name: string) => ENTITIES[name] ?? ' ');
}
