// Lets a language model be the agent, at any OpenAI-compatible endpoint. If a request to the endpoint fails, the
// request is made again; tool calls are not repeated.
import { badInput } from '../../envs/errors/gym-error.ts';
import { ModelFailure, openClient } from '../../envs/model/openai-client.ts';
import { chatMessages, failureOf, moveOf, ToolNames } from '../episodes/chat-messages.ts';
import type { PlayerKind } from '../episodes/players.ts';

/** How many times in all the model is asked if its reply has neither words nor calls. */
const EMPTY = 3;

export const openaiAgent: PlayerKind = {
  name: 'openai',
  about: 'openai:MODEL: a chat model at --agent-base-url or OPENAI_BASE_URL',
  async open(model, options) {
    if (model === '') throw badInput({ path: '--agent openai', what: 'names no model', mend: 'openai:MODEL' });
    const client = await openClient({ baseUrl: options.baseUrl });
    const { temperature, maxTokens } = options;
    return {
      about: {
        kind: 'openai',
        model,
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
      },
      sit: ({ system, tools, random }) => {
        const names = new ToolNames(tools);
        const seed = random('model').int(1, 2 ** 31 - 1);
        return {
          async next(messages) {
            let [prompt, completion] = [0, 0];
            for (let attempt = 1; ; attempt++) {
              try {
                const reply = await client.chat({
                  model,
                  messages: chatMessages(system, messages, 'assistant', names),
                  tools: names.tools,
                  temperature,
                  maxTokens,
                  seed,
                });
                prompt += reply.usage.prompt;
                completion += reply.usage.completion;
                const usage = { prompt, completion };
                if (reply.cut && reply.calls.length === 0)
                  return {
                    kind: 'end',
                    end: 'max_tokens',
                    why: 'the reply was cut off at its length limit',
                    text: reply.text,
                    ...(reply.reasoning === undefined ? {} : { reasoning: reply.reasoning }),
                    usage,
                  };
                const move = moveOf(reply, names);
                if (move !== undefined) return { ...move, usage };
                if (attempt === EMPTY)
                  return { kind: 'end', end: 'agent_error', why: 'the model neither said nor called anything', usage };
              } catch (error) {
                if (error instanceof ModelFailure) throw failureOf(error);
                throw error;
              }
            }
          },
        };
      },
    };
  },
};
