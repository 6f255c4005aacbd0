// Finds the first state of a new row in a description, such as "The ticket starts as open" or "Creates a draft order".
import { singular } from '../../../envs/words/split-words.ts';
import { BEGINNINGS, isStateWord } from '../../lexicon/verbs.ts';
import { plainSentence } from './plain-sentence.ts';
import { sentencesOf } from './sentences.ts';

export interface SaidFirst {
  readonly sentence: string;
  /** The word for the state, in lower case. */
  readonly state: string;
  /** True if the sentence says that the new row is not in this state. */
  readonly not: boolean;
  /** The word after "until": `published` in "It is a draft until it is published". */
  readonly until?: string;
}

const NEW = String.raw`(?:the |an? |its |each |every |all |any )*(?:new(?:ly (?:created|made|added))? |created |resulting )?`;
const MADE = String.raw`(?:created|set|made|added|opened|stored|saved|registered|recorded|filed|submitted|placed|put)`;
const FILLER = String.raw`(?: (?:out|off|initially|always|automatically|first|by default))*`;
const END = String.raw`(?:,? (?:at first|initially|by default|to begin with|at the (?:start|beginning)|when (?:it is )?(?:created|new)|for now))?`;
const UNTIL = String.raw`(?:,? until (?:(?:it|they|you|he|she|someone|somebody|an? \w+|the \w+) )?(?:(?:is|are|has been|have been|gets?|call|use|run) )?(\w+)(?: (?:it|them))?)?`;
const COLUMN = String.raw`(?:(?:initial|first|default) )?(?:status|state|stage|phase)`;

/**
 * Returns the patterns of a whole sentence. The first group is "not" or empty, the second is the state, the third is
 * the verb after "until".
 */
function formsOf(noun: string, state: string): readonly RegExp[] {
  const it = `(?:${NEW}(?:${noun})|it|they|this)`;
  const form = (text: string): RegExp => new RegExp(`^${text}$`, 'i');
  const the = String.raw`(?:the |an? )?`;
  return [
    form(
      String.raw`${it} (?:(?:starts?|begins?|opens?|will (?:start|begin)|(?:is|are|gets?|will be) ${MADE}|defaults?|goes)${FILLER} )(?:as |in |with |to |at |on |into )*${the}(?:${COLUMN}(?: of| =|:)? (?:as )?)?(?:an? )?()(${state})(?: ${COLUMN}| ${noun})?${END}${UNTIL}`,
    ),
    form(
      String.raw`${it} (?:is|are|will be|has|have|gets?)${FILLER} (not )?(?:yet )?(?:in |with )?${the}(?:${COLUMN}(?: of| =|:)? )?(?:an? )?(${state})(?: ${COLUMN}| ${noun})?${END}${UNTIL}`,
    ),
    form(
      String.raw`(?:the |its |their )?${COLUMN}(?: of (?:the |an? )?(?:new )?(?:${noun}))? (?:(?:is|starts?|begins?|defaults?|will be)${FILLER}(?: (?:as|at|in|to|with|set to|${MADE} (?:to|as)))?) ()(${state})${END}${UNTIL}`,
    ),
    form(
      String.raw`(?:starts?|begins?|created|added|opened|saved|stored)${FILLER} (?:(?:as|in|with|at) )?${the}(?:${COLUMN}(?: of| =|:)? )?()(${state})(?: ${COLUMN})?${END}${UNTIL}`,
    ),
    form(String.raw`(?:initially|at first),? (?:${it} is |in )?(not )?${the}(${state})(?: ${COLUMN})?`),
    form(String.raw`${COLUMN}: ()(${state})`),
  ];
}

/** Returns the patterns of a state that stands inside the first sentence, such as "Creates an order with status open". */
function innerForms(noun: string, state: string): readonly RegExp[] {
  const inner = (text: string): RegExp => new RegExp(text, 'i');
  return [
    inner(String.raw`^\w+ (?:an? |the |one |your )?(?:new |single )?()(?!new\b)(${state}) (?:${noun})\b`),
    inner(String.raw`\b(?:with|in)(?: the| an?| its)? ${COLUMN}(?: of| =|:| set to)? ()(${state})\b`),
    inner(String.raw`\bin (?:the |an? )?()(${state}) (?:status|state|stage|phase)\b`),
    inner(String.raw`\bas (?:an? |the )?(?:new )?()(${state})(?: (?:${noun}))?[.,;)]*$`),
    inner(
      String.raw`(?:, (?:which|that|and it) | (?:which|that) |\(|, )(?:(?:starts?|begins?|is (?:${MADE}|initially))${FILLER} )(?:as |in |with |at )*(?:the |an? )?(?:${COLUMN} )?()(${state})(?: ${COLUMN})?[.,;)]*$`,
    ),
  ];
}

/**
 * Returns the first states that the description of a tool gives to its new rows. `noun` and `state` are parts of a
 * regular expression.
 */
export function saidFirst(description: string, noun: string, state: string): readonly SaidFirst[] {
  return sentencesOf(description).flatMap((sentence, at): SaidFirst[] => {
    const plainly = plainSentence(sentence);
    for (const form of [...formsOf(noun, state), ...(at === 0 ? innerForms(noun, state) : [])]) {
      const found = form.exec(plainly);
      if (found === null) continue;
      const [, not, said = '', until] = found;
      return [
        {
          sentence,
          state: said.toLowerCase(),
          not: not !== undefined && not !== '',
          ...(until === undefined ? {} : { until: until.toLowerCase() }),
        },
      ];
    }
    return [];
  });
}

/** Tells whether a word is the name of a state in which rows may begin. */
export const isBeginning = (word: string): boolean => {
  const plain = word.toLowerCase().replaceAll(/[ -]/g, '_');
  return BEGINNINGS.includes(plain) || BEGINNINGS.includes(singular(plain)) || isStateWord(plain);
};
