// Tests sentences that once flagged a tool, although the program can fulfil them or they demand nothing: unique values,
// rows that are deleted with a row, states that a description names, times of actions, and sentences that repeat the
// behaviour of the call.
import { describe, expect, test } from 'vitest';
import { saidAlong } from '../../../generator/compile/read/said-along.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, listOf, playerOf, tool } from '../../support/tools.ts';

const client = { client_id: 'string', name: 'string', email: 'string' } as const;

describe('a unique value', () => {
  const clients = (create: string, update = '') =>
    compile([
      tool('list_clients', 'List the clients.', {}, { clients: listOf(client) }),
      tool('create_client', `Create a client.${create}`, { name: 'string', email: 'string' }, client),
      tool('update_client', `Update a client.${update}`, { client_id: 'string', 'email?': 'string' }, client),
    ]);
  test.each([
    ' The e-mail must be unique.',
    ' Fails if the email is already taken.',
    ' Fails when another client with the same email exists.',
    ' No two clients can have the same email.',
  ])('"%s" is kept by the create, and by the update that says nothing', (sentence) => {
    const all = clients(sentence);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const { client_id: id } = call('create_client', { name: 'Ada', email: 'ada@holm.example' }) as {
      client_id: string;
    };
    expect(call('create_client', { name: 'Eda', email: 'ada@holm.example' })).toBe('CONFLICT');
    expect(call('create_client', { name: 'Eda', email: 'eda@holm.example' })).toMatchObject({ name: 'Eda' });
    expect(call('update_client', { client_id: id, email: 'eda@holm.example' })).toBe('CONFLICT');
    expect(call('update_client', { client_id: id, email: 'ada@holm.example' })).toMatchObject({ name: 'Ada' });
  });
  test('a value of another thing, or within something unknown, flags the tool', () => {
    expect(flagOf(clients(' The passport must be unique.'), 'create_client')).toContain('passport');
    expect(flagOf(clients(' The email must be unique per moon.'), 'create_client')).toContain('per moon');
  });
  test('a label may be unique within its board', () => {
    const label = { label_id: 'string', board_id: 'string', name: 'string' } as const;
    const all = compile([
      tool('list_boards', 'List the boards.', {}, { boards: listOf({ board_id: 'string', name: 'string' }) }),
      tool(
        'create_label',
        'Create a label. Names must be unique within a board.',
        { board_id: 'string', name: 'string' },
        label,
      ),
      tool('list_labels', 'List the labels of a board.', { board_id: 'string' }, { labels: listOf(label) }),
    ]);
    expect(flagOf(all, 'create_label')).toBe('');
    const call = playerOf(all);
    const { boards } = call('list_boards', {}) as { boards: { board_id: string }[] };
    const [one, other] = boards.map(({ board_id }) => board_id);
    expect(call('create_label', { board_id: one ?? '', name: 'tin' })).toMatchObject({ name: 'tin' });
    expect(call('create_label', { board_id: one ?? '', name: 'tin' })).toBe('CONFLICT');
    expect(call('create_label', { board_id: other ?? '', name: 'tin' })).toMatchObject({ name: 'tin' });
  });
});

