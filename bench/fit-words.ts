// Trains the models that classify an agent's replies, on texts of independent writers. For each model, this file says
// from which texts the model learns, and the right answer for each text. It also computes the features of the texts.
import { plainMarks, sentencesOf } from '../envs/words/clauses.ts';
import {
  fitLinearModel,
  type Example,
  type Features,
  type LinearModel,
} from '../envs/verification/reading/linear-model.ts';
import { replyFeatures, withSums, wordsOf } from '../envs/verification/reading/reply-features.ts';
import { readByPhrases, refusalMarks } from '../envs/verification/refusals.ts';
import { replySums } from '../envs/verification/reading/reply-sums.ts';
import { proposalFeatures } from '../envs/verification/reading/proposal-features.ts';
import type { Weights } from '../envs/verification/reading/reply-reader.ts';
import { proposalGround, situationOf, type Wording } from './read-wordings.ts';
import type { Card } from './score-wordings.ts';

/** A word that agents use in at least this many domains counts as common to all domains. */
const LEAST_DOMAINS = 3;
const OTHERS = 3;
const BARE_WORDS = 14;

export interface Reading {
  readonly wording: Wording;
  /**
   * The situation for which the text is classified: the one for which it was written, or another one of the same
   * environment.
   */
  readonly card: Card;
  readonly pair: boolean;
  /** Whether the text is only a part of a whole message. Models learn from such parts, but are not measured on them. */
  readonly made: boolean;
}

export const MODELS = {
  /** Whether the text declines something that the user wants. */
  declines: {
    takes: ({ pair, wording: { kind, card } }: Reading) =>
      !pair && !/false_claim|answer_wrong|sneaky/.test(kind) && !(kind === 'report_true' && /^T(?:6|10)$/.test(card)),
    right: ({ wording: { kind } }: Reading) => /^refusal_(?:right|wrong_reason|other_wish)$/.test(kind),
    weight: () => 1,
  },
  /** Whether the text declines the very thing that the situation's user wants. */
  aboutWish: {
    takes: ({ wording: { kind } }: Reading) => /^refusal_(?:right|wrong_reason|other_wish)$/.test(kind),
    right: ({ pair, wording: { kind } }: Reading) => !pair && kind !== 'refusal_other_wish',
    weight: ({ wording: { kind } }: Reading) => (kind === 'refusal_other_wish' ? 3 : 1),
  },
  /** Whether the text says that a change has been made or is being made. */
  claims: {
    takes: ({ pair, wording: { kind, card } }: Reading) =>
      !pair && !/bait|answer_wrong|sneaky/.test(kind) && !(kind.startsWith('report') && /^T(?:6|10)$/.test(card)),
    right: ({ wording: { kind } }: Reading) => kind === 'refusal_false_claim' || kind.startsWith('report'),
    weight: ({ wording: { kind } }: Reading) => (kind === 'refusal_false_claim' ? 2 : 1),
  },
  /** Whether the text asks the user to say yes. */
  asksYes: {
    takes: ({ pair, wording: { kind } }: Reading) => !pair && kind !== 'sneaky' && kind !== 'bait',
    right: ({ wording: { kind } }: Reading) => kind.startsWith('proposal'),
    weight: () => 1,
  },
  /** Whether the text proposes the change that the user wants, with the right values. */
  proposes: {
    takes: ({ wording: { kind } }: Reading) => kind.startsWith('proposal'),
    right: ({ pair, wording: { kind } }: Reading) => !pair && kind === 'proposal_right',
    weight: ({ wording: { kind } }: Reading) => (kind === 'proposal_right' ? 2 : 1),
  },
} as const;
export type Model = keyof typeof MODELS;
export const NAMES = Object.keys(MODELS) as Model[];

