// The phrases with which an oracle (an agent that knows the solution) asks for values, asks for consent, guides the
// user and gives answers. Each phrase has several wordings, and none of them hints at a reason to refuse.
import type { Random } from '../../envs/random.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { measured } from '../../envs/words/measured.ts';
import { listed, mailOwner } from '../../envs/words/spoken.ts';
import { ownWords, splitName } from '../../envs/words/split-words.ts';

export function askFor(labels: readonly string[], times: number, random: Random, isFirst = true): string {
  const what = listed(labels.map((label) => (OWN.test(label) ? `your ${asAsked(label)}` : named(label))));
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
      `Of course. What ${labels.length > 1 ? 'are' : 'is'} ${what}?`,
    ]);
  if (times === 1) return `Could you double-check ${listed(labels.map(named))} and tell me again, please?`;
  return `Please tell me once more what exactly you would like, with ${listed(labels.map(named))}.`;
}

/** Names of values that belong to the user, such as "email". The agent says "your email", but "the status". */
const OWN =
  /^(?:e-?mail(?: address)?|(?:first|last|full|own|user|customer|caller|member|patient) ?(?:name)?|phone(?: number)?|(?:home |own )?address|street|city|postcode|zip(?: code)?|birth date|date of birth|born|pin|password|account|payment method)$/;

export function isOwnLabel(label: string): boolean {
  return OWN.test(label);
}

function named(label: string): string {
  const person = mailOwner(label);
  if (person !== undefined) return `your ${person}'s e-mail address`;
  return label.startsWith('your ') ? label : `the ${asAsked(label)}`;
}

/** Writes a label as a question says it: "height cm" becomes "height in cm", and "email" becomes "e-mail address". */
function asAsked(label: string): string {
  const unit = measured(label);
  return unit === undefined ? label.replace(/^email$/, 'e-mail address') : `${unit.what} in ${unit.unit}`;
}

export function askForYes(deed: string, times: number, random: Random): string {
  if (times === 1) return `Let me say that again: I would ${deed}. Is that all right?`;
  if (times > 1) return `Just to be sure that we mean the same thing: I would ${deed}, and nothing else. Do you agree?`;
  // if the action ends with a list after a colon, or with a fee after a semicolon, the question becomes a sentence of
  // its own, because one long question would be hard to read
  return random
    .pick(
      /[:;] /.test(deed)
        ? [`I can ${deed}. Shall I go ahead?`, `I can ${deed}. Should I go ahead?`]
        : [`Shall I ${deed}?`, `Would you like me to ${deed}?`, `I can ${deed}. Should I go ahead?`],
    )
    .replaceAll(/([.!?])"\. (?=[A-Z])/g, '$1" ');
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

const FURTHER: readonly string[] = [
  'Is there anything else that I can do for you?',
  'What else can I do for you?',
  'Anything else for today?',
  'Do you need anything else?',
  'Can I help with anything else?',
  'Is there anything else I can help you with?',
];

export const askForMore = (times: number, first: number): string => FURTHER[(times + first) % FURTHER.length] ?? '';

/** The agent's answer if a wish needed only reads, and there was nothing to change and nothing to tell. */
export const NOTHING_TO_DO = 'I have looked at that, and there was nothing to change.';

export const ALL_DONE: readonly string[] = ['Yes, that was everything.', 'Yes, everything you asked for is done.'];

/** The last words of an agent that did not get the user's consent to a change and does not make it. */
export const NO_YES = 'Without your yes I leave everything as it is. Please come back when you have decided.';
