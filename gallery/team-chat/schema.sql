CREATE TABLE members (member_id TEXT NOT NULL PRIMARY KEY, handle TEXT NOT NULL UNIQUE, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'guest')), team TEXT NOT NULL, sponsor_id TEXT REFERENCES members(member_id), ends_on TEXT, active INTEGER NOT NULL CHECK (active IN (0, 1)), CHECK ((role = 'guest') = (ends_on IS NOT NULL)), CHECK ((role = 'guest') = (sponsor_id IS NOT NULL))) STRICT;

CREATE TABLE channels (channel_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('public', 'private')), topic TEXT NOT NULL, owner_id TEXT NOT NULL REFERENCES members(member_id), posting TEXT NOT NULL CHECK (posting IN ('all', 'owners')), confidential INTEGER NOT NULL CHECK (confidential IN (0, 1)), created_at TEXT NOT NULL, archived_at TEXT, CHECK (confidential = 0 OR kind = 'private')) STRICT;

CREATE TABLE channel_members (channel_id TEXT NOT NULL REFERENCES channels(channel_id), member_id TEXT NOT NULL REFERENCES members(member_id), joined_at TEXT NOT NULL, PRIMARY KEY (channel_id, member_id)) STRICT;

CREATE TABLE messages (channel_id TEXT NOT NULL REFERENCES channels(channel_id), ts TEXT NOT NULL, member_id TEXT NOT NULL REFERENCES members(member_id), text TEXT NOT NULL, thread_ts TEXT, posted_at TEXT NOT NULL, PRIMARY KEY (channel_id, ts), FOREIGN KEY (channel_id, thread_ts) REFERENCES messages(channel_id, ts)) STRICT;

CREATE TABLE reactions (channel_id TEXT NOT NULL, ts TEXT NOT NULL, member_id TEXT NOT NULL REFERENCES members(member_id), emoji TEXT NOT NULL, PRIMARY KEY (channel_id, ts, member_id, emoji), FOREIGN KEY (channel_id, ts) REFERENCES messages(channel_id, ts)) STRICT;

CREATE TABLE pins (channel_id TEXT NOT NULL, ts TEXT NOT NULL, pinned_by TEXT NOT NULL REFERENCES members(member_id), pinned_at TEXT NOT NULL, PRIMARY KEY (channel_id, ts), FOREIGN KEY (channel_id, ts) REFERENCES messages(channel_id, ts)) STRICT;

CREATE TABLE user_groups (group_id TEXT NOT NULL PRIMARY KEY, handle TEXT NOT NULL UNIQUE, name TEXT NOT NULL, owner_id TEXT NOT NULL REFERENCES members(member_id)) STRICT;

CREATE TABLE group_members (group_id TEXT NOT NULL REFERENCES user_groups(group_id), member_id TEXT NOT NULL REFERENCES members(member_id), PRIMARY KEY (group_id, member_id)) STRICT;

CREATE TABLE reminders (reminder_id TEXT NOT NULL PRIMARY KEY, member_id TEXT NOT NULL REFERENCES members(member_id), text TEXT NOT NULL, due_at TEXT NOT NULL) STRICT;

CREATE TABLE scheduled (scheduled_id TEXT NOT NULL PRIMARY KEY, channel_id TEXT NOT NULL REFERENCES channels(channel_id), member_id TEXT NOT NULL REFERENCES members(member_id), text TEXT NOT NULL, post_at TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'cancelled'))) STRICT;

CREATE TABLE requests (request_id TEXT NOT NULL PRIMARY KEY, channel_id TEXT NOT NULL REFERENCES channels(channel_id), member_id TEXT NOT NULL REFERENCES members(member_id), reason TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'approved', 'denied')), filed_at TEXT NOT NULL, answered_by TEXT REFERENCES members(member_id), answered_at TEXT, CHECK ((state = 'open') = (answered_by IS NULL)), CHECK ((answered_by IS NULL) = (answered_at IS NULL))) STRICT;

CREATE INDEX memberships_by_member ON channel_members (member_id);

CREATE INDEX messages_by_thread ON messages (channel_id, thread_ts);

CREATE INDEX scheduled_by_channel ON scheduled (channel_id, post_at);

CREATE INDEX requests_by_channel ON requests (channel_id, filed_at);

CREATE INDEX reminders_by_member ON reminders (member_id, due_at);

CREATE VIEW member_cards AS SELECT m.member_id, m.handle, m.name, m.email, m.role, m.team, m.sponsor_id, m.ends_on, m.active, (SELECT count(*) FROM channel_members AS x JOIN channels AS c ON c.channel_id = x.channel_id WHERE x.member_id = m.member_id AND c.archived_at IS NULL) AS channel_count FROM members AS m;

CREATE VIEW channel_cards AS SELECT c.channel_id, c.name, c.kind, c.topic, c.owner_id, o.handle AS owner_handle, c.posting, c.confidential, c.created_at, c.archived_at, (SELECT count(*) FROM channel_members AS x WHERE x.channel_id = c.channel_id) AS member_count, (SELECT count(*) FROM channel_members AS x JOIN members AS g ON g.member_id = x.member_id WHERE x.channel_id = c.channel_id AND g.role = 'guest') AS guest_count, (SELECT max(m.posted_at) FROM messages AS m WHERE m.channel_id = c.channel_id) AS last_post_at, (SELECT count(*) FROM scheduled AS s WHERE s.channel_id = c.channel_id AND s.state = 'waiting') AS scheduled_waiting FROM channels AS c JOIN members AS o ON o.member_id = c.owner_id;

CREATE VIEW message_cards AS SELECT m.channel_id, m.ts, m.member_id, a.handle, m.text, m.thread_ts, m.posted_at, (SELECT count(*) FROM messages AS r WHERE r.channel_id = m.channel_id AND r.thread_ts = m.ts) AS reply_count, EXISTS (SELECT 1 FROM pins AS p WHERE p.channel_id = m.channel_id AND p.ts = m.ts) AS pinned, (SELECT json_group_array(json_object('emoji', e.emoji, 'count', e.n) ORDER BY e.n DESC, e.emoji) FROM (SELECT r.emoji, count(*) AS n FROM reactions AS r WHERE r.channel_id = m.channel_id AND r.ts = m.ts GROUP BY r.emoji) AS e) AS reactions FROM messages AS m JOIN members AS a ON a.member_id = m.member_id;

CREATE VIEW scheduled_cards AS SELECT s.scheduled_id, s.channel_id, c.name AS channel_name, s.member_id, m.handle, s.text, s.post_at, s.state FROM scheduled AS s JOIN channels AS c ON c.channel_id = s.channel_id JOIN members AS m ON m.member_id = s.member_id;

CREATE VIEW request_cards AS SELECT q.request_id, q.channel_id, c.name AS channel_name, q.member_id, m.handle, q.reason, q.state, q.filed_at, q.answered_by, q.answered_at FROM requests AS q JOIN channels AS c ON c.channel_id = q.channel_id JOIN members AS m ON m.member_id = q.member_id;
