// Questions to a language model and its answers, as files in OpenAI's Batch format. callgym writes
// DIR/requests.NNN.jsonl and reads DIR/responses.NNN.jsonl. Any program or person can answer such a file, for example
// the Batch API or vllm run-batch.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../errors/gym-error.ts';
import { writeWhole } from '../folder/environment-folder.ts';
import { isJsonObject, type Json } from '../values/json.ts';
import { requestBody, requestId, type ModelAnswer, type ModelRequest } from './model-request.ts';

export class BatchFiles {
  readonly dir: string;
  private readonly model: string;
  private readonly answers = new Map<string, ModelAnswer>();
  private readonly failures = new Map<string, string>();
  private readonly pending = new Map<string, ModelRequest>();
  private files = 0;

  constructor(dir: string, model = 'any') {
    this.dir = dir;
    this.model = model;
    mkdirSync(dir, { recursive: true });
    const names = readdirSync(dir).sort();
    for (const name of names) {
      if (/^requests\.\d{3}\.jsonl$/.test(name)) this.files = Math.max(this.files, Number(name.slice(9, 12)));
      if (/^responses\.\d{3}\.jsonl$/.test(name)) this.read(join(dir, name));
    }
  }

  private read(file: string): void {
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (text.trim() === '') continue;
      let line: unknown;
      try {
        line = JSON.parse(text);
      } catch (error) {
        throw badInput({
          file: `${file}:${index + 1}`,
          what: `is no JSON: ${(error as Error).message}`,
          mend: 'a line is {"custom_id": …, "response": {"body": {"choices": [{"message": {"content": …}}]}}}',
        });
      }
      const id = isJsonObject(line) ? line['custom_id'] : undefined;
      if (!isJsonObject(line) || typeof id !== 'string')
        throw badInput({ file: `${file}:${index + 1}`, what: 'has no custom_id', mend: 'copy it from the request' });
      const answer = answerIn(line['response'] as Json);
      if (answer !== undefined) this.answers.set(id, answer);
      else this.failures.set(id, JSON.stringify(line['error'] ?? 'no content').slice(0, 200));
    }
  }

  /**
   * Returns the answer. Returns 'pending' if no answer has come yet, and an object with `failed` if the answer reports
   * an error.
   */
  answer(request: ModelRequest): ModelAnswer | 'pending' | { readonly failed: string } {
    const id = requestId(request);
    const known = this.answers.get(id);
    if (known !== undefined) return known;
    const failed = this.failures.get(id);
    if (failed !== undefined) return { failed };
    this.pending.set(id, request);
    return 'pending';
  }

  /**
   * Writes the questions that still have no answer. Equal questions are written once. Returns undefined if there are
   * none.
   */
  write(): { readonly requests: string; readonly responses: string; readonly count: number } | undefined {
    if (this.pending.size === 0) return undefined;
    const lines = [...this.pending].map(([id, request]) =>
      JSON.stringify({
        custom_id: id,
        method: 'POST',
        url: '/v1/chat/completions',
        body: requestBody(request, this.model),
      }),
    );
    const text = lines.map((line) => `${line}\n`).join('');
    const last = join(this.dir, `requests.${numbered(this.files)}.jsonl`);
    if (this.files === 0 || !existsSync(last) || readFileSync(last, 'utf8') !== text) this.files += 1;
    const requests = join(this.dir, `requests.${numbered(this.files)}.jsonl`);
    writeWhole(requests, text);
    return {
      requests,
      responses: join(this.dir, `responses.${numbered(this.files)}.jsonl`),
      count: this.pending.size,
    };
  }
}

const numbered = (at: number): string => String(at).padStart(3, '0');

function answerIn(response: Json | undefined): ModelAnswer | undefined {
  const body = isJsonObject(response) ? response['body'] : undefined;
  const choices = isJsonObject(body) ? body['choices'] : undefined;
  const choice = Array.isArray(choices) ? (choices[0] as Json) : undefined;
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  const content = isJsonObject(message) ? message['content'] : undefined;
  if (typeof content !== 'string') return undefined;
  const usage = isJsonObject(body) && isJsonObject(body['usage']) ? body['usage'] : {};
  return {
    text: content,
    cut: isJsonObject(choice) && choice['finish_reason'] === 'length',
    usage: { prompt: Number(usage['prompt_tokens'] ?? 0), completion: Number(usage['completion_tokens'] ?? 0) },
  };
}
