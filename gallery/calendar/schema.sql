CREATE TABLE teams (team_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE people (person_id TEXT NOT NULL PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL REFERENCES teams(team_id), role TEXT NOT NULL CHECK (role IN ('partner', 'architect', 'assistant', 'trainee')), assists TEXT REFERENCES people(person_id), active INTEGER NOT NULL CHECK (active IN (0, 1))) STRICT;

CREATE TABLE rooms (room_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, floor INTEGER NOT NULL, seats INTEGER NOT NULL CHECK (seats >= 1), public_area INTEGER NOT NULL CHECK (public_area IN (0, 1)), in_use INTEGER NOT NULL CHECK (in_use IN (0, 1))) STRICT;

CREATE TABLE room_features (room_id TEXT NOT NULL REFERENCES rooms(room_id), feature TEXT NOT NULL CHECK (feature IN ('screen', 'camera', 'whiteboard', 'modelTable', 'blackout')), PRIMARY KEY (room_id, feature)) STRICT;

CREATE TABLE closures (closure_id TEXT NOT NULL PRIMARY KEY, room_id TEXT NOT NULL REFERENCES rooms(room_id), starts_at TEXT NOT NULL, ends_at TEXT NOT NULL, reason TEXT NOT NULL, CHECK (starts_at < ends_at)) STRICT;

CREATE TABLE series (series_id TEXT NOT NULL PRIMARY KEY, organizer_id TEXT NOT NULL REFERENCES people(person_id), title TEXT NOT NULL, weekday TEXT NOT NULL CHECK (weekday IN ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'))) STRICT;

CREATE TABLE events (event_id TEXT NOT NULL PRIMARY KEY, organizer_id TEXT NOT NULL REFERENCES people(person_id), title TEXT NOT NULL, starts_at TEXT NOT NULL, ends_at TEXT NOT NULL, room_id TEXT REFERENCES rooms(room_id), guests INTEGER NOT NULL DEFAULT 0 CHECK (guests >= 0), private INTEGER NOT NULL DEFAULT 0 CHECK (private IN (0, 1)), series_id TEXT REFERENCES series(series_id), status TEXT NOT NULL DEFAULT 'booked' CHECK (status IN ('booked', 'cancelled')), version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1), created_at TEXT NOT NULL, changed_at TEXT NOT NULL, CHECK (starts_at < ends_at)) STRICT;

CREATE TABLE attendees (event_id TEXT NOT NULL REFERENCES events(event_id), person_id TEXT NOT NULL REFERENCES people(person_id), answer TEXT NOT NULL CHECK (answer IN ('none', 'yes', 'no', 'maybe')), PRIMARY KEY (event_id, person_id)) STRICT;

CREATE TABLE absences (absence_id TEXT NOT NULL PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people(person_id), kind TEXT NOT NULL CHECK (kind IN ('leave', 'siteVisit', 'training')), first_day TEXT NOT NULL, last_day TEXT NOT NULL, CHECK (first_day <= last_day)) STRICT;

CREATE TABLE menus (menu_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, price_cents INTEGER NOT NULL CHECK (price_cents > 0), least_persons INTEGER NOT NULL CHECK (least_persons >= 1)) STRICT;

CREATE TABLE catering (order_id TEXT NOT NULL PRIMARY KEY, event_id TEXT NOT NULL REFERENCES events(event_id), menu_id TEXT NOT NULL REFERENCES menus(menu_id), persons INTEGER NOT NULL CHECK (persons >= 1), total_cents INTEGER NOT NULL, status TEXT NOT NULL CHECK (status IN ('ordered', 'cancelled')), ordered_at TEXT NOT NULL) STRICT;

CREATE TABLE room_queue (event_id TEXT NOT NULL REFERENCES events(event_id), room_id TEXT NOT NULL REFERENCES rooms(room_id), queued_at TEXT NOT NULL, PRIMARY KEY (event_id, room_id)) STRICT;

CREATE INDEX attendees_by_person ON attendees (person_id, event_id);

CREATE INDEX events_by_time ON events (starts_at, event_id);

CREATE INDEX events_by_room ON events (room_id, starts_at);

CREATE INDEX catering_by_event ON catering (event_id);
