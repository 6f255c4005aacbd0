CREATE TABLE policyholders (policyholder_id TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, date_of_birth TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT NOT NULL, street TEXT NOT NULL, city TEXT NOT NULL, region TEXT NOT NULL CHECK (region IN ('north', 'south', 'east', 'west')), postal_code TEXT NOT NULL, account_last_four TEXT CHECK (length(account_last_four) = 4)) STRICT;

CREATE TABLE cover_types (cover_code TEXT PRIMARY KEY, cover_name TEXT NOT NULL UNIQUE, line_of_business TEXT NOT NULL CHECK (line_of_business IN ('motor', 'home')), cover_description TEXT NOT NULL) STRICT;

CREATE TABLE cover_documents (cover_code TEXT NOT NULL REFERENCES cover_types(cover_code), document_type TEXT NOT NULL, PRIMARY KEY (cover_code, document_type)) STRICT;

CREATE TABLE policies (policy_number TEXT PRIMARY KEY, policyholder_id TEXT NOT NULL REFERENCES policyholders(policyholder_id), line_of_business TEXT NOT NULL CHECK (line_of_business IN ('motor', 'home')), insured_thing TEXT NOT NULL, policy_status TEXT NOT NULL CHECK (policy_status IN ('active', 'lapsed', 'cancelled')), period_start TEXT NOT NULL, period_end TEXT NOT NULL, annual_premium INTEGER NOT NULL CHECK (annual_premium > 0), CHECK (period_start < period_end)) STRICT;

CREATE TABLE policy_covers (policy_number TEXT NOT NULL REFERENCES policies(policy_number), cover_code TEXT NOT NULL REFERENCES cover_types(cover_code), limit_amount INTEGER NOT NULL CHECK (limit_amount > 0), deductible_amount INTEGER NOT NULL CHECK (deductible_amount >= 0), PRIMARY KEY (policy_number, cover_code)) STRICT;

CREATE TABLE claims (claim_number TEXT PRIMARY KEY, policy_number TEXT NOT NULL, cover_code TEXT NOT NULL, claim_status TEXT NOT NULL CHECK (claim_status IN ('awaiting_documents', 'in_assessment', 'assessed', 'payout_proposed', 'paid', 'withdrawn', 'rejected')), incident_date TEXT NOT NULL, reported_at TEXT NOT NULL, incident_description TEXT NOT NULL, estimated_loss INTEGER NOT NULL CHECK (estimated_loss > 0), assessed_loss INTEGER, reserve_amount INTEGER NOT NULL CHECK (reserve_amount >= 0), handled_by TEXT NOT NULL DEFAULT 'claims_desk' CHECK (handled_by IN ('claims_desk', 'investigations', 'senior_adjusters')), closed_at TEXT, withdrawal_reason TEXT CHECK (withdrawal_reason IN ('below_deductible', 'repaired_privately', 'paid_by_third_party', 'reported_by_mistake')), FOREIGN KEY (policy_number, cover_code) REFERENCES policy_covers(policy_number, cover_code), CHECK ((closed_at IS NOT NULL) = (claim_status IN ('paid', 'withdrawn', 'rejected'))), CHECK ((withdrawal_reason IS NOT NULL) = (claim_status = 'withdrawn')), CHECK (assessed_loss IS NOT NULL OR claim_status NOT IN ('assessed', 'payout_proposed', 'paid'))) STRICT;

CREATE TABLE claim_documents (document_id TEXT PRIMARY KEY, claim_number TEXT NOT NULL REFERENCES claims(claim_number), document_type TEXT NOT NULL CHECK (document_type IN ('damage_photos', 'repair_estimate', 'repair_invoice', 'police_report', 'proof_of_ownership', 'witness_statement', 'weather_report')), document_status TEXT NOT NULL CHECK (document_status IN ('requested', 'received')), requested_at TEXT NOT NULL, due_date TEXT NOT NULL, received_at TEXT, page_count INTEGER CHECK (page_count > 0), deleted_at TEXT, deletion_reason TEXT CHECK (deletion_reason IN ('uploaded_by_mistake', 'duplicate', 'not_needed')), CHECK ((document_status = 'received') = (received_at IS NOT NULL)), CHECK ((received_at IS NULL) = (page_count IS NULL)), CHECK ((deleted_at IS NULL) = (deletion_reason IS NULL))) STRICT;

