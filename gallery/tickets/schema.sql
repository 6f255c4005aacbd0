CREATE TABLE venues (venue_code TEXT NOT NULL PRIMARY KEY, venue_name TEXT NOT NULL UNIQUE, city TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('hall', 'stadium'))) STRICT;

CREATE TABLE shows (show_code TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL UNIQUE, genre TEXT NOT NULL CHECK (genre IN ('pop', 'rock', 'folk', 'classical', 'comedy', 'football')), venue_code TEXT NOT NULL REFERENCES venues(venue_code), starts_at TEXT NOT NULL, doors_at TEXT NOT NULL, first_date TEXT, state TEXT NOT NULL CHECK (state IN ('on_sale', 'postponed', 'cancelled', 'over')), min_age INTEGER NOT NULL CHECK (min_age BETWEEN 0 AND 18), transfers TEXT NOT NULL CHECK (transfers IN ('open', 'closed')), resale TEXT NOT NULL CHECK (resale IN ('open', 'closed')), CHECK (doors_at < starts_at), CHECK ((state = 'postponed') = (first_date IS NOT NULL))) STRICT;

CREATE TABLE price_zones (show_code TEXT NOT NULL REFERENCES shows(show_code), zone TEXT NOT NULL CHECK (zone IN ('A', 'B', 'C')), price INTEGER NOT NULL CHECK (price > 0), fee INTEGER NOT NULL CHECK (fee >= 0), PRIMARY KEY (show_code, zone)) STRICT;

CREATE TABLE show_seats (seat_code TEXT NOT NULL PRIMARY KEY, show_code TEXT NOT NULL, zone TEXT NOT NULL, row_label TEXT NOT NULL, seat_no INTEGER NOT NULL CHECK (seat_no >= 1), sight TEXT NOT NULL CHECK (sight IN ('full', 'part')), UNIQUE (show_code, row_label, seat_no), FOREIGN KEY (show_code, zone) REFERENCES price_zones(show_code, zone)) STRICT;

