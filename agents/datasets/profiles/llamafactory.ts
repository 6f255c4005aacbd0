// LLaMA-Factory's sharegpt format with its dataset_info.json. The format wants alternating turns and one JSON text
// for all calls of a turn, and has no training flag per message. If a conversation has untrained assistant messages, it
// becomes one row per trained message, and the trainer's option `mask_history` must be set, so that only the last turn
// is trained on.
import {
  checkedAs,
  asJson,
  isJsonObject,
  parseAsWritten,
  type Json,
  type JsonObject,
} from '../../../envs/values/json.ts';
import { allTrained, plainName, plainTools, prefixes } from '../chat-shape.ts';
import type { Profile, Told } from '../profile.ts';
import { argumentsOf, type RowMessage } from '../row.ts';

interface Turn {
  readonly from: 'human' | 'gpt' | 'function_call' | 'observation';
  readonly value: string;
}

export const llamafactoryProfile: Profile = {
  name: 'llamafactory',
  about: 'LLaMA-Factory: sharegpt and dataset_info.json; last_turn is for mask_history; DPO',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) => {
        if (!allTrained(messages)) return 'not trained as a whole: it is in last_turn';
        return conversation(messages, tools);
      },
      lint,
      back,
    },
    {
      name: 'last_turn',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) => {
        if (allTrained(messages)) return 'trained as a whole: it is in the main file';
        const made = prefixes(messages).map(({ before, message }) => conversation([...before, message], tools));
        const why = made.find((each) => typeof each === 'string');
        return typeof why === 'string' ? why : made.flatMap((each) => (typeof each === 'string' ? [] : each));
      },
      lint,
      back,
    },
    {
      name: 'dpo',
      from: 'pairs',
      file: 'jsonl',
      make: ({ messages, chosen, rejected, tools }) => {
        const made = conversation([...messages, chosen], tools);
        if (typeof made === 'string') return made;
        const [line] = made as readonly [JsonObject];
        const turns = checkedAs<readonly Turn[]>(line['conversations']);
        return [
          {
            ...line,
            conversations: asJson(turns.slice(0, -1)),
            chosen: asJson(turnOf(chosen)),
            rejected: asJson(turnOf(rejected)),
          },
        ];
      },
      lint: (line) => {
        const turns = checkedAs<readonly Turn[]>(line['conversations']);
        return turns.length % 2 === 1 ? lintTurns(turns) : 'an even number of turns before the choice';
      },
    },
  ],
  beside: (files) => {
    const info = files.map(({ path, output, phase, split }) => [
      `callgym_phase${phase}${output === '' ? '' : `_${output}`}${split === 'test' ? '_test' : ''}`,
      {
        file_name: path,
        formatting: 'sharegpt',
        ...(output === 'dpo' ? { ranking: true } : {}),
        columns: {
          messages: 'conversations',
          system: 'system',
          tools: 'tools',
          ...(output === 'dpo' ? { chosen: 'chosen', rejected: 'rejected' } : {}),
        },
      },
    ]);
    return [{ name: 'dataset_info.json', text: `${JSON.stringify(Object.fromEntries(info), null, 2)}\n` }];
  },
};

function turnOf({ role, content, tool_calls: calls }: RowMessage): Turn {
  if (role === 'user') return { from: 'human', value: content };
  if (calls === undefined) return { from: 'gpt', value: content };
  const made = calls.map((call) => ({ name: plainName(call.function.name), arguments: argumentsOf(call) }));
  return { from: 'function_call', value: JSON.stringify(made.length === 1 ? made[0] : made) };
}

