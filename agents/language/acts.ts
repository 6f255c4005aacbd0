// Finds the acts of a message: ask, inform, confirm or deny. Checks of rules use these acts. The acts of an unclear
// message are undefined, and rules about messages are then not judged.
import { readSentences } from './sentences.ts';

export const ACTS = ['ask', 'inform', 'confirm', 'deny'] as const;
export type Act = (typeof ACTS)[number];

const YES =
  /^\W*(?:(?:oh|ah|um|well|so|and|okay|ok|great|perfect|sure|thanks|thank you|hello|hi)[,.! ]+)*(?:yes|yeah|yep|yup|sure|of course|certainly|absolutely|definitely|correct|right|exactly|indeed|confirmed|i confirm|i do|i agree|i am sure|i'm sure|agreed|affirmative|ok(?:ay)?|fine|go ahead|please (?:do|go|proceed)|do (?:it|that|so)|proceed|go for it|sounds? (?:good|right|fine)|that(?:'s| is| sounds?) (?:right|correct|fine|good|ok|okay|it|perfect)|looks? (?:good|right|fine)|perfect|by all means|you may|all right|alright|makes sense|works for me|let's do it)\b(?!\s+not\b)/i;
const NO =
  /^\W*(?:(?:oh|ah|um|well|so|and|sorry|hmm|wait)[,.! ]+)*(?:no|nope|nah|not (?:yet|now|really|quite|at all|that)|don'?t|do not|never|stop|wait|hold on|negative|i(?:'d| would) rather not|i do(?: not|n't)|absolutely not|that(?:'s| is)(?: not|n't)|it(?:'s| is)(?: not|n't)|cancel that|please don'?t|i changed my mind|i(?:'ve| have) changed my mind|incorrect|wrong)\b/i;
const BUT =
  /\b(?:but|however|except|only if|unless|instead|rather|as long as|provided|depends|not sure|maybe|perhaps|let me think|i(?:'ll| will) think)\b/i;

/**
 * Returns the acts of a message, or undefined if they are unclear. `answers` is true if the message before this one
 * asked for a yes or no; otherwise a yes or no is not looked for.
 */
export function recogniseActs(role: 'user' | 'assistant', text: string, answers: boolean): Act[] | undefined {
  const sentences = readSentences(text);
  const acts = new Set<Act>();
  if (sentences.some(({ kind }) => ['ask', 'permission', 'open', 'more'].includes(kind))) acts.add('ask');
  if (sentences.some(({ kind }) => ['tells', 'declines', 'waits', 'hands_over'].includes(kind))) acts.add('inform');
  if (role === 'assistant') return [...acts];
  const yes = YES.test(text);
  const no = NO.test(text);
  if (answers && IF_THIS.test(text)) return ['confirm', 'ask'];
  if (answers) {
    if (yes && !no && BUT.test(text)) return undefined;
    if (yes && !no) acts.add('confirm');
    else if (no && !yes) acts.add('deny');
    else if (yes && no) return undefined;
    // words such as "but" and "maybe" make the message unclear: neither a yes nor a no
    else if (BUT.test(text)) return undefined;
  }
  return acts.size === 0 ? ['inform'] : [...acts];
}

/**
 * Matches a yes with a condition, such as "yes, if you mean this: …" or "yes, if it is what I asked for". Such a
 * message gives consent to the stated wish only.
 */
const IF_THIS =
  /^\W*(?:yes|sure|okay|fine), (?:but )?(?:only )?(?:if|provided|as long as)(?: that)? (?:it is|that is|that's|this is|you mean|it means|that means|it gets me) (?:(?!not|no|other|more|less|different|against)\w+ ){0,2}?(?:this|what i asked|what it takes|the one i asked about|part of it|all that changes)\b/i;

export function asksForYes(text: string): boolean {
  return readSentences(text).some(({ kind }) => kind === 'permission');
}
