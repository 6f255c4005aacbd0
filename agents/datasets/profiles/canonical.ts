// The canonical rows with all their fields, for people who write a format of their own.
import { asJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const canonicalProfile: Profile = {
  name: 'canonical',
  about: 'everything: messages with train flags and reasons, environment, task, seeds, verdict, tags',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: (row) => [asJson(row)],
      lint: (line) =>
        (line['messages'] as readonly JsonObject[]).every(({ role, train }) => role === 'assistant' || train === false)
          ? undefined
          : 'somebody else than the assistant is trained',
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
  ],
};
