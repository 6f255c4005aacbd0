// The airline domain of tau2-bench as rows: flights by day with seats and prices, users with payment methods, and
// reservations.
import { isJsonObject } from '../../envs/values/json.ts';
import { addressColumns, jsonText, listAt, objectAt, rowList, type Tau2Domain } from './domain.ts';

const PLAIN = [
  'user_id',
  'origin',
  'destination',
  'flight_type',
  'cabin',
  'created_at',
  'total_baggages',
  'nonfree_baggages',
  'insurance',
  'status',
] as const;

export const airline: Tau2Domain = {
  name: 'airline',
  databases: { agent: 'db' },
  policies: [{ files: ['policy.md'] }],
  rows({ agent }) {
    const { rows, put } = rowList();
    Object.entries(objectAt(agent['flights'], 'flights')).forEach(([number, value], pos) => {
      const flight = objectAt(value, `flights/${number}`);
      put('flights', {
        flight_number: number,
        pos,
        origin: flight['origin'],
        destination: flight['destination'],
        departure: flight['scheduled_departure_time_est'],
        arrival: flight['scheduled_arrival_time_est'],
      });
      for (const [date, each] of Object.entries(objectAt(flight['dates'], `flights/${number}/dates`))) {
        const path = `flights/${number}/dates/${date}`;
        const { status, available_seats, prices, ...times } = objectAt(each, path);
        put('flight_dates', { flight_number: number, date, status, times: jsonText(times) });
        if (!isJsonObject(available_seats)) continue;
        Object.entries(available_seats).forEach(([cabin, seats], at) => {
          const price = objectAt(prices, `${path}/prices`)[cabin];
          put('cabins', { flight_number: number, date, cabin, pos: at, seats, price });
        });
      }
    });
    for (const [id, value] of Object.entries(objectAt(agent['users'], 'users'))) {
      const user = objectAt(value, `users/${id}`);
      const name = objectAt(user['name'], `users/${id}/name`);
      put('users', {
        user_id: id,
        first_name: name['first_name'],
        last_name: name['last_name'],
        ...addressColumns(user['address'], `users/${id}/address`),
        email: user['email'],
        dob: user['dob'],
        saved_passengers: jsonText(user['saved_passengers']),
        membership: user['membership'],
      });
      Object.entries(objectAt(user['payment_methods'], `users/${id}/payment_methods`)).forEach(([key, each], pos) => {
        const { source, brand, last_four, amount } = objectAt(each, `users/${id}/payment_methods/${key}`);
        put('payment_methods', { user_id: id, id: key, pos, source, brand, last_four, amount });
      });
      listAt(user['reservations'], `users/${id}/reservations`).forEach((reservation, pos) => {
        put('user_reservations', { user_id: id, pos, reservation_id: reservation });
      });
    }
    for (const [id, value] of Object.entries(objectAt(agent['reservations'], 'reservations'))) {
      const reservation = objectAt(value, `reservations/${id}`);
      put('reservations', {
        reservation_id: id,
        ...Object.fromEntries(PLAIN.map((key) => [key, reservation[key]])),
        passengers: jsonText(reservation['passengers']),
      });
      listAt(reservation['flights'], `reservations/${id}/flights`).forEach((each, pos) => {
        const { flight_number, origin, destination, date, price } = objectAt(each, `reservations/${id}/flights/${pos}`);
        put('reservation_flights', { reservation_id: id, pos, flight_number, origin, destination, date, price });
      });
      listAt(reservation['payment_history'], `reservations/${id}/payment_history`).forEach((each, pos) => {
        const { payment_id, amount } = objectAt(each, `reservations/${id}/payment_history/${pos}`);
        put('payment_history', { reservation_id: id, pos, payment_id, amount });
      });
    }
    return rows;
  },
};
