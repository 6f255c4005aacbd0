// Tests episodes that the server plays as a whole: POST /episodes and NeMo Gym's POST /run. A model that the request
// names plays them.
import { describe, expect, test } from 'vitest';
import { episodeHost } from '../../../../agents/server/play-episodes.ts';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { Task } from '../../../../envs/values/task.ts';
import { goldCalls, lastWords, plainTask, question, withFaces } from '../../../support/faces.ts';
import { modelServer, type ChatBody, type ModelServer, type Trouble } from '../../../support/model-server.ts';

const ids = (text: string): number[] => [...Buffer.from(text)];

/**
 * A model that plays the task's stored solution. If `talks` is true, it asks the user to say yes before each change. It
 * reports its tokens as vLLM does; here each byte is a token.
 */
function goldModel(task: Task, talks: boolean, told: string[] = []): Promise<ModelServer> {
  return modelServer(({ messages }: ChatBody): Trouble => {
    // stands for a chat template that prints every field of a message, including the ids of its calls
    const line = ({ role, content, tool_calls: made }: JsonObject): string =>
      `${JSON.stringify([role ?? null, content ?? '', made ?? null])}\n`;
    const calls = goldCalls(task);
    const done = messages.reduce((sum, { tool_calls: made }) => sum + (Array.isArray(made) ? made.length : 0), 0);
    const next = calls[done];
    const last = messages.at(-1);
    const asked = messages.at(-2);
    const isYes =
      last?.role === 'user' && asked?.role === 'assistant' && asked.content?.includes('Shall I go ahead?') === true;
    let message: JsonObject;
    if (next === undefined) message = { role: 'assistant', content: lastWords(task) };
    else if (talks && !isYes && !/^(find|list|get|search|look)/.test(next.name))
      message = { role: 'assistant', content: question(next) };
    else
      message = {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `made-up-${done}`,
            type: 'function',
            function: { name: next.name, arguments: JSON.stringify(next.arguments) },
          },
        ],
      };
    const reply = {
      role: message['role'],
      content: message['content'],
      ...(message['tool_calls'] === undefined ? {} : { tool_calls: message['tool_calls'] }),
    };
    // the next prompt must contain a reply exactly as the model gave it
    const said = line(reply as JsonObject);
    told.push(said);
    const prompt = messages.map((each) => line(each)).join('');
    return {
      raw: JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        model: 'm',
        prompt_token_ids: ids(prompt),
        choices: [
          {
            index: 0,
            message: reply,
            finish_reason: 'stop',
            token_ids: ids(said),
            logprobs: { content: ids(said).map(() => ({ token: '', logprob: -0.5 })) },
          },
        ],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      }),
    };
  });
}

