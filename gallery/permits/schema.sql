CREATE TABLE parties (party_no TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, file_code TEXT NOT NULL, standing TEXT NOT NULL CHECK (standing IN ('private', 'business', 'association')), arrears INTEGER NOT NULL CHECK (arrears IN (0, 1))) STRICT;

CREATE TABLE parcels (parcel_no TEXT NOT NULL PRIMARY KEY, street TEXT NOT NULL, house_no TEXT NOT NULL, zone TEXT NOT NULL CHECK (zone IN ('residential', 'mixed', 'commercial', 'old_town')), listed INTEGER NOT NULL CHECK (listed IN (0, 1)), UNIQUE (street, house_no)) STRICT;

CREATE TABLE articles (article_no TEXT NOT NULL PRIMARY KEY, book TEXT NOT NULL CHECK (book IN ('ordinance', 'manual')), title TEXT NOT NULL, body TEXT NOT NULL, procedure_code TEXT, form_no TEXT, in_force INTEGER NOT NULL CHECK (in_force IN (0, 1)), replaced_by TEXT REFERENCES articles(article_no), CHECK ((procedure_code IS NULL) = (form_no IS NULL)), CHECK (in_force = 0 OR replaced_by IS NULL)) STRICT;

CREATE TABLE procedure_scopes (procedure_code TEXT NOT NULL, form_no TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('building', 'street', 'event', 'sign')), state TEXT NOT NULL CHECK (state IN ('submitted', 'in_review', 'approved', 'refused', 'issued', 'withdrawn', 'lapsed')), PRIMARY KEY (procedure_code, kind, state)) STRICT;

CREATE TABLE applications (application_no TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('building', 'street', 'event', 'sign')), state TEXT NOT NULL CHECK (state IN ('submitted', 'in_review', 'approved', 'refused', 'issued', 'withdrawn', 'lapsed')), party_no TEXT NOT NULL REFERENCES parties(party_no), parcel_no TEXT NOT NULL REFERENCES parcels(parcel_no), subject TEXT NOT NULL, starts_on TEXT NOT NULL, ends_on TEXT NOT NULL, size_m2 INTEGER CHECK (size_m2 > 0), visitors INTEGER CHECK (visitors > 0), until_time TEXT, express INTEGER NOT NULL CHECK (express IN (0, 1)), submitted_at TEXT NOT NULL, decided_at TEXT, remark TEXT, permit_no TEXT UNIQUE, closed_at TEXT, CHECK (ends_on >= starts_on), CHECK ((kind = 'event') = (visitors IS NOT NULL)), CHECK ((kind = 'event') = (size_m2 IS NULL)), CHECK ((state = 'issued') = (permit_no IS NOT NULL)), CHECK ((state IN ('withdrawn', 'lapsed')) = (closed_at IS NOT NULL)), CHECK (state NOT IN ('approved', 'refused', 'issued') OR decided_at IS NOT NULL)) STRICT;

CREATE TABLE sheets (application_no TEXT NOT NULL REFERENCES applications(application_no), sheet TEXT NOT NULL CHECK (sheet IN ('site_plan', 'owner_consent', 'traffic_plan', 'safety_plan', 'insurance', 'facade_drawing', 'heritage_statement')), received_at TEXT NOT NULL, PRIMARY KEY (application_no, sheet)) STRICT;

CREATE TABLE reviews (application_no TEXT NOT NULL REFERENCES applications(application_no), department TEXT NOT NULL CHECK (department IN ('planning', 'fire', 'roads', 'heritage', 'order', 'transport')), finding TEXT NOT NULL CHECK (finding IN ('waiting', 'consent', 'conditions', 'objection', 'closed')), remark TEXT, requested_at TEXT NOT NULL, answered_at TEXT, PRIMARY KEY (application_no, department), CHECK ((finding IN ('waiting', 'closed')) = (answered_at IS NULL))) STRICT;

CREATE TABLE fees (fee_no TEXT NOT NULL PRIMARY KEY, application_no TEXT NOT NULL REFERENCES applications(application_no), purpose TEXT NOT NULL CHECK (purpose IN ('filing', 'appeal', 'express', 'revival')), amount_cents INTEGER NOT NULL CHECK (amount_cents > 0), state TEXT NOT NULL CHECK (state IN ('due', 'paid', 'waived', 'void')), tender TEXT CHECK (tender IN ('card', 'cash', 'transfer')), set_at TEXT NOT NULL, paid_at TEXT, CHECK ((state = 'paid') = (paid_at IS NOT NULL)), CHECK ((state = 'paid') = (tender IS NOT NULL))) STRICT;

