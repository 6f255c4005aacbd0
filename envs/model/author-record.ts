// The file author/record.jsonl: questions to a language model and its answers, one pair per line. Each answer is
// appended when it arrives, so that an interrupted run need not pay for it again. At the end, the lines are sorted in
// the order of the questions.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeWhole } from '../folder/environment-folder.ts';
import { checkedAs, isJsonObject } from '../values/json.ts';
import { requestId, type ModelAnswer, type ModelMessage, type ModelRequest } from './model-request.ts';

interface Line {
  readonly id: string;
  readonly stage: string;
  readonly about: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly sample?: number;
  readonly messages: readonly ModelMessage[];
  readonly answer: ModelAnswer;
}

export class AuthorRecord {
  private readonly file: string;
  private readonly lines = new Map<string, Line>();
  private readonly asked: string[] = [];

  constructor(file: string) {
    this.file = file;
    if (!existsSync(file)) return;
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      const line = readLine(text);
      if (line !== undefined) this.lines.set(line.id, line);
    }
  }

  answer(request: ModelRequest): ModelAnswer | undefined {
    const id = requestId(request);
    const found = this.lines.get(id);
    if (found !== undefined && !this.asked.includes(id)) this.asked.push(id);
    return found?.answer;
  }

  keep(request: ModelRequest, answer: ModelAnswer): void {
    const id = requestId(request);
    if (this.lines.has(id)) return;
    const { stage, about, prompt, maxTokens, sample, messages } = request;
    const line: Line = {
      id,
      stage,
      about,
      prompt,
      maxTokens,
      ...(sample === undefined ? {} : { sample }),
      messages,
      answer,
    };
    this.lines.set(id, line);
    this.asked.push(id);
    mkdirSync(dirname(this.file), { recursive: true });
    appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }

  /**
   * Writes the lines of this run in the order of its questions. Lines of other questions are dropped or, with `others`,
   * written first.
   */
  settle(order: readonly string[], others = false): void {
    const own = new Set(order);
    const before = others ? [...this.lines.keys()].filter((id) => !own.has(id)) : [];
    const lines = [...before, ...order].flatMap((id) => this.lines.get(id) ?? []);
    if (lines.length > 0) writeWhole(this.file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/**
 * Reads a line. Returns undefined if the line was cut off by a crash or damaged by hand; its question will be asked
 * again.
 */
function readLine(text: string): Line | undefined {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || !isJsonObject(value['answer']) || typeof value['answer']['text'] !== 'string')
    return undefined;
  const line = checkedAs<Line>(value);
  return Array.isArray(line.messages) && line.id === requestId(line) ? line : undefined;
}
