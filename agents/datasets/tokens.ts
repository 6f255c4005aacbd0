// Counts the tokens of a row with a real tokenizer. Each text is counted once, and the counts are stored in a file.
import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '../../envs/folder/environment-folder.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { Json } from '../../envs/values/json.ts';
import type { RowMessage } from './row.ts';

export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The number of tokens that each message costs in addition to its text. */
const FRAME = 4;

export interface TokenCounter {
  count(messages: readonly RowMessage[], tools: readonly Json[]): number;
  /**
   * Returns the counts that were made (not taken over) since the last call of `fresh`, each with the digest of its
   * text.
   */
  fresh(): readonly (readonly [digest: string, tokens: number])[];
  /** Takes over counts that another process made. */
  learn(counted: readonly (readonly [digest: string, tokens: number])[]): void;
  save(): void;
}

export async function openCounter(encoding: Encoding, cache: string): Promise<TokenCounter> {
  const { encode } = await (encoding === 'o200k_base'
    ? import('gpt-tokenizer/encoding/o200k_base')
    : import('gpt-tokenizer/encoding/cl100k_base'));
  const known = new Map<string, number>();
  let fresh: (readonly [string, number])[] = [];
  if (existsSync(cache))
    for (const line of readFileSync(cache, 'utf8').split('\n')) {
      const [digest, tokens] = line.split(' ');
      if (digest !== undefined && tokens !== undefined) known.set(digest, Number(tokens));
    }
  const size = (text: string): number => {
    const digest = sha256(`${encoding} ${text}`).slice(0, 24);
    let tokens = known.get(digest);
    // `disallowedSpecial` is empty, so that text that looks like a special token is encoded as plain text
    if (tokens === undefined) {
      known.set(digest, (tokens = encode(text, { disallowedSpecial: new Set() }).length));
      fresh.push([digest, tokens]);
    }
    return tokens;
  };
  return {
    count(messages, tools) {
      const texts = messages.map(({ content, reasoning = '', tool_calls: calls }) =>
        [content, reasoning, ...(calls ?? []).map(({ function: call }) => `${call.name}${call.arguments}`)].join('\n'),
      );
      const [system = '', ...rest] = texts;
      // the system prompt and the tools repeat in many rows, so each is counted as a separate text whose count is
      // cached
      return size(system) + size(JSON.stringify(tools)) + size(rest.join('\n')) + messages.length * FRAME;
    },
    fresh() {
      const told = fresh;
      fresh = [];
      return told;
    },
    learn(counted) {
      for (const [digest, tokens] of counted) if (!known.has(digest)) known.set(digest, tokens);
    },
    save: () => writeWhole(cache, [...known].map(([digest, tokens]) => `${digest} ${tokens}\n`).join('')),
  };
}
