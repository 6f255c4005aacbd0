// What the person who plays the user is told: what they want, who they are, what they know.
import { labelOf, spoken } from '../../envs/words/spoken.ts';
import type { Fact } from './plan.ts';

interface Wanted {
  /** As a clause after "You want to". */
  readonly wants: string;
  /** What they cannot say, though it is needed. */
  readonly unknown?: string;
}

export function goalText(draft: Wanted, facts: readonly Fact[]): string {
  const who = facts
    .filter(({ role }) => role === 'who')
    .map(({ key, value }) => `your ${labelOf(key)} is ${spoken(value, key)}`);
  const rest = facts
    .filter(({ role }) => role !== 'who')
    .map(({ key, value }) => `${labelOf(key)}: ${spoken(value, key)}`);
  const parts = [`You want to ${second(draft.wants)}.`];
  if (who.length > 0) parts.push(`${capital(who.join(', '))}.`);
  if (rest.length > 0) parts.push(`You know this much: ${rest.join('; ')}.`);
  if (draft.unknown !== undefined)
    parts.push(`You do not know the ${labelOf(draft.unknown)}, and there is nobody whom you could ask.`);
  return parts.join(' ');
}

/** my order -> your order */
function second(text: string): string {
  return text
    .replaceAll(/\bmy\b/g, 'your')
    .replaceAll(/\bI have\b/g, 'you have')
    .replaceAll(/\bI\b/g, 'you');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
