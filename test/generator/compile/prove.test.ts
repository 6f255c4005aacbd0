// Tests the last check of a compiled environment: a tool that fails it is flagged, and its rows can be found by other
// tools.
import { expect, test } from 'vitest';
import type { Environment } from '../../../envs/values/environment.ts';
import { World } from '../../../envs/world/world.ts';
import { addDiscovery, DISCOVERY_MARK } from '../../../generator/compile/close/discovery.ts';
import { prove } from '../../../generator/compile/prove.ts';
import { compile, listOf, tool } from '../../support/tools.ts';

test('where proving catches the tool that lists rows, a list tool takes its place and is checked too', () => {
  const note = { note_id: 'string', title: 'string' } as const;
  const { environment, plan, tools } = compile([
    tool('list_notes', 'List all notes.', {}, { notes: listOf(note) }),
    tool('get_note', 'Get a note.', { note_id: 'string' }, note),
  ]);
  const served = new Map(tools.flatMap(({ name, match }) => (match === undefined ? [] : [[name, match] as const])));
  const wrong: Environment = {
    ...environment,
    tools: environment.tools.map((each) =>
      each.name === 'list_notes' ? { ...each, examples: [{ arguments: {}, expect: 'NOT_FOUND' }] } : each,
    ),
  };
  const world = new World(wrong, { pool: 1 });
  const proven = prove(
    wrong,
    new Set(served.keys()),
    (now, caught) => addDiscovery(now, plan, new Map([...served].filter(([name]) => !caught.has(name))), 'snake'),
    world,
  );
  world.close();
  expect([...proven.caught.keys()]).toEqual(['list_notes']);
  expect(proven.checked.failures).toEqual([]);
  const added = proven.environment.tools.filter(({ description }) => description.startsWith(DISCOVERY_MARK));
  expect(added.map(({ name }) => name)).toEqual(['list_notes_now']);
});
