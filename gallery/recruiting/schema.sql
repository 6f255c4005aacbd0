CREATE TABLE colleagues (colleague_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, department TEXT NOT NULL, role TEXT NOT NULL CHECK (role IN ('recruiter', 'manager', 'specialist', 'finance')), active INTEGER NOT NULL CHECK (active IN (0, 1)), trained INTEGER NOT NULL CHECK (trained IN (0, 1)), week_limit INTEGER NOT NULL CHECK (week_limit BETWEEN 1 AND 15)) STRICT;

CREATE TABLE departments (department TEXT NOT NULL PRIMARY KEY, head_id TEXT NOT NULL REFERENCES colleagues(colleague_id), finance_id TEXT NOT NULL REFERENCES colleagues(colleague_id)) STRICT;

CREATE TABLE openings (opening_id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL UNIQUE, department TEXT NOT NULL REFERENCES departments(department), site TEXT NOT NULL CHECK (site IN ('Leeds', 'Bath', 'Dundee')), level TEXT NOT NULL CHECK (level IN ('junior', 'mid', 'senior', 'lead')), manager_id TEXT NOT NULL REFERENCES colleagues(colleague_id), recruiter_id TEXT NOT NULL REFERENCES colleagues(colleague_id), state TEXT NOT NULL CHECK (state IN ('open', 'paused', 'filled')), places INTEGER NOT NULL CHECK (places >= 1), pay_from INTEGER NOT NULL CHECK (pay_from > 0), pay_to INTEGER NOT NULL CHECK (pay_to > pay_from), opened_on TEXT NOT NULL) STRICT;

CREATE TABLE candidates (candidate_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, city TEXT NOT NULL, source TEXT NOT NULL CHECK (source IN ('referral', 'website', 'agency', 'fair')), referrer_id TEXT REFERENCES colleagues(colleague_id), notice_weeks INTEGER NOT NULL CHECK (notice_weeks BETWEEN 0 AND 26), CHECK ((source = 'referral') = (referrer_id IS NOT NULL))) STRICT;

CREATE TABLE applications (application_id TEXT NOT NULL PRIMARY KEY, candidate_id TEXT NOT NULL REFERENCES candidates(candidate_id), opening_id TEXT NOT NULL REFERENCES openings(opening_id), stage TEXT NOT NULL CHECK (stage IN ('applied', 'screening', 'interview', 'final', 'offer')), state TEXT NOT NULL CHECK (state IN ('active', 'on_hold', 'rejected', 'withdrawn', 'moved', 'hired')), reason TEXT CHECK (reason IN ('skills', 'experience', 'pay', 'notice', 'filled')), hold_until TEXT, wished_pay INTEGER CHECK (wished_pay > 0), applied_on TEXT NOT NULL, moved_at TEXT NOT NULL, UNIQUE (candidate_id, opening_id), CHECK ((state = 'rejected') = (reason IS NOT NULL)), CHECK ((state = 'on_hold') = (hold_until IS NOT NULL))) STRICT;

CREATE TABLE notes (note_id TEXT NOT NULL PRIMARY KEY, application_id TEXT NOT NULL REFERENCES applications(application_id), author_id TEXT NOT NULL REFERENCES colleagues(colleague_id), body TEXT NOT NULL, written_at TEXT NOT NULL) STRICT;

CREATE TABLE rooms (room_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, site TEXT NOT NULL CHECK (site IN ('Leeds', 'Bath', 'Dundee')), seats INTEGER NOT NULL CHECK (seats >= 2)) STRICT;

CREATE TABLE interviews (interview_id TEXT NOT NULL PRIMARY KEY, application_id TEXT NOT NULL REFERENCES applications(application_id), kind TEXT NOT NULL CHECK (kind IN ('phone', 'technical', 'panel', 'final')), starts_at TEXT NOT NULL, minutes INTEGER NOT NULL CHECK (minutes IN (30, 60, 90)), ends_at TEXT NOT NULL, room_id TEXT REFERENCES rooms(room_id), state TEXT NOT NULL CHECK (state IN ('booked', 'held', 'cancelled')), reason TEXT CHECK (reason IN ('candidate', 'panel', 'room', 'not_needed')), moves INTEGER NOT NULL CHECK (moves >= 0), CHECK ((kind = 'phone') = (room_id IS NULL)), CHECK ((state = 'cancelled') = (reason IS NOT NULL))) STRICT;

CREATE TABLE panelists (interview_id TEXT NOT NULL REFERENCES interviews(interview_id), colleague_id TEXT NOT NULL REFERENCES colleagues(colleague_id), reminders INTEGER NOT NULL CHECK (reminders >= 0), PRIMARY KEY (interview_id, colleague_id)) STRICT;

CREATE TABLE scorecards (interview_id TEXT NOT NULL, colleague_id TEXT NOT NULL, score INTEGER NOT NULL CHECK (score BETWEEN 1 AND 4), comment TEXT NOT NULL, filed_at TEXT NOT NULL, PRIMARY KEY (interview_id, colleague_id), FOREIGN KEY (interview_id, colleague_id) REFERENCES panelists(interview_id, colleague_id)) STRICT;

CREATE TABLE blocks (block_id TEXT NOT NULL PRIMARY KEY, colleague_id TEXT NOT NULL REFERENCES colleagues(colleague_id), starts_at TEXT NOT NULL, ends_at TEXT NOT NULL, label TEXT NOT NULL, CHECK (starts_at < ends_at)) STRICT;

