// Words that join the wishes of one person: between two wishes, before a wish that the user remembers late, and before
// a long list.

export const LINKS: readonly string[] = [
  'Also,', 'Oh, and', 'One more:', 'Next,', 'And then,', 'Besides,', 'Apart from that,', 'Another one:', 'Oh, also:', 'Then,', 'On top of that,', 'And also,', 'Next thing:',
  'Something else:', 'Then there is this:', "While I'm at it,", 'There is more:', 'Different subject:', 'Moving on,', 'In addition,', 'As for the rest,',
  'Another matter:', 'Beyond that,', "That's not all:", 'Now to something else:', 'Further,', 'Now that you have me here,', 'A separate question:', 'And another thing:', 'Still on my list:',
  'Not to forget,', 'Here comes the next one:', 'New topic:', 'To go on,', "There's also this:", 'My next point:', 'Let me add something:', 'And since we are talking,',
  'Before I lose the thread,', 'On another note,', 'Aside from this,', 'Once you are done with that,', 'Just as important,',
]; // prettier-ignore

/** Words before a wish that the user remembers after the other wishes are fulfilled. */
export const LATE_LINKS: readonly string[] = [
  'Yes, actually.', 'Oh yes, I almost forgot:', 'Actually, yes:', 'One more thing, sorry:', 'Yes, while I have you:', 'I just remembered:', 'Before you go:', 'Yes, one last thing:', 'Now that you ask:', 'There is, actually:', 'Yes please.', 'Oh, right:',
  'Wait, there is something left:', 'As it happens, yes.', 'You know what, yes:', 'It just came back to me:', 'Hm, one small matter more:', 'Sorry, I left something out:', 'If you still have a minute:', 'Good that you ask.', 'I nearly hung up without this:', 'Only this, and then I am done:',
  'Yes, the thing I meant to start with:', 'My notes say there is one more:',
]; // prettier-ignore

/** Sentences before three or more wishes. They explain why the wishes come at once. */
export const LIST_HEADS: readonly string[] = [
  'I have a small list today.', "I've been putting a few things off, so here they come together.", 'My day off is for paperwork, and you are on it.', 'Several things at once, I hope that is all right.',
  "There's a pile of notes on my desk, and all of it is for you.", 'I am back from three weeks away and catching up.', 'A free evening at last, so let me get rid of everything.', 'You may want to take notes.',
  "Let's do this in one go, shall we?", 'My to-do list has grown too long.', "I'm going through my papers, and a few points are for you.", 'New month, so I am settling what was left from the old one.',
  'I would rather write once than five times.', "Here's all that has piled up.", 'Please bear with me, it is more than one matter.', 'I made a list so that I forget nothing.',
  'Rainy Sunday, time to put things in order.', 'I promised at home to sort all of this out today.', 'It is a bit of everything, I am afraid.', 'Since we move next month, I am clearing up.',
]; // prettier-ignore
