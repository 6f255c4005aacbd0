CREATE TABLE members (handle TEXT PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL CHECK (role IN ('guest', 'developer')), active INTEGER NOT NULL CHECK (active IN (0, 1))) STRICT;

CREATE TABLE projects (project_key TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, lead TEXT NOT NULL REFERENCES members(handle)) STRICT;

CREATE TABLE memberships (project_key TEXT NOT NULL REFERENCES projects(project_key), handle TEXT NOT NULL REFERENCES members(handle), PRIMARY KEY (project_key, handle)) STRICT;

CREATE TABLE board_columns (column_id TEXT PRIMARY KEY, project_key TEXT NOT NULL REFERENCES projects(project_key), title TEXT NOT NULL, stage TEXT NOT NULL CHECK (stage IN ('todo', 'doing', 'review', 'done')), position INTEGER NOT NULL CHECK (position >= 1), wip_limit INTEGER CHECK (wip_limit >= 1), UNIQUE (project_key, position), UNIQUE (project_key, stage)) STRICT;

CREATE TABLE sprints (sprint_id TEXT PRIMARY KEY, project_key TEXT NOT NULL REFERENCES projects(project_key), number INTEGER NOT NULL, starts_on TEXT NOT NULL, ends_on TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'closed')), capacity INTEGER NOT NULL CHECK (capacity >= 1), revision INTEGER NOT NULL CHECK (revision >= 1), done_points INTEGER, closed_at TEXT, UNIQUE (project_key, number), CHECK (starts_on < ends_on), CHECK ((state = 'closed') = (closed_at IS NOT NULL)), CHECK ((state = 'closed') = (done_points IS NOT NULL))) STRICT;

CREATE TABLE issues (issue_key TEXT PRIMARY KEY, project_key TEXT NOT NULL REFERENCES projects(project_key), title TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('bug', 'story', 'chore')), priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')), column_id TEXT NOT NULL REFERENCES board_columns(column_id), assignee TEXT REFERENCES members(handle), sprint_id TEXT REFERENCES sprints(sprint_id), points INTEGER CHECK (points BETWEEN 1 AND 13), reporter TEXT NOT NULL REFERENCES members(handle), due_on TEXT, archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)), revision INTEGER NOT NULL CHECK (revision >= 1), created_at TEXT NOT NULL, changed_at TEXT NOT NULL) STRICT;

CREATE TABLE issue_labels (issue_key TEXT NOT NULL REFERENCES issues(issue_key), label TEXT NOT NULL CHECK (label IN ('regression', 'security', 'docs', 'design', 'performance', 'customer', 'flaky', 'quickWin')), PRIMARY KEY (issue_key, label)) STRICT;

CREATE TABLE links (blocker_key TEXT NOT NULL REFERENCES issues(issue_key), blocked_key TEXT NOT NULL REFERENCES issues(issue_key), linked_at TEXT NOT NULL, PRIMARY KEY (blocker_key, blocked_key), CHECK (blocker_key <> blocked_key)) STRICT;

CREATE TABLE comments (comment_id TEXT PRIMARY KEY, issue_key TEXT NOT NULL REFERENCES issues(issue_key), author TEXT NOT NULL REFERENCES members(handle), body TEXT NOT NULL, written_at TEXT NOT NULL) STRICT;

CREATE TABLE work_logs (log_id TEXT PRIMARY KEY, issue_key TEXT NOT NULL REFERENCES issues(issue_key), handle TEXT NOT NULL REFERENCES members(handle), day TEXT NOT NULL, minutes INTEGER NOT NULL CHECK (minutes BETWEEN 5 AND 720)) STRICT;

CREATE TABLE watchers (issue_key TEXT NOT NULL REFERENCES issues(issue_key), handle TEXT NOT NULL REFERENCES members(handle), PRIMARY KEY (issue_key, handle)) STRICT;

CREATE INDEX issues_by_project ON issues (project_key, issue_key);

CREATE VIEW issue_cards AS SELECT i.issue_key, i.project_key, i.title, i.kind, i.priority, i.column_id, c.stage, i.assignee, i.sprint_id, i.points, i.reporter, i.due_on, i.archived, i.revision, i.created_at, i.changed_at FROM issues AS i JOIN board_columns AS c ON c.column_id = i.column_id;

CREATE VIEW sprint_sums AS SELECT s.sprint_id, (SELECT coalesce(sum(i.points), 0) FROM issues AS i WHERE i.sprint_id = s.sprint_id) AS planned_points, (SELECT count(*) FROM issue_cards AS i WHERE i.sprint_id = s.sprint_id AND i.stage <> 'done') AS open_issues FROM sprints AS s;
