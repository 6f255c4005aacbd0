CREATE TABLE guests (guest_id TEXT NOT NULL PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT NOT NULL UNIQUE, tier TEXT NOT NULL CHECK (tier IN ('guest', 'regular', 'house')), missed INTEGER NOT NULL CHECK (missed >= 0)) STRICT;

CREATE TABLE guest_allergens (guest_id TEXT NOT NULL REFERENCES guests(guest_id), allergen TEXT NOT NULL, PRIMARY KEY (guest_id, allergen)) STRICT;

CREATE TABLE dining_tables (table_code TEXT NOT NULL PRIMARY KEY, area TEXT NOT NULL CHECK (area IN ('hall', 'garden', 'cellar')), seats INTEGER NOT NULL CHECK (seats >= 1), step_free INTEGER NOT NULL CHECK (step_free IN (0, 1))) STRICT;

CREATE TABLE sittings (day TEXT NOT NULL, starts TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('brunch', 'lunch', 'dinner')), PRIMARY KEY (day, starts)) STRICT;

CREATE TABLE holds (hold_id TEXT NOT NULL PRIMARY KEY, guest_id TEXT NOT NULL REFERENCES guests(guest_id), day TEXT NOT NULL, starts TEXT NOT NULL, table_code TEXT NOT NULL REFERENCES dining_tables(table_code), party INTEGER NOT NULL CHECK (party >= 1), state TEXT NOT NULL CHECK (state IN ('held', 'used', 'released')), placed_at TEXT NOT NULL, FOREIGN KEY (day, starts) REFERENCES sittings(day, starts)) STRICT;

CREATE TABLE bookings (booking_id TEXT NOT NULL PRIMARY KEY, guest_id TEXT NOT NULL REFERENCES guests(guest_id), day TEXT NOT NULL, starts TEXT NOT NULL, table_code TEXT NOT NULL REFERENCES dining_tables(table_code), party INTEGER NOT NULL CHECK (party >= 1), status TEXT NOT NULL CHECK (status IN ('booked', 'cancelled', 'honoured', 'missed')), deposit_cents INTEGER NOT NULL CHECK (deposit_cents >= 0), deposit_state TEXT NOT NULL CHECK (deposit_state IN ('none', 'paid', 'returned', 'kept')), wish TEXT, booked_at TEXT NOT NULL, FOREIGN KEY (day, starts) REFERENCES sittings(day, starts)) STRICT;

CREATE TABLE waitlist (entry_id TEXT NOT NULL PRIMARY KEY, guest_id TEXT NOT NULL REFERENCES guests(guest_id), day TEXT NOT NULL, starts TEXT NOT NULL, party INTEGER NOT NULL CHECK (party >= 1), state TEXT NOT NULL CHECK (state IN ('waiting', 'left', 'seated')), joined_at TEXT NOT NULL, FOREIGN KEY (day, starts) REFERENCES sittings(day, starts)) STRICT;

CREATE TABLE dishes (dish_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, section TEXT NOT NULL CHECK (section IN ('starter', 'main', 'dessert', 'drink')), price_cents INTEGER NOT NULL CHECK (price_cents > 0), in_stock INTEGER NOT NULL CHECK (in_stock IN (0, 1)), travels INTEGER NOT NULL CHECK (travels IN (0, 1))) STRICT;

CREATE TABLE dish_allergens (dish_id TEXT NOT NULL REFERENCES dishes(dish_id), allergen TEXT NOT NULL, PRIMARY KEY (dish_id, allergen)) STRICT;

CREATE TABLE zones (postcode TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0), least_cents INTEGER NOT NULL CHECK (least_cents >= 0), minutes INTEGER NOT NULL CHECK (minutes > 0)) STRICT;

CREATE TABLE vouchers (voucher_code TEXT NOT NULL PRIMARY KEY, guest_id TEXT NOT NULL REFERENCES guests(guest_id), off_cents INTEGER NOT NULL CHECK (off_cents > 0), least_cents INTEGER NOT NULL, valid_until TEXT NOT NULL, CHECK (off_cents <= least_cents)) STRICT;

CREATE TABLE orders (order_id TEXT NOT NULL PRIMARY KEY, guest_id TEXT NOT NULL REFERENCES guests(guest_id), postcode TEXT NOT NULL REFERENCES zones(postcode), street TEXT, state TEXT NOT NULL CHECK (state IN ('draft', 'received', 'cooking', 'on_the_way', 'delivered', 'cancelled')), goods_cents INTEGER NOT NULL, fee_cents INTEGER NOT NULL, off_cents INTEGER NOT NULL CHECK (off_cents >= 0), total_cents INTEGER NOT NULL, voucher_code TEXT REFERENCES vouchers(voucher_code), note TEXT, made_at TEXT NOT NULL, placed_at TEXT) STRICT;

CREATE TABLE voucher_uses (voucher_code TEXT NOT NULL PRIMARY KEY REFERENCES vouchers(voucher_code), order_id TEXT NOT NULL REFERENCES orders(order_id)) STRICT;

CREATE TABLE order_lines (order_id TEXT NOT NULL REFERENCES orders(order_id), line INTEGER NOT NULL CHECK (line >= 1), dish_id TEXT NOT NULL REFERENCES dishes(dish_id), quantity INTEGER NOT NULL CHECK (quantity >= 1), price_cents INTEGER NOT NULL CHECK (price_cents > 0), state TEXT NOT NULL CHECK (state IN ('ordered', 'dropped')), PRIMARY KEY (order_id, line)) STRICT;

CREATE TABLE refunds (refund_id TEXT NOT NULL PRIMARY KEY, order_id TEXT NOT NULL, line INTEGER NOT NULL, quantity INTEGER NOT NULL CHECK (quantity >= 1), amount_cents INTEGER NOT NULL CHECK (amount_cents > 0), cause TEXT NOT NULL CHECK (cause IN ('missing', 'cold', 'wrong')), made_at TEXT NOT NULL, FOREIGN KEY (order_id, line) REFERENCES order_lines(order_id, line)) STRICT;

CREATE INDEX bookings_by_sitting ON bookings (day, starts, table_code);

CREATE INDEX bookings_by_guest ON bookings (guest_id, day);

CREATE INDEX holds_by_sitting ON holds (day, starts, table_code);

CREATE INDEX waitlist_by_sitting ON waitlist (day, starts);

CREATE INDEX orders_by_guest ON orders (guest_id, made_at);

CREATE INDEX refunds_by_order ON refunds (order_id, line);

CREATE VIEW free_tables AS SELECT s.day, s.starts, t.table_code, t.area, t.seats, t.step_free FROM sittings AS s JOIN dining_tables AS t ON true WHERE NOT EXISTS (SELECT 1 FROM bookings AS b WHERE b.day = s.day AND b.starts = s.starts AND b.table_code = t.table_code AND b.status = 'booked') AND NOT EXISTS (SELECT 1 FROM holds AS h WHERE h.day = s.day AND h.starts = s.starts AND h.table_code = t.table_code AND h.state = 'held');
