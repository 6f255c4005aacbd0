CREATE TABLE stations (station_code TEXT PRIMARY KEY CHECK (length(station_code) = 3), name TEXT NOT NULL UNIQUE, city TEXT NOT NULL) STRICT;

CREATE TABLE passengers (passenger_id TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email_address TEXT NOT NULL UNIQUE, date_of_birth TEXT NOT NULL, phone_number TEXT NOT NULL, tier TEXT NOT NULL CHECK (tier IN ('standard', 'frequent')), travel_credit INTEGER NOT NULL DEFAULT 0 CHECK (travel_credit >= 0), card_on_file TEXT CHECK (length(card_on_file) = 4), needs_assistance INTEGER NOT NULL DEFAULT 0 CHECK (needs_assistance IN (0, 1)), overdue INTEGER NOT NULL DEFAULT 0 CHECK (overdue IN (0, 1))) STRICT;

CREATE TABLE railcard_products (product TEXT PRIMARY KEY CHECK (product IN ('quarter', 'half', 'youthQuarter')), price INTEGER NOT NULL, saver_discount INTEGER NOT NULL, other_discount INTEGER NOT NULL, age_below INTEGER) STRICT;

CREATE TABLE railcards (railcard_id TEXT PRIMARY KEY, passenger_id TEXT NOT NULL REFERENCES passengers(passenger_id), product TEXT NOT NULL REFERENCES railcard_products(product), valid_from TEXT NOT NULL, valid_to TEXT NOT NULL, renews_by_itself INTEGER NOT NULL CHECK (renews_by_itself IN (0, 1)), ordered_at TEXT NOT NULL, CHECK (valid_from < valid_to)) STRICT;

CREATE TABLE fares (fare_type TEXT PRIMARY KEY CHECK (fare_type IN ('saver', 'semiflex', 'flex')), rank INTEGER NOT NULL UNIQUE, share INTEGER NOT NULL, exchange_fee INTEGER, seat_fee INTEGER NOT NULL) STRICT;

CREATE TABLE trains (train_id TEXT PRIMARY KEY, train_number TEXT NOT NULL, category TEXT NOT NULL CHECK (category IN ('express', 'regional')), origin_station_code TEXT NOT NULL REFERENCES stations(station_code), destination_station_code TEXT NOT NULL REFERENCES stations(station_code), departs_at TEXT NOT NULL, arrives_at TEXT NOT NULL, cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)), delay_minutes INTEGER NOT NULL DEFAULT 0 CHECK (delay_minutes >= 0), CHECK (departs_at < arrives_at)) STRICT;

CREATE TABLE connections (connection_id TEXT PRIMARY KEY, origin_station_code TEXT NOT NULL REFERENCES stations(station_code), destination_station_code TEXT NOT NULL REFERENCES stations(station_code), base_price INTEGER NOT NULL CHECK (base_price > 0), saver_quota INTEGER NOT NULL CHECK (saver_quota >= 0)) STRICT;

CREATE TABLE connection_legs (connection_id TEXT NOT NULL REFERENCES connections(connection_id), leg INTEGER NOT NULL CHECK (leg BETWEEN 1 AND 3), train_id TEXT NOT NULL REFERENCES trains(train_id), PRIMARY KEY (connection_id, leg)) STRICT;

CREATE TABLE seats (train_id TEXT NOT NULL REFERENCES trains(train_id), coach_number INTEGER NOT NULL, seat_number INTEGER NOT NULL, service_class TEXT NOT NULL CHECK (service_class IN ('second', 'first')), position TEXT NOT NULL CHECK (position IN ('window', 'aisle')), PRIMARY KEY (train_id, coach_number, seat_number)) STRICT;