describe('rows that go along with a row', () => {
  test.each([
    ['Delete a job and all of its applications.', ['applications']],
    ['Deletes a job along with its applications and its notes.', ['applications', 'notes']],
    ['Deletes a job. Its applications are deleted as well.', ['applications']],
    ['Deletes a job. This also deletes all its applications.', ['applications']],
  ])('%s', (text, nouns) => expect(saidAlong(text).map((each) => each.nouns)).toEqual([nouns]));
  test.each([
    'Delete a job.',
    'Delete a job and return it.',
    'Delete a job with a given id.',
    'Delete a job by its id.',
    'Deletes a job with its id.',
    'Delete a job and the action cannot be undone.',
    'Remove a job by ID and the system will stop their access.',
  ])('never: %s', (text) => expect(saidAlong(text)).toEqual([]));

  const job = { job_id: 'string', title: 'string' } as const;
  const candidate = { candidate_id: 'string', name: 'string' } as const;
  const applied = { job_id: 'string', candidate_id: 'string', title: 'string' } as const;
  const application = { application_id: 'string', ...applied } as const;
  const hiring = (sentence: string) =>
    compile([
      tool('create_job', 'Create a job.', { title: 'string' }, job),
      tool('list_jobs', 'List the jobs.', {}, { jobs: listOf(job) }),
      tool('create_candidate', 'Create a candidate.', { name: 'string' }, candidate),
      tool('list_candidates', 'List the candidates.', {}, { candidates: listOf(candidate) }),
      tool('create_application', 'Create an application.', applied, application),
      tool(
        'list_applications',
        'List the applications of a job.',
        { job_id: 'string' },
        { applications: listOf(application) },
      ),
      tool('delete_candidate', sentence, { candidate_id: 'string' }),
    ]);
  const deleteApplied = (sentence: string) => {
    const all = hiring(sentence);
    expect(flagOf(all, 'delete_candidate')).toBe('');
    const call = playerOf(all);
    const { job_id } = call('create_job', { title: 'Welder' }) as { job_id: string };
    const { candidate_id } = call('create_candidate', { name: 'Uma' }) as { candidate_id: string };
    expect(call('create_application', { job_id, candidate_id, title: 'Mine' })).toMatchObject({ job_id });
    const answer = call('delete_candidate', { candidate_id });
    return { answer, left: call('list_applications', { job_id }) };
  };
  test('they go where the description says so', () => {
    const { answer, left } = deleteApplied('Delete a candidate and all of their applications.');
    expect(answer).not.toBe('CONFLICT');
    expect(left).toEqual({ applications: [] });
  });
  test('they keep the row where the description says nothing', () => {
    const { answer, left } = deleteApplied('Delete a candidate.');
    expect(answer).toBe('CONFLICT');
    expect(left).toMatchObject({ applications: [{}] });
  });
  test('a rental keeps its car', () => {
    const rental = { rental_id: 'string', customer_id: 'string', car_id: 'string' } as const;
    const each = ['customer', 'car'].flatMap((noun) => {
      const row = { [`${noun}_id`]: 'string', name: 'string' } as const;
      return [
        tool(`create_${noun}`, `Create a ${noun}.`, { name: 'string' }, row),
        tool(`get_${noun}`, `Get a ${noun}.`, { [`${noun}_id`]: 'string' }, row),
        tool(`delete_${noun}`, `Delete a ${noun}.`, { [`${noun}_id`]: 'string' }),
      ];
    });
    const call = playerOf(
      compile([
        ...each,
        tool('create_rental', 'Create a rental.', { customer_id: 'string', car_id: 'string' }, rental),
        tool('get_rental', 'Get a rental.', { rental_id: 'string' }, rental),
      ]),
    );
    const { customer_id } = call('create_customer', { name: 'Uma' }) as { customer_id: string };
    const { car_id } = call('create_car', { name: 'Van' }) as { car_id: string };
    const { rental_id } = call('create_rental', { customer_id, car_id }) as { rental_id: string };
    expect(call('delete_car', { car_id })).toBe('CONFLICT');
    expect(call('get_rental', { rental_id })).toMatchObject({ car_id });
  });
  test('rows that do not refer to the row flag the tool, and words that name no rows do not', () => {
    expect(flagOf(hiring('Delete a candidate and all of their jobs.'), 'delete_candidate')).toContain('jobs');
    expect(flagOf(hiring('Delete a candidate. Also deletes all of their trophies.'), 'delete_candidate')).toContain(
      'trophies',
    );
  });
  test.each([
    ['task', 'Delete a task with the given id.'],
    ['webhook', 'Deletes a webhook with its id.'],
    ['issue', 'Deletes an issue with the specified ID from the project.'],
    ['note', 'Delete a note and the action cannot be undone.'],
    ['file', 'Permanently deletes a file along with the metadata.'],
    ['user', 'Delete a user and all associated data.'],
  ])('an ordinary delete (%s): "%s"', (noun, sentence) => {
    const place = noun === 'issue' ? ({ project_id: 'string' } as const) : {};
    const row = { [`${noun}_id`]: 'string', name: 'string', ...place } as const;
    const verb = sentence.startsWith('Remove') ? 'remove' : 'delete';
    const all = compile([
      tool('list_projects', 'List the projects.', {}, { projects: listOf({ project_id: 'string', name: 'string' }) }),
      tool(`create_${noun}`, `Create a ${noun}.`, { name: 'string', ...place }, row),
      tool(`list_${noun}s`, `List the ${noun}s.`, {}, { [`${noun}s`]: listOf(row) }),
      tool(`${verb}_${noun}`, sentence, { [`${noun}_id`]: 'string' }),
    ]);
    expect(flagOf(all, `${verb}_${noun}`)).toBe('');
  });
});