CREATE TABLE claim_flags (flag_id TEXT PRIMARY KEY, claim_number TEXT NOT NULL REFERENCES claims(claim_number), flag_kind TEXT NOT NULL CHECK (flag_kind IN ('early_incident', 'many_claims', 'estimate_doubled')), raised_at TEXT NOT NULL, cleared_at TEXT) STRICT;

CREATE TABLE assessors (assessor_id TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, line_of_business TEXT NOT NULL CHECK (line_of_business IN ('motor', 'home')), region TEXT NOT NULL CHECK (region IN ('north', 'south', 'east', 'west')), phone TEXT NOT NULL) STRICT;

CREATE TABLE assessor_appointments (appointment_id TEXT PRIMARY KEY, assessor_id TEXT NOT NULL REFERENCES assessors(assessor_id), visit_date TEXT NOT NULL, part_of_day TEXT NOT NULL CHECK (part_of_day IN ('morning', 'afternoon')), UNIQUE (assessor_id, visit_date, part_of_day)) STRICT;

CREATE TABLE assessor_visits (visit_id TEXT PRIMARY KEY, claim_number TEXT NOT NULL REFERENCES claims(claim_number), appointment_id TEXT NOT NULL REFERENCES assessor_appointments(appointment_id), visit_status TEXT NOT NULL CHECK (visit_status IN ('booked', 'completed', 'cancelled')), times_moved INTEGER NOT NULL DEFAULT 0 CHECK (times_moved BETWEEN 0 AND 2), booked_at TEXT NOT NULL) STRICT;

CREATE TABLE payouts (payout_id TEXT PRIMARY KEY, claim_number TEXT NOT NULL UNIQUE REFERENCES claims(claim_number), payout_status TEXT NOT NULL CHECK (payout_status IN ('proposed', 'approved')), assessed_loss INTEGER NOT NULL, deductible_amount INTEGER NOT NULL, payout_amount INTEGER NOT NULL CHECK (payout_amount > 0), proposed_at TEXT NOT NULL, approved_at TEXT, account_last_four TEXT, CHECK ((payout_status = 'approved') = (approved_at IS NOT NULL)), CHECK ((approved_at IS NULL) = (account_last_four IS NULL)), CHECK (payout_amount <= assessed_loss - deductible_amount)) STRICT;

CREATE TABLE claim_handovers (handover_id TEXT PRIMARY KEY, claim_number TEXT NOT NULL UNIQUE REFERENCES claims(claim_number), team TEXT NOT NULL CHECK (team IN ('investigations', 'senior_adjusters')), handover_note TEXT NOT NULL, handed_over_at TEXT NOT NULL) STRICT;

CREATE INDEX claims_by_policy ON claims (policy_number, cover_code);

CREATE INDEX documents_by_claim ON claim_documents (claim_number);

CREATE INDEX visits_by_claim ON assessor_visits (claim_number);

CREATE VIEW cover_usage AS SELECT v.policy_number, v.cover_code, v.limit_amount, v.deductible_amount, (SELECT coalesce(sum(y.payout_amount), 0) FROM payouts AS y JOIN claims AS k ON k.claim_number = y.claim_number WHERE y.payout_status = 'approved' AND k.policy_number = v.policy_number AND k.cover_code = v.cover_code) AS paid_amount, v.limit_amount - (SELECT coalesce(sum(y.payout_amount), 0) FROM payouts AS y JOIN claims AS k ON k.claim_number = y.claim_number WHERE y.payout_status = 'approved' AND k.policy_number = v.policy_number AND k.cover_code = v.cover_code) AS left_amount FROM policy_covers AS v;
