// Tools -> sparse unit vectors over words: of the name, of the arguments, of the results, of the descriptions. What is
// rare weighs more; what any tool may have (id, limit, page, api_key, get, list) weighs nothing. The order in which
// tools are read does not matter.
import { isJsonObject, type JsonObject } from '../../envs/values/json.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { splitName } from '../words/split-words.ts';
import { ENVELOPE_NAMES, GENERIC_NAMES } from '../words/vocabulary.ts';
import type { GraphTool, Leaf } from './graph-tool.ts';
import { isTelling, Terms } from './terms.ts';

export const FIELDS = ['name', 'arguments', 'returns', 'description'] as const;
export type Field = (typeof FIELDS)[number];

/** Vector k has the features from start[k] to start[k + 1], the commonest first. */
export interface SparseVectors {
  readonly start: Int32Array;
  readonly feature: Int32Array;
  readonly weight: Float32Array;
  readonly features: number;
}

const FIELD_WEIGHTS: Readonly<Record<Field, number>> = { name: 0.6, arguments: 0.6, returns: 0.45, description: 1 };
/** A feature that more of the tools have is no feature: more than 100 of them and more than this share. */
const COMMONEST = { tools: 100, share: 0.006 };
const LONGEST = { description: 300, input: 100, output: 60 };
/** Descriptions of arguments and of results weigh less than the tool's own. */
const DETAIL = 0.5;
const DESCRIBED_INPUTS = 12;
const DESCRIBED_OUTPUTS = 8;
/** Results by breadth: the first of them say what comes back. */
const OUTPUTS = 20;

/** Takes tools one by one and keeps of each only its words. */
export class FeatureMaker {
  private readonly terms = new Terms();
  private readonly rows: { ids: Int32Array; weights: Float32Array; ends: readonly number[] }[] = [];
  /** By the words of a name (the same name has the same list of words) and its type. */
  private readonly leaves = new Map<readonly string[], Map<string, readonly number[]>>();
  /** The row that is being made, where its field begins, and where each term was put last. */
  private ids = new Int32Array(1 << 12);
  private weights = new Float32Array(1 << 12);
  private length = 0;
  private begin = 0;
  private place = new Int32Array(1 << 16);
  private readonly fields: readonly Field[];

  constructor(fields: readonly Field[]) {
    this.fields = fields;
  }

  add(tool: PoolTool, graph: GraphTool): void {
    this.length = 0;
    const ends: number[] = [];
    for (const field of this.fields) {
      this.begin = this.length;
      this.read(field, tool, graph);
      ends.push(this.length);
    }
    this.rows.push({ ids: this.ids.slice(0, this.length), weights: this.weights.slice(0, this.length), ends });
  }

  /** A term of the field that is being read; the greatest of its weights counts. */
  private put(id: number, weight: number): void {
    if (id >= this.place.length) this.growPlaces(id);
    const place = this.place[id] ?? 0;
    if (place >= this.begin && place < this.length && this.ids[place] === id) {
      if ((this.weights[place] ?? 0) < weight) this.weights[place] = weight;
      return;
    }
    if (this.length === this.ids.length) this.growRow();
    this.place[id] = this.length;
    this.ids[this.length] = id;
    this.weights[this.length] = weight;
    this.length += 1;
  }

  private growRow(): void {
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

  /** The vectors of the tools in this order, which are indices in the order of adding. */
  finish(order: Int32Array): SparseVectors {
    const { rank, frequency } = this.ranked();
    const size = order.length;
    const most = Math.max(COMMONEST.tools, size * COMMONEST.share);
    const rarity = Float64Array.from(frequency, (count) => (count > most ? 0 : Math.log((size + 1) / (count + 0.5))));
    const start = new Int32Array(size + 1);
    const sums = new Float64Array(frequency.length);
    const features: Int32Array[] = [];
    const values: Float32Array[] = [];
    for (const [at, index] of order.entries()) {
      const row = this.rows[index];
      if (row === undefined) continue;
      const ranks = row.ids.map((id) => rank[id] ?? 0);
      let begin = 0;
      for (const [field, end] of row.ends.entries()) {
        this.addField(
          FIELD_WEIGHTS[this.fields[field] ?? 'name'],
          { ranks, weights: row.weights, begin, end },
          rarity,
          sums,
        );
        begin = end;
      }
      // by rank is the commonest first; each once
      const sorted = ranks.slice().sort();
      let length = 0;
      const mine: number[] = [];
      for (const id of sorted) {
        const sum = sums[id] ?? 0;
        if (sum === 0 || mine.at(-1) === id) continue;
        length += sum * sum;
        mine.push(id);
      }
      // what only one tool has links nothing; it stays in the length of the vector
      const linking = mine.filter((id) => (frequency[id] ?? 0) > 1);
      const norm = Math.sqrt(length);
      const weights = new Float32Array(linking.length);
      for (let k = 0; k < linking.length; k++) weights[k] = (sums[linking[k] ?? 0] ?? 0) / norm;
      values.push(weights);
      features.push(Int32Array.from(linking));
      for (const id of sorted) sums[id] = 0;
      start[at + 1] = (start[at] ?? 0) + linking.length;
    }
    return {
      start,
      feature: joined(features, Int32Array, start[size] ?? 0),
      weight: joined(values, Float32Array, start[size] ?? 0),
      features: frequency.length,
    };
  }

  private addField(
    weight: number,
    { ranks, weights, begin, end }: { ranks: Int32Array; weights: Float32Array; begin: number; end: number },
    rarity: Float64Array,
    sums: Float64Array,
  ): void {
    // in the order of the ranks, so that sums do not depend on who was read first
    const places = new Int32Array(end - begin);
    for (let k = begin; k < end; k++) places[k - begin] = k;
    places.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
    let norm = 0;
    for (const k of places) norm += ((weights[k] ?? 0) * (rarity[ranks[k] ?? 0] ?? 0)) ** 2;
    if (norm === 0) return;
    const scale = weight / Math.sqrt(norm);
    for (const k of places) {
      const id = ranks[k] ?? 0;
      sums[id] = (sums[id] ?? 0) + (weights[k] ?? 0) * (rarity[id] ?? 0) * scale;
    }
  }

  /** Terms by how many tools have them, the commonest first, equal ones by their text. */
  private ranked(): { rank: Int32Array; frequency: Int32Array } {
    const { texts } = this.terms;
    const counts = new Int32Array(texts.length);
    const last = new Int32Array(texts.length).fill(-1);
    for (const [at, { ids }] of this.rows.entries())
      for (const id of ids) {
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

  /** Of a leaf: the whole name, the name with its type or format, its words. Terms and weights in turn. */
  private featuresOf(words: readonly string[], name: string, kind: string): number[] {
    if (GENERIC_NAMES.has(name)) return [];
    return [
      ...(words.length > 1 ? [this.terms.id(`=${name}`), 0.8] : []),
      ...(kind === '' ? [] : [this.terms.id(`=${name}:${kind}`), 0.4]),
      ...words.flatMap((word) => (isTelling(word) && !GENERIC_NAMES.has(word) ? [this.terms.id(word), 0.6] : [])),
    ];
  }
}

/** What is said of arguments, and of the first results. */
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

function joined<T extends Int32Array | Float32Array>(
  parts: readonly T[],
  Kind: new (length: number) => T,
  length: number,
): T {
  const whole = new Kind(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
