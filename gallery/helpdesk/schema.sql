CREATE TABLE staff (staff_id TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, department TEXT NOT NULL, site TEXT NOT NULL, manager_id TEXT REFERENCES staff(staff_id), account_state TEXT NOT NULL CHECK (account_state IN ('active', 'locked', 'disabled')), failed_logins INTEGER NOT NULL CHECK (failed_logins >= 0), account_version INTEGER NOT NULL CHECK (account_version >= 1)) STRICT;

CREATE TABLE clients (client_version TEXT PRIMARY KEY, released_on TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE laptops (asset_tag TEXT PRIMARY KEY, staff_id TEXT NOT NULL REFERENCES staff(staff_id), model TEXT NOT NULL, client_version TEXT NOT NULL REFERENCES clients(client_version), connected INTEGER NOT NULL CHECK (connected IN (0, 1)), warranty_until TEXT NOT NULL) STRICT;

CREATE TABLE laptop_events (asset_tag TEXT NOT NULL REFERENCES laptops(asset_tag), seq INTEGER NOT NULL CHECK (seq >= 1), event TEXT NOT NULL CHECK (event IN ('rebooted', 'updated')), happened_at TEXT NOT NULL, PRIMARY KEY (asset_tag, seq)) STRICT;

CREATE TABLE articles (article_id TEXT PRIMARY KEY, title TEXT NOT NULL UNIQUE, body TEXT NOT NULL, changed_on TEXT NOT NULL) STRICT;

CREATE TABLE tickets (ticket_id TEXT PRIMARY KEY, staff_id TEXT NOT NULL REFERENCES staff(staff_id), asset_tag TEXT REFERENCES laptops(asset_tag), topic TEXT NOT NULL CHECK (topic IN ('account', 'network', 'hardware', 'software')), summary TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('new', 'assigned', 'closed')), team TEXT CHECK (team IN ('desk', 'network', 'workplace', 'security')), tier INTEGER NOT NULL CHECK (tier BETWEEN 1 AND 3), version INTEGER NOT NULL CHECK (version >= 1), opened_at TEXT NOT NULL, closed_at TEXT, outcome TEXT CHECK (outcome IN ('solved', 'withdrawn', 'duplicate')), CHECK ((state = 'closed') = (closed_at IS NOT NULL)), CHECK ((state = 'closed') = (outcome IS NOT NULL)), CHECK (state <> 'new' OR (team IS NULL AND tier = 1)), CHECK (state <> 'assigned' OR team IS NOT NULL)) STRICT;

CREATE TABLE notes (note_id TEXT PRIMARY KEY, ticket_id TEXT NOT NULL REFERENCES tickets(ticket_id), text TEXT NOT NULL, written_at TEXT NOT NULL) STRICT;

CREATE TABLE escalations (escalation_id TEXT PRIMARY KEY, ticket_id TEXT NOT NULL REFERENCES tickets(ticket_id), to_tier INTEGER NOT NULL CHECK (to_tier IN (2, 3)), reason TEXT NOT NULL CHECK (reason IN ('no_progress', 'deadline_passed', 'needs_expert')), escalated_at TEXT NOT NULL, UNIQUE (ticket_id, to_tier)) STRICT;

CREATE TABLE unlocks (unlock_id TEXT PRIMARY KEY, staff_id TEXT NOT NULL REFERENCES staff(staff_id), ticket_id TEXT NOT NULL REFERENCES tickets(ticket_id), unlocked_at TEXT NOT NULL) STRICT;

CREATE VIEW laptop_lights AS SELECT l.asset_tag, CASE WHEN l.connected = 0 THEN 'red' WHEN l.client_version <> (SELECT c.client_version FROM clients AS c ORDER BY c.released_on DESC, c.client_version LIMIT 1) THEN 'amber' ELSE 'green' END AS light FROM laptops AS l;

CREATE VIEW ticket_due AS SELECT t.ticket_id, strftime('%Y-%m-%dT%H:%M:%SZ', t.opened_at, iif(t.topic IN ('network', 'account'), '+8 hours', '+72 hours')) AS due_at FROM tickets AS t;
