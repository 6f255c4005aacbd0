// Words that join the wishes of one person. They stand between two wishes of the first message, before a wish that the
// user tells later, or at the start of a message with two or three wishes. They fit any time of day.

export const LINKS: readonly string[] = [
  'Also,', 'And', 'Oh, and', 'Oh, also:', "While I'm at it,", "And while we're at it,", 'And another thing:', 'One other thing:', 'The other thing:', 'And one more:',
]; // prettier-ignore

/**
 * Words before a wish that the user tells when the earlier wishes are answered. They fit after an answer, a report or a
 * refusal of the agent, in speech and in writing.
 */
export const LATE_LINKS: readonly string[] = [
  'Yes, actually:', 'Oh yes, I almost forgot:', 'Actually, yes:', 'One more thing:', 'And one more thing:', 'Oh, one more thing:', 'There is one more thing:', 'Something else:',
  'Thanks. One more thing:', 'Thanks. Next:', 'Okay, thank you. Also,', 'Okay, thanks. And', 'Right. Another thing:', 'All right, thanks. Another thing:', 'Thanks. While I have you:',
  'Got it, thank you. While I have you:', 'Okay, thanks. On another matter:', 'All right. Also,', 'Okay. Something else:', 'Thank you. And another thing:', 'Thanks for that. Also,',
]; // prettier-ignore

/** Words before the last wish, if the user tells it later. */
export const LAST_LINKS: readonly string[] = [
  'Yes, one last thing:', 'Oh, and one last thing:', 'Last thing:', "One last thing and then I'm done:", 'Thanks. One last thing:', 'Okay, thanks. Last one:', 'Thanks. The last one for today:',
  'If you have another minute:', 'Just one more thing:',
]; // prettier-ignore

const TWO: readonly string[] = [
  'Two things, please.', 'I have two things for you.', 'Two matters today.', 'A couple of things.', 'Two small things.', 'Just two things today.', 'Two requests.',
]; // prettier-ignore
const THREE: readonly string[] = [
  'Three things, please.', 'I have three things for you.', 'Three matters today.', 'A few things.', 'Three small things.', 'Just three things today.', 'Three requests.',
]; // prettier-ignore

/** Returns sentences that say how many wishes follow. `count` is 2 or 3. */
export const headsFor = (count: number): readonly string[] => (count === 2 ? TWO : THREE);
