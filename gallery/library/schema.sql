CREATE TABLE branches (branch TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, phone TEXT NOT NULL, closed_until TEXT) STRICT;

CREATE TABLE kinds (kind TEXT NOT NULL PRIMARY KEY, most_holds INTEGER NOT NULL, renewals INTEGER NOT NULL) STRICT;

CREATE TABLE formats (format TEXT NOT NULL PRIMARY KEY, loan_days INTEGER NOT NULL CHECK (loan_days > 0)) STRICT;

CREATE TABLE members (card TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT, kind TEXT NOT NULL REFERENCES kinds(kind), home_branch TEXT NOT NULL REFERENCES branches(branch), joined_on TEXT NOT NULL, expires_on TEXT NOT NULL, credit INTEGER NOT NULL CHECK (credit >= 0), CHECK (joined_on < expires_on)) STRICT;

CREATE TABLE titles (title_id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL, format TEXT NOT NULL REFERENCES formats(format), language TEXT NOT NULL, year INTEGER NOT NULL, subject TEXT NOT NULL, age_from INTEGER NOT NULL CHECK (age_from IN (0, 6, 12, 16)), price INTEGER NOT NULL CHECK (price > 0), UNIQUE (title, author, format)) STRICT;

CREATE TABLE copies (copy_id TEXT NOT NULL PRIMARY KEY, title_id TEXT NOT NULL REFERENCES titles(title_id), branch TEXT NOT NULL REFERENCES branches(branch), state TEXT NOT NULL CHECK (state IN ('shelf', 'loan', 'holdshelf', 'repair', 'lost'))) STRICT;

CREATE TABLE loans (loan_id TEXT NOT NULL PRIMARY KEY, copy_id TEXT NOT NULL REFERENCES copies(copy_id), card TEXT NOT NULL REFERENCES members(card), taken_on TEXT NOT NULL, due_on TEXT NOT NULL, renewals INTEGER NOT NULL CHECK (renewals >= 0), claimed INTEGER NOT NULL CHECK (claimed IN (0, 1)), closed_at TEXT, outcome TEXT CHECK (outcome IN ('back', 'lost')), CHECK (taken_on < due_on), CHECK ((closed_at IS NULL) = (outcome IS NULL))) STRICT;

CREATE TABLE holds (hold_id TEXT NOT NULL PRIMARY KEY, card TEXT NOT NULL REFERENCES members(card), title_id TEXT NOT NULL REFERENCES titles(title_id), branch TEXT NOT NULL REFERENCES branches(branch), state TEXT NOT NULL CHECK (state IN ('waiting', 'paused', 'ready', 'collected', 'cancelled', 'lapsed')), placed_at TEXT NOT NULL, paused_until TEXT, copy_id TEXT REFERENCES copies(copy_id), ready_until TEXT, request_key TEXT UNIQUE, CHECK ((state = 'paused') = (paused_until IS NOT NULL)), CHECK ((state = 'ready') = (ready_until IS NOT NULL))) STRICT;

CREATE TABLE charges (charge_id TEXT NOT NULL PRIMARY KEY, card TEXT NOT NULL REFERENCES members(card), kind TEXT NOT NULL CHECK (kind IN ('overdue', 'lost', 'print', 'card')), what TEXT NOT NULL, copy_id TEXT REFERENCES copies(copy_id), amount INTEGER NOT NULL CHECK (amount > 0), waived INTEGER NOT NULL CHECK (waived >= 0), paid INTEGER NOT NULL CHECK (paid >= 0), raised_at TEXT NOT NULL, CHECK (waived + paid <= amount)) STRICT;

CREATE TABLE articles (article_id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL UNIQUE, text TEXT NOT NULL, changed_on TEXT NOT NULL) STRICT;

CREATE TABLE codes (code TEXT NOT NULL PRIMARY KEY, article_id TEXT NOT NULL REFERENCES articles(article_id), applies TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('overdue', 'lost', 'print', 'card')), most INTEGER NOT NULL CHECK (most > 0)) STRICT;

CREATE TABLE waivers (waiver_id TEXT NOT NULL PRIMARY KEY, charge_id TEXT NOT NULL REFERENCES charges(charge_id), code TEXT NOT NULL REFERENCES codes(code), amount INTEGER NOT NULL CHECK (amount > 0), waived_at TEXT NOT NULL) STRICT;

CREATE TABLE suggestions (suggestion_id TEXT NOT NULL PRIMARY KEY, card TEXT NOT NULL REFERENCES members(card), title TEXT NOT NULL, author TEXT NOT NULL, format TEXT NOT NULL REFERENCES formats(format), state TEXT NOT NULL CHECK (state IN ('open', 'bought', 'declined')), made_at TEXT NOT NULL) STRICT;

CREATE UNIQUE INDEX loans_one_open ON loans (copy_id) WHERE closed_at IS NULL;

CREATE INDEX loans_by_card ON loans (card, due_on);

CREATE INDEX holds_by_title ON holds (title_id, placed_at);

CREATE INDEX copies_by_title ON copies (title_id);

CREATE INDEX charges_by_card ON charges (card, raised_at);

CREATE INDEX holds_by_card ON holds (card);

CREATE INDEX waivers_by_charge ON waivers (charge_id);

CREATE INDEX loans_by_copy ON loans (copy_id);

CREATE VIEW member_cards AS SELECT m.card, m.name, m.email, m.phone, m.kind, m.home_branch, m.joined_on, m.expires_on, m.credit, (SELECT coalesce(sum(f.amount - f.waived - f.paid), 0) FROM charges AS f WHERE f.card = m.card) AS owed_cents, (SELECT count(*) FROM loans AS l WHERE l.card = m.card AND l.closed_at IS NULL) AS loans, (SELECT count(*) FROM holds AS h WHERE h.card = m.card AND h.state IN ('waiting', 'paused', 'ready')) AS holds, k.most_holds, k.renewals FROM members AS m JOIN kinds AS k ON k.kind = m.kind;

CREATE VIEW hold_cards AS SELECT h.hold_id, h.card, h.title_id, t.title, h.branch, h.state, iif(h.state IN ('waiting', 'paused'), 1 + (SELECT count(*) FROM holds AS o WHERE o.title_id = h.title_id AND o.state IN ('waiting', 'paused') AND (o.placed_at < h.placed_at OR (o.placed_at = h.placed_at AND o.hold_id < h.hold_id))), NULL) AS position, h.placed_at, h.paused_until, h.copy_id, h.ready_until FROM holds AS h JOIN titles AS t ON t.title_id = h.title_id;

CREATE VIEW loan_cards AS SELECT l.loan_id, l.card, l.copy_id, c.title_id, t.title, t.author, t.format, l.taken_on, l.due_on, l.renewals, l.claimed, EXISTS (SELECT 1 FROM holds AS h WHERE h.title_id = c.title_id AND h.state = 'waiting' AND h.card <> l.card) AS reserved, l.closed_at, l.outcome FROM loans AS l JOIN copies AS c ON c.copy_id = l.copy_id JOIN titles AS t ON t.title_id = c.title_id;

CREATE VIEW title_cards AS SELECT t.title_id, t.title, t.author, t.format, t.language, t.year, t.subject, t.age_from, (SELECT count(*) FROM copies AS c WHERE c.title_id = t.title_id AND c.state <> 'lost') AS copy_count, (SELECT count(*) FROM copies AS c WHERE c.title_id = t.title_id AND c.state = 'shelf') AS on_shelf, (SELECT count(*) FROM holds AS h WHERE h.title_id = t.title_id AND h.state IN ('waiting', 'paused')) AS waiting FROM titles AS t;
