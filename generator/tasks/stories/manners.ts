// Lists personas: descriptions of a user and of the user's style. A persona says nothing that rows could contradict.
// The story, not the persona, gives the reason why the user writes.
import type { Random } from '../../../envs/random.ts';

export interface Manner {
  readonly persona: string;
  readonly style: 'plain' | 'lower' | 'curt' | 'warm';
}

const MANNERS: readonly Manner[] = [
  { style: 'plain', persona: 'You keep the books of a small firm. You write complete sentences and want to know exactly what was done.' },
  { style: 'plain', persona: 'You teach at a primary school and write in the break. You are friendly and come to the point.' },
  { style: 'plain', persona: 'You are retired and take your time. You are polite and like to have things explained.' },
  { style: 'plain', persona: 'You drive a delivery van and are used to clear instructions. You answer what you are asked and no more.' },
  { style: 'plain', persona: 'You share a flat with two friends and look after the bills. You are relaxed and a little wordy.' },
  { style: 'plain', persona: 'You work from home with two small children around you. You lose the thread now and then, but you know what you want.' },
  { style: 'plain', persona: 'You are an engineer. You think in cases, "if this, then that", and dislike small talk.' },
  { style: 'plain', persona: 'You are unsure with computers, so you describe things in your own words and are glad of patience.' },
  { style: 'lower', persona: 'You are a nurse and type on your phone between two rounds, in small letters and without greeting.' },
  { style: 'lower', persona: 'You are a student. You write the way you chat: small letters, short, no formalities.' },
  { style: 'lower', persona: 'You sit on a bus and type with one thumb. You write in small letters and get to the point.' },
  { style: 'lower', persona: 'You cook in a restaurant and have two minutes before the shift. Small letters, few words, nothing twice.' },
  { style: 'curt', persona: 'You have had a long day and want this settled. You are not rude, but you say only what is needed.' },
  { style: 'curt', persona: 'You run a workshop and write as you speak on the phone: direct, no please and thank you.' },
  { style: 'curt', persona: 'You are annoyed, since this is not your first message about things that go wrong. You stay factual.' },
  { style: 'warm', persona: 'You are cheerful and thank people for everything. You answer what you are asked.' },
  { style: 'warm', persona: 'You look after your grandmother and are used to being kind on the phone. You double-check what was done.' },
  { style: 'warm', persona: 'You are new in town and glad about every friendly voice. You chat a little, but you stick to your matter.' },
]; // prettier-ignore

export function drawManner(random: Random): Manner {
  return random.pick(MANNERS);
}
