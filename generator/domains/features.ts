// Turns tools into sparse unit vectors over the words of their names, arguments, results and descriptions. Rare words
// weigh more. Words that any tool may have (id, limit, page, api_key, get, list) weigh nothing. The order in which
// tools are read does not change the vectors.
import { isJsonObject, type JsonObject } from '../../envs/values/json.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { ENVELOPE_NAMES, GENERIC_NAMES } from '../words/vocabulary.ts';
import type { GraphTool, Leaf } from './graph-tool.ts';
import { isTelling, Terms } from './terms.ts';

export const FIELDS = ['name', 'arguments', 'returns', 'description'] as const;
export type Field = (typeof FIELDS)[number];

/**
 * Sparse vectors in shared arrays. The features of vector k stand from start[k] up to, but not including, start[k + 1],
 * the commonest first.
 */
export interface SparseVectors {
  readonly start: Int32Array;
  readonly feature: Int32Array;
  readonly weight: Float32Array;
  readonly features: number;
}

const FIELD_WEIGHTS: Readonly<Record<Field, number>> = { name: 0.6, arguments: 0.6, returns: 0.45, description: 1 };
/** A feature is ignored if more than `tools` tools, and also more than this share of all tools, have it. */
const COMMONEST = { tools: 100, share: 0.006 };
const LONGEST = { description: 300, input: 100, output: 60 };
/** The weight of the descriptions of arguments and results. The tool's description weighs 1. */
const DETAIL = 0.5;
const DESCRIBED_INPUTS = 12;
const DESCRIBED_OUTPUTS = 8;
/** The largest number of result fields that are read, in breadth-first order. */
const OUTPUTS = 20;

/** Takes tools one by one. It keeps only their words, to save memory. */
export class FeatureMaker {
  private readonly terms = new Terms();
  /**
   * The terms of all tools one after the other. Each row tells where a tool's terms begin and where each of its fields
   * ends.
   */
  private ids = new Int32Array(1 << 16);
  private weights = new Float32Array(1 << 16);
  private length = 0;
  private readonly rows: { begin: number; ends: readonly number[] }[] = [];
  /**
   * The features of an argument or result field, by the words of its name and by its type. Fields with the same name
   * share one list of words.
   */
  private readonly leaves = new Map<readonly string[], Map<string, readonly number[]>>();
  /** The index in `ids` at which the present field begins, and for each term the index at which it was last added. */
  private begin = 0;
  private place = new Int32Array(1 << 16);
  private readonly fields: readonly Field[];

  constructor(fields: readonly Field[]) {
    this.fields = fields;
  }

  add(tool: PoolTool, graph: GraphTool): void {
    const begin = this.length;
    const ends: number[] = [];
    for (const field of this.fields) {
      this.begin = this.length;
      this.read(field, tool, graph);
      ends.push(this.length);
    }
    this.rows.push({ begin, ends });
  }

  /** Adds a term to the present field. A repeated term keeps its greatest weight. */
  private put(id: number, weight: number): void {
    if (id >= this.place.length) this.growPlaces(id);
    const place = this.place[id] ?? 0;
    if (place >= this.begin && place < this.length && this.ids[place] === id) {
      if ((this.weights[place] ?? 0) < weight) this.weights[place] = weight;
      return;
    }
    if (this.length === this.ids.length) this.growTerms();
    this.place[id] = this.length;
    this.ids[this.length] = id;
    this.weights[this.length] = weight;
    this.length += 1;
  }

  private growTerms(): void {
    const [ids, weights] = [new Int32Array(this.length * 2), new Float32Array(this.length * 2)];
    ids.set(this.ids);
    weights.set(this.weights);
    [this.ids, this.weights] = [ids, weights];
  }

  private growPlaces(id: number): void {
    const larger = new Int32Array(Math.max(id + 1, this.place.length * 2));
    larger.set(this.place);
    this.place = larger;
  }

  /** Makes the vectors of the tools. `order` lists the tools by the index under which they were added. */
  finish(order: Int32Array): SparseVectors {
    const { rank, frequency } = this.ranked();
    const size = order.length;
    const most = Math.max(COMMONEST.tools, size * COMMONEST.share);
    const rarity = Float64Array.from(frequency, (count) => (count > most ? 0 : Math.log((size + 1) / (count + 0.5))));
    const start = new Int32Array(size + 1);
    const sums = new Float64Array(frequency.length);
    const feature = new Int32Array(this.length);
    const weight = new Float32Array(this.length);
    const weightOf = new Float64Array(frequency.length);
    for (const [at, index] of order.entries()) {
      const { begin, ends } = this.rows[index] ?? { begin: 0, ends: [] };
      let from = begin;
      for (const [field, end] of ends.entries()) {
        const ranks = this.ranksOf(from, end, rank, weightOf);
        addField(FIELD_WEIGHTS[this.fields[field] ?? 'name'], ranks, weightOf, rarity, sums);
        from = end;
      }
      // sorting by rank puts the commonest term first; the code below skips repeated ranks
      const sorted = this.ranksOf(begin, from, rank, weightOf);
      let length = 0;
      let next = start[at] ?? 0;
      let last = -1;
      for (const id of sorted) {
        const sum = sums[id] ?? 0;
        if (sum === 0 || id === last) continue;
        last = id;
        length += sum * sum;
        // a term that only one tool has links no tools, so it counts only in the length of the vector
        if ((frequency[id] ?? 0) > 1) feature[next++] = id;
      }
      const norm = Math.sqrt(length);
      for (let k = start[at] ?? 0; k < next; k++) weight[k] = (sums[feature[k] ?? 0] ?? 0) / norm;
      for (const id of sorted) sums[id] = 0;
      start[at + 1] = next;
    }
    const total = start[size] ?? 0;
    return { start, feature: feature.slice(0, total), weight: weight.slice(0, total), features: frequency.length };
  }

