CREATE TABLE customers (customer_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT NOT NULL, standing TEXT NOT NULL CHECK (standing IN ('regular', 'priority'))) STRICT;

CREATE TABLE premises (premises_id TEXT NOT NULL PRIMARY KEY, street TEXT NOT NULL, house_number TEXT NOT NULL, postcode TEXT NOT NULL, town TEXT NOT NULL, district TEXT NOT NULL, UNIQUE (street, house_number, town)) STRICT;

CREATE TABLE tariffs (tariff_code TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('power', 'water')), unit_price REAL NOT NULL CHECK (unit_price > 0), monthly_fee INTEGER NOT NULL CHECK (monthly_fee >= 0), fixed_months INTEGER NOT NULL CHECK (fixed_months >= 0), sold INTEGER NOT NULL CHECK (sold IN (0, 1))) STRICT;

CREATE TABLE contracts (contract_id TEXT NOT NULL PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers(customer_id), premises_id TEXT NOT NULL REFERENCES premises(premises_id), kind TEXT NOT NULL CHECK (kind IN ('power', 'water')), state TEXT NOT NULL CHECK (state IN ('active', 'ended')), tariff_code TEXT NOT NULL REFERENCES tariffs(tariff_code), fixed_until TEXT, monthly_advance INTEGER NOT NULL CHECK (monthly_advance > 0), next_tariff_code TEXT REFERENCES tariffs(tariff_code), next_from TEXT, starts_on TEXT NOT NULL, ends_on TEXT, CHECK ((state = 'ended') = (ends_on IS NOT NULL)), CHECK ((next_tariff_code IS NULL) = (next_from IS NULL))) STRICT;

CREATE TABLE meters (meter_id TEXT NOT NULL PRIMARY KEY, premises_id TEXT NOT NULL REFERENCES premises(premises_id), kind TEXT NOT NULL CHECK (kind IN ('power', 'water')), unit TEXT NOT NULL CHECK (unit IN ('kWh', 'm3')), installed_on TEXT NOT NULL, UNIQUE (premises_id, kind), CHECK ((kind = 'power') = (unit = 'kWh'))) STRICT;

CREATE TABLE gateways (meter_id TEXT NOT NULL PRIMARY KEY REFERENCES meters(meter_id), serial TEXT NOT NULL UNIQUE, registration TEXT NOT NULL CHECK (registration IN ('valid', 'lost')), registered_at TEXT NOT NULL) STRICT;

CREATE TABLE home_devices (meter_id TEXT NOT NULL PRIMARY KEY REFERENCES meters(meter_id), display TEXT NOT NULL CHECK (display IN ('figures', 'blank', 'error 21')), counted REAL NOT NULL CHECK (counted >= 0), lever TEXT NOT NULL CHECK (lever IN ('on', 'off', 'open', 'closed')), trips INTEGER NOT NULL CHECK (trips IN (0, 1)), gateway_state TEXT CHECK (gateway_state IN ('fine', 'hung', 'broken'))) STRICT;

CREATE TABLE readings (reading_id TEXT NOT NULL PRIMARY KEY, meter_id TEXT NOT NULL REFERENCES meters(meter_id), value REAL NOT NULL CHECK (value >= 0), taken_on TEXT NOT NULL, source TEXT NOT NULL CHECK (source IN ('customer', 'technician', 'remote', 'estimate'))) STRICT;

CREATE TABLE bills (bill_id TEXT NOT NULL PRIMARY KEY, contract_id TEXT NOT NULL REFERENCES contracts(contract_id), issued_on TEXT NOT NULL, due_on TEXT NOT NULL, consumption REAL NOT NULL CHECK (consumption >= 0), advances INTEGER NOT NULL CHECK (advances >= 0), amount INTEGER NOT NULL CHECK (amount > 0), open_amount INTEGER NOT NULL CHECK (open_amount >= 0), state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'in_instalments')), CHECK ((state = 'paid') = (open_amount = 0)), CHECK (due_on > issued_on)) STRICT;

