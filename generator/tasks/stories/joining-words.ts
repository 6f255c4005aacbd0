// Words that join the wishes of one person: between two wishes of the first message, before a wish that comes after the
// answer to the others, and before two or three wishes. They fit any time of day.

export const LINKS: readonly string[] = [
  'Also,', 'And', 'Oh, and', 'Oh, also:', "While I'm at it,", "And while we're at it,", 'And another thing:', 'One other thing:', 'The other thing:', 'And one more:',
]; // prettier-ignore

/**
 * Words before a wish that the user tells when the wishes before it are answered. They suit a question, a report and a
 * refusal, spoken or written.
 */
export const LATE_LINKS: readonly string[] = [
  'Yes, actually:', 'Oh yes, I almost forgot:', 'Actually, yes:', 'One more thing:', 'And one more thing:', 'Oh, one more thing:', 'There is one more thing:', 'Something else:',
  'Thanks. One more thing:', 'Thanks. Next:', 'Okay, thank you. Also,', 'Okay, thanks. And', 'Right. Another thing:', 'All right, thanks. Another thing:', 'Thanks. While I have you:',
  'Got it, thank you. While I have you:', 'Okay, thanks. On another matter:', 'All right. Also,', 'Okay. Something else:', 'Thank you. And another thing:', 'Thanks for that. Also,',
]; // prettier-ignore

/** Words before the last wish that the user tells later. */
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

/** Returns sentences that say how many wishes follow: two or three. */
export const headsFor = (count: number): readonly string[] => (count === 2 ? TWO : THREE);