CREATE TABLE patrons (patron_no TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, postcode TEXT NOT NULL, wallet_no TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE wallets (wallet_no TEXT NOT NULL PRIMARY KEY, patron_no TEXT NOT NULL UNIQUE REFERENCES patrons(patron_no), build TEXT NOT NULL CHECK (build IN ('5.9', '6.0', '6.1', '6.2')), alerts TEXT NOT NULL CHECK (alerts IN ('on', 'off'))) STRICT;

CREATE TABLE gift_vouchers (voucher_code TEXT NOT NULL PRIMARY KEY, patron_no TEXT NOT NULL REFERENCES patrons(patron_no), face INTEGER NOT NULL CHECK (face > 0), left_over INTEGER NOT NULL CHECK (left_over >= 0), expires_on TEXT NOT NULL, CHECK (left_over <= face)) STRICT;

CREATE TABLE ticket_orders (order_no TEXT NOT NULL PRIMARY KEY, patron_no TEXT NOT NULL REFERENCES patrons(patron_no), show_code TEXT NOT NULL REFERENCES shows(show_code), fare TEXT NOT NULL CHECK (fare IN ('basic', 'flex')), delivery TEXT NOT NULL CHECK (delivery IN ('wallet', 'post', 'counter')), fee INTEGER NOT NULL CHECK (fee >= 0), voucher_code TEXT REFERENCES gift_vouchers(voucher_code), voucher_part INTEGER NOT NULL CHECK (voucher_part >= 0), placed_on TEXT NOT NULL, CHECK ((voucher_code IS NULL) = (voucher_part = 0))) STRICT;

CREATE TABLE seat_tickets (ticket_no TEXT NOT NULL PRIMARY KEY, order_no TEXT NOT NULL REFERENCES ticket_orders(order_no), seat_code TEXT NOT NULL REFERENCES show_seats(seat_code), price INTEGER NOT NULL CHECK (price > 0), holder_no TEXT NOT NULL REFERENCES patrons(patron_no), state TEXT NOT NULL CHECK (state IN ('valid', 'refunded')), stamp INTEGER NOT NULL CHECK (stamp >= 1)) STRICT;

CREATE TABLE wallet_passes (wallet_no TEXT NOT NULL REFERENCES wallets(wallet_no), ticket_no TEXT NOT NULL REFERENCES seat_tickets(ticket_no), stamp INTEGER NOT NULL CHECK (stamp >= 1), PRIMARY KEY (wallet_no, ticket_no)) STRICT;

CREATE TABLE ticket_transfers (transfer_no TEXT NOT NULL PRIMARY KEY, ticket_no TEXT NOT NULL REFERENCES seat_tickets(ticket_no), from_no TEXT NOT NULL REFERENCES patrons(patron_no), to_no TEXT NOT NULL REFERENCES patrons(patron_no), state TEXT NOT NULL CHECK (state IN ('offered', 'accepted', 'cancelled')), offered_at TEXT NOT NULL, CHECK (from_no <> to_no)) STRICT;

CREATE TABLE resale_listings (listing_no TEXT NOT NULL PRIMARY KEY, ticket_no TEXT NOT NULL REFERENCES seat_tickets(ticket_no), ask INTEGER NOT NULL CHECK (ask > 0), state TEXT NOT NULL CHECK (state IN ('listed', 'withdrawn')), listed_at TEXT NOT NULL) STRICT;

CREATE TABLE ticket_refunds (refund_no TEXT NOT NULL PRIMARY KEY, ticket_no TEXT NOT NULL UNIQUE REFERENCES seat_tickets(ticket_no), payout TEXT NOT NULL CHECK (payout IN ('card', 'voucher')), amount INTEGER NOT NULL CHECK (amount > 0), voucher_code TEXT REFERENCES gift_vouchers(voucher_code), made_at TEXT NOT NULL, CHECK ((payout = 'voucher') = (voucher_code IS NOT NULL))) STRICT;

CREATE TABLE seat_holds (hold_no TEXT NOT NULL PRIMARY KEY, patron_no TEXT NOT NULL REFERENCES patrons(patron_no), show_code TEXT NOT NULL REFERENCES shows(show_code), lapses_at TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('live', 'used', 'released'))) STRICT;

CREATE TABLE hold_seats (hold_no TEXT NOT NULL REFERENCES seat_holds(hold_no), seat_code TEXT NOT NULL REFERENCES show_seats(seat_code), PRIMARY KEY (hold_no, seat_code)) STRICT;

CREATE TABLE desk_quotes (quote_no TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('sale', 'refund', 'resale', 'swap')), patron_no TEXT NOT NULL REFERENCES patrons(patron_no), hold_no TEXT REFERENCES seat_holds(hold_no), ticket_no TEXT REFERENCES seat_tickets(ticket_no), seat_code TEXT REFERENCES show_seats(seat_code), fare TEXT CHECK (fare IN ('basic', 'flex')), delivery TEXT CHECK (delivery IN ('wallet', 'post', 'counter')), payout TEXT CHECK (payout IN ('card', 'voucher')), voucher_code TEXT REFERENCES gift_vouchers(voucher_code), tickets_amount INTEGER NOT NULL, fee INTEGER NOT NULL CHECK (fee >= 0), voucher_part INTEGER NOT NULL CHECK (voucher_part >= 0), amount INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'confirmed', 'void')), made_at TEXT NOT NULL, CHECK ((kind = 'sale') = (hold_no IS NOT NULL)), CHECK ((kind = 'sale') = (ticket_no IS NULL)), CHECK ((kind = 'swap') = (seat_code IS NOT NULL)), CHECK ((kind = 'refund') = (payout IS NOT NULL)), CHECK ((kind = 'sale') = (fare IS NOT NULL)), CHECK ((kind = 'sale') = (delivery IS NOT NULL))) STRICT;

