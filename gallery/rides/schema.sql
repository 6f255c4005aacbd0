CREATE TABLE riders (rider_id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT NOT NULL UNIQUE, tier TEXT NOT NULL CHECK (tier IN ('basic', 'gold')), state TEXT NOT NULL CHECK (state IN ('active', 'held', 'closed')), joined_on TEXT NOT NULL, credit_c INTEGER NOT NULL CHECK (credit_c >= 0)) STRICT;

CREATE TABLE drivers (driver_id TEXT PRIMARY KEY, name TEXT NOT NULL, car TEXT NOT NULL, colour TEXT NOT NULL, plate TEXT NOT NULL UNIQUE, state TEXT NOT NULL CHECK (state IN ('on', 'off'))) STRICT;

CREATE TABLE classes (class TEXT PRIMARY KEY, says TEXT NOT NULL, base_c INTEGER NOT NULL, km_c INTEGER NOT NULL, min_c INTEGER NOT NULL, wait_c INTEGER NOT NULL, free_wait_min INTEGER NOT NULL, cancel_c INTEGER NOT NULL) STRICT;

CREATE TABLE methods (method_id TEXT PRIMARY KEY, rider_id TEXT NOT NULL REFERENCES riders(rider_id), kind TEXT NOT NULL CHECK (kind IN ('card', 'wallet')), label TEXT NOT NULL, expires TEXT, state TEXT NOT NULL CHECK (state IN ('ok', 'failing', 'removed')), main INTEGER NOT NULL CHECK (main IN (0, 1))) STRICT;

CREATE TABLE trips (trip_id TEXT PRIMARY KEY, rider_id TEXT NOT NULL REFERENCES riders(rider_id), driver_id TEXT REFERENCES drivers(driver_id), class TEXT NOT NULL REFERENCES classes(class), state TEXT NOT NULL CHECK (state IN ('booked', 'done', 'cancelled')), pay TEXT NOT NULL CHECK (pay IN ('paid', 'unpaid', 'none')), purpose TEXT NOT NULL CHECK (purpose IN ('personal', 'work')), from_place TEXT NOT NULL, to_place TEXT NOT NULL, pickup_at TEXT NOT NULL, dropoff_at TEXT, km_plan REAL NOT NULL, km REAL NOT NULL, minutes INTEGER NOT NULL, waited_min INTEGER NOT NULL, late_min INTEGER NOT NULL, gate TEXT, shown_pct INTEGER NOT NULL, surge_pct INTEGER NOT NULL, fare_c INTEGER NOT NULL CHECK (fare_c >= 0), method_id TEXT NOT NULL REFERENCES methods(method_id), CHECK ((state = 'done') = (dropoff_at IS NOT NULL)), CHECK (state <> 'booked' OR (pay = 'none' AND driver_id IS NULL))) STRICT;

CREATE TABLE fare_lines (trip_id TEXT NOT NULL REFERENCES trips(trip_id), line TEXT NOT NULL CHECK (line IN ('base', 'distance', 'time', 'surge', 'toll', 'wait', 'cancel', 'cleaning')), first_c INTEGER NOT NULL CHECK (first_c >= 0), amount_c INTEGER NOT NULL CHECK (amount_c >= 0), PRIMARY KEY (trip_id, line)) STRICT;

CREATE TABLE ledger (entry_id TEXT PRIMARY KEY, rider_id TEXT NOT NULL REFERENCES riders(rider_id), trip_id TEXT NOT NULL REFERENCES trips(trip_id), kind TEXT NOT NULL CHECK (kind IN ('refund', 'credit', 'spent', 'promo')), amount_c INTEGER NOT NULL CHECK (amount_c > 0), why TEXT NOT NULL, made_at TEXT NOT NULL) STRICT;

CREATE TABLE disputes (dispute_id TEXT PRIMARY KEY, rider_id TEXT NOT NULL REFERENCES riders(rider_id), trip_id TEXT NOT NULL REFERENCES trips(trip_id), line TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'granted', 'refused', 'withdrawn')), opened_at TEXT NOT NULL, closed_at TEXT, FOREIGN KEY (trip_id, line) REFERENCES fare_lines(trip_id, line), CHECK ((state = 'open') = (closed_at IS NULL))) STRICT;

