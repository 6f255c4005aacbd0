CREATE TABLE salespeople (salesperson_id TEXT NOT NULL PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, territory TEXT NOT NULL CHECK (territory IN ('North', 'Midlands', 'South West', 'London')), position TEXT NOT NULL CHECK (position IN ('representative', 'senior representative', 'area manager', 'sales office')), employed INTEGER NOT NULL CHECK (employed IN (0, 1)), discount_limit INTEGER NOT NULL CHECK (discount_limit BETWEEN 0 AND 25)) STRICT;

CREATE TABLE territory_towns (town TEXT NOT NULL PRIMARY KEY, territory TEXT NOT NULL CHECK (territory IN ('North', 'Midlands', 'South West', 'London'))) STRICT;

CREATE TABLE companies (company_id TEXT NOT NULL PRIMARY KEY, company_name TEXT NOT NULL, trading_as TEXT NOT NULL CHECK (trading_as IN ('restaurant', 'hotel', 'school', 'hospital', 'bakery', 'caterer')), town TEXT NOT NULL REFERENCES territory_towns(town), postcode TEXT NOT NULL, telephone TEXT NOT NULL, owner_id TEXT NOT NULL REFERENCES salespeople(salesperson_id), standing TEXT NOT NULL CHECK (standing IN ('prospect', 'customer', 'lapsed')), payment_hold INTEGER NOT NULL CHECK (payment_hold IN (0, 1)), registered_on TEXT NOT NULL, version INTEGER NOT NULL CHECK (version >= 1), deleted_at TEXT, merged_into TEXT REFERENCES companies(company_id), CHECK (merged_into IS NULL OR deleted_at IS NOT NULL)) STRICT;

CREATE TABLE contacts (contact_id TEXT NOT NULL PRIMARY KEY, company_id TEXT NOT NULL REFERENCES companies(company_id), full_name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, telephone TEXT NOT NULL, job_title TEXT NOT NULL, mailing TEXT NOT NULL CHECK (mailing IN ('allowed', 'declined')), version INTEGER NOT NULL CHECK (version >= 1)) STRICT;

CREATE TABLE catalogue_items (item_id TEXT NOT NULL PRIMARY KEY, model_name TEXT NOT NULL UNIQUE, product_family TEXT NOT NULL CHECK (product_family IN ('ovens', 'refrigeration', 'dishwashing', 'extraction', 'bakery')), list_price INTEGER NOT NULL CHECK (list_price > 0), availability TEXT NOT NULL CHECK (availability IN ('regular', 'running out', 'discontinued')), units_left INTEGER, lead_weeks INTEGER NOT NULL CHECK (lead_weeks >= 0), CHECK ((availability = 'running out') = (units_left IS NOT NULL))) STRICT;

CREATE TABLE deals (deal_id TEXT NOT NULL PRIMARY KEY, deal_title TEXT NOT NULL, company_id TEXT NOT NULL REFERENCES companies(company_id), contact_id TEXT NOT NULL REFERENCES contacts(contact_id), owner_id TEXT NOT NULL REFERENCES salespeople(salesperson_id), deal_stage TEXT NOT NULL CHECK (deal_stage IN ('enquiry', 'site visit', 'proposal', 'negotiation', 'won', 'lost')), amount INTEGER NOT NULL CHECK (amount > 0), expected_close_on TEXT NOT NULL, postponements INTEGER NOT NULL CHECK (postponements >= 0), lost_reason TEXT CHECK (lost_reason IN ('price', 'competitor', 'project stopped', 'no decision')), opened_on TEXT NOT NULL, closed_on TEXT, version INTEGER NOT NULL CHECK (version >= 1), CHECK ((deal_stage = 'lost') = (lost_reason IS NOT NULL)), CHECK ((deal_stage IN ('won', 'lost')) = (closed_on IS NOT NULL))) STRICT;

CREATE TABLE activities (activity_id TEXT NOT NULL PRIMARY KEY, company_id TEXT NOT NULL REFERENCES companies(company_id), deal_id TEXT REFERENCES deals(deal_id), owner_id TEXT NOT NULL REFERENCES salespeople(salesperson_id), activity_kind TEXT NOT NULL CHECK (activity_kind IN ('call', 'visit', 'demonstration', 'task')), subject TEXT NOT NULL, due_on TEXT NOT NULL, activity_status TEXT NOT NULL CHECK (activity_status IN ('open', 'done', 'cancelled')), outcome TEXT, version INTEGER NOT NULL CHECK (version >= 1), CHECK ((activity_status = 'done') = (outcome IS NOT NULL))) STRICT;

