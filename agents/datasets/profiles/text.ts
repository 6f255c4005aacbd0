// Writes rows as the text that a model sees, rendered with a Hugging Face chat template, together with the positions
// of the trained spans. A span is the text that one message adds to the conversation. If a template changes earlier
// text when a message is added, the row becomes one text per trained message.
import { readFileSync } from 'node:fs';
import { badInput } from '../../../envs/errors/gym-error.ts';
import { checkedAs, losesDigits, plainJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { chatOf, plainTools } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';
import type { RowMessage } from '../row.ts';

export type Render = (messages: readonly JsonObject[], tools: readonly Json[], opens: boolean) => string;

export interface TrainedText {
  readonly text: string;
  /**
   * The start and the end (exclusive) of each span, counted in UTF-16 units like the positions of a JavaScript string.
   */
  readonly spans: readonly (readonly [number, number])[];
}

export async function openTextProfile(file: string): Promise<Profile> {
  const render = await openTemplate(file);
  return {
    name: 'text',
    about: 'text of a chat template with the spans that are trained',
    outputs: [
      {
        name: '',
        from: 'rows',
        file: 'jsonl',
        make: ({ id, messages, tools }) => {
          const made = trainedTexts(render, messages, tools);
          return typeof made === 'string' ? made : made.map(({ text, spans }) => ({ id, text, spans }));
        },
        lint: (line) => {
          const { text, spans } = checkedAs<TrainedText>(line);
          const inOrder = spans.every(
            ([from, to], at) => from < to && to <= text.length && from >= (spans[at - 1]?.[1] ?? 0),
          );
          return inOrder && spans.length > 0 ? undefined : 'spans out of order';
        },
        back: undefined,
      },
    ],
  };
}

/** Opens a template from a tokenizer_config.json, a .jinja file, or any other text file that holds a template. */
export async function openTemplate(file: string): Promise<Render> {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch {
    throw badInput({
      file: file === '' ? '--format text:' : file,
      what: 'cannot be read',
      mend: 'text:FILE names a chat template',
    });
  }
  let tokens: JsonObject = {};
  if (file.endsWith('.json')) {
    const config = JSON.parse(source) as JsonObject;
    const template = config['chat_template'];
    const chosen = Array.isArray(template)
      ? (template as readonly JsonObject[]).find(({ name }) => name === 'tool_use' || name === 'default')?.['template']
      : template;
    if (typeof chosen !== 'string') throw badInput({ file, what: 'has no chat_template' });
    source = chosen;
    const text = (key: string): Json => {
      const value = config[key];
      return typeof value === 'string' ? value : (((value as JsonObject | undefined)?.['content'] ?? '') as Json);
    };
    tokens = { bos_token: text('bos_token'), eos_token: text('eos_token') };
  }
  const { Template } = await import('@huggingface/jinja');
  let template: InstanceType<typeof Template>;
  try {
    template = new Template(source);
  } catch (error) {
    throw badInput({ file, what: `is no chat template: ${(error as Error).message}` });
  }
  return (messages, tools, opens) =>
    template.render({
      bos_token: '',
      eos_token: '',
      ...tokens,
      messages,
      ...(tools.length === 0 ? {} : { tools }),
      add_generation_prompt: opens,
    });
}

export function trainedTexts(
  render: Render,
  messages: readonly RowMessage[],
  tools: readonly Json[],
): readonly TrainedText[] | string {
  const written = chatOf(messages, { objects: true, reasoning: true, names: true });
  if (losesDigits(written)) return 'an integer beyond 2^53, whose digits a template would lose';
  const chat = written.map((message) => plainJson(message) as JsonObject);
  const listed = plainTools(tools);
  try {
    return whole(render, chat, messages, listed) ?? oneByOne(render, chat, messages, listed);
  } catch (error) {
    return `the template cannot render it: ${(error as Error).message.split('\n')[0] ?? ''}`;
  }
}

/**
 * Renders one text for the whole row. Returns undefined if the messages up to a trained message, rendered alone, give a
 * text with which the whole text does not begin.
 */
function whole(
  render: Render,
  chat: readonly JsonObject[],
  messages: readonly RowMessage[],
  tools: readonly Json[],
): TrainedText[] | undefined {
  const text = render(chat, tools, false);
  const spans: [number, number][] = [];
  for (const [at, { train }] of messages.entries()) {
    if (!train) continue;
    const span = spanOf(render, chat.slice(0, at + 1), tools);
    if (span === undefined || !text.startsWith(span.text)) return undefined;
    spans.push(span.span);
  }
  return [{ text, spans }];
}

function oneByOne(
  render: Render,
  chat: readonly JsonObject[],
  messages: readonly RowMessage[],
  tools: readonly Json[],
): TrainedText[] | string {
  const texts: TrainedText[] = [];
  for (const [at, { train }] of messages.entries()) {
    if (!train) continue;
    const span = spanOf(render, chat.slice(0, at + 1), tools);
    if (span === undefined) return 'the template does not begin an answer with what comes before it';
    texts.push({ text: span.text, spans: [span.span] });
  }
  return texts;
}

/**
 * Renders a conversation and returns the text with the span of its last message. Returns undefined if the last message
 * makes the template change the text before it.
 */
function spanOf(
  render: Render,
  chat: readonly JsonObject[],
  tools: readonly Json[],
): { text: string; span: [number, number] } | undefined {
  const before = render(chat.slice(0, -1), tools, true);
  const text = render(chat, tools, false);
  if (!text.startsWith(before)) return undefined;
  // white space after the template's last mark belongs to the next message, so the span ends before this white space
  const to = text.trimEnd().length;
  return { text, span: [before.length, Math.max(to, before.length)] };
}
