// Writes the instructions for the simulated user: the user's wishes, identity and knowledge.
import { labelOf, spoken } from '../../envs/words/spoken.ts';
import type { Fact } from './plan.ts';

interface Wanted {
  /** The wishes, as a clause after "You want to". */
  readonly wants: string;
  /** A value that the call needs and the user does not know. */
  readonly unknown?: string;
  /** The sentences with which the user says why. */
  readonly because?: readonly string[];
  /** A sentence about the wishes that the user tells later. */
  readonly aside?: string;
}

export function goalText(draft: Wanted, facts: readonly Fact[]): string {
  const who = facts
    .filter(({ role }) => role === 'who')
    .map(({ key, value }) => `your ${labelOf(key)} is ${spoken(value, key)}`);
  const rest = facts
    .filter(({ role }) => role !== 'who')
    .map(({ key, value }) => `${labelOf(key)}: ${spoken(value, key)}`);
  const own = facts.map(({ key, value }) => spoken(value, key));
  const parts = [`You want to ${second(draft.wants, own)}.`];
  if (who.length > 0) parts.push(`${capital(who.join(', '))}.`);
  if (rest.length > 0) parts.push(`You know this much: ${rest.join('; ')}.`);
  for (const cause of draft.because ?? []) parts.push(`Why you ask, in your words: "${cause}"`);
  if (draft.aside !== undefined) parts.push(draft.aside);
  if (draft.unknown !== undefined)
    parts.push(`You do not know the ${labelOf(draft.unknown)}, and there is nobody whom you could ask.`);
  return parts.join(' ');
}

/** Turns "my order" into "your order". Words in quotation marks and values that the user knows stay unchanged. */
function second(text: string, own: readonly string[]): string {
  const held: string[] = [];
  const hold = (part: string): string => `\uE000${held.push(part) - 1}\uE001`;
  let now = text.replaceAll(/"[^"]*"|“[^”]*”/g, hold);
  for (const value of own) if (/\b(?:I|my)\b/.test(value)) now = now.replaceAll(value, hold(value));
  return addressed(now).replaceAll(/\uE000(\d+)\uE001/g, (_all, at: string) => held[Number(at)] ?? '');
}

function addressed(text: string): string {
  return text
    .replaceAll(/\bmy\b/g, 'your')
    .replaceAll(/\bI have\b/g, 'you have')
    .replaceAll(/\bI\b/g, 'you');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