CREATE INDEX seats_by_show ON show_seats (show_code, zone);

CREATE INDEX tickets_by_order ON seat_tickets (order_no);

CREATE INDEX tickets_by_seat ON seat_tickets (seat_code);

CREATE INDEX tickets_by_holder ON seat_tickets (holder_no);

CREATE INDEX transfers_by_ticket ON ticket_transfers (ticket_no);

CREATE INDEX listings_by_ticket ON resale_listings (ticket_no);

CREATE INDEX hold_by_seat ON hold_seats (seat_code);

CREATE INDEX orders_by_patron ON ticket_orders (patron_no);

CREATE VIEW show_cards AS SELECT s.show_code, s.title, s.genre, s.venue_code, v.venue_name, v.city, v.kind AS venue_kind, s.starts_at, s.doors_at, s.first_date, s.state, s.min_age, s.transfers, s.resale FROM shows AS s JOIN venues AS v ON v.venue_code = s.venue_code;

CREATE VIEW ticket_cards AS SELECT t.ticket_no, t.order_no, o.show_code, t.seat_code, x.zone, x.row_label, x.seat_no, t.price AS price_cents, t.holder_no, p.name AS holder_name, t.state, t.stamp, (SELECT l.ask FROM resale_listings AS l WHERE l.ticket_no = t.ticket_no AND l.state = 'listed' ORDER BY l.listing_no LIMIT 1) AS listed_ask_cents, (SELECT r.transfer_no FROM ticket_transfers AS r WHERE r.ticket_no = t.ticket_no AND r.state = 'offered' ORDER BY r.transfer_no LIMIT 1) AS transfer_no, (SELECT q.email FROM ticket_transfers AS r JOIN patrons AS q ON q.patron_no = r.to_no WHERE r.ticket_no = t.ticket_no AND r.state = 'offered' ORDER BY r.transfer_no LIMIT 1) AS offered_to, (SELECT r.from_no FROM ticket_transfers AS r WHERE r.ticket_no = t.ticket_no AND r.state = 'accepted' ORDER BY r.offered_at DESC, r.transfer_no DESC LIMIT 1) AS came_from, (SELECT r.payout FROM ticket_refunds AS r WHERE r.ticket_no = t.ticket_no) AS refund_payout, (SELECT r.amount FROM ticket_refunds AS r WHERE r.ticket_no = t.ticket_no) AS refund_amount_cents FROM seat_tickets AS t JOIN ticket_orders AS o ON o.order_no = t.order_no JOIN show_seats AS x ON x.seat_code = t.seat_code JOIN patrons AS p ON p.patron_no = t.holder_no;

CREATE VIEW order_cards AS SELECT o.order_no, o.patron_no, p.name AS buyer, o.show_code, s.title, s.starts_at, s.state AS show_state, o.fare, o.delivery, o.fee AS fee_cents, o.voucher_code, o.voucher_part AS voucher_part_cents, o.placed_on, (SELECT count(*) FROM seat_tickets AS t WHERE t.order_no = o.order_no AND t.state = 'valid') AS valid_tickets FROM ticket_orders AS o JOIN patrons AS p ON p.patron_no = o.patron_no JOIN shows AS s ON s.show_code = o.show_code;

CREATE VIEW quote_cards AS SELECT q.quote_no, q.kind, q.patron_no, q.hold_no, q.ticket_no, q.seat_code, q.fare, q.delivery, q.payout, q.voucher_code, q.tickets_amount AS tickets_amount_cents, q.fee AS fee_cents, q.voucher_part AS voucher_part_cents, q.amount AS amount_cents, q.state FROM desk_quotes AS q;

CREATE VIEW app_builds AS SELECT '5.9' AS build, '2030-11-04' AS released_on UNION ALL SELECT '6.0' AS build, '2031-02-10' AS released_on UNION ALL SELECT '6.1' AS build, '2031-05-19' AS released_on UNION ALL SELECT '6.2' AS build, '2031-07-28' AS released_on;
