// The words with which a scripted user ends a conversation.

export const GOODBYES: readonly string[] = [
  'Thank you very much, goodbye.',
  'Great, thank you!',
  'Perfect, thanks for your help.',
  'Thanks a lot, bye.',
  'Wonderful, thank you. Have a good day.',
  "That's great, thanks.",
];

/** Answers "Is there anything else?". */
export const NO_MORE: readonly string[] = [
  'No, that is all. Thank you!',
  'No thanks, that was everything.',
  'That is all, thank you.',
];

/** Finds a question whether several wishes are done. */
export const ALL_DONE: readonly string[] = [
  'Thank you. Was that everything that I asked for?',
  'Thanks. Is all of it done now?',
];