describe('POST /episodes', () => {
  test.each([
    ['alone', 'none'],
    ['with a user', 'scripted'],
  ])('%s: gold is worth 1, with its conversation, and the seat is left', async (_name, user) => {
    const server = await withFaces({ episodes: episodeHost() });
    const task = plainTask('write');
    const model = await goldModel(task, user !== 'none');
    const { body, status } = await server.ask<{ reward: number; messages: object[]; turns: object[]; end: string }>(
      'POST',
      '/episodes',
      {
        body: {
          environment: 'order-desk',
          task: task.id,
          user,
          model: { base_url: model.url, name: 'm', token_ids: true, sampling: { temperature: 0.5, top_k: 3 } },
        },
      },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ reward: 1, end: 'done' });
    expect(body.turns).toHaveLength(model.asked.length);
    expect(model.asked[0]).toMatchObject({ temperature: 0.5, top_k: 3, return_token_ids: true });
    expect(server.server.sessions.size).toBe(0);
  });

  test('a group, a key that gives it again, limits', async () => {
    const server = await withFaces({ episodes: episodeHost() });
    const task = plainTask('read');
    const model = await goldModel(task, false);
    const wish = { environment: 'order-desk', task: task.id, user: 'none', model: { base_url: model.url, name: 'm' } };
    const group = await server.ask<{ episodes: { reward: number }[] }>('POST', '/episodes', {
      body: { ...wish, count: 3, key: 'k' },
    });
    expect(group.body.episodes.map(({ reward }) => reward)).toEqual([1, 1, 1]);
    const asked = model.asked.length;
    const again = await server.ask('POST', '/episodes', { body: { ...wish, count: 3, key: 'k' } });
    expect(again.body).toEqual(group.body);
    expect(model.asked).toHaveLength(asked);
    const short = await server.ask<{ reward: number; end: string }>('POST', '/episodes', {
      body: { ...wish, limits: { moves: 1 } },
    });
    expect(short.body).toMatchObject({ reward: 0, end: 'max_turns' });
  });

  test('a model that fails is no reward; what is wrong with the request is told at once', async () => {
    const server = await withFaces({ episodes: episodeHost() });
    const model = await modelServer(() => ({ status: 401, error: { message: 'no key' } }));
    const wish = { environment: 'order-desk', task: plainTask().id, model: { base_url: model.url, name: 'm' } };
    const failed = await server.ask<{ reward: null; end: string }>('POST', '/episodes', { body: wish });
    expect(failed).toMatchObject({ status: 200, body: { reward: null, end: 'infrastructure' } });
    for (const wrong of [{ model: {} }, { environment: 'nowhere' }, { limits: { moves: 0 } }, { count: 0 }])
      expect((await server.ask('POST', '/episodes', { body: { ...wish, ...wrong } })).status).toBeGreaterThanOrEqual(
        400,
      );
    expect(server.server.sessions.size).toBe(0);
  });
});

describe('POST /run', () => {
  test('the trajectory carries token ids once a reply, each prompt growing from the one before', async () => {
    const task = plainTask('write');
    const told: string[] = [];
    const model = await goldModel(task, true, told);
    const server = await withFaces({
      episodes: episodeHost(),
      faces: { model: { baseUrl: model.url, name: 'policy' } },
    });
    const row = {
      responses_create_params: { input: [{ role: 'user', content: task.user.opening }], temperature: 1 },
      verifier_metadata: { environment: 'order-desk', task: task.id, user: 'scripted' },
    };
    const { body } = await server.ask<{ reward: number; mask_sample: boolean; response: { output: JsonObject[] } }>(
      'POST',
      '/run',
      {
        body: row,
      },
    );
    expect(body).toMatchObject({ reward: 1, mask_sample: false });
    const counted = body.response.output.filter((item) => item['generation_token_ids'] !== undefined);
    expect(counted).toHaveLength(model.asked.length);
    // the numbers are those that the model gave
    for (const [at, item] of counted.entries()) {
      const said = ids(told[at] ?? '');
      expect(item).toMatchObject({ generation_token_ids: said, generation_log_probs: said.map(() => -0.5) });
      const before = counted[at - 1];
      const begun = [before?.['prompt_token_ids'] ?? [], before?.['generation_token_ids'] ?? []].flat();
      expect((item['prompt_token_ids'] as Json[]).slice(0, begun.length)).toEqual(begun);
    }
    const config = await server.ask<string & Record<string, never>>('GET', '/global_config_dict_yaml');
    expect(JSON.parse(JSON.parse(config.text) as string)).toMatchObject({ callgym: { responses_api_agents: {} } });
  });

  test('a model that fails is a 502, not a reward', async () => {
    const model = await modelServer(() => ({ status: 401, error: { message: 'no key' } }));
    const server = await withFaces({ episodes: episodeHost() });
    const body = { verifier_metadata: { environment: 'order-desk', task: plainTask().id } };
    expect((await server.ask('POST', '/run', { body, headers: { 'x-callgym-model': model.url } })).status).toBe(502);
    expect((await server.ask('POST', '/run', { body })).status).toBe(400);
  });
});
