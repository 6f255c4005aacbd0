// A proposal held against what the user wants: agreed to only when its deed and its values are those of an open wish. What
// is otherwise is said; prices and other facts of the world that a user cannot know never make it say no.
import type { DateOrder } from '../../envs/words/dates-said.ts';
import { compareDeeds, deedsIn } from '../../envs/words/deeds.ts';
import { plainWords } from '../../envs/words/spoken.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import type { Slot } from '../../envs/words/things.ts';
import { compareTold } from '../../envs/words/told.ts';
import type { Wish } from './wishes.ts';

export type Weighed =
  | { readonly kind: 'wanted' }
  /** It speaks of nothing that could be held against a wish. */
  | { readonly kind: 'bare' }
  | { readonly kind: 'deed' }
  | { readonly kind: 'value'; readonly slot: Slot; readonly said: string }
  /** It speaks of something that the user does not understand. */
  | { readonly kind: 'unclear' };

export interface Wanted {
  readonly wishes: readonly Wish[];
  /** The user's own words: opening, goal, values. */
  readonly told: string;
  readonly order: DateOrder;
}

/** `about` is what is proposed; `permission` the sentences that ask for the yes. */
export function weighProposal(about: string, permission: string, { wishes, told, order }: Wanted): Weighed {
  const said = deedsIn(about);
  const asked = deedsIn(permission);
  const own = deedsIn(told);
  const words = new Set(splitName(about));
  const known = new Set([...own, ...wishes.flatMap(({ deeds }) => [...deeds])]);
  const deed = asked.size > 0 ? compareDeeds(asked, known) : compareDeeds(said, known);
  const verbatim = wishes.some((wish) => wish.words.length > 0 && wish.words.every((word) => words.has(word)));
  if (!verbatim && (deed === 'other' || deed === 'more')) return { kind: 'deed' };
  if (!verbatim && compareDeeds(said, known) === 'more' && EXTRA.test(about)) return { kind: 'deed' };
  const tries = wishes.map((wish) => compareTold(about, wish.slots, told, order));
  const fits = tries.some(({ wrong }) => wrong.length === 0);
  const named = tries.some((each) => each.named.length > 0);
  if (tries.length > 0 && !fits) {
    const [nearest] = [...tries].sort((one, other) => one.wrong.length - other.wrong.length);
    const [first] = nearest?.wrong ?? [];
    if (first !== undefined) return { kind: 'value', slot: first.slot, said: first.said };
  }
  if (named || verbatim) return { kind: 'wanted' };
  const strange = strangeWords(permission, told);
  if (deed === 'same') return { kind: 'wanted' };
  return strange.length === 0 ? { kind: 'bare' } : { kind: 'unclear' };
}

const EXTRA =
  /\b(?:and also|as well|in addition|additionally|plus|on top|at the same time|along with|while i'm at it|too)\b/i;

/** Words of substance in the question that the user has not used. */
function strangeWords(permission: string, told: string): string[] {
  const own = new Set(plainWords(told).trim().split(' ').map(stem));
  return plainWords(permission.replaceAll(/['’]\w+/g, ''))
    .trim()
    .split(' ')
    .filter((word) => word.length > 3 && !/^\d/.test(word) && !FILLING.has(word) && !own.has(stem(word)));
}

export function stem(word: string): string {
  return singular(word)
    .replace(/(?:ations?|ing|ed|es|e|ion|s)$/, '')
    .slice(0, 6);
}

/** Words with which anybody asks for a yes. */
const FILLING = new Set([
  'above', 'accept', 'accurate', 'agree', 'agreed', 'agreement', 'ahead', 'alright', 'also', 'answer', 'appear', 'approval', 'approve', 'authorize', 'authorise',
  'away', 'before', 'carry', 'certain', 'change', 'changes', 'clear', 'comfortable', 'complete', 'confirm', 'confirmation', 'confirmed', 'consent', 'content', 'continue',
  'correct', 'could', 'details', 'does', 'explicit', 'everything', 'exactly', 'final', 'finalize', 'fine', 'following', 'forward', 'give', 'good', 'happy', 'have', 'hear', 'here',
  'into', 'just', 'kindly', 'know', 'let', 'like', 'look', 'looks', 'make', 'made', 'matter', 'might', 'mind', 'move', 'need', 'once', 'ours', 'okay', 'permission', 'please',
  'proceed', 'process', 'proposal', 'quick', 'ready', 'reply', 'request', 'requested', 'respond', 'right', 'said', 'satisfied', 'says', 'shall', 'should', 'simple', 'simply', 'sound', 'sounds',
  'still', 'straight', 'submit', 'suit', 'suits', 'sure', 'tell', 'thank', 'thanks', 'that', 'then', 'there', 'these', 'thing', 'this', 'those', 'type', 'understand', 'understood',
  'update', 'want', 'wanted', 'well', 'were', 'what', 'when', 'will', 'wish', 'with', 'word', 'work', 'works', 'would', 'write', 'yeah', 'your', 'yours', 'yourself', 'amenable', 'acceptable',
  'arrangement', 'arrange', 'apply', 'order', 'about', 'begin', 'start', 'done', 'doing', 'from', 'over', 'green', 'light', 'thumbs', 'nod', 'keen', 'cool', 'awesome', 'great', 'perfect', 'correctly',
  'right', 'now', 'going', 'gonna', 'wanna', 'pull', 'trigger', 'lock', 'hit', 'push', 'button', 'through', 'minute', 'moment', 'second', 'today', 'customer', 'side', 'case', 'clearly',
]); // prettier-ignore
