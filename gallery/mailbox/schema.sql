CREATE TABLE account (owner_address TEXT NOT NULL PRIMARY KEY, owner_name TEXT NOT NULL) STRICT;

CREATE TABLE contacts (contact_id TEXT NOT NULL PRIMARY KEY, full_name TEXT NOT NULL, address TEXT NOT NULL UNIQUE, company TEXT, relation TEXT NOT NULL CHECK (relation IN ('client', 'supplier', 'family', 'authority', 'other'))) STRICT;

CREATE TABLE labels (label_id TEXT NOT NULL PRIMARY KEY, label_name TEXT NOT NULL UNIQUE, color TEXT NOT NULL CHECK (color IN ('red', 'amber', 'green', 'blue', 'grey'))) STRICT;

CREATE TABLE threads (thread_id TEXT NOT NULL PRIMARY KEY, subject TEXT NOT NULL, snoozed_until TEXT) STRICT;

CREATE TABLE messages (message_id TEXT NOT NULL PRIMARY KEY, thread_id TEXT NOT NULL REFERENCES threads(thread_id), from_name TEXT NOT NULL, from_address TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, dated_at TEXT NOT NULL, folder TEXT NOT NULL CHECK (folder IN ('inbox', 'archive', 'sent', 'drafts', 'trash')), came_from TEXT CHECK (came_from IN ('inbox', 'archive', 'sent', 'drafts')), trashed_at TEXT, is_read INTEGER NOT NULL CHECK (is_read IN (0, 1)), version INTEGER NOT NULL CHECK (version >= 1), client_key TEXT UNIQUE, CHECK ((folder = 'trash') = (came_from IS NOT NULL)), CHECK ((folder = 'trash') = (trashed_at IS NOT NULL))) STRICT;

CREATE TABLE recipients (message_id TEXT NOT NULL REFERENCES messages(message_id), kind TEXT NOT NULL CHECK (kind IN ('to', 'cc')), pos INTEGER NOT NULL CHECK (pos >= 1), address TEXT NOT NULL, PRIMARY KEY (message_id, kind, pos)) STRICT;

CREATE TABLE attachments (attachment_id TEXT NOT NULL PRIMARY KEY, message_id TEXT NOT NULL REFERENCES messages(message_id), file_name TEXT NOT NULL, kilobytes INTEGER NOT NULL CHECK (kilobytes > 0)) STRICT;

CREATE TABLE message_labels (message_id TEXT NOT NULL REFERENCES messages(message_id), label_id TEXT NOT NULL REFERENCES labels(label_id), PRIMARY KEY (message_id, label_id)) STRICT;

CREATE INDEX messages_by_thread ON messages (thread_id, dated_at);

CREATE INDEX messages_by_date ON messages (dated_at, message_id);

CREATE INDEX labels_of_messages ON message_labels (label_id, message_id);

CREATE INDEX attachments_by_message ON attachments (message_id);
