// The telecom domain of tau2-bench as rows: plans, customers, lines, bills and devices, and the user's phone with its
// surroundings. The files of tau2-bench leave default values out, so this file fills them in.
import type { SeedRow } from '../../envs/values/environment.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { flag, jsonText, listAt, objectAt, type Tau2Domain } from './domain.ts';

interface Collection {
  /** The fields that a column stores as JSON text. */
  readonly json: readonly string[];
  readonly defaults: JsonObject;
}

const COLLECTIONS: Readonly<Record<string, Collection>> = {
  plans: { json: [], defaults: {} },
  customers: {
    json: ['address', 'payment_methods', 'line_ids', 'bill_ids'],
    defaults: {
      account_status: 'Pending Verification',
      created_at: '2025-01-01',
      last_extension_date: null,
      goodwill_credit_used_this_year: 0,
    },
  },
  devices: {
    json: [],
    defaults: { imei: null, activated: false, activation_date: null, last_esim_transfer_date: null },
  },
  lines: {
    json: [],
    defaults: {
      status: 'Pending Activation',
      device_id: null,
      data_used_gb: 0,
      data_refueling_gb: 0,
      roaming_enabled: false,
      contract_end_date: null,
      last_plan_change_date: null,
      last_sim_replacement_date: null,
      suspension_start_date: null,
    },
  },
  bills: { json: ['line_items'], defaults: { status: 'Draft' } },
};

const APN: JsonObject = {
  apn_name: 'internet',
  reset_at_reboot: false,
  mms_apn: 'mms',
  mmsc_url: 'http://mms.carrier.com/mms/wapenc',
  mms_proxy: null,
  mms_port: null,
};

const PHONE: JsonObject = {
  sim_card_status: 'active',
  sim_card_missing: false,
  airplane_mode: false,
  network_signal_strength: 'good',
  network_technology_connected: '5G',
  network_connection_status: 'connected',
  battery_level: 80,
  data_enabled: true,
  roaming_enabled: false,
  network_mode_preference: '4g_5g_preferred',
  active_apn_settings: APN,
  wifi_enabled: false,
  wifi_connected: false,
  wifi_ssid: null,
  wifi_signal_strength: 'none',
  wifi_calling_enabled: false,
  wifi_calling_mms_over_wifi: false,
  data_saver_mode: false,
  vpn_enabled_setting: false,
  vpn_connected: false,
  vpn_details: null,
  app_statuses: {},
};

const SURROUNDINGS: JsonObject = {
  name: null,
  phone_number: null,
  is_abroad: false,
  roaming_allowed: false,
  signal_strength: { '2G': 'poor', '3G': 'fair', '4G': 'good', '5G': 'excellent' },
  mobile_data_usage_exceeded: false,
  line_active: true,
  payment_request: null,
};

const PHONE_JSON = ['active_apn_settings', 'vpn_details', 'app_statuses'];
const SURROUNDINGS_JSON = ['signal_strength', 'payment_request'];

export const telecom: Tau2Domain = {
  name: 'telecom',
  databases: { agent: 'db', user: 'user_db' },
  policies: [
    { files: ['main_policy.md', 'tech_support_manual.md'], tags: ['main_policy', 'tech_support_policy'] },
    { files: ['policy.md'] },
  ],
  rows({ agent, user }) {
    const rows: SeedRow[] = [];
    for (const [table, { json, defaults }] of Object.entries(COLLECTIONS))
      listAt(agent[table], table).forEach((each, pos) => {
        rows.push({ table, row: { pos, ...stored({ ...defaults, ...objectAt(each, `${table}/${pos}`) }, json) } });
      });
    const given = objectAt(user['device'], 'device');
    const apn = given['active_apn_settings'];
    const phone = { ...PHONE, ...given, active_apn_settings: { ...APN, ...(isJsonObject(apn) ? apn : {}) } };
    const details = given['vpn_details'];
    rows.push({
      table: 'phone',
      row: {
        id: 1,
        ...stored(phone, PHONE_JSON),
        vpn_performance: isJsonObject(details) ? (details['server_performance'] ?? 'excellent') : 'excellent',
      },
    });
    const around = { ...SURROUNDINGS, ...objectAt(user['surroundings'] ?? {}, 'surroundings') };
    rows.push({ table: 'surroundings', row: { id: 1, ...stored(around, SURROUNDINGS_JSON) } });
    return rows;
  },
};

/** Converts fields to columns: some to JSON text, booleans to 0 and 1, and times to the format of tau2-bench. */
function stored(fields: JsonObject, json: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]): [string, Json] => [
      key,
      json.includes(key) ? jsonText(value) : typeof value === 'boolean' ? flag(value) : plainTime(value),
    ]),
  );
}

function plainTime(value: Json): Json {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value) ? value.replace('T', ' ') : value;
}