CREATE TABLE offers (offer_id TEXT NOT NULL PRIMARY KEY, application_id TEXT NOT NULL REFERENCES applications(application_id), salary INTEGER NOT NULL CHECK (salary > 0), start_on TEXT NOT NULL, answer_by TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('draft', 'in_approval', 'approved', 'refused', 'sent', 'accepted', 'declined', 'withdrawn')), drafted_at TEXT NOT NULL, CHECK (answer_by < start_on)) STRICT;

CREATE TABLE approvals (offer_id TEXT NOT NULL REFERENCES offers(offer_id), step INTEGER NOT NULL CHECK (step BETWEEN 1 AND 3), approver_id TEXT NOT NULL REFERENCES colleagues(colleague_id), decision TEXT NOT NULL CHECK (decision IN ('waiting', 'approved', 'refused')), comment TEXT, decided_at TEXT, PRIMARY KEY (offer_id, step), UNIQUE (offer_id, approver_id), CHECK ((decision = 'waiting') = (decided_at IS NULL))) STRICT;

CREATE INDEX applications_by_opening ON applications (opening_id, applied_on);

CREATE INDEX interviews_by_application ON interviews (application_id);

CREATE INDEX panelists_by_colleague ON panelists (colleague_id);

CREATE INDEX blocks_by_colleague ON blocks (colleague_id, starts_at);

CREATE INDEX notes_by_application ON notes (application_id);

CREATE INDEX offers_by_application ON offers (application_id);

CREATE VIEW busy_times AS SELECT b.colleague_id, b.starts_at, b.ends_at, NULL AS interview_id FROM blocks AS b UNION ALL SELECT p.colleague_id, i.starts_at, i.ends_at, i.interview_id FROM panelists AS p JOIN interviews AS i ON i.interview_id = p.interview_id WHERE i.state = 'booked';

CREATE VIEW opening_cards AS SELECT o.opening_id, o.title, o.department, o.site, o.level, o.state, o.places, o.manager_id, o.recruiter_id, o.opened_on, o.pay_from AS from_cents, o.pay_to AS to_cents, m.name AS manager_name, r.name AS recruiter_name, (SELECT count(*) FROM applications AS a WHERE a.opening_id = o.opening_id AND a.state = 'hired') AS hired, (SELECT count(*) FROM applications AS a WHERE a.opening_id = o.opening_id AND a.state = 'active') AS active_applications FROM openings AS o JOIN colleagues AS m ON m.colleague_id = o.manager_id JOIN colleagues AS r ON r.colleague_id = o.recruiter_id;

CREATE VIEW application_scores AS SELECT a.application_id, (SELECT count(*) FROM interviews AS i JOIN scorecards AS s ON s.interview_id = i.interview_id WHERE i.application_id = a.application_id) AS scorecards, (SELECT count(*) FROM interviews AS i JOIN panelists AS p ON p.interview_id = i.interview_id WHERE i.application_id = a.application_id AND i.state = 'held' AND NOT EXISTS (SELECT 1 FROM scorecards AS s WHERE s.interview_id = p.interview_id AND s.colleague_id = p.colleague_id)) AS missing_scorecards, (SELECT round(avg(s.score), 2) FROM interviews AS i JOIN scorecards AS s ON s.interview_id = i.interview_id WHERE i.application_id = a.application_id) AS mean_score FROM applications AS a;

CREATE VIEW interview_cards AS SELECT i.interview_id, i.application_id, a.opening_id, c.name AS candidate_name, o.title AS opening_title, i.kind, i.starts_at, i.minutes, i.ends_at, i.room_id, r.name AS room_name, i.state, i.reason, i.moves, (SELECT json_group_array(json_object('colleague_id', p.colleague_id, 'name', k.name, 'score', (SELECT max(s.score) FROM scorecards AS s WHERE s.interview_id = p.interview_id AND s.colleague_id = p.colleague_id), 'reminders', p.reminders) ORDER BY p.colleague_id) FROM panelists AS p JOIN colleagues AS k ON k.colleague_id = p.colleague_id WHERE p.interview_id = i.interview_id) AS panel FROM interviews AS i JOIN applications AS a ON a.application_id = i.application_id JOIN candidates AS c ON c.candidate_id = a.candidate_id JOIN openings AS o ON o.opening_id = a.opening_id LEFT JOIN rooms AS r ON r.room_id = i.room_id;

CREATE VIEW offer_cards AS SELECT f.offer_id, f.application_id, a.opening_id, c.name AS candidate_name, o.title AS opening_title, f.salary AS salary_cents, f.start_on, f.answer_by, f.state, f.drafted_at, (SELECT x.approver_id FROM approvals AS x WHERE x.offer_id = f.offer_id AND x.decision = 'waiting' AND f.state = 'in_approval' ORDER BY x.step LIMIT 1) AS awaits, (SELECT json_group_array(json_object('step', x.step, 'approver_id', x.approver_id, 'name', k.name, 'decision', x.decision, 'comment', x.comment) ORDER BY x.step) FROM approvals AS x JOIN colleagues AS k ON k.colleague_id = x.approver_id WHERE x.offer_id = f.offer_id) AS approvals FROM offers AS f JOIN applications AS a ON a.application_id = f.application_id JOIN candidates AS c ON c.candidate_id = a.candidate_id JOIN openings AS o ON o.opening_id = a.opening_id;
