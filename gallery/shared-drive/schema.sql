CREATE TABLE people (uid TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, team TEXT NOT NULL CHECK (team IN ('design', 'sales', 'finance', 'office', 'legal')), lead INTEGER NOT NULL DEFAULT 0 CHECK (lead IN (0, 1))) STRICT;

CREATE TABLE dirs (dir_id TEXT PRIMARY KEY, name TEXT NOT NULL, parent_id TEXT REFERENCES dirs(dir_id), team TEXT NOT NULL CHECK (team IN ('design', 'sales', 'finance', 'office', 'legal'))) STRICT;

CREATE TABLE files (file_id TEXT PRIMARY KEY, dir_id TEXT NOT NULL REFERENCES dirs(dir_id), name TEXT NOT NULL, owner_uid TEXT NOT NULL REFERENCES people(uid), label TEXT NOT NULL CHECK (label IN ('public', 'internal', 'confidential')), held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)), rev INTEGER NOT NULL CHECK (rev >= 1), ver INTEGER NOT NULL CHECK (ver >= 1), trashed_at TEXT, CHECK (rev >= ver)) STRICT;

CREATE TABLE versions (file_id TEXT NOT NULL REFERENCES files(file_id), ver INTEGER NOT NULL CHECK (ver >= 1), text TEXT NOT NULL, saved_by TEXT NOT NULL REFERENCES people(uid), saved_at TEXT NOT NULL, PRIMARY KEY (file_id, ver)) STRICT;

CREATE TABLE shares (file_id TEXT NOT NULL REFERENCES files(file_id), uid TEXT NOT NULL REFERENCES people(uid), level TEXT NOT NULL CHECK (level IN ('view', 'comment', 'edit')), PRIMARY KEY (file_id, uid)) STRICT;

CREATE TABLE links (file_id TEXT PRIMARY KEY REFERENCES files(file_id), token TEXT NOT NULL UNIQUE, level TEXT NOT NULL CHECK (level IN ('view', 'edit')), expires_on TEXT NOT NULL) STRICT;

CREATE TABLE notes (note_id TEXT PRIMARY KEY, file_id TEXT NOT NULL REFERENCES files(file_id), uid TEXT NOT NULL REFERENCES people(uid), body TEXT NOT NULL, noted_at TEXT NOT NULL) STRICT;

CREATE INDEX files_by_dir ON files (dir_id);

CREATE INDEX notes_by_file ON notes (file_id);

CREATE VIEW rights AS SELECT f.file_id, p.uid, CASE WHEN f.owner_uid = p.uid OR (p.lead = 1 AND p.team = d.team) THEN 4 WHEN p.team = d.team THEN 3 ELSE coalesce((SELECT CASE s.level WHEN 'edit' THEN 3 WHEN 'comment' THEN 2 ELSE 1 END FROM shares AS s WHERE s.file_id = f.file_id AND s.uid = p.uid), 0) END AS rank FROM files AS f JOIN dirs AS d ON d.dir_id = f.dir_id JOIN people AS p ON true;
