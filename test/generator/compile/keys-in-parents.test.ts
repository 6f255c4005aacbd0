// Tests rows whose key is unique only within a parent: named values of a project, repositories of an owner, and records
// in a table.
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import type { Compiled } from '../../../generator/compile/compile-domain.ts';
import { compile, flagOf, readings, tool } from '../../support/tools.ts';

function play(compiled: Compiled): (name: string, args: JsonObject) => Json {
  const store = new SessionStore();
  const session = store.create({ id: 'play', world: new World(compiled.environment), seed: 1 });
  return (name, args) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
}

const rowsOf = (compiled: Compiled, table: string): JsonObject[] =>
  compiled.environment.seed.filter((each) => each.table === table).map(({ row }) => row);

describe('values under keys', () => {
  const at = { project_id: 'string' } as const;
  const compiled = compile([
    tool('list_projects', 'List projects.'),
    tool('get_project', 'Get a project.', at),
    tool('set_variable', 'Create or update a variable of a project.', { ...at, name: 'string', value: 'string' }),
    tool('get_variable', 'Get a variable.', { ...at, name: 'string' }),
    tool('delete_variable', 'Delete a variable of a project.', { ...at, name: 'string' }),
    tool('list_variables', 'List the variables of a project.', at),
  ]);

  test('a key is made once and changed afterwards, and only in its project', () => {
    expect(readings(compiled)['set_variable']).toBe('put');
    const call = play(compiled);
    const [a, b] = rowsOf(compiled, 'projects').map(({ id }) => id as string);
    const list = (): JsonObject[] => call('list_variables', { project_id: a ?? '' }) as JsonObject[];
    const before = list().length;
    call('set_variable', { project_id: a ?? '', name: 'region', value: 'north' });
    call('set_variable', { project_id: a ?? '', name: 'region', value: 'south' });
    expect(list()).toHaveLength(before + 1);
    expect(call('get_variable', { project_id: a ?? '', name: 'region' })).toMatchObject({ value: 'south' });
    expect(call('get_variable', { project_id: b ?? '', name: 'region' })).toBe('NOT_FOUND');
    call('set_variable', { project_id: b ?? '', name: 'region', value: 'west' });
    call('delete_variable', { project_id: a ?? '', name: 'region' });
    expect(list()).toHaveLength(before);
    expect(call('get_variable', { project_id: b ?? '', name: 'region' })).toMatchObject({ value: 'west' });
    expect(call('list_projects', {})).toContainEqual(expect.objectContaining({ id: a ?? '' }));
    expect(call('set_variable', { project_id: 'no such project', name: 'x', value: 'y' })).toBe('NOT_FOUND');
  });
});

