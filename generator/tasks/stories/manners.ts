// Lists manners: a sentence about who a user is, and one about how the user writes. If an environment describes the
// roles of its users, the role replaces the first sentence. Neither sentence says anything that rows could contradict.
import type { Random } from '../../../envs/random.ts';

export interface Manner {
  readonly style: 'plain' | 'lower' | 'curt' | 'warm';
  readonly who: string;
  readonly how: string;
}

const MANNERS: readonly Manner[] = [
  { style: 'plain', who: 'You keep the books of a small firm.', how: 'You write complete sentences and want to know exactly what was done.' },
  { style: 'plain', who: 'You teach at a primary school and write in the break.', how: 'You are friendly and come to the point.' },
  { style: 'plain', who: 'You are retired and take your time.', how: 'You are polite and like to have things explained.' },
  { style: 'plain', who: 'You drive a delivery van and are used to clear instructions.', how: 'You answer what you are asked and no more.' },
  { style: 'plain', who: 'You share a flat with two friends and look after the bills.', how: 'You are relaxed and a little wordy.' },
  { style: 'plain', who: 'You work from home with two small children around you.', how: 'You lose the thread now and then, but you know what you want.' },
  { style: 'plain', who: 'You are an engineer.', how: 'You think in cases, "if this, then that", and dislike small talk.' },
  { style: 'plain', who: 'You are unsure with computers.', how: 'You describe things in your own words and are glad of patience.' },
  { style: 'lower', who: 'You are a nurse, between two rounds.', how: 'You type on your phone, in small letters and without greeting.' },
  { style: 'lower', who: 'You are a student.', how: 'You write the way you chat: small letters, short, no formalities.' },
  { style: 'lower', who: 'You sit on a bus and type with one thumb.', how: 'You write in small letters and get to the point.' },
  { style: 'lower', who: 'You cook in a restaurant and have two minutes before the shift.', how: 'Small letters, few words, nothing twice.' },
  { style: 'curt', who: 'You have had a long day and want this settled.', how: 'You are not rude, but you say only what is needed.' },
  { style: 'curt', who: 'You run a workshop.', how: 'You write as you speak on the phone: direct, no please and thank you.' },
  { style: 'curt', who: 'You are annoyed, since this is not your first message about things that go wrong.', how: 'You stay factual and use few words.' },
  { style: 'warm', who: 'You are cheerful.', how: 'You thank people for everything and answer what you are asked.' },
  { style: 'warm', who: 'You look after your grandmother and are used to being kind on the phone.', how: 'You are kind, and you double-check what was done.' },
  { style: 'warm', who: 'You are new in town and glad about every friendly voice.', how: 'You chat a little, but you stick to your matter.' },
]; // prettier-ignore

export function drawManner(random: Random): Manner {
  return random.pick(MANNERS);
}

/** Describes a user of whom only the manner is known. */
export const personaOf = ({ who, how }: Manner): string => `${who} ${how}`;
