CREATE TABLE sites (site_id TEXT PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL) STRICT;

CREATE TABLE shops (shop_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, city TEXT NOT NULL, site_id TEXT NOT NULL REFERENCES sites(site_id)) STRICT;

CREATE TABLE colleagues (badge TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL, role TEXT NOT NULL CHECK (role IN ('shop_manager', 'dispatcher')), shop_id TEXT REFERENCES shops(shop_id), site_id TEXT REFERENCES sites(site_id), valid INTEGER NOT NULL CHECK (valid IN (0, 1)), CHECK ((role = 'shop_manager') = (shop_id IS NOT NULL)), CHECK ((role = 'dispatcher') = (site_id IS NOT NULL))) STRICT;

CREATE TABLE skus (sku TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, unit_grams INTEGER NOT NULL CHECK (unit_grams > 0), case_units INTEGER NOT NULL CHECK (case_units > 0), fragile INTEGER NOT NULL CHECK (fragile IN (0, 1))) STRICT;

CREATE TABLE bins (bin_id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES sites(site_id), zone TEXT NOT NULL CHECK (zone IN ('pick', 'bulk', 'dock'))) STRICT;

CREATE TABLE stock (bin_id TEXT NOT NULL REFERENCES bins(bin_id), sku TEXT NOT NULL REFERENCES skus(sku), qty INTEGER NOT NULL CHECK (qty >= 0), PRIMARY KEY (bin_id, sku)) STRICT;

CREATE TABLE holds (hold_id TEXT PRIMARY KEY, bin_id TEXT NOT NULL, sku TEXT NOT NULL, qty INTEGER NOT NULL CHECK (qty > 0), reason TEXT NOT NULL CHECK (reason IN ('damaged', 'recall', 'recount', 'expired')), status TEXT NOT NULL CHECK (status IN ('open', 'released', 'scrapped')), placed_at TEXT NOT NULL, closed_at TEXT, FOREIGN KEY (bin_id, sku) REFERENCES stock(bin_id, sku), CHECK ((status = 'open') = (closed_at IS NULL))) STRICT;

CREATE TABLE picks (pick_id TEXT PRIMARY KEY, shop_id TEXT NOT NULL REFERENCES shops(shop_id), site_id TEXT NOT NULL REFERENCES sites(site_id), status TEXT NOT NULL CHECK (status IN ('waiting', 'released', 'packed', 'shipped', 'cancelled')), need_by TEXT NOT NULL, released_at TEXT, CHECK (status NOT IN ('released', 'packed', 'shipped') OR released_at IS NOT NULL), CHECK (status <> 'waiting' OR released_at IS NULL)) STRICT;

CREATE TABLE pick_lines (pick_id TEXT NOT NULL REFERENCES picks(pick_id), line INTEGER NOT NULL CHECK (line >= 1), sku TEXT NOT NULL REFERENCES skus(sku), qty INTEGER NOT NULL CHECK (qty > 0), short INTEGER NOT NULL DEFAULT 0 CHECK (short BETWEEN 0 AND qty), PRIMARY KEY (pick_id, line), UNIQUE (pick_id, sku)) STRICT;

CREATE TABLE carriers (carrier_id TEXT PRIMARY KEY, name TEXT NOT NULL, cut_off TEXT NOT NULL, fragile_fee INTEGER CHECK (fragile_fee >= 0)) STRICT;

CREATE TABLE rates (carrier_id TEXT NOT NULL REFERENCES carriers(carrier_id), weight_class TEXT NOT NULL CHECK (weight_class IN ('PARCEL', 'LIGHT', 'PALLET')), base INTEGER NOT NULL CHECK (base >= 0), per_kg INTEGER NOT NULL CHECK (per_kg >= 0), PRIMARY KEY (carrier_id, weight_class)) STRICT;

CREATE TABLE shipments (shipment_id TEXT PRIMARY KEY, pick_id TEXT NOT NULL REFERENCES picks(pick_id), carrier_id TEXT NOT NULL REFERENCES carriers(carrier_id), weight_class TEXT NOT NULL CHECK (weight_class IN ('PARCEL', 'LIGHT', 'PALLET')), grams INTEGER NOT NULL CHECK (grams > 0), freight INTEGER NOT NULL CHECK (freight >= 0), leaves_on TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('booked', 'collected', 'cancelled')), booked_at TEXT NOT NULL, key TEXT UNIQUE) STRICT;

