CREATE TABLE staff (staff_id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL CHECK (role IN ('head', 'office', 'teacher')), subject TEXT) STRICT;

CREATE TABLE guardians (guardian_id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT NOT NULL) STRICT;

CREATE TABLE classes (class_id TEXT PRIMARY KEY, year INTEGER NOT NULL, tutor_id TEXT NOT NULL REFERENCES staff(staff_id), room TEXT NOT NULL) STRICT;

CREATE TABLE pupils (pupil_id TEXT PRIMARY KEY, name TEXT NOT NULL, born_on TEXT NOT NULL, class_id TEXT NOT NULL REFERENCES classes(class_id), state TEXT NOT NULL CHECK (state IN ('enrolled', 'left'))) STRICT;

CREATE TABLE ties (pupil_id TEXT NOT NULL REFERENCES pupils(pupil_id), guardian_id TEXT NOT NULL REFERENCES guardians(guardian_id), relation TEXT NOT NULL, rights TEXT NOT NULL CHECK (rights IN ('full', 'contact', 'barred')), PRIMARY KEY (pupil_id, guardian_id)) STRICT;

CREATE TABLE lessons (lesson_id TEXT PRIMARY KEY, class_id TEXT NOT NULL REFERENCES classes(class_id), weekday TEXT NOT NULL CHECK (weekday IN ('Mon', 'Tue', 'Wed', 'Thu', 'Fri')), period INTEGER NOT NULL CHECK (period BETWEEN 1 AND 5), subject TEXT NOT NULL, teacher_id TEXT NOT NULL REFERENCES staff(staff_id), room TEXT NOT NULL, UNIQUE (class_id, weekday, period)) STRICT;

CREATE TABLE absences (absence_id TEXT PRIMARY KEY, pupil_id TEXT NOT NULL REFERENCES pupils(pupil_id), day TEXT NOT NULL, part TEXT NOT NULL CHECK (part IN ('full', 'morning', 'afternoon')), mark TEXT NOT NULL CHECK (mark IN ('unexplained', 'excused', 'authorised')), reason TEXT, noted_at TEXT NOT NULL, void_at TEXT, CHECK ((mark = 'unexplained') = (reason IS NULL))) STRICT;

CREATE TABLE clubs (club_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, weekday TEXT NOT NULL CHECK (weekday IN ('Mon', 'Tue', 'Wed', 'Thu', 'Fri')), places INTEGER NOT NULL CHECK (places > 0), from_year INTEGER NOT NULL, to_year INTEGER NOT NULL, leader_id TEXT NOT NULL REFERENCES staff(staff_id)) STRICT;

CREATE TABLE club_members (club_id TEXT NOT NULL REFERENCES clubs(club_id), pupil_id TEXT NOT NULL REFERENCES pupils(pupil_id), state TEXT NOT NULL CHECK (state IN ('in', 'waiting')), joined_at TEXT NOT NULL, PRIMARY KEY (club_id, pupil_id)) STRICT;

CREATE TABLE trips (trip_id TEXT PRIMARY KEY, title TEXT NOT NULL UNIQUE, year INTEGER NOT NULL, day TEXT NOT NULL, places INTEGER NOT NULL, cost_c INTEGER NOT NULL, consent_by TEXT NOT NULL, leader_id TEXT NOT NULL REFERENCES staff(staff_id)) STRICT;

CREATE TABLE trip_pupils (trip_id TEXT NOT NULL REFERENCES trips(trip_id), pupil_id TEXT NOT NULL REFERENCES pupils(pupil_id), consent TEXT NOT NULL CHECK (consent IN ('none', 'given', 'refused')), answered_by TEXT REFERENCES guardians(guardian_id), answered_at TEXT, PRIMARY KEY (trip_id, pupil_id), CHECK ((consent = 'none') = (answered_by IS NULL)), CHECK ((consent = 'none') = (answered_at IS NULL))) STRICT;

CREATE TABLE reports (report_id TEXT PRIMARY KEY, pupil_id TEXT NOT NULL REFERENCES pupils(pupil_id), term TEXT NOT NULL, subject TEXT NOT NULL, grade TEXT NOT NULL CHECK (grade IN ('A', 'B', 'C', 'D', 'E')), remark TEXT NOT NULL) STRICT;

CREATE TABLE notices (notice_id TEXT PRIMARY KEY, pupil_id TEXT NOT NULL REFERENCES pupils(pupil_id), guardian_id TEXT NOT NULL REFERENCES guardians(guardian_id), text TEXT NOT NULL, sent_at TEXT NOT NULL) STRICT;

CREATE TABLE handbook (page_id TEXT PRIMARY KEY, title TEXT NOT NULL UNIQUE, section TEXT NOT NULL, body TEXT NOT NULL, changed_on TEXT NOT NULL) STRICT;

CREATE INDEX pupils_of_class ON pupils(class_id);

CREATE INDEX absences_of_pupil ON absences(pupil_id, day);

CREATE INDEX ties_of_guardian ON ties(guardian_id);

CREATE INDEX members_of_pupil ON club_members(pupil_id);

CREATE INDEX trips_of_pupil ON trip_pupils(pupil_id);

CREATE INDEX reports_of_pupil ON reports(pupil_id);

CREATE INDEX notices_of_pupil ON notices(pupil_id);
