CREATE TABLE segments (segment TEXT PRIMARY KEY CHECK (segment IN ('standard', 'premium')), day_transfer_limit INTEGER NOT NULL, card_purchase_maximum INTEGER NOT NULL, card_cash_maximum INTEGER NOT NULL) STRICT;

CREATE TABLE customers (customer_number TEXT PRIMARY KEY CHECK (length(customer_number) = 8 AND customer_number NOT GLOB '*[^0-9]*'), first_name TEXT NOT NULL, last_name TEXT NOT NULL, date_of_birth TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL, address TEXT NOT NULL, segment TEXT NOT NULL REFERENCES segments(segment), customer_since TEXT NOT NULL, wrong_attempts INTEGER NOT NULL DEFAULT 0 CHECK (wrong_attempts BETWEEN 0 AND 3)) STRICT;

CREATE TABLE cases (case_id TEXT PRIMARY KEY, customer_number TEXT NOT NULL REFERENCES customers(customer_number), case_no INTEGER NOT NULL CHECK (case_no >= 1), opened_at TEXT NOT NULL, UNIQUE (customer_number, case_no)) STRICT;

CREATE TABLE accounts (iban TEXT PRIMARY KEY CHECK (length(iban) = 20 AND substr(iban, 1, 2) = 'XK' AND substr(iban, 3) NOT GLOB '*[^0-9]*'), owner_number TEXT NOT NULL REFERENCES customers(customer_number), co_holder_number TEXT REFERENCES customers(customer_number), type TEXT NOT NULL CHECK (type IN ('current', 'savings', 'joint')), status TEXT NOT NULL CHECK (status IN ('open', 'frozen', 'closed')), currency TEXT NOT NULL DEFAULT 'EUR' CHECK (currency = 'EUR'), booked_balance INTEGER NOT NULL, overdraft_limit INTEGER NOT NULL DEFAULT 0 CHECK (overdraft_limit >= 0), interest_rate REAL NOT NULL DEFAULT 0.0, opened_on TEXT NOT NULL, CHECK ((type = 'joint') = (co_holder_number IS NOT NULL)), CHECK (co_holder_number IS NULL OR co_holder_number <> owner_number)) STRICT;

CREATE TABLE pending_payments (pending_id TEXT PRIMARY KEY, iban TEXT NOT NULL REFERENCES accounts(iban), amount INTEGER NOT NULL CHECK (amount > 0), description TEXT NOT NULL, authorised_at TEXT NOT NULL) STRICT;

CREATE TABLE cards (card_id TEXT PRIMARY KEY, customer_number TEXT NOT NULL REFERENCES customers(customer_number), iban TEXT NOT NULL REFERENCES accounts(iban), kind TEXT NOT NULL CHECK (kind IN ('debit', 'credit')), status TEXT NOT NULL CHECK (status IN ('active', 'frozen', 'blocked')), status_reason TEXT CHECK (status_reason IN ('lost', 'stolen', 'customer_wish', 'found', 'suspicion')), last_four TEXT NOT NULL CHECK (length(last_four) = 4 AND last_four NOT GLOB '*[^0-9]*'), purchase_limit INTEGER NOT NULL CHECK (purchase_limit >= 0), cash_limit INTEGER NOT NULL CHECK (cash_limit >= 0), issued_at TEXT NOT NULL, replaces_card_id TEXT UNIQUE REFERENCES cards(card_id), CHECK (status = 'active' OR status_reason IS NOT NULL)) STRICT;

CREATE TABLE quotes (quote_id TEXT PRIMARY KEY, from_iban TEXT NOT NULL REFERENCES accounts(iban), to_iban TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0), fee INTEGER NOT NULL CHECK (fee IN (0, 50, 120)), reference TEXT, created_at TEXT NOT NULL, CHECK (from_iban <> to_iban)) STRICT;

CREATE TABLE transfers (transfer_id TEXT PRIMARY KEY, quote_id TEXT NOT NULL UNIQUE REFERENCES quotes(quote_id), executed_at TEXT NOT NULL) STRICT;

