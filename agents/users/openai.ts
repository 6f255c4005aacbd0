// Lets a language model play the user. The model plays the role of the task's user and ends the talk with a mark.
// Its messages are checked: a user spoils the episode if it reveals values of the solution, invents values, ends too
// early or misuses its own tools. After a second bad message in one turn the episode ends with user_error, and the
// agent is not blamed.
import { badInput } from '../../envs/errors/gym-error.ts';
import { ModelFailure, openClient } from '../../envs/model/openai-client.ts';
import type { EndReason } from '../../envs/values/task.ts';
import { chatMessages, failureOf, moveOf, ToolNames } from '../episodes/chat-messages.ts';
import { PlayerFailure, type PlayerKind } from '../episodes/players.ts';
import { asksForYes, recogniseActs } from '../language/acts.ts';
import { dateOrderOf } from '../../envs/words/dates-said.ts';
import { structuredFacts } from './structured-facts.ts';
import { UserChecks } from './user-checks.ts';
import { wishesOf } from './wishes.ts';

export const OPENAI_USER_VERSION = '2';

const MARKS: readonly (readonly [mark: string, end: EndReason])[] = [
  ['###STOP###', 'done'],
  ['###REFUSED###', 'refused'],
  ['###TRANSFER###', 'transferred'],
  ['###GIVE-UP###', 'user_gave_up'],
];

const HOW = `# How to talk

- You write the customer's next message and nothing else: one or two sentences, in your own words.
- Say at first only what you want. Tell what you know when you are asked for it, one thing at a time.
- Where it says that you get something wrong at first, do so once, and correct yourself in your next message.
- Where it says that you repeat something, insist once when you are told no.
- Never make anything up. What is not written above you do not know, and you say so.
- Say yes or no clearly when you are asked whether something shall be done. Say no to what you did not ask for.
- Use your own tools only when the agent tells you to, and say what came of it.
- When everything you wanted is done or answered, end with ${MARKS[0]?.[0]}. When the agent has told you that it cannot or may not be done, end with ${MARKS[1]?.[0]}. When you are handed over to somebody else, end with ${MARKS[2]?.[0]}. When it leads nowhere, end with ${MARKS[3]?.[0]}. Never end before that.`;

/** How many times in one turn the model is asked again after a message that a real customer could not write. */
const MORE_TRIES = 1;
const EMPTY = 3;
/**
 * The largest number of tokens of one reply, including hidden reasoning. The reply itself should be only one or two
 * sentences.
 */
const MOST_TOKENS = 2048;

export const openaiUser: PlayerKind = {
  name: 'openai',
  about:
    'openai:MODEL: a chat model at --user-base-url or OPENAI_BASE_URL, checked for faults that users must not have',
  async open(model, options) {
    if (model === '') throw badInput({ path: '--user openai', what: 'names no model', mend: 'openai:MODEL' });
    const client = await openClient({ baseUrl: options.baseUrl });
    const { temperature, maxTokens = MOST_TOKENS } = options;
    return {
      about: {
        kind: 'openai',
        version: OPENAI_USER_VERSION,
        model,
        ...(temperature === undefined ? {} : { temperature }),
      },
      sit: ({ system, tools, random, task, world, changes }) => {
        const names = new ToolNames(tools);
        const seed = random('user model').int(1, 2 ** 31 - 1);
        const checks = new UserChecks(task, tools, wishesOf(task, world), dateOrderOf(world.environment?.locale), {
          speech: world.environment?.speech,
          tools: world.tools,
        });
        const known = structuredFacts(task, world);
        let opened = false;
        return {
          async next(messages) {
            if (!opened) {
              opened = true;
              // the task's own first message is used, because it is known to say enough
              if (task.user.opening.trim() !== '') return { kind: 'say', text: task.user.opening, acts: ['ask'] };
            }
            const heard = messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
            const chat = chatMessages(`${system}\n\n${known}\n\n${HOW}`, messages, 'user', names);
            let corrected = 0;
            if (messages.length === 0) chat.push({ role: 'user', content: 'Hello! How can I help you?' });
            for (let attempt = 1; ; attempt++) {
              try {
                const reply = await client.chat({
                  model,
                  messages: chat,
                  tools: names.tools,
                  temperature,
                  maxTokens,
                  seed,
                });
                if (reply.cut)
                  throw new PlayerFailure('user_error', 'the reply of the user model was cut off at its length limit');
                const move = moveOf(reply, names);
                if (move === undefined) {
                  if (attempt < EMPTY) continue;
                  throw new PlayerFailure('user_error', 'the user model said nothing');
                }
                if (move.kind !== 'say') {
                  const harm =
                    move.kind === 'call'
                      ? checks.calls(
                          move.calls.map(({ name }) => name),
                          messages,
                        )
                      : undefined;
                  if (harm !== undefined) throw new PlayerFailure('user_error', harm);
                  return move;
                }
                const [mark, end] = MARKS.find(([each]) => move.text.includes(each)) ?? [];
                const text = mark === undefined ? move.text : move.text.replaceAll(mark, '').trim();
                const acts = recogniseActs('user', text, asksForYes(heard));
                const wrong =
                  checks.says(text, end, messages) ??
                  checks.agrees(acts ?? [], heard) ??
                  (await checks.leaves(end, messages, changes));
                if (wrong !== undefined) {
                  if (corrected === MORE_TRIES) throw new PlayerFailure('user_error', wrong);
                  corrected += 1;
                  chat.push(
                    { role: 'assistant', content: move.text },
                    {
                      role: 'user',
                      content: `(Not said to anybody: ${wrong}. Write the customer's message again, without that.)`,
                    },
                  );
                  continue;
                }
                return {
                  ...move,
                  text,
                  ...(acts === undefined ? {} : { acts }),
                  ...(end === undefined ? {} : { end }),
                };
              } catch (error) {
                if (error instanceof ModelFailure) {
                  const failure = failureOf(error);
                  // if the context of the user's model is too small, the agent is not to blame
                  throw failure.end === 'max_tokens' ? new PlayerFailure('user_error', error.message) : failure;
                }
                throw error;
              }
            }
          },
        };
      },
    };
  },
};