CREATE TABLE inbounds (inbound_id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES sites(site_id), supplier TEXT NOT NULL, due_on TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('expected', 'arrived', 'closed')), closed_at TEXT, CHECK ((status = 'closed') = (closed_at IS NOT NULL))) STRICT;

CREATE TABLE inbound_lines (inbound_id TEXT NOT NULL REFERENCES inbounds(inbound_id), line INTEGER NOT NULL CHECK (line >= 1), sku TEXT NOT NULL REFERENCES skus(sku), expected INTEGER NOT NULL CHECK (expected > 0), counted INTEGER CHECK (counted BETWEEN 0 AND expected), PRIMARY KEY (inbound_id, line)) STRICT;

CREATE TABLE transfers (transfer_id TEXT PRIMARY KEY, from_site TEXT NOT NULL REFERENCES sites(site_id), to_site TEXT NOT NULL REFERENCES sites(site_id), status TEXT NOT NULL CHECK (status IN ('requested', 'on_the_way', 'received', 'cancelled')), opened_at TEXT NOT NULL, key TEXT UNIQUE, CHECK (from_site <> to_site)) STRICT;

CREATE TABLE transfer_lines (transfer_id TEXT NOT NULL REFERENCES transfers(transfer_id), line INTEGER NOT NULL CHECK (line >= 1), sku TEXT NOT NULL REFERENCES skus(sku), qty INTEGER NOT NULL CHECK (qty > 0), PRIMARY KEY (transfer_id, line), UNIQUE (transfer_id, sku)) STRICT;

CREATE INDEX stock_by_sku ON stock (sku);

CREATE INDEX picks_by_shop ON picks (shop_id);

CREATE INDEX shipments_by_pick ON shipments (pick_id);

CREATE VIEW site_stock AS SELECT s.site_id, k.sku, k.name, k.unit_grams, k.case_units, k.fragile, (SELECT coalesce(sum(x.qty), 0) FROM stock AS x JOIN bins AS b ON b.bin_id = x.bin_id WHERE x.sku = k.sku AND b.site_id = s.site_id AND b.zone <> 'dock') AS on_hand, (SELECT coalesce(sum(h.qty), 0) FROM holds AS h JOIN bins AS b ON b.bin_id = h.bin_id WHERE h.sku = k.sku AND h.status = 'open' AND b.site_id = s.site_id AND b.zone <> 'dock') AS held, (SELECT coalesce(sum(l.qty - l.short), 0) FROM pick_lines AS l JOIN picks AS p ON p.pick_id = l.pick_id WHERE l.sku = k.sku AND p.site_id = s.site_id AND p.status = 'released') + (SELECT coalesce(sum(l.qty), 0) FROM transfer_lines AS l JOIN transfers AS t ON t.transfer_id = l.transfer_id WHERE l.sku = k.sku AND t.from_site = s.site_id AND t.status = 'requested') AS reserved FROM sites AS s JOIN skus AS k ON true;

CREATE VIEW pick_weight AS SELECT p.pick_id, 600 + (SELECT coalesce(sum((l.qty - l.short) * k.unit_grams), 0) FROM pick_lines AS l JOIN skus AS k ON k.sku = l.sku WHERE l.pick_id = p.pick_id) AS grams, (SELECT coalesce(max(k.fragile), 0) FROM pick_lines AS l JOIN skus AS k ON k.sku = l.sku WHERE l.pick_id = p.pick_id AND l.qty > l.short) AS fragile FROM picks AS p;

CREATE VIEW pick_class AS SELECT w.pick_id, w.grams, w.fragile, CASE WHEN w.grams <= 20000 THEN 'PARCEL' WHEN w.grams <= 60000 THEN 'LIGHT' WHEN w.grams <= 250000 THEN 'PALLET' END AS weight_class FROM pick_weight AS w;

CREATE VIEW offers AS SELECT w.pick_id, r.carrier_id, c.name AS carrier_name, w.weight_class, w.grams, c.cut_off, r.base + r.per_kg * ((w.grams + 999) / 1000) + iif(w.fragile = 1, coalesce(c.fragile_fee, 0), 0) AS freight FROM pick_class AS w JOIN rates AS r ON r.weight_class = w.weight_class JOIN carriers AS c ON c.carrier_id = r.carrier_id WHERE w.fragile = 0 OR c.fragile_fee IS NOT NULL;
