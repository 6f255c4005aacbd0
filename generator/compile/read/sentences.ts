// Splits a description into sentences.
/** Returns the sentences of a text, without Markdown marks. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/[*`]{1,3}(?=\w)|(?<!\w)_{1,3}(?=\w)|(?<=\w)[*`]{1,3}/g, '')
    .split(/(?<=[.!?;])(?<!\b(?:e\.g|i\.e|incl|approx)\.)\s+|\n{2,}\s*(?:[-•]\s*)?|\n\s*(?=[-•*\d\p{Lu}])(?:[-•]\s*)?/u)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
