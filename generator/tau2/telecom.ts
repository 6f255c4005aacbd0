// tau2-bench telecom: plans, customers, lines, bills, devices; and the caller's phone and its surroundings.
import type { SeedRow } from '../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { flag, jsonText, listAt, objectAt, type Tau2Domain } from './domain.ts';

/** What a collection's rows keep as JSON text, and what as 0 and 1. */
const COLLECTIONS: Readonly<Record<string, { readonly json: readonly string[]; readonly flags: readonly string[] }>> = {
  plans: { json: [], flags: [] },
  customers: { json: ['address', 'payment_methods', 'line_ids', 'bill_ids'], flags: [] },
  devices: { json: [], flags: ['is_esim_capable', 'activated'] },
  lines: { json: [], flags: ['roaming_enabled'] },
  bills: { json: ['line_items'], flags: [] },
};
const PHONE_JSON = ['active_apn_settings', 'vpn_details', 'app_statuses'];
const SURROUNDINGS_JSON = ['signal_strength', 'payment_request'];

export const telecom: Tau2Domain = {
  name: 'telecom',
  databases: { agent: 'db', user: 'user_db' },
  policies: ['main_policy.md', 'policy.md'],
  rows({ agent, user }) {
    const rows: SeedRow[] = [];
    for (const [table, { json, flags }] of Object.entries(COLLECTIONS))
      listAt(agent[table], table).forEach((each, pos) => {
        const { ...fields } = objectAt(each, `${table}/${pos}`);
        rows.push({ table, row: { pos, ...stored(fields, json, flags) } });
      });
    const phone = objectAt(user['device'], 'device');
    const performance = objectAt(phone['vpn_details'] ?? {}, 'device/vpn_details')['server_performance'];
    rows.push({
      table: 'phone',
      row: { id: 1, ...stored(phone, PHONE_JSON, booleans(phone)), vpn_performance: performance ?? 'excellent' },
    });
    const surroundings = objectAt(user['surroundings'], 'surroundings');
    rows.push({
      table: 'surroundings',
      row: { id: 1, ...stored(surroundings, SURROUNDINGS_JSON, booleans(surroundings)) },
    });
    return rows;
  },
};

function booleans(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => typeof object[key] === 'boolean');
}

function stored(fields: JsonObject, json: readonly string[], flags: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]): [string, Json] => [
      key,
      json.includes(key) ? jsonText(value) : flags.includes(key) ? flag(value) : value,
    ]),
  );
}
