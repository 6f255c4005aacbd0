// Requests embeddings of tools from an OpenAI-compatible endpoint, to use in place of the built-in vectors. Each
// embedding is requested once and cached beside the result, so that a second run makes no request and gives the same
// result.
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { ModelEndpoint } from '../../envs/model/openai-client.ts';
import { openClient } from '../../envs/model/openai-client.ts';
import { sha256 } from '../../envs/values/hash.ts';
import { isJsonObject } from '../../envs/values/json.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { forEachLine } from '../pool/read-lines.ts';
import { EdgeList, type Edges } from './cosine-join.ts';

const BATCH = 96;
const LONGEST_TEXT = 2_000;

/** Returns the unit vectors of the tools, in the order of the tools. */
export async function embedTools(
  tools: readonly PoolTool[],
  model: string,
  endpoint: ModelEndpoint,
  cache: string,
  progress: (text: string) => void,
): Promise<Float32Array[]> {
  const known = readCache(cache);
  const texts = tools.map(textOf);
  const keys = texts.map((text) => sha256(`${model}\n${text}`));
  const missing = [...new Set(keys.keys())].filter((at) => !known.has(keys[at] ?? ''));
  const unique = [...new Map(missing.map((at) => [keys[at] ?? '', texts[at] ?? ''])).entries()];
  const client = unique.length === 0 ? undefined : await openClient(endpoint);
  for (let at = 0; at < unique.length; at += BATCH) {
    const batch = unique.slice(at, at + BATCH);
    const vectors =
      (await client?.embed(
        model,
        batch.map(([, text]) => text),
      )) ?? [];
    if (vectors.length !== batch.length)
      throw badInput({ path: '--embeddings', what: `gave ${vectors.length} vectors for ${batch.length} texts` });
    const lines = batch.map(([key], index) => {
      const vector = vectors[index] ?? [];
      known.set(key, Float32Array.from(vector));
      return JSON.stringify({ key, vector });
    });
    appendFileSync(cache, `${lines.join('\n')}\n`);
    progress(`${Math.min(at + BATCH, unique.length)} of ${unique.length} embeddings`);
  }
  const found = keys.map((key) => unit(known.get(key) ?? new Float32Array()));
  const sizes = new Set(found.map((vector) => vector.length));
  if (sizes.size > 1)
    throw badInput({ file: cache, what: 'holds vectors of different lengths', mend: 'delete it and run again' });
  return found;
}

/** Finds all pairs that reach the threshold by comparing every pair, because dense vectors have no exact index. */
export function denseJoin(vectors: readonly Float32Array[], threshold: number): Edges {
  const edges = new EdgeList();
  for (let a = 0; a < vectors.length; a++) {
    const left = vectors[a] as Float32Array;
    for (let b = a + 1; b < vectors.length; b++) {
      const right = vectors[b] as Float32Array;
      let sum = 0;
      for (let k = 0; k < left.length; k++) sum += (left[k] ?? 0) * (right[k] ?? 0);
      if (sum >= threshold) edges.add(a, b, Math.min(sum, 1));
    }
  }
  return edges.done();
}

/** Returns the text to embed: the tool's name and description, and the names and descriptions of the arguments. */
function textOf(tool: PoolTool): string {
  const { properties } = tool.parameters;
  const needs = isJsonObject(properties)
    ? Object.entries(properties).map(([name, property]) => {
        const about =
          isJsonObject(property) && typeof property['description'] === 'string' ? `: ${property['description']}` : '';
        return `${name}${about}`;
      })
    : [];
  return [tool.original.name ?? tool.name, tool.description, ...needs].join('\n').slice(0, LONGEST_TEXT);
}

/** Reads the cache. If a stopped run left an incomplete last line, the line is dropped. */
function readCache(file: string): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  if (!existsSync(file)) return known;
  let isWhole = true;
  forEachLine(file, (line) => {
    try {
      const { key, vector } = JSON.parse(line) as { key: string; vector: number[] };
      known.set(key, Float32Array.from(vector));
    } catch {
      isWhole = false;
    }
  });
  if (!isWhole) {
    rmSync(file);
    if (known.size > 0)
      appendFileSync(
        file,
        `${[...known].map(([key, vector]) => JSON.stringify({ key, vector: [...vector] })).join('\n')}\n`,
      );
  }
  return known;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