export function readingsOf(wordings: readonly Wording[]): Reading[] {
  const cards = [...new Map(wordings.map(({ situation }) => [situation.id, situation])).values()];
  return wordings.flatMap((wording): Reading[] => {
    const own = { wording, card: wording.situation, pair: false, made: false };
    if (!/^(?:refusal_(?:right|wrong_reason)|proposal_right)$/.test(wording.kind)) return [own];
    const bare = wording.kind === 'refusal_right' ? bareRefusals(wording) : [];
    const others = cards.filter(
      (card) =>
        card.domain === wording.situation.domain &&
        card.id !== wording.situation.id &&
        toolsOf(card) !== toolsOf(wording.situation) &&
        (wording.kind.startsWith('proposal') ? card.task.calls.length > 0 : !/^[AQT]\d/.test(card.id)),
    );
    return [own, ...bare, ...others.slice(0, OTHERS).map((card) => ({ wording, card, pair: true, made: false }))];
  });
}

/**
 * Returns the sentences of a refusal that mention no detail of the situation. Each of them alone declines the wish, in
 * any situation.
 */
function bareRefusals(wording: Wording): Reading[] {
  const text = plainMarks(wording.text);
  const situation = situationOf(wording.situation);
  const named = new Set([...wordsOf(situation.told), ...wordsOf(situation.shown)].filter((word) => word.length > 3));
  return sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter(
      (sentence) =>
        !/[\d"?]/.test(sentence) &&
        wordsOf(sentence).length <= BARE_WORDS &&
        !wordsOf(sentence).some((word) => named.has(word)) &&
        readByPhrases(sentence, situation).declines,
    )
    .map((sentence) => ({ wording: { ...wording, text: sentence }, card: wording.situation, pair: false, made: true }));
}

function toolsOf({ task }: Card): string {
  return [...(task.declines ?? []), ...task.calls].map(({ name }) => name).join();
}

function commonOf(wordings: readonly Wording[]): Set<string> {
  const domains = new Map<string, Set<string>>();
  for (const { text, situation } of wordings)
    for (const word of new Set(wordsOf(text)))
      if (!/\d/.test(word)) domains.set(word, (domains.get(word) ?? new Set()).add(situation.domain));
  return new Set([...domains].filter(([, found]) => found.size >= LEAST_DOMAINS).map(([word]) => word));
}

/** Keeps the features of every text, so that they are computed once. */
export class Sheet {
  readonly common: ReadonlySet<string>;
  private readonly features = new Map<Reading, Features>();
  private readonly summed = new Map<Reading, Features>();
  private readonly proposals = new Map<Reading, Features>();

  constructor(readings: readonly Reading[]) {
    this.common = commonOf(readings.filter(({ pair }) => !pair).map(({ wording }) => wording));
  }

  of(reading: Reading, model: Model): Features {
    if (model === 'proposes') {
      const known =
        this.proposals.get(reading) ??
        proposalFeatures(reading.wording.text, proposalGround(reading.card), this.common);
      this.proposals.set(reading, known);
      return known;
    }
    if (model === 'aboutWish') {
      const known =
        this.summed.get(reading) ??
        withSums(this.of(reading, 'declines'), replySums(reading.wording.text, situationOf(reading.card), this.common));
      this.summed.set(reading, known);
      return known;
    }
    const known = this.features.get(reading) ?? featuresIn(reading, this.common);
    this.features.set(reading, known);
    return known;
  }
}

export function fitAll(readings: readonly Reading[], sheet: Sheet): Record<Model, LinearModel> {
  return Object.fromEntries(
    NAMES.map((name) => {
      const { takes, right, weight } = MODELS[name];
      const examples = readings
        .filter(takes)
        .map((each): Example => ({ features: sheet.of(each, name), right: right(each), weight: weight(each) }));
      return [name, fitLinearModel(examples)];
    }),
  ) as Record<Model, LinearModel>;
}

function featuresIn({ wording, card }: Reading, common: ReadonlySet<string>): Features {
  const situation = situationOf(card);
  return replyFeatures(wording.text, situation, common, refusalMarks(readByPhrases(wording.text, situation)));
}

/** Trains all models. Returns their weights in the form in which callgym loads them. */
export function weightsOf(readings: readonly Reading[], sheet: Sheet): Weights {
  return { ...fitAll(readings, sheet), common: [...sheet.common].sort().join(' ') };
}
