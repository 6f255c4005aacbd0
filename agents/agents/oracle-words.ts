// The words of an oracle around an answer, and when it asks for a value, for a yes, or for an act of the user. There
// are several phrasings of each; none of them mentions reasons to decline.
import type { Random } from '../../envs/random.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { labelOf, listed, spoken } from '../../envs/words/spoken.ts';
import { ownWords, splitName } from '../../envs/words/split-words.ts';

/** The deed in words: cancel_order -> cancel the order; with an id, cancel order A20001. */
export function deedOf(tool: string, id?: string): string {
  const [verb = tool, ...rest] = wordsOf(tool);
  if (rest.length === 0) return verb;
  return id === undefined ? `${verb} the ${rest.join(' ')}` : `${verb} ${rest.join(' ')} ${id}`;
}

/** The thing that a deed changes: cancel_order -> order. */
export function thingOf(tool: string): string {
  return wordsOf(tool).slice(1).join(' ');
}

function wordsOf(tool: string): string[] {
  return ownWords(tool);
}

export function askFor(labels: readonly string[], times: number, random: Random, isFirst = true): string {
  const what = listed(labels.map((label) => `your ${label.replace(/^email$/, 'e-mail address')}`));
  if (times === 0 && !isFirst)
    return random.pick([
      `Thank you. May I also have ${what}, please?`,
      `Thanks. And could you tell me ${what}?`,
      `Thank you. Now I need ${what}.`,
      `And ${what}, please?`,
    ]);
  if (times === 0)
    return random.pick([
      `Could you please tell me ${what}?`,
      `I am happy to help. May I have ${what}, please?`,
      `Sure. Can I get ${what}, please?`,
      `Thanks for reaching out. What is ${what}?`,
    ]);
  if (times === 1)
    return `Could you double-check ${listed(labels.map((label) => `the ${label}`))} and tell me again, please?`;
  return `Please tell me once more what exactly you would like, with ${listed(labels.map((label) => `the ${label}`))}.`;
}

export function askForYes(
  deed: string,
  details: readonly string[],
  times: number,
  wish: string,
  random: Random,
): string {
  const what = details.length === 0 ? deed : `${deed} (${details.join(', ')})`;
  if (times === 1 && details.length === 0)
    return `Let me put it plainly: to do what you asked for, I have to ${deed}. Do you agree?`;
  if (times > 0) return `You wrote: "${wish}" For that I have to ${what}. Do you agree?`;
  return random.pick([
    `Shall I ${what}?`,
    `Would you like me to ${what}?`,
    `I can ${what}. Do you want me to do that?`,
    `I would now ${what}. Is that okay?`,
    `So I will ${what}. Is that right?`,
  ]);
}

export function detailOf(name: string, value: Json): string {
  return `${labelOf(name)}: ${spoken(value, name)}`;
}

export function guide(name: string, args: JsonObject, reads: boolean, random: Random): string {
  const [verb = '', ...rest] = ownWords(name);
  const noun = rest.join(' ');
  const values = Object.entries(args);
  const [only] = values;
  if (only !== undefined && values.length === 1 && typeof only[1] === 'boolean') {
    const way = only[1] ? 'on' : 'off';
    return random.pick([
      `Please switch ${noun} ${way} on your device.`,
      `On your side, could you turn the ${noun} ${way}, please?`,
      `The next step is yours: please turn ${noun} ${way} and tell me when it is done.`,
    ]);
  }
  const shown = values.map(
    ([key, value]) =>
      `${splitName(key).join(' ')}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  const what = `${verb} ${noun}`.trim();
  if (reads)
    return random.pick([
      `Please ${what} on your device and tell me what it says.`,
      `Could you ${what} for me and read out what you see?`,
    ]);
  return shown.length === 0
    ? random.pick([`Please ${what} on your device.`, `On your side, please ${what} and tell me what happens.`])
    : `Please ${what} on your device, with ${shown.join(', ')}.`;
}

export function askWhich(noun: string, random: Random): string {
  return random.pick([
    `Which ${noun} do you mean?`,
    `I see more than one. Could you tell me which ${noun} it is about?`,
    `Can you describe the ${noun} that you mean?`,
  ]);
}

export const ALL_DONE: readonly string[] = ['Yes, that was everything.', 'Yes, everything you asked for is done.'];