CREATE TABLE transactions (transaction_id TEXT PRIMARY KEY, iban TEXT NOT NULL REFERENCES accounts(iban), booked_at TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount <> 0), type TEXT NOT NULL CHECK (type IN ('card_payment', 'cash_withdrawal', 'transfer', 'standing_order', 'direct_debit', 'salary', 'interest', 'fee', 'dispute_credit', 'dispute_takeback')), counterparty TEXT NOT NULL, reference TEXT, card_id TEXT REFERENCES cards(card_id), transfer_id TEXT REFERENCES transfers(transfer_id), CHECK ((card_id IS NOT NULL) = (type IN ('card_payment', 'cash_withdrawal')))) STRICT;

CREATE TABLE standing_orders (standing_order_id TEXT PRIMARY KEY, from_iban TEXT NOT NULL REFERENCES accounts(iban), to_iban TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0), day_of_month INTEGER NOT NULL CHECK (day_of_month BETWEEN 1 AND 28), reference TEXT, active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)), created_at TEXT NOT NULL, cancelled_at TEXT, CHECK ((active = 0) = (cancelled_at IS NOT NULL)), CHECK (from_iban <> to_iban)) STRICT;

CREATE TABLE disputes (dispute_id TEXT PRIMARY KEY, transaction_id TEXT NOT NULL UNIQUE REFERENCES transactions(transaction_id), reason TEXT NOT NULL CHECK (reason IN ('not_recognised', 'charged_twice', 'not_received', 'wrong_amount')), statement TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('open', 'won', 'lost')), opened_at TEXT NOT NULL, credit_transaction_id TEXT UNIQUE REFERENCES transactions(transaction_id), takeback_transaction_id TEXT UNIQUE REFERENCES transactions(transaction_id)) STRICT;

CREATE TABLE dispute_steps (dispute_id TEXT NOT NULL REFERENCES disputes(dispute_id), step_no INTEGER NOT NULL CHECK (step_no >= 1), step TEXT NOT NULL CHECK (step IN ('opened', 'provisional_credit', 'evidence_requested', 'merchant_answered', 'won', 'lost', 'credit_taken_back')), happened_at TEXT NOT NULL, note TEXT, PRIMARY KEY (dispute_id, step_no)) STRICT;

CREATE INDEX transactions_by_account ON transactions (iban, booked_at);

CREATE INDEX quotes_by_account ON quotes (from_iban);

CREATE INDEX pending_by_account ON pending_payments (iban);

CREATE VIEW account_balances AS SELECT a.iban, a.booked_balance AS booked, (SELECT coalesce(sum(p.amount), 0) FROM pending_payments p WHERE p.iban = a.iban) AS pending, a.booked_balance + a.overdraft_limit - (SELECT coalesce(sum(p.amount), 0) FROM pending_payments p WHERE p.iban = a.iban) AS available FROM accounts a;

CREATE VIEW b_cards_shown AS SELECT card_id, customer_number, iban, kind, status, status_reason, last_four, json_object('purchase', purchase_limit / 100.0, 'cash', cash_limit / 100.0) AS limits, issued_at, replaces_card_id FROM cards;

CREATE VIEW b_disputes_shown AS SELECT d.dispute_id, d.status, d.reason, d.statement, d.opened_at, -t.amount / 100.0 AS amount, c.amount / 100.0 AS provisional_credit, json_object('transaction_id', t.transaction_id, 'iban', t.iban, 'card_id', t.card_id, 'booked_at', t.booked_at, 'amount', t.amount / 100.0, 'counterparty', t.counterparty) AS "transaction", (SELECT json_group_array(json_object('step', s.step, 'at', s.happened_at, 'note', s.note) ORDER BY s.step_no, s.dispute_id) FROM dispute_steps AS s WHERE s.dispute_id = d.dispute_id) AS steps FROM disputes AS d JOIN transactions AS t ON t.transaction_id = d.transaction_id LEFT JOIN transactions AS c ON c.transaction_id = d.credit_transaction_id;