describe('a state that the description names', () => {
  const order = {
    order_id: 'string',
    title: 'string',
    status: { type: 'string', enum: ['draft', 'submitted', 'on_hold', 'received'] },
    submitted_at: { type: ['string', 'null'], format: 'date-time' },
  } as const;
  const all = compile([
    tool('get_order', 'Get an order.', { order_id: 'string' }, order),
    tool('create_order', 'Create an order. Orders start as draft.', { title: 'string' }, order),
    tool('submit_order', 'Submit a draft order.', { order_id: 'string' }, order),
    tool('hold_order', 'Put an order on hold.', { order_id: 'string' }, order),
    tool('book_in_order', 'Marks an order as received.', { order_id: 'string' }, order),
  ]);
  const call = playerOf(all);
  test('a verb that also makes rows leads a row into a state where it asks for the key', () => {
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const { order_id } = call('create_order', { title: 'Tin' }) as { order_id: string };
    expect(call('submit_order', { order_id })).toMatchObject({ status: 'submitted' });
    expect(call('submit_order', { order_id })).toBe('PRECONDITION_FAILED');
    expect(call('hold_order', { order_id })).toMatchObject({ status: 'on_hold' });
    expect(call('book_in_order', { order_id })).toMatchObject({ status: 'received' });
  });
  test('the time of a deed stands when it is done, and not before', () => {
    const draft = call('create_order', { title: 'Tin' }) as { order_id: string };
    expect(draft).toMatchObject({ status: 'draft', submitted_at: null });
    const { submitted_at: at } = call('submit_order', { order_id: draft.order_id }) as { submitted_at: string };
    expect(at).toMatch(/^2031-/);
    expect(call('hold_order', { order_id: draft.order_id })).toMatchObject({ submitted_at: at });
  });
});

test('sentences that restate the call flag nothing', () => {
  const note = { id: 'string', title: 'string', status: { type: 'string', enum: ['open', 'done'] } } as const;
  const notes = (description: string) =>
    flagOf(
      compile([
        tool('create_note', 'Create a note.', { title: 'string' }, note),
        tool('list_notes', description, { 'status?': note.status }, { notes: listOf(note) }),
      ]),
      'list_notes',
    );
  expect(notes('Returns the notes that we keep.')).toBe('');
  expect(notes('Lists notes. Optionally only those in one status.')).toBe('');
  expect(notes('Lists the notes that were created.')).toBe('');
  expect(notes('Lists notes. Only those of the current quarter.')).toContain('quarter');
  expect(notes('Lists notes. Optionally only those in one status of the last week.')).toContain('week');
  expect(notes('Lists notes that the mayor signed.')).toContain('mayor');
});

test('archived rows are hidden unless an argument asks for them, as the description says', () => {
  const flag = { id: 'string', name: 'string', archived: 'boolean' } as const;
  const flags = (said: string) =>
    compile([
      tool('create_flag', 'Create a flag.', { name: 'string' }, flag),
      tool('archive_flag', 'Archive a flag.', { id: 'string' }, flag),
      tool('list_flags', `List flags. ${said}`, { 'include_archived?': 'boolean' }, { flags: listOf(flag) }),
    ]);
  const all = flags('Archived flags are left out unless include_archived is true.');
  expect(flagOf(all, 'list_flags')).toBe('');
  const call = playerOf(all);
  const { id } = call('create_flag', { name: 'tin' }) as { id: string };
  call('archive_flag', { id });
  expect(JSON.stringify(call('list_flags', {}))).not.toContain(id);
  expect(JSON.stringify(call('list_flags', { include_archived: true }))).toContain(id);
  expect(flagOf(flags('Archived flags are left out unless the owner asks.'), 'list_flags')).toContain('owner');
});

