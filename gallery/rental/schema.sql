CREATE TABLE buildings (building TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, street TEXT NOT NULL, city TEXT NOT NULL) STRICT;

CREATE TABLE units (unit TEXT NOT NULL PRIMARY KEY, building TEXT NOT NULL REFERENCES buildings (building), floor INTEGER NOT NULL CHECK (floor BETWEEN 0 AND 6), rooms INTEGER NOT NULL CHECK (rooms BETWEEN 1 AND 6), area INTEGER NOT NULL CHECK (area > 0)) STRICT;

CREATE TABLE tenants (tenant TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT NOT NULL) STRICT;

CREATE TABLE leases (lease TEXT NOT NULL PRIMARY KEY, tenant TEXT NOT NULL REFERENCES tenants (tenant), unit TEXT NOT NULL REFERENCES units (unit), starts_on TEXT NOT NULL, ends_on TEXT, rent INTEGER NOT NULL CHECK (rent > 0), deposit INTEGER NOT NULL CHECK (deposit >= 0), deposit_state TEXT NOT NULL CHECK (deposit_state IN ('held', 'released')), archived INTEGER NOT NULL CHECK (archived IN (0, 1))) STRICT;

CREATE TABLE charges (charge TEXT NOT NULL PRIMARY KEY, lease TEXT NOT NULL REFERENCES leases (lease), kind TEXT NOT NULL CHECK (kind IN ('rent', 'late_fee', 'key')), amount INTEGER NOT NULL CHECK (amount > 0), due_on TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'waived'))) STRICT;

CREATE TABLE trades (trade TEXT NOT NULL PRIMARY KEY, hours INTEGER NOT NULL CHECK (hours > 0)) STRICT;

CREATE TABLE repairs (repair TEXT NOT NULL PRIMARY KEY, lease TEXT NOT NULL REFERENCES leases (lease), trade TEXT NOT NULL REFERENCES trades (trade), urgency TEXT NOT NULL CHECK (urgency IN ('emergency', 'soon', 'routine')), summary TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'scheduled', 'done', 'archived')), opened_at TEXT NOT NULL) STRICT;

CREATE TABLE contractors (contractor TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, trade TEXT NOT NULL REFERENCES trades (trade), callout INTEGER NOT NULL CHECK (callout >= 0), hourly INTEGER NOT NULL CHECK (hourly > 0), nights INTEGER NOT NULL CHECK (nights IN (0, 1))) STRICT;

CREATE TABLE visits (visit TEXT NOT NULL PRIMARY KEY, contractor TEXT NOT NULL REFERENCES contractors (contractor), day TEXT NOT NULL, part TEXT NOT NULL CHECK (part IN ('morning', 'afternoon')), UNIQUE (contractor, day, part)) STRICT;

CREATE TABLE quotes (quote TEXT NOT NULL PRIMARY KEY, repair TEXT NOT NULL REFERENCES repairs (repair), visit TEXT NOT NULL REFERENCES visits (visit), price INTEGER NOT NULL CHECK (price > 0), state TEXT NOT NULL CHECK (state IN ('offered', 'accepted', 'archived')), asked_at TEXT NOT NULL) STRICT;

CREATE TABLE rounds (round TEXT NOT NULL PRIMARY KEY, building TEXT NOT NULL REFERENCES buildings (building), day TEXT NOT NULL, part TEXT NOT NULL CHECK (part IN ('morning', 'afternoon')), UNIQUE (building, day, part)) STRICT;

CREATE TABLE inspections (inspection TEXT NOT NULL PRIMARY KEY, lease TEXT NOT NULL REFERENCES leases (lease), kind TEXT NOT NULL CHECK (kind IN ('yearly', 'move_out')), round TEXT NOT NULL REFERENCES rounds (round), state TEXT NOT NULL CHECK (state IN ('booked', 'held', 'archived')), moves INTEGER NOT NULL CHECK (moves >= 0), deduction INTEGER NOT NULL CHECK (deduction >= 0)) STRICT;

CREATE TABLE key_kinds (kind TEXT NOT NULL PRIMARY KEY, fee INTEGER NOT NULL CHECK (fee > 0), most INTEGER NOT NULL CHECK (most > 0)) STRICT;

CREATE TABLE door_keys (key TEXT NOT NULL PRIMARY KEY, lease TEXT NOT NULL REFERENCES leases (lease), kind TEXT NOT NULL REFERENCES key_kinds (kind), state TEXT NOT NULL CHECK (state IN ('held', 'lost', 'returned')), issued_at TEXT NOT NULL) STRICT;

CREATE TABLE notices (notice TEXT NOT NULL PRIMARY KEY, lease TEXT NOT NULL REFERENCES leases (lease), moves_out_on TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('given', 'archived')), given_at TEXT NOT NULL) STRICT;

CREATE INDEX leases_by_tenant ON leases (tenant);

CREATE INDEX charges_by_lease ON charges (lease);

CREATE INDEX repairs_by_lease ON repairs (lease);

CREATE INDEX quotes_by_repair ON quotes (repair);

CREATE INDEX keys_by_lease ON door_keys (lease);

CREATE INDEX inspections_by_lease ON inspections (lease);

CREATE INDEX notices_by_lease ON notices (lease);
