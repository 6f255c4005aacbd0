// Tests tools that link a row to a row of another table. The reference is stored in the row that the description
// changes. If the rows cannot satisfy a link, only the tools of this link are flagged.
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import { badInput } from '../../../envs/errors/gym-error.ts';
import { makersOfTie, type Use } from '../../../generator/compile/plan/makers-of-tie.ts';
import { compile, flagOf, tool } from '../../support/tools.ts';

const repository = { owner: 'string', repo: 'string' } as const;
const issue = { ...repository, issue_number: 'integer' } as const;
const putInto = tool('set_issue_milestone', 'Put an issue into a milestone.', {
  ...issue,
  milestone_number: 'integer',
});
const repositories = [
  tool('get_repository', 'Get a repository.', repository),
  tool('create_repository', 'Create a repository.', { ...repository, 'description?': 'string' }),
  tool('create_issue', 'Create an issue.', { ...repository, title: 'string' }),
  tool('update_issue', 'Update an issue.', { ...issue, 'title?': 'string' }),
  tool('list_issues', 'List issues of a repository.', repository),
  tool('list_milestones', 'List milestones of a repository.', repository),
];

describe('set_issue_milestone', () => {
  const compiled = compile([...repositories, putInto]);

  test('writes the issue, in every row and in every call', () => {
    expect(flagOf(compiled, 'set_issue_milestone')).toBe('');
    const run = compiled.environment.tools.find(({ name }) => name === 'set_issue_milestone');
    expect(JSON.stringify(run?.program)).toContain('UPDATE issues');
    expect(compiled.checked.failures).toEqual([]);
  });

  test('puts an issue into a milestone of its own repository only', () => {
    const world = new World(compiled.environment);
    const store = new SessionStore();
    const session = store.create({ id: 'play', world, seed: 1 });
    const rows = (table: string): JsonObject[] =>
      compiled.environment.seed.flatMap((each) => (each.table === table ? [each.row] : []));
    const [one] = rows('issues');
    const { owner = '', repository: repo = '', id = 0 } = one ?? {};
    const isOwn = (row: JsonObject): boolean => row['owner'] === owner && row['repository'] === repo;
    const own = rows('milestones').find(isOwn);
    const put = (number: number) =>
      store.call(session, {
        by: 'agent',
        name: 'set_issue_milestone',
        arguments: { owner, repo, issue_number: id, milestone_number: number },
      });
    expect(put(Number(own?.['id']))).toMatchObject({ ok: true });
    expect(put(9999)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    world.close();
  });

  test('is flagged with the reason where no issues are known', () => {
    const alone = compile([
      tool('list_milestones', 'List milestones of a repository.', repository),
      tool('create_milestone', 'Create a milestone.', { ...repository, title: 'string' }),
      putInto,
    ]);
    expect(flagOf(alone, 'set_issue_milestone')).toBe(
      '"Put an issue into a milestone." changes the issue, and the call would write the milestone',
    );
  });
});

test.each(['milestone_number', 'milestone_number?'])(
  'the rows keep the reference that create_issue gives: %s',
  (key) => {
    const compiled = compile([
      ...repositories.filter(({ name }) => name !== 'create_issue'),
      tool('create_issue', 'Create an issue.', { ...repository, title: 'string', [key]: 'integer' }),
      tool('get_milestone', 'Get a milestone.', { ...repository, milestone_number: 'integer' }),
      tool('create_milestone', 'Create a milestone.', { ...repository, title: 'string' }),
    ]);
    expect(compiled.tools.flatMap(({ flags }) => flags)).toEqual([]);
    expect(compiled.checked.failures).toEqual([]);
  },
);

describe('rows that break a key flag', () => {
  const need = { table: 'issues', column: 'milestone_number', references: 'milestones' };
  const fault = badInput({ what: '3 rows break a foreign key', facts: { table: 'issues', parent: 'milestones' } });
  const writes = ['set_milestone', { needs: [{ ...need, use: 'given' }] }] as const;
  const shows = ['list_issues', { needs: [{ ...need, use: 'shown' }] }] as const;
  const uses = ['get_issue', { needs: [{ table: 'issues', column: 'title', use: 'shown' }] }] as const;
  const other = ['list_milestones', { needs: [{ table: 'milestones', column: 'title', use: 'shown' }] }] as const;

  test.each([
    ['the tool that writes the reference', [writes, shows, uses, other], ['set_milestone']],
    ['else the tools that show it', [shows, uses, other], ['list_issues']],
    ['else the tools of the table', [uses, other], ['get_issue']],
    ['no tool of another table', [other], []],
  ])('%s', (_case, served, flagged) => {
    const found = makersOfTie(fault, new Map<string, { needs: readonly Use[] }>(served));
    expect([...found.keys()]).toEqual(flagged);
    for (const why of found.values()) expect(why).toBe('no rows keep the reference from issues to milestones');
  });

  test('none where the fault is of no table', () => {
    expect(makersOfTie(badInput({ what: 'is empty' }), new Map([writes])).size).toBe(0);
  });
});
