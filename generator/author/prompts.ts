// Reads prompts from files that a person can edit. The digest of the prompts is a part of a question's identity, so
// that an edited prompt makes a new question.
import { readFileSync } from 'node:fs';
import type { ModelRequest } from '../../envs/model/model-request.ts';
import { sha256 } from '../../envs/values/hash.ts';

const FILES = [
  'plan',
  'entities',
  'plan-slice',
  'rows',
  'language',
  'programs',
  'scenarios',
  'scenario-format',
  'mend',
  'settle',
  'sharpen',
  'review',
  'story-language',
  'stories',
  'wording',
  'reading',
] as const;
export type Prompt = (typeof FILES)[number];

const MAX_TOKENS = 24_000;
const texts = new Map<Prompt, string>();

export function promptText(name: Prompt): string {
  const known = texts.get(name) ?? readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trim();
  texts.set(name, known);
  return known;
}

/** The sections that follow the prompts: the title of each, with the JSON or text below the title. */
export type Sections = Readonly<Record<string, unknown>>;

export function askingFor(
  stage: string,
  about: string,
  prompts: readonly Prompt[],
  sections: Sections,
  sample?: number,
): ModelRequest {
  const system = prompts.map(promptText).join('\n\n');
  const user = Object.entries(sections)
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => `## ${title}\n\n${typeof value === 'string' ? value : compact(value)}`)
    .join('\n\n');
  return {
    stage,
    about,
    prompt: sha256(system).slice(0, 12),
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: `${user}\n\nAnswer with the JSON object alone.` },
    ],
    maxTokens: MAX_TOKENS,
    ...(sample === undefined ? {} : { sample }),
  };
}

/** Writes JSON with a line for each member of the first two levels. This is readable and costs few tokens. */
function compact(value: unknown, depth = 0): string {
  if (depth < 2 && value !== null && typeof value === 'object' && Object.keys(value).length > 0) {
    const pad = '  '.repeat(depth + 1);
    const isList = Array.isArray(value);
    const inner = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => `${pad}${isList ? '' : `${JSON.stringify(key)}: `}${compact(each, depth + 1)}`)
      .join(',\n');
    return `${isList ? '[' : '{'}\n${inner}\n${'  '.repeat(depth)}${isList ? ']' : '}'}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Asks a question again. The new question contains the refused reply and the reply's faults. */
export function askingAgain(
  request: ModelRequest,
  reply: string,
  complaints: readonly string[],
  how: string,
): ModelRequest {
  return {
    ...request,
    stage: `${request.stage} again`,
    messages: [
      ...request.messages,
      { role: 'assistant', content: reply },
      { role: 'user', content: `${how}\n\n${complaints.map((each) => `- ${each}`).join('\n')}` },
    ],
  };
}
