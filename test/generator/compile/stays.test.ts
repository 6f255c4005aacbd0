// Tests the arrival and the departure of stays: in a stay, the arrival comes first.
import { expect, test } from 'vitest';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const DAY = { type: 'string', format: 'date' } as const;

test('a stay begins with its arrival, and a room takes one stay at a time', () => {
  const all = compile([
    tool('create_room', 'Create a room.', { number: 'string' }),
    tool('list_rooms', 'List rooms.'),
    tool('create_reservation', 'Reserve a room.', { room_id: 'string', guest: 'string', arrival: DAY, departure: DAY }),
    tool('get_reservation', 'Get a reservation.', { reservation_id: 'string' }),
  ]);
  expect(flagOf(all, 'create_reservation')).toBe('');
  const call = playerOf(all);
  const { id: room_id } = call('create_room', { number: '9' }) as { id: string };
  const stay = { room_id, guest: 'Ada', arrival: '2031-06-01', departure: '2031-06-05' };
  expect(call('create_reservation', stay)).toMatchObject({ guest: 'Ada' });
  expect(call('create_reservation', { ...stay, arrival: '2031-06-04', departure: '2031-06-06' })).toBe('CONFLICT');
  expect(call('create_reservation', { ...stay, arrival: '2031-06-05', departure: '2031-06-06' })).toMatchObject({
    room_id,
  });
  expect(call('create_reservation', { ...stay, arrival: '2031-08-05', departure: '2031-08-02' })).toBe(
    'INVALID_ARGUMENT',
  );
});
