// Splits a name into words in lower case and keeps plurals: getOpenOrders gives get, open, orders.
export function rawWords(name: string): string[] {
  return name
    .normalize('NFKC')
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
