// Sentences that a scripted user says to end a conversation, or if it does not know an answer.

/** Said where the last wish was fulfilled. */
export const GOODBYES: readonly string[] = [
  'Thank you very much, goodbye.',
  'Great, thank you!',
  'Perfect, thanks for your help.',
  'Thanks a lot, bye.',
  'Wonderful, thank you. Have a good day.',
  "That's great, thanks.",
];

/** Said to an answer, and where the last wish came to nothing. They fit good news and bad news. */
export const CALM_GOODBYES: readonly string[] = [
  'All right, thank you. Goodbye.',
  'Okay, thanks for letting me know.',
  'Good to know, thank you.',
  "Okay, that's what I wanted to know. Bye.",
  'Okay, thank you. Bye.',
  'Thank you for looking. Goodbye.',
];

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
