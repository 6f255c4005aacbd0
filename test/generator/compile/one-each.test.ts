// Tests sentences that limit the number of rows for each day or each row, and words that descriptions spell differently
// from the names of tools.
import { describe, expect, test } from 'vitest';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const day = { type: 'string', format: 'date' } as const;
const STATUS = { type: 'string', enum: ['booked', 'done', 'cancelled'] } as const;

/** Tools about washes of cars. The tool carwash_book has the description `book`. */
const washes = (book: string, cancel = 'Cancel a booked car-wash.', list = 'List car-washes by date.') =>
  compile([
    tool('car_add', 'Add a car.', { plate: 'string', owner: 'string' }),
    tool('car_get', 'Get a car.', { car_id: 'integer' }),
    tool('carwash_book', book, { car_id: 'integer', date: day, 'note?': 'string' }),
    tool('carwash_list', list, { 'from?': day, 'to?': day, 'status?': STATUS }),
    tool('carwash_cancel', cancel, { carwash_id: 'integer' }),
    tool('carwash_finish', 'Marks a booked car-wash as done.', { carwash_id: 'integer' }),
  ]);

describe('a number of rows for each of something', () => {
  test.each(['One car a day.', 'Only one car per day.', 'At most one car each day.'])('"%s" is kept', (said) => {
    const all = washes(`Book the tunnel for a day. ${said}`);
    expect(flagOf(all, 'carwash_book')).toBe('');
    const call = playerOf(all);
    const { id: one } = call('car_add', { plate: 'AB 1', owner: 'Ida' }) as { id: number };
    const { id: other } = call('car_add', { plate: 'CD 2', owner: 'Ola' }) as { id: number };
    const { id: wash } = call('carwash_book', { car_id: one, date: '2033-02-01' }) as { id: number };
    expect(call('carwash_book', { car_id: other, date: '2033-02-01' })).toBe('CONFLICT');
    expect(call('carwash_book', { car_id: other, date: '2033-02-02' })).toMatchObject({ date: '2033-02-02' });
    call('carwash_cancel', { carwash_id: wash });
    const again = call('carwash_book', { car_id: other, date: '2033-02-01' }) as { id: number };
    expect(call('carwash_finish', { carwash_id: again.id })).toMatchObject({ status: 'done' });
    expect(call('carwash_book', { car_id: one, date: '2033-02-01' })).toBe('CONFLICT');
  });
  test.each(['Two cars a day.', 'One car per lane.', 'One bus a day.', 'One car at a time.', 'One wash a day.'])(
    '"%s" is flagged',
    (said) => {
      expect(flagOf(washes(`Book the tunnel for a day. ${said}`), 'carwash_book')).toContain(said);
    },
  );
  test('a limit in the first sentence is flagged', () => {
    expect(flagOf(washes('Book the tunnel, one car a day.'), 'carwash_book')).toContain('one car a day');
  });
  test('where rows refer to two others, one a day says too little', () => {
    const visits = compile([
      tool('nurse_get', 'Get a nurse.', { nurse_id: 'integer' }),
      tool('nurse_add', 'Add a nurse.', { name: 'string' }),
      tool('patient_add', 'Add a patient.', { name: 'string' }),
      tool('patient_get', 'Get a patient.', { patient_id: 'integer' }),
      tool('visit_add', 'Add a visit. One visit a day.', { nurse_id: 'integer', patient_id: 'integer', date: day }),
      tool('visit_list', 'List visits.'),
    ]);
    expect(flagOf(visits, 'visit_add')).toContain('One visit a day');
  });
  test('a member has one loan at a time only where that is said of members', () => {
    const all = compile([
      tool('member_add', 'Add a member.', { name: 'string' }),
      tool('member_get', 'Get a member.', { member_id: 'integer' }),
      tool('loan_create', 'Create a loan. Only one loan per member.', { member_id: 'integer', title: 'string' }),
      tool('loan_list', 'List loans.', { 'status?': { type: 'string', enum: ['open', 'returned'] } }),
      tool('loan_return', 'Marks a loan as returned.', { loan_id: 'integer' }),
    ]);
    expect(flagOf(all, 'loan_create')).toBe('');
    const call = playerOf(all);
    const { id } = call('member_add', { name: 'Ida' }) as { id: number };
    const loan = call('loan_create', { member_id: id, title: 'Emma' }) as { id: number };
    expect(call('loan_create', { member_id: id, title: 'Ivanhoe' })).toBe('CONFLICT');
    call('loan_return', { loan_id: loan.id });
    expect(call('loan_create', { member_id: id, title: 'Ivanhoe' })).toMatchObject({ title: 'Ivanhoe' });
  });
});

describe('a word that prose spells with a hyphen', () => {
  test('is the word of the names: its state is asked for, and its order is kept', () => {
    const all = washes('Book the tunnel for a day.');
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const { id: car } = call('car_add', { plate: 'AB 1', owner: 'Ida' }) as { id: number };
    for (const date of ['2033-02-03', '2033-02-01', '2033-02-02']) call('carwash_book', { car_id: car, date });
    const listed = call('carwash_list', { from: '2033-02-01', to: '2033-02-28' }) as { id: number; date: string }[];
    expect(listed.map(({ date }) => date)).toEqual(['2033-02-01', '2033-02-02', '2033-02-03']);
    call('carwash_finish', { carwash_id: listed[0]?.id ?? 0 });
    expect(call('carwash_cancel', { carwash_id: listed[0]?.id ?? 0 })).toBe('PRECONDITION_FAILED');
  });
  test('two bounds of a date do not keep "by date" where no order is read', () => {
    const said = 'List car-washes in groups by date.';
    expect(flagOf(washes('Book the tunnel for a day.', undefined, said), 'carwash_list')).not.toBe('');
  });
});