describe('repositories of an owner', () => {
  const at = { owner: 'string', repo: 'string' } as const;
  const compiled = compile([
    tool('list_repositories', 'List the repositories of an owner.', { owner: 'string' }),
    tool('get_repository', 'Get a repository.', at),
    tool('update_repository', 'Change a repository.', { ...at, 'description?': 'string' }),
    tool('create_branch', 'Create a branch.', { ...at, branch: 'string' }),
    tool('list_branches', 'List branches.', at),
    tool('create_issue', 'Create an issue.', { ...at, title: 'string' }),
    tool('get_issue', 'Get an issue.', { ...at, issue_number: 'number' }),
    tool('add_issue_comment', 'Add a comment to an issue.', { ...at, issue_number: 'number', body: 'string' }),
    tool('get_issue_comments', 'Get the comments of an issue.', { ...at, issue_number: 'number' }),
    tool('list_runs', 'List runs.', at),
    tool('get_run', 'Get a run.', { ...at, run_id: 'number' }),
    tool('cancel_run', 'Cancel a run.', { ...at, run_id: 'number' }),
  ]);
  const call = play(compiled);
  const [own, other] = rowsOf(compiled, 'repositories');
  const here = { owner: own?.['owner'] as string, repo: own?.['name'] as string };

  test('owner and name name it together, and what lies in it is checked against both', () => {
    expect(compiled.plan.tables.find(({ name }) => name === 'repositories')?.key).toEqual(['owner', 'name']);
    expect(call('update_repository', { ...here, description: 'Roofs' })).toMatchObject({ owner: here.owner });
    expect(
      call('update_repository', { owner: other?.['owner'] as string, repo: here.repo, description: 'Roofs' }),
    ).toBe('NOT_FOUND');

    expect(call('create_branch', { owner: 'nobody', repo: here.repo, branch: 'fix' })).toBe('NOT_FOUND');
    call('create_branch', { ...here, branch: 'fix/roof' });
    expect(JSON.stringify(call('list_branches', here))).toContain('fix/roof');
  });

  test('a comment needs its issue, in its repository', () => {
    const issue = call('create_issue', { ...here, title: 'Roof leaks' }) as JsonObject;
    const issue_number = issue['issue_number'] as number;
    expect(call('add_issue_comment', { ...here, issue_number, body: 'Since Monday' })).toMatchObject({ issue_number });
    expect(call('add_issue_comment', { ...here, issue_number: 99_999, body: 'Lost' })).toBe('NOT_FOUND');
    expect(call('get_issue_comments', { ...here, issue_number })).toHaveLength(1);
  });

  test('a change of state never writes where its row lies', () => {
    expect(flagOf(compiled, 'cancel_run')).toContain('repo');
  });
});

describe('records of a table of a base', () => {
  const at = { baseId: 'string', tableId: { type: 'string', description: 'The ID or name of the table' } } as const;
  const compiled = compile([
    tool('list_bases', 'List bases.'),
    tool('list_tables', 'List the tables of a base.', { baseId: 'string' }),
    tool('create_table', 'Create a table in a base.', { baseId: 'string', name: 'string' }),
    tool('create_record', 'Create a record.', { ...at, city: 'string', 'fields?': { type: 'object' } }),
    tool('get_record', 'Get a record.', { ...at, recordId: 'string' }),
    tool('update_record', 'Update a record.', { ...at, recordId: 'string', 'fields?': { type: 'object' } }),
    tool('list_records', 'List the records of a table.', at),
  ]);
  const call = play(compiled);
  const tables = rowsOf(compiled, 'tables');

  test('rows agree with each other about the base', () => {
    for (const row of rowsOf(compiled, 'records'))
      expect(tables.find(({ id }) => id === row['table_id'])?.['base_id']).toBe(row['base_id']);
  });

  test('a table of another base is not found', () => {
    const [table] = tables;
    const elsewhere = tables.find((each) => each['base_id'] !== table?.['base_id']);
    const place = { baseId: elsewhere?.['base_id'] as string, tableId: table?.['id'] as string };
    expect(call('create_record', { ...place, city: 'Lost' })).toBe('NOT_FOUND');
    expect(call('list_records', place)).toBe('NOT_FOUND');
  });

  test('where prose says so, a name is as good as the id, within the base', () => {
    const [table] = tables;
    const place = { baseId: table?.['base_id'] as string, tableId: table?.['name'] as string };
    expect(call('create_record', { ...place, city: 'Ash' })).toMatchObject({ city: 'Ash' });
    expect(JSON.stringify(call('list_records', { ...place, tableId: table?.['id'] as string }))).toContain('Ash');
    expect(call('list_records', { ...place, tableId: 'no such table' })).toBe('NOT_FOUND');
  });

  test('of an object what is given is put over what stands there', () => {
    const [table] = tables;
    const place = { baseId: table?.['base_id'] as string, tableId: table?.['id'] as string };
    const made = call('create_record', { ...place, city: 'Oak', fields: { height: 3, leaf: 'lobed' } }) as JsonObject;
    const recordId = made['id'] as string;
    call('update_record', { ...place, recordId, fields: { height: 4 } });
    expect(call('get_record', { ...place, recordId })).toMatchObject({ fields: { height: 4, leaf: 'lobed' } });
  });
});
