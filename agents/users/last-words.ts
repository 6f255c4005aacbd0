// Sentences that a scripted user says to end a conversation, or if it does not know an answer.

/** Said where the last wish was fulfilled. */
const GOODBYES: readonly string[] = [
  'Thank you very much, goodbye.',
  'Great, thank you!',
  'Perfect, thanks for your help.',
  'Thanks a lot, bye.',
  'Wonderful, thank you. Have a good day.',
  "That's great, thanks.",
];

/** Said where something was done and something was not. They fit good news and bad news. */
const CALM_GOODBYES: readonly string[] = [
  'All right, thank you. Goodbye.',
  'Okay, thanks for letting me know.',
  'Okay, thank you. Bye.',
  'All right, thanks for your help.',
];

/** Said to an answer. */
const ANSWERED_GOODBYES: readonly string[] = [
  ...CALM_GOODBYES,
  'Good to know, thank you.',
  "Okay, that's all I wanted to know. Bye.",
  'Thanks for checking. Goodbye.',
];

/** Matches words that tell a no, or that all stays as it was. */
const TELLS_NO = /\b(?:no|not|none|nothing|never|cannot|n[o']t|can't|too late|unfortunately|stays?|leave)\b/i;

/** Returns the last words that fit: `agreed` tells whether the user said yes to something, `text` is what it heard. */
export function goodbyes(agreed: boolean, text: string): readonly string[] {
  if (!agreed) return ANSWERED_GOODBYES;
  return TELLS_NO.test(text) ? CALM_GOODBYES : GOODBYES;
}

/** Answers to "Is there anything else?". */
export const NO_MORE: readonly string[] = [
  "No, that's all. Thank you!",
  'No thanks, that was everything.',
  "That's all, thank you.",
];

/** Said before the wish if the user cannot answer a question. */
export const NO_MORE_KNOWN = ['Sorry, I only know this:', "That's all I know:", "I'm not sure, I only know this:"];

export const NOT_KNOWN = ["I'm afraid I don't know that.", "I don't know, sorry.", "Sorry, I couldn't tell you."];

/** Said once if the agent refuses the wish. */
export const INSISTS: readonly string[] = [
  'Is there really nothing you can do?',
  'Could you check again, please? Can you make an exception?',
  'Is there no way around that? It matters to me.',
];

/** Said before the wish if the agent ends and the wish is not done. */
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