CREATE TABLE receipts (receipt_id TEXT PRIMARY KEY, trip_id TEXT NOT NULL REFERENCES trips(trip_id), email TEXT NOT NULL, sent_at TEXT NOT NULL) STRICT;

CREATE TABLE lost_items (lost_id TEXT PRIMARY KEY, rider_id TEXT NOT NULL REFERENCES riders(rider_id), trip_id TEXT NOT NULL REFERENCES trips(trip_id), item TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('asked', 'found', 'not_found', 'sent')), way TEXT CHECK (way IN ('drop_point', 'courier')), reported_at TEXT NOT NULL, CHECK ((state = 'sent') = (way IS NOT NULL))) STRICT;

CREATE TABLE safety_reports (report_id TEXT PRIMARY KEY, trip_id TEXT NOT NULL REFERENCES trips(trip_id), topic TEXT NOT NULL CHECK (topic IN ('driving', 'behaviour', 'vehicle', 'crash')), level TEXT NOT NULL CHECK (level IN ('normal', 'urgent')), text TEXT NOT NULL, made_at TEXT NOT NULL) STRICT;

CREATE TABLE barred (rider_id TEXT NOT NULL REFERENCES riders(rider_id), driver_id TEXT NOT NULL REFERENCES drivers(driver_id), barred_at TEXT NOT NULL, PRIMARY KEY (rider_id, driver_id)) STRICT;

CREATE TABLE promos (code TEXT PRIMARY KEY, says TEXT NOT NULL, percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100), max_c INTEGER NOT NULL, until_day TEXT NOT NULL, who TEXT NOT NULL CHECK (who IN ('all', 'new', 'gold'))) STRICT;

CREATE TABLE claims (rider_id TEXT NOT NULL REFERENCES riders(rider_id), code TEXT NOT NULL REFERENCES promos(code), claimed_at TEXT NOT NULL, used_trip TEXT REFERENCES trips(trip_id), PRIMARY KEY (rider_id, code)) STRICT;

CREATE TABLE releases (version TEXT PRIMARY KEY, released_on TEXT NOT NULL UNIQUE, works INTEGER NOT NULL CHECK (works IN (0, 1))) STRICT;

CREATE TABLE apps (rider_id TEXT PRIMARY KEY REFERENCES riders(rider_id), version TEXT NOT NULL REFERENCES releases(version), location TEXT NOT NULL CHECK (location IN ('while_using', 'off')), notify TEXT NOT NULL CHECK (notify IN ('on', 'off')), pin TEXT NOT NULL CHECK (pin IN ('here', 'old')), pay TEXT NOT NULL CHECK (pay IN ('ok', 'failing'))) STRICT;

CREATE INDEX trips_of_rider ON trips(rider_id, pickup_at);

CREATE INDEX ledger_of_trip ON ledger(trip_id);

CREATE INDEX disputes_of_trip ON disputes(trip_id);

CREATE INDEX methods_of_rider ON methods(rider_id);

CREATE INDEX receipts_of_trip ON receipts(trip_id);

CREATE INDEX disputes_of_rider ON disputes(rider_id);

CREATE INDEX lost_of_rider ON lost_items(rider_id);

CREATE INDEX lost_of_trip ON lost_items(trip_id);

CREATE INDEX reports_of_trip ON safety_reports(trip_id);

CREATE INDEX trips_of_method ON trips(method_id);

CREATE INDEX ledger_of_rider ON ledger(rider_id);

CREATE VIEW app_screens AS SELECT a.rider_id, r.phone, a.version, CASE WHEN v.works = 0 THEN 'update' WHEN EXISTS (SELECT 1 FROM trips AS t WHERE t.rider_id = a.rider_id AND t.pay = 'unpaid') THEN 'unpaid' WHEN a.pay = 'failing' THEN 'payment' WHEN a.location = 'off' THEN 'location' WHEN a.pin = 'old' THEN 'pin' ELSE 'ready' END AS banner, a.pin, a.pay FROM apps AS a JOIN riders AS r ON r.rider_id = a.rider_id JOIN releases AS v ON v.version = a.version;