CREATE TABLE leads (lead_id TEXT NOT NULL PRIMARY KEY, business_name TEXT NOT NULL, contact_name TEXT NOT NULL, contact_email TEXT NOT NULL, contact_telephone TEXT NOT NULL, contact_job TEXT NOT NULL, town TEXT NOT NULL REFERENCES territory_towns(town), trading_as TEXT NOT NULL CHECK (trading_as IN ('restaurant', 'hotel', 'school', 'hospital', 'bakery', 'caterer')), origin TEXT NOT NULL CHECK (origin IN ('trade fair', 'website', 'referral', 'cold call')), product_family TEXT NOT NULL CHECK (product_family IN ('ovens', 'refrigeration', 'dishwashing', 'extraction', 'bakery')), owner_id TEXT REFERENCES salespeople(salesperson_id), lead_status TEXT NOT NULL CHECK (lead_status IN ('new', 'working', 'converted', 'disqualified')), reason TEXT CHECK (reason IN ('no budget', 'no answer', 'not our trade', 'bought elsewhere')), call_attempts INTEGER NOT NULL CHECK (call_attempts >= 0), received_on TEXT NOT NULL, version INTEGER NOT NULL CHECK (version >= 1), deal_id TEXT REFERENCES deals(deal_id), CHECK ((lead_status = 'disqualified') = (reason IS NOT NULL)), CHECK ((lead_status = 'converted') = (deal_id IS NOT NULL))) STRICT;

CREATE TABLE quotations (quotation_id TEXT NOT NULL PRIMARY KEY, deal_id TEXT NOT NULL REFERENCES deals(deal_id), quotation_status TEXT NOT NULL CHECK (quotation_status IN ('draft', 'sent', 'accepted', 'withdrawn')), valid_until TEXT NOT NULL, discount_percent INTEGER NOT NULL CHECK (discount_percent BETWEEN 0 AND 25), sent_to TEXT REFERENCES contacts(contact_id), version INTEGER NOT NULL CHECK (version >= 1)) STRICT;

CREATE TABLE quotation_lines (quotation_id TEXT NOT NULL REFERENCES quotations(quotation_id), line_no INTEGER NOT NULL CHECK (line_no >= 1), item_id TEXT NOT NULL REFERENCES catalogue_items(item_id), quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 20), unit_price INTEGER NOT NULL CHECK (unit_price > 0), PRIMARY KEY (quotation_id, line_no), UNIQUE (quotation_id, item_id)) STRICT;

CREATE INDEX contacts_by_company ON contacts (company_id);

CREATE INDEX deals_by_company ON deals (company_id);

CREATE INDEX deals_by_owner ON deals (owner_id);

CREATE INDEX activities_by_deal ON activities (deal_id);

CREATE INDEX activities_by_owner ON activities (owner_id, due_on);

CREATE INDEX quotations_by_deal ON quotations (deal_id);

CREATE INDEX companies_by_owner ON companies (owner_id);

CREATE VIEW company_cards AS SELECT c.company_id, c.company_name, c.trading_as, c.town, c.postcode, c.telephone, c.owner_id, s.full_name AS owner_name, c.standing, c.payment_hold, c.registered_on, (SELECT count(*) FROM deals AS d WHERE d.company_id = c.company_id AND d.deal_stage NOT IN ('won', 'lost')) AS open_deals, c.version, c.deleted_at, c.merged_into FROM companies AS c JOIN salespeople AS s ON s.salesperson_id = c.owner_id;

CREATE VIEW deal_cards AS SELECT d.deal_id, d.deal_title, d.company_id, c.company_name, d.contact_id, k.full_name AS contact_name, d.owner_id, s.full_name AS owner_name, d.deal_stage, d.amount AS amount_cents, d.expected_close_on, d.postponements, d.lost_reason, d.opened_on, d.closed_on, d.version FROM deals AS d JOIN companies AS c ON c.company_id = d.company_id JOIN contacts AS k ON k.contact_id = d.contact_id JOIN salespeople AS s ON s.salesperson_id = d.owner_id;

CREATE VIEW activity_cards AS SELECT a.activity_id, a.company_id, c.company_name, a.deal_id, a.owner_id, a.activity_kind, a.subject, a.due_on, a.activity_status, a.outcome, a.version FROM activities AS a JOIN companies AS c ON c.company_id = a.company_id;

CREATE VIEW lead_cards AS SELECT l.lead_id, l.business_name, l.contact_name, l.contact_email, l.contact_telephone, l.contact_job, l.town, t.territory, l.trading_as, l.origin, l.product_family, l.owner_id, (SELECT s.full_name FROM salespeople AS s WHERE s.salesperson_id = l.owner_id) AS owner_name, l.lead_status, l.reason, l.call_attempts, l.received_on, l.version, l.deal_id FROM leads AS l JOIN territory_towns AS t ON t.town = l.town;

CREATE VIEW quotation_cards AS SELECT q.quotation_id, q.deal_id, q.quotation_status, q.valid_until, q.discount_percent, q.sent_to, (SELECT k.full_name FROM contacts AS k WHERE k.contact_id = q.sent_to) AS sent_to_name, (SELECT CAST(round(sum(x.quantity * x.unit_price) * (100 - q.discount_percent) / 100.0) AS INTEGER) FROM quotation_lines AS x WHERE x.quotation_id = q.quotation_id) AS net_total_cents, q.version, (SELECT json_group_array(json_object('line_no', x.line_no, 'item_id', x.item_id, 'model_name', i.model_name, 'quantity', x.quantity, 'unit_price', x.unit_price / 100.0) ORDER BY x.line_no) FROM quotation_lines AS x JOIN catalogue_items AS i ON i.item_id = x.item_id WHERE x.quotation_id = q.quotation_id) AS quotation_items FROM quotations AS q;
