CREATE TABLE household (hub_id TEXT PRIMARY KEY, name TEXT NOT NULL, plan TEXT NOT NULL CHECK (plan IN ('basic', 'plus', 'premium')), hub_online INTEGER NOT NULL CHECK (hub_online IN (0, 1)), hub_restarted_at TEXT NOT NULL) STRICT;

CREATE TABLE members (hub_id TEXT NOT NULL REFERENCES household (hub_id), member_no INTEGER NOT NULL CHECK (member_no >= 1), name TEXT NOT NULL, role TEXT NOT NULL CHECK (role IN ('owner', 'adult', 'child')), PRIMARY KEY (hub_id, member_no)) STRICT;

CREATE TABLE rooms (room_id TEXT PRIMARY KEY, hub_id TEXT NOT NULL REFERENCES household (hub_id), name TEXT NOT NULL) STRICT;

CREATE TABLE models (model TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('lock', 'thermostat', 'light', 'sensor', 'camera', 'plug')), power TEXT NOT NULL CHECK (power IN ('battery', 'mains')), newest_firmware TEXT NOT NULL) STRICT;

CREATE TABLE devices (device_id TEXT PRIMARY KEY, room_id TEXT NOT NULL REFERENCES rooms (room_id), model TEXT NOT NULL REFERENCES models (model), name TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('online', 'offline', 'updating')), battery INTEGER CHECK (battery BETWEEN 0 AND 100), jammed INTEGER NOT NULL DEFAULT 0 CHECK (jammed IN (0, 1)), settings TEXT NOT NULL, firmware TEXT NOT NULL, purchased_on TEXT NOT NULL, last_contact_at TEXT NOT NULL) STRICT;

CREATE TABLE device_events (device_id TEXT NOT NULL REFERENCES devices (device_id), seq INTEGER NOT NULL CHECK (seq >= 1), event TEXT NOT NULL CHECK (event IN ('settingsChanged', 'renamed', 'moved', 'batteryReplaced', 'boltFreed', 'online', 'offline', 'lowBattery', 'jammed', 'opened', 'closed', 'motion', 'locked', 'unlocked', 'updated')), detail TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (device_id, seq)) STRICT;

CREATE TABLE automations (automation_id TEXT PRIMARY KEY, name TEXT NOT NULL, trigger_device_id TEXT NOT NULL REFERENCES devices (device_id), trigger_event TEXT NOT NULL CHECK (trigger_event IN ('opened', 'closed', 'motion', 'unlocked', 'belowTarget')), enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)), version INTEGER NOT NULL CHECK (version >= 1)) STRICT;

CREATE TABLE automation_actions (automation_id TEXT NOT NULL REFERENCES automations (automation_id) ON DELETE CASCADE, position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 5), device_id TEXT NOT NULL REFERENCES devices (device_id), settings TEXT NOT NULL, PRIMARY KEY (automation_id, position)) STRICT;

CREATE TABLE support_cases (case_id TEXT PRIMARY KEY, device_id TEXT NOT NULL REFERENCES devices (device_id), symptom TEXT NOT NULL CHECK (symptom IN ('offline', 'battery', 'jammed', 'wrongReading', 'noVideo', 'other')), status TEXT NOT NULL CHECK (status IN ('open', 'closed')), opened_at TEXT NOT NULL, closed_at TEXT, outcome TEXT CHECK (outcome IN ('fixed', 'replaced', 'noFault', 'escalated')), CHECK ((status = 'open' AND closed_at IS NULL AND outcome IS NULL) OR (status = 'closed' AND closed_at IS NOT NULL AND outcome IS NOT NULL))) STRICT;

CREATE TABLE case_notes (case_id TEXT NOT NULL REFERENCES support_cases (case_id), seq INTEGER NOT NULL CHECK (seq >= 1), note TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (case_id, seq)) STRICT;

CREATE TABLE orders (order_id TEXT PRIMARY KEY, device_id TEXT NOT NULL REFERENCES devices (device_id), case_id TEXT NOT NULL UNIQUE REFERENCES support_cases (case_id), ordered_at TEXT NOT NULL, arrives_at TEXT NOT NULL) STRICT;

CREATE UNIQUE INDEX rooms_by_name ON rooms (name COLLATE NOCASE);

CREATE UNIQUE INDEX devices_by_room_and_name ON devices (room_id, name COLLATE NOCASE);

CREATE UNIQUE INDEX automations_by_name ON automations (name COLLATE NOCASE);

CREATE UNIQUE INDEX one_open_case ON support_cases (device_id) WHERE status = 'open';

CREATE VIEW device_now AS SELECT d.device_id, d.name, m.kind, d.room_id, r.name AS room_name, d.model, m.power, CASE WHEN h.hub_online = 0 THEN 'offline' ELSE d.state END AS state_now, d.battery, d.jammed, CASE WHEN h.hub_online = 0 OR d.state = 'offline' OR coalesce(d.battery, 100) <= 15 OR d.jammed = 1 THEN 1 ELSE 0 END AS needs_attention, d.settings, d.firmware, m.newest_firmware, d.purchased_on, date(d.purchased_on, '+24 months') AS warranty_until, d.last_contact_at, (SELECT c.case_id FROM support_cases c WHERE c.device_id = d.device_id AND c.status = 'open' ORDER BY c.case_id LIMIT 1) AS open_case_id FROM devices d JOIN models m ON m.model = d.model JOIN rooms r ON r.room_id = d.room_id JOIN household h ON h.hub_id = r.hub_id;

CREATE VIEW kind_settings AS SELECT 'thermostat' AS kind, 'targetC' AS setting UNION ALL SELECT 'thermostat', 'mode' UNION ALL SELECT 'light', 'brightness' UNION ALL SELECT 'camera', 'recording' UNION ALL SELECT 'plug', 'on' UNION ALL SELECT 'lock', 'autoLockMinutes';

CREATE VIEW kind_events AS SELECT 'sensor' AS kind, 'opened' AS event UNION ALL SELECT 'sensor', 'closed' UNION ALL SELECT 'sensor', 'motion' UNION ALL SELECT 'camera', 'motion' UNION ALL SELECT 'lock', 'opened' UNION ALL SELECT 'lock', 'closed' UNION ALL SELECT 'lock', 'unlocked' UNION ALL SELECT 'thermostat', 'belowTarget';
