// Tests arguments that give the new state of a row under another name than that of the state's column.
import { expect, describe, test } from 'vitest';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const state = { type: 'string', enum: ['planned', 'held', 'missed', 'called_off'] } as const;
const lesson = { lesson_id: 'string', title: 'string', status: state } as const;
const lessons = (result: Parameters<typeof tool>[2], more = '', shown: Parameters<typeof tool>[2] = lesson) =>
  compile([
    tool('get_lesson', 'Get a lesson.', { lesson_id: 'string' }, shown),
    tool('create_lesson', 'Create a lesson. It starts as planned.', { title: 'string' }, shown),
    tool('finish_lesson', `Finish a planned lesson.${more}`, { lesson_id: 'string', ...result }, shown),
    tool('cancel_lesson', 'Cancel a planned lesson.', { lesson_id: 'string' }, shown),
  ]);
const ended = { type: 'string', enum: ['held', 'missed'] } as const;

describe('an argument whose values are states of the row', () => {
  test.each(['outcome', 'result', 'ending', 'as'])('sets the state under the name %s', (name) => {
    const all = lessons({ [name]: ended });
    expect(flagOf(all, 'finish_lesson')).toBe('');
    const call = playerOf(all);
    const { lesson_id } = call('create_lesson', { title: 'Knots' }) as { lesson_id: string };
    expect(call('finish_lesson', { lesson_id, [name]: 'missed' })).toMatchObject({ status: 'missed' });
    expect(call('get_lesson', { lesson_id })).toMatchObject({ status: 'missed' });
    expect(call('finish_lesson', { lesson_id, [name]: 'held' })).toBe('PRECONDITION_FAILED');
  });
  test('also where the verb itself names one of the states', () => {
    const all = compile([
      tool('get_lesson', 'Get a lesson.', { lesson_id: 'string' }, lesson),
      tool('create_lesson', 'Create a lesson.', { title: 'string' }, lesson),
      tool(
        'cancel_lesson',
        'Cancel a lesson.',
        { lesson_id: 'string', outcome: { type: 'string', enum: ['called_off', 'missed'] } },
        lesson,
      ),
    ]);
    const call = playerOf(all);
    const { lesson_id } = call('create_lesson', { title: 'Knots' }) as { lesson_id: string };
    const answer = call('cancel_lesson', { lesson_id, outcome: 'missed' });
    if (answer !== 'UNAVAILABLE') expect(answer).toMatchObject({ status: 'missed' });
  });
  test('may be a column beside the state where a result shows it, or where it spells the states in other words', () => {
    const shown = { ...lesson, 'outcome?': ended };
    expect(flagOf(lessons({ outcome: ended }, '', shown), 'finish_lesson')).not.toBe('');
    expect(flagOf(lessons({ outcome: { type: 'string', enum: ['held', 'miss'] } }), 'finish_lesson')).not.toBe('');
    const graded = { type: 'string', enum: ['good', 'poor'] } as const;
    expect(flagOf(lessons({ outcome: graded }, '', { ...lesson, 'outcome?': graded }), 'finish_lesson')).not.toBe('');
  });
  test('flags the tool where a column holds the time of the state, or the values are optional', () => {
    const stamped = { ...lesson, held_at: { type: ['string', 'null'], format: 'date-time' } };
    expect(flagOf(lessons({ outcome: ended }, '', stamped), 'finish_lesson')).not.toBe('');
    expect(flagOf(lessons({ 'outcome?': ended }), 'finish_lesson')).not.toBe('');
  });
});

describe('an argument that is required for some values of another', () => {
  const asked = (description: string) =>
    lessons({ outcome: ended, 'report?': { type: 'string', description } }, '', {
      ...lesson,
      report: { type: ['string', 'null'] },
    });
  test.each([
    'Required when outcome is held',
    'Report of the lesson. Required if outcome is "held".',
    'Required for outcome=held',
  ])('%s', (description) => {
    const all = asked(description);
    expect(flagOf(all, 'finish_lesson')).toBe('');
    const call = playerOf(all);
    const { lesson_id } = call('create_lesson', { title: 'Knots' }) as { lesson_id: string };
    expect(call('finish_lesson', { lesson_id, outcome: 'held' })).toBe('INVALID_ARGUMENT');
    expect(call('finish_lesson', { lesson_id, outcome: 'held', report: 'Bowlines.' })).toMatchObject({
      status: 'held',
      report: 'Bowlines.',
    });
    const other = call('create_lesson', { title: 'Sails' }) as { lesson_id: string };
    expect(call('finish_lesson', { lesson_id: other.lesson_id, outcome: 'missed' })).toMatchObject({
      status: 'missed',
      report: null,
    });
  });
  test('is a flag where nothing tells when that is', () => {
    expect(flagOf(asked('Required when the pupil is a minor'), 'finish_lesson')).toContain('minor');
  });
});
