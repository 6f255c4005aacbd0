// The sentences of a description.
/** Sentences, without markup. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/[*_`]{1,3}(?=\w)|(?<=\w)[*`]{1,3}/g, '')
    .split(/(?<=[.!?;])\s+|\n{2,}\s*(?:[-•]\s*)?|\n\s*(?=[-•*\d\p{Lu}])(?:[-•]\s*)?/u)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