  /** Returns the ranks of the terms, sorted. Stores the weight of each term in `weightOf` at the term's rank. */
  private ranksOf(begin: number, end: number, rank: Int32Array, weightOf: Float64Array): Int32Array {
    const ranks = new Int32Array(end - begin);
    for (let k = begin; k < end; k++) {
      const place = rank[this.ids[k] ?? 0] ?? 0;
      ranks[k - begin] = place;
      weightOf[place] = this.weights[k] ?? 0;
    }
    return ranks.sort();
  }

  /**
   * Ranks terms by the number of tools that have them, the commonest first. Equally common terms are ranked by text.
   */
  private ranked(): { rank: Int32Array; frequency: Int32Array } {
    const { texts } = this.terms;
    const counts = new Int32Array(texts.length);
    const last = new Int32Array(texts.length).fill(-1);
    for (const [at, { begin, ends }] of this.rows.entries())
      for (let k = begin; k < (ends.at(-1) ?? begin); k++) {
        const id = this.ids[k] ?? 0;
        if (last[id] === at) continue;
        last[id] = at;
        counts[id] = (counts[id] ?? 0) + 1;
      }
    const sorted = Int32Array.from(texts, (_text, id) => id).sort((a, b) => {
      const difference = (counts[b] ?? 0) - (counts[a] ?? 0);
      if (difference !== 0) return difference;
      const [left = '', right = ''] = [texts[a], texts[b]];
      return left < right ? -1 : left > right ? 1 : 0;
    });
    const rank = new Int32Array(texts.length);
    for (const [place, id] of sorted.entries()) rank[id] = place;
    return { rank, frequency: sorted.map((id) => counts[id] ?? 0) };
  }

  private read(field: Field, tool: PoolTool, graph: GraphTool): void {
    switch (field) {
      case 'name':
        for (const word of graph.nameWords) if (isTelling(word)) this.put(this.terms.id(word), 1);
        for (const part of graph.route)
          for (const word of part) if (isTelling(word)) this.put(this.terms.id(word), 0.5);
        break;
      case 'arguments':
        for (const leaf of graph.inputs) this.readLeaf(leaf);
        break;
      case 'returns':
        for (const leaf of graph.outputs.slice(0, OUTPUTS)) this.readLeaf(leaf);
        break;
      case 'description':
        for (const id of this.terms.wordsOf(tool.description.slice(0, LONGEST.description))) this.put(id, 1);
        for (const text of textsOf(tool)) for (const id of this.terms.wordsOf(text)) this.put(id, DETAIL);
        break;
    }
  }

  private readLeaf({ words, name, type, format }: Leaf): void {
    const kind = format === '' ? type : format;
    let kinds = this.leaves.get(words);
    if (kinds === undefined) this.leaves.set(words, (kinds = new Map()));
    let known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, (known = this.featuresOf(words, name, kind)));
    for (let k = 0; k < known.length; k += 2) this.put(known[k] ?? 0, known[k + 1] ?? 0);
  }

  /**
   * Returns the features of an argument or result field: its whole name, its name with the type or format, and its
   * words. The list alternates terms and weights.
   */
  private featuresOf(words: readonly string[], name: string, kind: string): number[] {
    if (GENERIC_NAMES.has(name)) return [];
    return [
      ...(words.length > 1 ? [this.terms.id(`=${name}`), 0.8] : []),
      ...(kind === '' ? [] : [this.terms.id(`=${name}:${kind}`), 0.4]),
      ...words.flatMap((word) => (isTelling(word) && !GENERIC_NAMES.has(word) ? [this.terms.id(word), 0.6] : [])),
    ];
  }
}

/** Yields the descriptions of the arguments and of the first result fields. */
function* textsOf(tool: PoolTool): Generator<string> {
  yield* descriptionsIn(tool.parameters, DESCRIBED_INPUTS, LONGEST.input);
  let outputs = tool.returns ?? {};
  for (let steps = 0; steps < 3 && isJsonObject(outputs['items']); steps++) outputs = outputs['items'];
  yield* descriptionsIn(outputs, DESCRIBED_OUTPUTS, LONGEST.output);
}

const envelopes = new Map<string, boolean>();

function isEnvelope(name: string): boolean {
  const known = envelopes.get(name);
  if (known !== undefined) return known;
  if (envelopes.size > 50_000) envelopes.clear();
  const found = ENVELOPE_NAMES.has(splitName(name).join(' '));
  envelopes.set(name, found);
  return found;
}

function* descriptionsIn(schema: JsonObject, most: number, longest: number): Generator<string> {
  const { properties } = schema;
  if (!isJsonObject(properties)) return;
  let count = 0;
  for (const name in properties) {
    if (++count > most) return;
    const property = properties[name];
    if (isJsonObject(property) && typeof property['description'] === 'string' && !isEnvelope(name))
      yield property['description'].slice(0, longest);
  }
}

/**
 * Adds the weights of a field's terms in the order of their ranks, so that rounding does not depend on the order of
 * tools.
 */
function addField(
  share: number,
  ranks: Int32Array,
  weightOf: Float64Array,
  rarity: Float64Array,
  sums: Float64Array,
): void {
  let norm = 0;
  for (const id of ranks) norm += ((weightOf[id] ?? 0) * (rarity[id] ?? 0)) ** 2;
  if (norm === 0) return;
  const scale = share / Math.sqrt(norm);
  for (const id of ranks) sums[id] = (sums[id] ?? 0) + (weightOf[id] ?? 0) * (rarity[id] ?? 0) * scale;
}
