// How many tokens a row has, by a real tokenizer, each text counted once: counts are kept beside the dataset.
import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '../../envs/folder/environment-folder.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { Json } from '../../envs/values/json.ts';
import type { RowMessage } from './row.ts';

export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What a message costs beside its text. */
const FRAME = 4;

export interface TokenCounter {
  count(messages: readonly RowMessage[], tools: readonly Json[]): number;
  save(): void;
}

export async function openCounter(encoding: Encoding, cache: string): Promise<TokenCounter> {
  const { encode } = await (encoding === 'o200k_base'
    ? import('gpt-tokenizer/encoding/o200k_base')
    : import('gpt-tokenizer/encoding/cl100k_base'));
  const known = new Map<string, number>();
  if (existsSync(cache))
    for (const line of readFileSync(cache, 'utf8').split('\n')) {
      const [digest, tokens] = line.split(' ');
      if (digest !== undefined && tokens !== undefined) known.set(digest, Number(tokens));
    }
  const size = (text: string): number => {
    const digest = sha256(`${encoding} ${text}`).slice(0, 24);
    let tokens = known.get(digest);
    // what looks like a special token in a text is text
    if (tokens === undefined) known.set(digest, (tokens = encode(text, { disallowedSpecial: new Set() }).length));
    return tokens;
  };
  return {
    count(messages, tools) {
      const texts = messages.map(({ content, reasoning = '', tool_calls: calls }) =>
        [content, reasoning, ...(calls ?? []).map(({ function: call }) => `${call.name}${call.arguments}`)].join('\n'),
      );
      const [system = '', ...rest] = texts;
      // the system prompt and the tools are the same in many rows
      return size(system) + size(JSON.stringify(tools)) + size(rest.join('\n')) + messages.length * FRAME;
    },
    save: () => writeWhole(cache, [...known].map(([digest, tokens]) => `${digest} ${tokens}\n`).join('')),
  };
}