CREATE TABLE instalments (bill_id TEXT NOT NULL REFERENCES bills(bill_id), number INTEGER NOT NULL CHECK (number >= 1), due_on TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0), state TEXT NOT NULL CHECK (state IN ('paid', 'due', 'void')), PRIMARY KEY (bill_id, number)) STRICT;

CREATE TABLE outages (outage_id TEXT NOT NULL PRIMARY KEY, district TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('power', 'water')), cause TEXT NOT NULL, began_at TEXT NOT NULL, expected_end TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'over'))) STRICT;

CREATE TABLE outage_reports (report_id TEXT NOT NULL PRIMARY KEY, premises_id TEXT NOT NULL REFERENCES premises(premises_id), kind TEXT NOT NULL CHECK (kind IN ('power', 'water')), words TEXT NOT NULL, reported_at TEXT NOT NULL) STRICT;

CREATE TABLE technician_slots (slot_id TEXT NOT NULL PRIMARY KEY, district TEXT NOT NULL, day TEXT NOT NULL, half TEXT NOT NULL CHECK (half IN ('morning', 'afternoon')), technician TEXT NOT NULL, UNIQUE (day, half, technician)) STRICT;

CREATE TABLE technician_visits (visit_id TEXT NOT NULL PRIMARY KEY, premises_id TEXT NOT NULL REFERENCES premises(premises_id), slot_id TEXT NOT NULL REFERENCES technician_slots(slot_id), purpose TEXT NOT NULL CHECK (purpose IN ('no_power', 'no_water', 'meter_exchange', 'gateway')), fee INTEGER NOT NULL CHECK (fee >= 0), state TEXT NOT NULL CHECK (state IN ('booked', 'cancelled', 'done'))) STRICT;

CREATE TABLE contract_moves (move_id TEXT NOT NULL PRIMARY KEY, contract_id TEXT NOT NULL REFERENCES contracts(contract_id), to_premises_id TEXT NOT NULL REFERENCES premises(premises_id), move_day TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('planned', 'done', 'withdrawn'))) STRICT;

CREATE TABLE articles (article_id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('guide', 'terms', 'tariff_sheet')), body TEXT NOT NULL, figure INTEGER) STRICT;

CREATE INDEX contracts_by_customer ON contracts (customer_id);

CREATE INDEX readings_by_meter ON readings (meter_id);

CREATE INDEX bills_by_contract ON bills (contract_id);

CREATE VIEW contract_cards AS SELECT c.contract_id, c.customer_id, c.kind, c.state, c.premises_id, p.street || ' ' || p.house_number || ', ' || p.postcode || ' ' || p.town AS address, p.district, c.tariff_code, t.name AS tariff_name, c.fixed_until, c.monthly_advance, c.next_tariff_code, c.next_from, c.starts_on, c.ends_on, m.meter_id, m.unit, g.registration AS gateway_registration FROM contracts AS c JOIN premises AS p ON p.premises_id = c.premises_id JOIN tariffs AS t ON t.tariff_code = c.tariff_code LEFT JOIN meters AS m ON m.premises_id = c.premises_id AND m.kind = c.kind LEFT JOIN gateways AS g ON g.meter_id = m.meter_id;

CREATE VIEW gateway_lights AS SELECT d.meter_id, CASE WHEN d.gateway_state IN ('hung', 'broken') THEN 'red' WHEN g.registration = 'lost' THEN 'amber' ELSE 'green' END AS light FROM home_devices AS d JOIN gateways AS g ON g.meter_id = d.meter_id;

CREATE VIEW visit_cards AS SELECT v.visit_id, v.premises_id, v.purpose, v.fee, v.state, v.slot_id, s.day, s.half, s.technician, s.district FROM technician_visits AS v JOIN technician_slots AS s ON s.slot_id = v.slot_id;