function conversation(messages: readonly RowMessage[], tools: readonly Json[]): readonly JsonObject[] | string {
  const [first, ...rest] = messages;
  const turns: Turn[] = [];
  let results: string[] = [];
  const settle = (): void => {
    if (results.length > 0)
      turns.push({ from: 'observation', value: results.length === 1 ? (results[0] as string) : asList(results) });
    results = [];
  };
  for (const message of rest) {
    if (message.role === 'tool') {
      results.push(message.content);
      continue;
    }
    settle();
    // LLaMA-Factory would drop the words beside the call without a warning, so this row is left out
    if (
      message.role === 'assistant' &&
      message.tool_calls !== undefined &&
      message.content.trim() !== '' &&
      message.train
    )
      return 'words beside a call, which this format has no place for';
    turns.push(turnOf(message));
  }
  settle();
  const wrong = lintTurns(turns);
  if (wrong !== undefined) return wrong;
  return [
    {
      conversations: asJson(turns),
      system: first?.role === 'system' ? first.content : '',
      tools: JSON.stringify(plainTools(tools).map((tool) => listed((tool as JsonObject)['function'] as JsonObject))),
    },
  ];
}

/**
 * Moves choices that are not all text (an `enum` with numbers) from a property's schema to its description, because
 * some templates of LLaMA-Factory fail on numbers.
 */
function listed(tool: JsonObject): JsonObject {
  const parameters = isJsonObject(tool['parameters']) ? tool['parameters'] : {};
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const plain = Object.entries(properties).map(([name, property]) => {
    if (!isJsonObject(property) || !Array.isArray(property['enum'])) return [name, property];
    const choices = property['enum'] as readonly Json[];
    if (choices.every((each) => typeof each === 'string')) return [name, property];
    const { enum: _enum, ...rest } = property;
    const told = `One of ${choices.map((each) => JSON.stringify(each)).join(', ')}.`;
    const description = typeof rest['description'] === 'string' ? `${rest['description']} ${told}` : told;
    return [name, { ...rest, description }];
  });
  return {
    ...tool,
    description: tool['description'] ?? '',
    parameters: { type: 'object', ...parameters, properties: Object.fromEntries(plain) as JsonObject },
  };
}

/** Writes the results of parallel calls as one JSON list, because the format has only one turn for them. */
function asList(results: readonly string[]): string {
  return `[${results.map((each) => (isJson(each) ? each : JSON.stringify(each))).join(', ')}]`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lintTurns(turns: readonly Turn[]): string | undefined {
  const wrong = turns.findIndex(({ from }, at) => (from === 'human' || from === 'observation') !== (at % 2 === 0));
  return wrong === -1 ? undefined : `turn ${wrong + 1} is out of turn: ${turns[wrong]?.from ?? ''}`;
}

function lint(line: JsonObject): string | undefined {
  const turns = checkedAs<readonly Turn[]>(line['conversations']);
  if (turns.length % 2 !== 0) return 'an odd number of turns';
  if (typeof line['tools'] !== 'string' || typeof line['system'] !== 'string') return 'tools or system are no text';
  for (const { from, value } of turns) {
    if (typeof value !== 'string') return 'a value that is no text';
    if (from !== 'function_call') continue;
    const calls = JSON.parse(value) as Json;
    for (const call of (Array.isArray(calls) ? calls : [calls]) as readonly Json[])
      if (!isJsonObject(call) || !isJsonObject(call['arguments'])) return 'arguments that are no object';
  }
  return lintTurns(turns);
}

function back(line: JsonObject): Told[] {
  const turns = checkedAs<readonly Turn[]>(line['conversations']);
  return [
    { role: 'system', content: String(line['system']) },
    ...turns.flatMap(({ from, value }, at): Told[] => {
      if (from === 'human') return [{ role: 'user', content: value }];
      if (from === 'gpt') return [{ role: 'assistant', content: value }];
      if (from === 'function_call') {
        const calls = parseAsWritten(value);
        return [{ role: 'assistant', content: '', calls: checkedAs(Array.isArray(calls) ? calls : [calls]) }];
      }
      const made = JSON.parse(turns[at - 1]?.value ?? '[]') as Json;
      if (!Array.isArray(made)) return [{ role: 'tool', content: value }];
      return (parseAsWritten(value) as readonly Json[]).map((each) => ({
        role: 'tool',
        content: JSON.stringify(each),
      }));
    }),
  ];
}
