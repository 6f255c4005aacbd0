// Splits the first sentence of a description into its actions: "Assigns a visit to a nurse and sets it to planned" has
// two.
import { READING, sensesOf } from '../../lexicon/verbs.ts';

const JOINT =
  /(?:,|;)? (?:and then|and|then)(?: (?:also|then|automatically|immediately|at once))* (?=([a-z]+) (\S+))|, (?=([a-z]+) (\S+))/gi;
/** Verbs of effects that are never the verb of a tool's name, such as "charge". */
const EFFECTS = new Set(
  'make give turn become bring lead bill charge inform mail free reset increase decrease reduce deduct'.split(' '),
);
/**
 * Words that can begin the object of a verb, and words that cannot: in "tags and labels of a post" the word "of"
 * follows, so "labels" is not a verb.
 */
const OBJECT = /^(?:it|its|them|their|the|an?|all|any|this|that|each|every)$/i;
const NO_OBJECT = /^(?:of|to|for|in|on|from|with|by|at|and|or|as|into|under|is|are|that|which)$/i;

const bases = (word: string): readonly string[] => [
  word.replace(/ies$/, 'y'),
  word.replace(/es$/, ''),
  word.replace(/s$/, ''),
  word,
];

/** Tells whether a word is a verb with an effect on rows and the next word begins its object. */
function isDeed(word: string, next: string, isThird: boolean): boolean {
  const forms = word.endsWith('s') ? (isThird ? bases(word) : []) : isThird ? [] : [word];
  const base = forms.find((form) => sensesOf(form).size > 0 || EFFECTS.has(form));
  if (base === undefined || [...sensesOf(base)].some((sense) => READING.has(sense))) return false;
  return OBJECT.test(next) || (isThird && !NO_OBJECT.test(next));
}

export interface Deeds {
  /** The sentence up to its second action. */
  readonly first: string;
  /** The further actions, each as a sentence such as "sets it to planned". */
  readonly others: readonly string[];
}

/**
 * Matches an action in brackets, or as a participle or a clause after a comma: "(sets it to planned)", ", setting it to
 * planned".
 */
const ASIDE = new RegExp(
  [
    String.raw`,? \((?:and |this |which |it )?(?=(?:sets|marks|moves|puts|changes|turns|makes|brings) (?:it|them|its|the)\b)([^()]+)\)`,
    String.raw`, (?:which |this |and (?:thereby |thus )|thereby |thus )(?=(?:sets|marks|moves|puts|changes|turns|makes|brings) (?:it|them|its|the)\b)`,
    String.raw`,? (?:and |thereby |thus |by )?(setting|marking|moving|putting|changing|turning|making|bringing) (?=(?:it|them|its|the)\b)`,
  ].join('|'),
  'gi',
);
const THIRD: Readonly<Record<string, string>> = {
  setting: 'sets', marking: 'marks', moving: 'moves', putting: 'puts', changing: 'changes', turning: 'turns', making: 'makes', bringing: 'brings',
}; // prettier-ignore

/**
 * Rewrites each clause that ASIDE matches as "and sets it …", with the verb in the same form as the sentence's first
 * verb.
 */
function plainly(sentence: string, isThird: boolean): string {
  return sentence.replaceAll(ASIDE, (_all: string, inner: string | undefined, participle: string | undefined) => {
    if (participle !== undefined) {
      const verb = THIRD[participle.toLowerCase()] ?? participle;
      return ` and ${isThird ? verb : verb.slice(0, -1)} `;
    }
    return inner === undefined ? ' and ' : ` and ${isThird ? inner : inner.replace(/s\b/, '')}`;
  });
}

export function deedsOf(said: string): Deeds {
  const isThird = /^[a-z]+s\b/i.test(said);
  const sentence = plainly(said, isThird);
  const cuts = [...sentence.matchAll(JOINT)].filter(([, word = '', next = '', bare = '', then = '']) =>
    isDeed((word || bare).toLowerCase(), (next || then).replace(/[.,;]+$/, ''), isThird),
  );
  const ends = cuts.map(({ index }) => index);
  const starts = cuts.map(({ index, 0: joint }) => index + joint.length);
  return {
    first: ends.length === 0 ? sentence : `${sentence.slice(0, ends[0])}.`,
    others: starts.map((start, at) => sentence.slice(start, ends[at + 1]).replace(/[.,;]+$/, '')),
  };
}