CREATE TABLE slots (day TEXT NOT NULL, half TEXT NOT NULL CHECK (half IN ('morning', 'afternoon')), places INTEGER NOT NULL CHECK (places >= 0), PRIMARY KEY (day, half)) STRICT;

CREATE TABLE inspections (inspection_no TEXT NOT NULL PRIMARY KEY, application_no TEXT NOT NULL REFERENCES applications(application_no), visit TEXT NOT NULL CHECK (visit IN ('site', 'safety', 'final')), day TEXT NOT NULL, half TEXT NOT NULL CHECK (half IN ('morning', 'afternoon')), state TEXT NOT NULL CHECK (state IN ('booked', 'passed', 'failed', 'cancelled')), booked_at TEXT NOT NULL, FOREIGN KEY (day, half) REFERENCES slots(day, half)) STRICT;

CREATE TABLE appeals (appeal_no TEXT NOT NULL PRIMARY KEY, application_no TEXT NOT NULL REFERENCES applications(application_no), ground TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'upheld', 'dismissed')), lodged_at TEXT NOT NULL) STRICT;

CREATE TABLE filings (filing_no TEXT NOT NULL PRIMARY KEY, application_no TEXT NOT NULL REFERENCES applications(application_no), procedure_code TEXT NOT NULL, form_no TEXT NOT NULL, filed_at TEXT NOT NULL) STRICT;

CREATE INDEX applications_by_party ON applications (party_no);

CREATE INDEX applications_by_parcel ON applications (parcel_no, starts_on);

CREATE INDEX fees_by_application ON fees (application_no);

CREATE INDEX inspections_by_application ON inspections (application_no);

CREATE INDEX inspections_by_slot ON inspections (day, half);

CREATE INDEX appeals_by_application ON appeals (application_no);

CREATE INDEX filings_by_application ON filings (application_no);

CREATE VIEW application_cards AS SELECT a.application_no, json_object('application_no', a.application_no, 'kind', a.kind, 'state', a.state, 'party_no', a.party_no, 'party_name', p.name, 'parcel_no', a.parcel_no, 'address', l.street || ' ' || l.house_no, 'zone', l.zone, 'listed', json(iif(l.listed = 1, 'true', 'false')), 'subject', a.subject, 'starts_on', a.starts_on, 'ends_on', a.ends_on, 'size_m2', a.size_m2, 'visitors', a.visitors, 'until_time', a.until_time, 'express', json(iif(a.express = 1, 'true', 'false')), 'submitted_on', date(a.submitted_at), 'decided_on', date(a.decided_at), 'closed_on', date(a.closed_at), 'remark', a.remark, 'permit_no', a.permit_no, 'sheets', json((SELECT json_group_array(s.sheet ORDER BY s.sheet) FROM sheets AS s WHERE s.application_no = a.application_no)), 'reviews', json((SELECT json_group_array(json_object('department', r.department, 'finding', r.finding, 'remark', r.remark, 'answered_on', date(r.answered_at)) ORDER BY r.department) FROM reviews AS r WHERE r.application_no = a.application_no)), 'fees', json((SELECT json_group_array(json_object('fee_no', f.fee_no, 'purpose', f.purpose, 'amount', f.amount_cents / 100.0, 'state', f.state) ORDER BY f.fee_no) FROM fees AS f WHERE f.application_no = a.application_no)), 'inspections', json((SELECT json_group_array(json_object('inspection_no', i.inspection_no, 'visit', i.visit, 'day', i.day, 'half', i.half, 'state', i.state) ORDER BY i.inspection_no) FROM inspections AS i WHERE i.application_no = a.application_no)), 'appeals', json((SELECT json_group_array(json_object('appeal_no', e.appeal_no, 'ground', e.ground, 'state', e.state, 'lodged_on', date(e.lodged_at)) ORDER BY e.appeal_no) FROM appeals AS e WHERE e.application_no = a.application_no)), 'filings', json((SELECT json_group_array(json_object('filing_no', g.filing_no, 'procedure_code', g.procedure_code, 'form_no', g.form_no, 'filed_on', date(g.filed_at)) ORDER BY g.filing_no) FROM filings AS g WHERE g.application_no = a.application_no))) AS card FROM applications AS a JOIN parties AS p ON p.party_no = a.party_no JOIN parcels AS l ON l.parcel_no = a.parcel_no;

CREATE VIEW slot_places AS SELECT s.day, s.half, s.places - (SELECT count(*) FROM inspections AS i WHERE i.day = s.day AND i.half = s.half AND i.state = 'booked') AS places_left FROM slots AS s;
