CREATE TABLE departments (department_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, least_present INTEGER NOT NULL CHECK (least_present >= 0)) STRICT;

CREATE TABLE employees (employee_id TEXT NOT NULL PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, department_id TEXT NOT NULL REFERENCES departments(department_id), manager_id TEXT REFERENCES employees(employee_id), job_title TEXT NOT NULL, hired_on TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('probation', 'permanent', 'left')), account_ending TEXT NOT NULL) STRICT;

CREATE TABLE work_days (day TEXT NOT NULL PRIMARY KEY) STRICT;

CREATE TABLE holidays (day TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT;

CREATE TABLE balances (employee_id TEXT NOT NULL REFERENCES employees(employee_id), year INTEGER NOT NULL, entitled_days INTEGER NOT NULL CHECK (entitled_days >= 0), carried_days INTEGER NOT NULL CHECK (carried_days BETWEEN 0 AND 5), PRIMARY KEY (employee_id, year)) STRICT;

CREATE TABLE leaves (leave_id TEXT NOT NULL PRIMARY KEY, employee_id TEXT NOT NULL REFERENCES employees(employee_id), kind TEXT NOT NULL CHECK (kind IN ('Annual', 'Unpaid', 'Special', 'Sick')), first_day TEXT NOT NULL, last_day TEXT NOT NULL, days INTEGER NOT NULL CHECK (days >= 1), status TEXT NOT NULL CHECK (status IN ('Requested', 'Approved', 'Refused', 'Withdrawn')), decided_by TEXT REFERENCES employees(employee_id), note TEXT, filed_at TEXT NOT NULL, CHECK (first_day <= last_day)) STRICT;

CREATE TABLE expenses (expense_id TEXT NOT NULL PRIMARY KEY, employee_id TEXT NOT NULL REFERENCES employees(employee_id), category TEXT NOT NULL CHECK (category IN ('Travel', 'Meals', 'Equipment', 'Training')), amount_cents INTEGER NOT NULL CHECK (amount_cents > 0), spent_on TEXT NOT NULL, has_receipt INTEGER NOT NULL CHECK (has_receipt IN (0, 1)), status TEXT NOT NULL CHECK (status IN ('Filed', 'Paid', 'Refused')), filed_at TEXT NOT NULL) STRICT;

CREATE TABLE payslips (payslip_id TEXT NOT NULL PRIMARY KEY, employee_id TEXT NOT NULL REFERENCES employees(employee_id), month TEXT NOT NULL, gross_cents INTEGER NOT NULL, deducted_cents INTEGER NOT NULL, net_cents INTEGER NOT NULL, paid_on TEXT NOT NULL, UNIQUE (employee_id, month)) STRICT;

CREATE TABLE drafts (draft_id TEXT NOT NULL PRIMARY KEY, employee_id TEXT NOT NULL REFERENCES employees(employee_id), action TEXT NOT NULL CHECK (action IN ('Leave', 'Withdrawal', 'Expense', 'Account')), state TEXT NOT NULL CHECK (state IN ('Open', 'Committed', 'Discarded')), content TEXT NOT NULL, made_at TEXT NOT NULL) STRICT;

CREATE TABLE prompts (prompt_id TEXT NOT NULL PRIMARY KEY, draft_id TEXT NOT NULL REFERENCES drafts(draft_id), employee_id TEXT NOT NULL REFERENCES employees(employee_id), answer TEXT NOT NULL CHECK (answer IN ('Waiting', 'Approved', 'Denied')), sent_at TEXT NOT NULL) STRICT;

CREATE INDEX leaves_by_employee ON leaves (employee_id, first_day);
