// The format of verl, in Parquet. Fields whose shape differs from row to row (tools, arguments, session data) are JSON
// text, because Arrow would add null fields to them. A Python file next to the rows decodes these fields for verl's
// dataset class.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { allTrained, chatOf, lintChat, plainTools, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const verlProfile: Profile = {
  name: 'verl',
  about: 'verl: multi-turn SFT and RL, Parquet',
  outputs: [
    {
      name: 'sft',
      from: 'rows',
      file: 'parquet',
      shape: {
        messages: [{ role: '', content: '', reasoning_content: '', tool_calls: '', tool_call_id: '' }],
        tools: '',
        enable_thinking: false,
      },
      make: ({ messages, tools }) =>
        allTrained(messages)
          ? [
              {
                messages: chatOf(messages, { reasoning: true }).map(({ tool_calls: calls, ...rest }) => ({
                  ...rest,
                  ...(calls === undefined ? {} : { tool_calls: JSON.stringify(calls) }),
                })),
                tools: JSON.stringify(plainTools(tools)),
                enable_thinking: messages.some(({ reasoning }) => reasoning !== undefined),
              },
            ]
          : 'verl trains every message of the assistant, and this row has some that are not to be trained',
      lint: (line) => lintChat(decoded(line)),
      back: (line) => toldOf(decoded(line)),
    },
    {
      name: 'rl',
      from: 'tasks',
      file: 'parquet',
      shape: {
        data_source: '',
        agent_name: '',
        prompt: [{ role: '', content: '' }],
        ability: '',
        reward_model: { style: '', ground_truth: '' },
        extra_info: {
          index: '',
          split: '',
          need_tools_kwargs: true,
          tools: '',
          tools_kwargs: { callgym: { create_kwargs: { environment: '', hash: '', task: '', session_seed: 0 } } },
          interaction_kwargs: { name: '', environment: '', task: '' },
        },
      },
      make: ({ id, environment, task, kind, session_seed: seed, messages, tools, split }) => [
        {
          data_source: `callgym/${environment.name}`,
          agent_name: 'tool_agent',
          prompt: chatOf(messages),
          ability: kind,
          reward_model: { style: 'rule', ground_truth: id },
          extra_info: {
            index: id,
            split,
            need_tools_kwargs: true,
            tools: JSON.stringify(plainTools(tools)),
            tools_kwargs: {
              callgym: {
                create_kwargs: { environment: environment.name, hash: environment.hash, task, session_seed: seed },
              },
            },
            interaction_kwargs: { name: 'callgym', environment: environment.name, task },
          },
        },
      ],
      lint: (line) =>
        isJsonObject(line['extra_info'])
          ? lintChat(line['prompt'] as readonly Json[], { ends: false })
          : 'no extra_info',
    },
  ],
  beside: () => [{ name: 'callgym_verl.py', text: READER }],
};

function decoded(line: JsonObject): Json[] {
  return (line['messages'] as readonly JsonObject[]).map(({ tool_calls: calls, ...rest }) =>
    typeof calls === 'string' ? { ...rest, tool_calls: JSON.parse(calls) as Json } : rest,
  ) as Json[];
}

const READER = `"""verl's multi-turn SFT dataset over callgym's Parquet files.

    data.custom_cls.path=callgym_verl.py data.custom_cls.name=CallgymSFTDataset

Tools and calls are JSON text in the files, because their fields differ from row to row.
"""
import json

from verl.utils.dataset.multiturn_sft_dataset import MultiTurnSFTDataset


def decode_messages(messages):
    decoded = []
    for message in messages:
        message = {key: value for key, value in dict(message).items() if value is not None}
        if "tool_calls" in message:
            calls = json.loads(message["tool_calls"])
            for call in calls:
                call["function"]["arguments"] = json.loads(call["function"]["arguments"])
            message["tool_calls"] = calls
        decoded.append(message)
    return decoded


class CallgymSFTDataset(MultiTurnSFTDataset):
    def _read_files_and_process(self):
        super()._read_files_and_process()
        self.tools = [json.loads(tools) if isinstance(tools, str) else tools for tools in self.tools]

    def _build_messages(self, example):
        return decode_messages(super()._build_messages(example))
`;
