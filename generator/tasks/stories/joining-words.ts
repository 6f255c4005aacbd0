// Words that join the wishes of one person: between two wishes of the first message, before a wish that comes after the
// answer to the others, and before two or three wishes. They fit any time of day.

export const LINKS: readonly string[] = [
  'Also,', 'And also,', 'Oh, and', 'Oh, also:', 'And then', 'Besides,', 'Apart from that,', 'On top of that,', "While I'm at it,", "And while we're at it,",
  'In addition,', 'And another thing:', 'One more:', 'Then,', 'And', 'Next,', 'Second,', 'The other thing:',
]; // prettier-ignore

/**
 * Words before a wish that the user tells when the wishes before it are answered. They suit a question, a report and a
 * refusal, spoken or written.
 */
export const LATE_LINKS: readonly string[] = [
  'Yes, actually.', 'Oh yes, I almost forgot:', 'Actually, yes:', 'One more thing, sorry:', 'I just remembered:', 'And one more thing:', 'Now that you ask:', 'There is, actually:', 'Oh, right:',
  'Thanks. Next:', 'Thank you. Then there is this:', 'All right. And', 'Okay, thank you. Also,', 'Okay, thanks. And', 'Right. Another thing:', 'All right, thanks. Then', 'Good to know. And',
  'Fine, thanks. Something else:', 'Okay. Next,', 'Got it, thank you. While I have you:', 'Thanks a lot. And another thing:', 'Thanks. There is something else, too:', 'Thank you. And then', 'Thank you. A different matter:',
]; // prettier-ignore

/** Words before the last wish that the user tells later. */
export const LAST_LINKS: readonly string[] = [
  'Yes, one last thing:', 'If you still have a minute:', 'Hm, one small matter more:', 'Sorry, I left something out:', 'Oh, and one last thing:', 'Only this, and then I am done:', 'You know what, yes:',
  'It just came back to me:', 'Thanks. The last one for today:',
]; // prettier-ignore

const TWO: readonly string[] = [
  'Two things, please.', 'I have two things for you.', 'Two matters today.', 'A couple of things.', 'Two small things.', 'It is about two things.', 'Two requests.',
]; // prettier-ignore
const THREE: readonly string[] = [
  'Three things, please.', 'I have three things for you.', 'Three matters today.', 'A few things.', 'Three small things.', 'It is about three things.', 'Three requests.',
]; // prettier-ignore

/** Returns sentences that say how many wishes follow: two or three. */
export const headsFor = (count: number): readonly string[] => (count === 2 ? TWO : THREE);
