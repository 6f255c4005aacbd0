// Words of consent that fit the form of the question: "Is that right?" is answered with "Yes, that is right.", and
// "Shall I …?" with "Yes, please do." The user does not use the same words twice in succession.
import type { Random } from '../../envs/random.ts';

/** Forms of questions, each with answers that fit. `recogniseActs` must read each answer as a yes. */
const FORMS: readonly (readonly [asked: RegExp, answers: readonly string[]])[] = [
  [
    /\b(?:is|was) (?:that|this|it|all of this) (?:right|correct)\b/i,
    ['Yes, that is right.', 'Yes, exactly.', "Yes, that's it.", "That's right, please go on.", 'Yes, correct.'],
  ],
  [
    /\b(?:is|would|are) (?:that|this|it|you)(?: be)? (?:ok|okay|fine|all right|alright)\b/i,
    ['Yes, that is fine.', 'Yes, fine by me.', 'Yes, go ahead.', 'Yes, that is okay.', "That's fine, thank you."],
  ],
  [/\bdo you agree\b/i, ['Yes, I agree.', 'Yes, agreed.', 'I agree, please go ahead.']],
  [
    /\b(?:do you want|would you like|want) me to\b/i,
    ['Yes, please.', 'Yes, please do.', 'Please do.', 'Yes, please do that.', 'Yes, thank you.'],
  ],
  [
    /\b(?:shall|should|may|can|could) (?:i|we)\b/i,
    ['Yes, please.', 'Yes, please do.', 'Yes, go ahead.', 'Please do.', 'Yes, do that, please.'],
  ],
];
const ANY: readonly string[] = ['Yes, please.', 'Yes, please do.', 'Yes, go ahead.'];

export class YesWords {
  private last = '';

  to(asked: string, random: Random): string {
    const answers = FORMS.find(([form]) => form.test(asked))?.[1] ?? ANY;
    this.last = random.pick(answers.filter((answer) => answer !== this.last));
    return this.last;
  }
}