CREATE TABLE bookings (booking_id TEXT PRIMARY KEY, passenger_id TEXT NOT NULL REFERENCES passengers(passenger_id), connection_id TEXT NOT NULL REFERENCES connections(connection_id), fare_type TEXT NOT NULL REFERENCES fares(fare_type), service_class TEXT NOT NULL CHECK (service_class IN ('second', 'first')), state TEXT NOT NULL CHECK (state IN ('held', 'confirmed', 'cancelled')), total_price INTEGER NOT NULL CHECK (total_price > 0), payment_method TEXT CHECK (payment_method IN ('cardOnFile', 'travelCredit')), held_at TEXT NOT NULL, hold_ends_at TEXT NOT NULL, confirmed_at TEXT, cancelled_at TEXT, CHECK ((state = 'held') = (payment_method IS NULL)), CHECK ((state = 'held') = (confirmed_at IS NULL)), CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL))) STRICT;

CREATE TABLE seat_reservations (reservation_id TEXT PRIMARY KEY, booking_id TEXT NOT NULL REFERENCES bookings(booking_id), train_id TEXT NOT NULL, coach_number INTEGER NOT NULL, seat_number INTEGER NOT NULL, fee INTEGER NOT NULL CHECK (fee >= 0), active INTEGER NOT NULL CHECK (active IN (0, 1)), reserved_at TEXT NOT NULL, FOREIGN KEY (train_id, coach_number, seat_number) REFERENCES seats(train_id, coach_number, seat_number)) STRICT;

CREATE TABLE refunds (refund_id TEXT PRIMARY KEY, booking_id TEXT NOT NULL UNIQUE REFERENCES bookings(booking_id), destination TEXT NOT NULL CHECK (destination IN ('originalPayment', 'travelCredit')), fee INTEGER NOT NULL CHECK (fee >= 0), amount INTEGER NOT NULL CHECK (amount >= 0), refunded_at TEXT NOT NULL) STRICT;

CREATE TABLE exchanges (exchange_id TEXT PRIMARY KEY, booking_id TEXT NOT NULL REFERENCES bookings(booking_id), from_connection_id TEXT NOT NULL REFERENCES connections(connection_id), to_connection_id TEXT NOT NULL REFERENCES connections(connection_id), fee INTEGER NOT NULL, price_difference INTEGER NOT NULL, exchanged_at TEXT NOT NULL, CHECK (from_connection_id <> to_connection_id)) STRICT;

CREATE TABLE compensation_claims (claim_id TEXT PRIMARY KEY, booking_id TEXT NOT NULL UNIQUE REFERENCES bookings(booking_id), destination TEXT NOT NULL CHECK (destination IN ('bankTransfer', 'travelCredit')), delay_minutes INTEGER NOT NULL CHECK (delay_minutes >= 60), amount INTEGER NOT NULL CHECK (amount >= 0), claimed_at TEXT NOT NULL) STRICT;

CREATE VIEW connection_times AS SELECT c.connection_id, c.origin_station_code, c.destination_station_code, c.base_price, c.saver_quota, (SELECT min(t.departs_at) FROM connection_legs AS l JOIN trains AS t ON t.train_id = l.train_id WHERE l.connection_id = c.connection_id) AS departs_at, (SELECT max(t.arrives_at) FROM connection_legs AS l JOIN trains AS t ON t.train_id = l.train_id WHERE l.connection_id = c.connection_id) AS arrives_at, (SELECT count(*) - 1 FROM connection_legs AS l WHERE l.connection_id = c.connection_id) AS changes, (SELECT max(t.cancelled) FROM connection_legs AS l JOIN trains AS t ON t.train_id = l.train_id WHERE l.connection_id = c.connection_id) AS cancelled, (SELECT t.delay_minutes FROM connection_legs AS l JOIN trains AS t ON t.train_id = l.train_id WHERE l.connection_id = c.connection_id ORDER BY l.leg DESC, l.connection_id LIMIT 1) AS delay_minutes FROM connections AS c;

CREATE VIEW booking_status AS SELECT b.booking_id, b.passenger_id, b.connection_id, b.fare_type, CASE WHEN b.state = 'held' AND b.hold_ends_at < now() THEN 'lapsed' ELSE b.state END AS status FROM bookings AS b;

CREATE VIEW savers_left AS SELECT c.connection_id, c.saver_quota - (SELECT count(*) FROM booking_status AS s WHERE s.connection_id = c.connection_id AND s.fare_type = 'saver' AND s.status IN ('held', 'confirmed')) AS savers_left FROM connections AS c;
