// Makes the user's first message. It is the task's own opening or, if an imported task has none, the first paragraph of
// its goal in the first person.
import type { Task } from '../values/task.ts';

export function openingOf({ user }: Task): string {
  if (user.opening.trim() !== '') return user.opening;
  const [first = ''] = user.goal.split('\n\n');
  return first.trim() === '' ? 'Hello, I need some help, please.' : firstPerson(first.trim());
}

/** Turns the second person into the first: "You want to return your lamp" becomes "I want to return my lamp". */
export function firstPerson(text: string): string {
  const quotes: string[] = [];
  // words in quotation marks are replaced by marks and put back afterwards, so that a quotation does not change
  const held = text.replaceAll(/"[^"\n]*"|“[^”\n]*”/g, (quote) => `\uE000${quotes.push(quote) - 1}\uE001`);
  return inFirstPerson(held).replaceAll(/\uE000(\d+)\uE001/g, (_all, at: string) => quotes[Number(at)] ?? '');
}

function inFirstPerson(text: string): string {
  return text.replaceAll(/\b(?:you(?:'re| are| were|'ve|'d|'ll|rself|rs|r)?)\b/gi, (found, at: number) => {
    const before = text.slice(0, at).trimEnd();
    const starts = before === '' || /[.!?:\n"]$/.test(before);
    const isObject = /\b(?:to|for|with|from|give|tell|help|let|of|by|at|about|asks?|gives?|tells?)$/i.test(before);
    const first = FIRST[found.toLowerCase()] ?? (isObject ? 'me' : 'I');
    return starts ? first.charAt(0).toUpperCase() + first.slice(1) : first;
  });
}

const FIRST: Readonly<Record<string, string>> = {
  "you're": "I'm",
  'you are': 'I am',
  'you were': 'I was',
  "you've": "I've",
  "you'd": "I'd",
  "you'll": "I'll",
  yourself: 'myself',
  yours: 'mine',
  your: 'my',
};

/** Returns one text with everything that the user would say, for an agent that works without a user. */
export function soloOpening({ user }: Task): string {
  const facts = user.facts.map(
    ({ key, value }) => `- ${key.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [user.opening, firstPerson(user.goal), facts.length === 0 ? '' : `What I know:\n${facts.join('\n')}`]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}
