// Nouns of people. An account or a profile counts as a person only if the environment has passwords, user names or
// logins.
import { singular } from '../../../envs/words/split-words.ts';

const PEOPLE = new Set(
  `user customer member patient employee person contact student teacher driver doctor guest author owner candidate agent passenger
  subscriber volunteer participant instructor visitor reader citizen worker client tenant resident staff colleague manager buyer seller
  reviewer attendee speaker trainer coach therapist dentist nurse physician technician stylist barber sender recipient receiver
  borrower renter lender donor sponsor applicant learner pupil professor tutor sibling friend follower lead prospect
  traveler traveller host caregiver supervisor operator representative rep gardener keeper artist player actor actress director
  courier rider cook chef waiter cleaner electrician plumber lawyer accountant consultant developer engineer designer admin
  administrator moderator editor writer journalist photographer individual human people payee payer beneficiary cardholder
  shopper assignee requester reporter approver invitee collaborator committer contributor maintainer veterinarian vet`
    .split(/\s+/)
    .map(singular),
);
const SIGNING_IN = new Set(['account', 'profile', 'login', 'identity', 'principal']);

export function isPerson(noun: readonly string[], world: ReadonlySet<string> = new Set()): boolean {
  const last = noun.at(-1) ?? '';
  if (PEOPLE.has(last)) return true;
  return SIGNING_IN.has(last) && ['password', 'username', 'login'].some((word) => world.has(word));
}
