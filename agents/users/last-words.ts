// Sentences with which a scripted user ends a conversation or says that it does not know an answer.

/** Said if the user agreed to a change and the agent's last message says no bad news. */
const GOODBYES: readonly string[] = [
  'Thank you very much, goodbye.',
  'Great, thank you!',
  'Perfect, thanks for your help.',
  'Thanks a lot, bye.',
  'Wonderful, thank you. Have a good day.',
  "That's great, thanks.",
];

/** Said if the agent's last message says no to something. The sentences suit good news and bad news. */
const CALM_GOODBYES: readonly string[] = [
  'All right, thank you. Goodbye.',
  'Okay, thanks for letting me know.',
  'Okay, thank you. Bye.',
  'All right, thanks for your help.',
];

/** Said if the user has agreed to no change, so that it only wanted an answer. */
const ANSWERED_GOODBYES: readonly string[] = [
  ...CALM_GOODBYES,
  'Good to know, thank you.',
  "Okay, that's all I wanted to know. Bye.",
  'Thanks for checking. Goodbye.',
];

/** Matches words of a refusal, or words that say that all stays as it was. */
const TELLS_NO = /\b(?:no|not|none|nothing|never|cannot|n[o']t|can't|too late|unfortunately|stays?|leave)\b/i;

/**
 * Returns last words that suit the end. `agreed` tells whether the user has said yes to a proposal; `text` is the
 * agent's last message.
 */
export function goodbyes(agreed: boolean, text: string): readonly string[] {
  if (!agreed) return ANSWERED_GOODBYES;
  return TELLS_NO.test(text) ? CALM_GOODBYES : GOODBYES;
}

/** Answers that say no to "Is there anything else?". */
export const NO_MORE: readonly string[] = [
  "No, that's all. Thank you!",
  'No thanks, that was everything.',
  "That's all, thank you.",
];

/** Said before the user repeats its wish, if the user cannot answer a question. */
export const NO_MORE_KNOWN = ['Sorry, I only know this:', "That's all I know:", "I'm not sure, I only know this:"];

export const NOT_KNOWN = ["I'm afraid I don't know that.", "I don't know, sorry.", "Sorry, I couldn't tell you."];

/** Said once after the agent has refused the wish. */
export const INSISTS: readonly string[] = [
  'Is there really nothing you can do?',
  'Could you check again, please? Can you make an exception?',
  'Is there no way around that? It matters to me.',
];

/** Said before the user repeats its wish, if the agent wants to end and the wish is not fulfilled. */
export const STILL_OPEN: readonly string[] = [
  "I don't think that is settled yet.",
  "It isn't done yet as far as I can see.",
  'Before we finish, what I came for is still open.',
];

export const LEAVES_REFUSED = [
  'I see. Thank you anyway, goodbye.',
  "That's a pity, but thank you.",
  "All right, I'll leave it at that. Bye.",
];
