// Tests that the model's final replies rebuild its environment, even after the words of the questions have changed. A
// flagged tool stays flagged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { givenTools, repliesOf, scriptedAuthor } from '../../../bench/scripted-author.ts';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import { ModelDoor, type ModelProvider } from '../../../envs/model/model-door.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { authorEnvironment, type Authored } from '../../../generator/author/author-environment.ts';
import { settledProvider, settledReplies } from '../../../generator/author/settled.ts';

const NOTES = loadEnvironment(fileURLToPath(new URL('../../../fixtures/new-environment', import.meta.url)));

test('an authoring rebuilds from what it said at its end, and doubts of reviewers stay', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
  const run = (provider: ModelProvider, reviewers: number): Promise<Authored> =>
    authorEnvironment(
      'notes',
      'Notes',
      givenTools(NOTES),
      { seed: 1, reviewers, mutants: 4, material: { notes: undefined, evidence: [] } },
      new ModelDoor(provider).open(join(dir, `${reviewers}.jsonl`)),
    );
  const doubts = { ...repliesOf(NOTES), review: { tools: { get_note: { verdict: 'wrong', why: 'another note' } } } };
  const made = await run(scriptedAuthor(doubts), 1);
  expect(made.flags).toContainEqual({ tool: 'get_note', gate: 'review', reason: 'another note' });
  const replies = JSON.parse(JSON.stringify(settledReplies(made))) as JsonObject;
  const again = await run(settledProvider(replies), 0);
  const names = ({ flags }: Authored): string[] => flags.map(({ tool }) => tool).sort();
  expect(names(again)).toEqual(names(made));
  expect(again.environment).toEqual(made.environment);
  rmSync(dir, { recursive: true });
});
