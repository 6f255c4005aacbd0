// Reads replies with fitted models (weights.json, made by npm run train:words). The models tell whether a reply
// refuses, is about the wish, claims a change, asks for consent, or proposes the wanted change. They were fitted to
// texts of other writers. A score near zero is uncertain and is treated as unknown.
import { readFileSync } from 'node:fs';
import { scoreOf, type LinearModel } from './linear-model.ts';
import { proposalFeatures, type Nearest } from './proposal-features.ts';
import type { ProposalGround } from './proposal-ground.ts';
import { replyFeatures, stem, withSums, wordsOf, type Situation } from './reply-features.ts';
import { replySums } from './reply-sums.ts';

export const REPLY_MODELS = ['declines', 'aboutWish', 'claims', 'asksYes'] as const;
export type ReplyModel = (typeof REPLY_MODELS)[number];

export interface Weights extends Readonly<Record<ReplyModel | 'proposes', LinearModel>> {
  /** Words that agents use in many situations. */
  readonly common: string;
}

let weights: { readonly models: Weights; readonly common: ReadonlySet<string> } | undefined;

/**
 * Replaces the models of weights.json from now on. Benchmarks use this to test models that were fitted to other
 * examples.
 */
export function readWith(models: Weights): void {
  weights = { models, common: new Set(models.common.split(' ')) };
}

function loaded(): { readonly models: Weights; readonly common: ReadonlySet<string> } {
  if (weights === undefined) {
    const models = JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as Weights;
    weights = { models, common: new Set(models.common.split(' ')) };
  }
  return weights;
}

/**
 * Returns one score for each question. A score above zero means yes; the farther from zero, the more certain. `marks`
 * must be made in the same way as those with which the models were fitted.
 */
export function scoreReply(
  message: string,
  situation: Situation,
  marks: readonly string[],
): Readonly<Record<ReplyModel, number>> {
  const { models, common } = loaded();
  const features = replyFeatures(message, situation, common, marks);
  const summed = withSums(features, replySums(message, situation, common));
  const scores = REPLY_MODELS.map(
    (name) => [name, scoreOf(models[name], name === 'aboutWish' ? summed : features)] as const,
  );
  return Object.fromEntries(scores) as Record<ReplyModel, number>;
}

/** Returns the score for "this proposal is one of the wanted changes". The higher the score, the more certain. */
export function scoreProposal(proposal: string, ground: ProposalGround, nearest?: Nearest): number {
  const { models, common } = loaded();
  return scoreOf(models.proposes, proposalFeatures(proposal, ground, common, nearest));
}

/** Returns the words of a text that do not occur in `known` and are not common. */
export function rareWords(text: string, known: string): string[] {
  const own = new Set(wordsOf(known).map(stem));
  return wordsOf(text).filter(
    (word) => word.length > 3 && !/\d/.test(word) && !loaded().common.has(word) && !own.has(stem(word)),
  );
}

/** Tells whether agents use a word in many situations. */
export function isCommon(word: string): boolean {
  return loaded().common.has(word);
}