test('a pair is tied once, and a verb such as drop unties it', () => {
  const student = { student_id: 'string', name: 'string' } as const;
  const all = compile([
    tool('list_courses', 'List the courses.', {}, { courses: listOf({ course_id: 'string', name: 'string' }) }),
    tool('create_student', 'Create a student.', { name: 'string' }, student),
    tool('enroll_student', 'Enrolls a student in a course. A student can be enrolled only once per course.', {
      course_id: 'string',
      student_id: 'string',
    }),
    tool('drop_student', 'Removes a student from a course.', { course_id: 'string', student_id: 'string' }),
    tool(
      'list_students',
      'Lists the students who are enrolled in a course.',
      { course_id: 'string' },
      { students: listOf(student) },
    ),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const { courses } = call('list_courses', {}) as { courses: { course_id: string }[] };
  const course_id = courses[0]?.course_id ?? '';
  const { student_id } = call('create_student', { name: 'Nils Aster' }) as { student_id: string };
  call('enroll_student', { course_id, student_id });
  expect(call('enroll_student', { course_id, student_id })).toBe('CONFLICT');
  expect(JSON.stringify(call('list_students', { course_id }))).toContain('Nils Aster');
  call('drop_student', { course_id, student_id });
  expect(JSON.stringify(call('list_students', { course_id }))).not.toContain('Nils Aster');
});

test('comments without a created_at are ordered by the time at which they were posted', () => {
  const comment = { id: 'string', body: 'string', posted_at: { type: 'string', format: 'date-time' } } as const;
  const all = compile([
    tool('add_comment', 'Add a comment. Bodies are unique.', { body: 'string' }, comment),
    tool('list_comments', 'Lists the comments, newest first.', {}, { comments: listOf(comment) }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  call('add_comment', { body: 'Hurry' });
  expect((call('list_comments', {}) as { comments: JsonObject[] }).comments[0]).toMatchObject({ body: 'Hurry' });
});

test('a condition on the rows of a reference is about the one that the call gives', () => {
  const said = ' Fails if the camp has no guides.';
  const all = compile([
    tool('create_camp', 'Create a camp.', { name: 'string' }),
    tool('list_camps', 'List the camps.'),
    tool('create_guide', 'Create a guide of a camp.', { camp_id: 'string', name: 'string' }),
    tool('list_guides', 'List the guides.', { 'camp_id?': 'string' }),
    tool('create_hike', `Create a hike.${said}`, { title: 'string', 'camp_id?': 'string' }),
    tool('add_hike', 'Create a hike.', { title: 'string', 'camp_id?': 'string' }),
    tool('update_hike', `Update a hike.${said}`, { hike_id: 'string', 'title?': 'string', 'camp_id?': 'string' }),
    tool('list_hikes', 'List the hikes.', { 'camp_id?': 'string' }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const made = (tool: string, args: JsonObject): string => {
    const row = call(tool, args) as Record<string, string>;
    return row['id'] ?? Object.entries(row).find(([key]) => key.endsWith('_id'))?.[1] ?? '';
  };
  const [led, bare] = [made('create_camp', { name: 'Led' }), made('create_camp', { name: 'Bare' })];
  made('create_guide', { camp_id: led, name: 'Ada' });
  expect(call('create_hike', { title: 'Free' })).toMatchObject({ title: 'Free' });
  expect(call('create_hike', { title: 'No', camp_id: bare })).toBe('PRECONDITION_FAILED');
  const free = made('add_hike', { title: 'Free' });
  expect(call('update_hike', { hike_id: free, title: 'Freer' })).toMatchObject({ title: 'Freer' });
  const good = made('add_hike', { title: 'Good', camp_id: led });
  expect(call('update_hike', { hike_id: good, title: 'Better' })).toMatchObject({ title: 'Better' });
  expect(call('update_hike', { hike_id: good, camp_id: bare })).toBe('PRECONDITION_FAILED');
  const bad = made('add_hike', { title: 'Bad', camp_id: bare });
  expect(call('update_hike', { hike_id: bad, title: 'Worse' })).toBe('UNAVAILABLE');
  expect(call('update_hike', { hike_id: bad, camp_id: led })).toMatchObject({ title: 'Bad' });
});
