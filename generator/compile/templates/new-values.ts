// What a new row has where no argument says it: ids, owners, the first status, values of rows that it refers to, facts of
// a look-up, what a schema demands.
import { makeRandom } from '../../../envs/random.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import type { Step } from '../../../envs/values/program.ts';
import { sample } from '../../recipe/sample-schema.ts';
import { reference, type Draft } from '../draft.ts';
import type { ColumnPlan, TablePlan } from '../model.ts';
import { literal, quoted, sqlOf } from '../render.ts';
import { sessionOf } from '../session.ts';
import { initialStatus, statusColumn } from '../statuses.ts';
import { clockValue, isCreated } from './clocks.ts';
import type { EffectPlan } from './effects.ts';
import type { Payload } from './payload.ts';

/** A new id for a table, as an expression. */
export function newId(table: TablePlan, column: ColumnPlan): string {
  if (column.type === 'INTEGER') return "CAST(new_id('', 9) AS INTEGER)";
  const { format, pattern, maxLength } = column.schema;
  if (format === 'uuid' || format === 'guid') return "new_id('', 8) || '-0000-4000-8000-' || new_id('', 12)";
  const fixed = typeof pattern === 'string' ? /^\^?\[([^\]]+)\]\{(\d+)\}\$?$/.exec(pattern) : null;
  if (fixed !== null) {
    const size = Number(fixed[2]);
    if (/0-9|\\d/.test(fixed[1] ?? '') && size <= 15) return `new_id('', ${size})`;
    return `substr(${Array.from({ length: Math.ceil(size / 12) }, () => 'new_id()').join(' || ')}, 1, ${size})`;
  }
  if (typeof maxLength === 'number' && maxLength < idPrefix(table).length + 9)
    return maxLength >= 12 ? 'new_id()' : `new_id('', ${Math.max(1, Math.min(maxLength, 12))})`;
  return `new_id('${idPrefix(table)}', 9)`;
}

export function idPrefix(table: TablePlan): string {
  const letters = table.words.map((word) => word.replaceAll(/[^a-z]/g, '')).filter((word) => word !== '');
  const text = letters.length > 1 ? letters.map((word) => word[0]).join('') : (letters[0] ?? 'x').slice(0, 3);
  return `${text}_`;
}

export function usesSession(draft: Draft): boolean {
  return sessionOf(draft.model) !== undefined;
}

export function ownerOf(draft: Draft, table: TablePlan): ColumnPlan | undefined {
  const owner = [...table.columns.values()].find((column) => column.system === 'owner');
  if (owner !== undefined) draft.model.use(table, owner, 'written', draft.tool.name);
  return owner;
}

const ENTRIES = new Set(
  'transaction payment transfer deposit withdrawal expense entry log record worklog purchase order'.split(' '),
);

/** What a new row has where nobody says. */
export function defaultValue(
  draft: Draft,
  table: TablePlan,
  column: ColumnPlan,
  owner: ColumnPlan | undefined,
  effect?: EffectPlan,
): string {
  const { model } = draft;
  const computed = effect?.columns.get(column.name);
  if (computed !== undefined) return computed;
  if (column === owner)
    return usesSession(draft)
      ? ':session.user_id'
      : `(SELECT u.${quoted(column.name)} FROM ${table.name} AS u LIMIT 0)`;
  const status = statusColumn(model, table);
  if (column === status) return literal(initialStatus(model, table, draft.tool));
  if (isCreated(column)) return clockValue(column);
  // what is entered has the day on which it is
  if (column.type === 'TEXT' && /^(date|time|datetime)$/.test(column.name) && ENTRIES.has(table.words.at(-1) ?? ''))
    return clockValue(column);
  // of a new loan all is left to be paid
  const whole = /^(remaining|outstanding|balance_due|amount_due|due|owed)(_amount|_balance)?$/.test(column.name)
    ? draft.tool.arguments.find(
        (node) =>
          node.field.required &&
          node.kind === 'scalar' &&
          /^(amount|principal|total)$/.test(node.field.words.join(' ')),
      )
    : undefined;
  if (whole !== undefined && column.type !== 'TEXT') return reference(whole.field.path);
  if (column.nullable) return 'NULL';
  const stated = column.schema['default'] ?? saidDefault(column);
  if (
    (typeof stated === 'string' || typeof stated === 'number') &&
    column.references === undefined &&
    column.role === undefined
  )
    return literal(stated);
  if (column.choices !== undefined && column.choices.length > 0) return literal(column.choices[0] ?? '');
  const fitting = fittingValue(column);
  if (fitting !== undefined) return fitting;
  if (column.role === 'json') return column.schema['type'] === 'array' || column.name.endsWith('s') ? "'[]'" : "'{}'";
  const shown = column.uses.get('returned')?.has(draft.tool.name) === true;
  if (column.references !== undefined && shown && column.references !== table.name) {
    const target = model.tables.get(column.references);
    if (target !== undefined && target.kind !== 'session') {
      const [key = ''] = target.key;
      for (const leaf of draft.leaves)
        if (leaf.is === `${table.name}.${column.name}`) (leaf as { role: string }).role = 'invented';
      return `(SELECT r.${quoted(key)} FROM ${target.name} AS r ORDER BY r.${quoted(key)} LIMIT 1)`;
    }
  }
  if (column.references !== undefined || column.unique === true) {
    column.nullable = true;
    return 'NULL';
  }
  if (column.type === 'TEXT' && looksMinted(column) && column.uses.get('returned')?.has(draft.tool.name) !== true) {
    column.nullable = true;
    return 'NULL';
  }
  if (column.type === 'TEXT')
    return looksMinted(column)
      ? mintedColumn(column)
      : /(^|_)(date|time|at|on)$/.test(column.name)
        ? ((column.nullable = true), 'NULL')
        : "''";
  return '0';
}

/** What a new row takes over from a row that it refers to: the doctor of its slot, the price of its product. */
export function borrowed(
  draft: Draft,
  table: TablePlan,
  column: ColumnPlan,
  payload: readonly Payload[],
): string | undefined {
  const { model } = draft;
  if (
    column.system !== undefined ||
    column === statusColumn(model, table) ||
    isCreated(column) ||
    column.role === 'minted' ||
    column.role === 'json'
  )
    return undefined;
  for (const each of payload) {
    const target = each.column.references === undefined ? undefined : model.tables.get(each.column.references);
    if (target === undefined || target === table) continue;
    const same =
      column.references === undefined
        ? target.columns.get(column.name)
        : model.referencesTo(target, column.references)[0];
    if (
      same === undefined ||
      same.type !== column.type ||
      target.key.includes(same.name) ||
      same.nullable ||
      GENERIC_COLUMNS.has(column.name)
    )
      continue;
    return `(SELECT r.${quoted(same.name)} FROM ${target.name} AS r WHERE r.${quoted(target.key[0] ?? '')} = ${each.sql})`;
  }
  return undefined;
}

/** A fare that a look-up tells for just these arguments: the row takes it, and there is none without it. */
export function factSteps(
  draft: Draft,
  table: TablePlan,
  payload: readonly Payload[],
): { steps: Step[]; columns: Map<string, string> } {
  const columns = new Map<string, string>();
  for (const facts of draft.model.tables.values()) {
    if (facts.kind !== 'reference' || facts.rows !== undefined) continue;
    const asked = [...facts.columns.values()].filter((column) => (column.uses.get('filtered')?.size ?? 0) > 0);
    const told = [...facts.columns.values()].filter(
      (column) => !asked.includes(column) && !facts.key.includes(column.name),
    );
    const given = asked.map((column) => payload.find((each) => each.column.name === column.name));
    if (asked.length < 2 || given.some((each) => each === undefined)) continue;
    const taken = told.filter(
      (column) =>
        table.columns.has(column.name) &&
        table.columns.get(column.name)?.type === column.type &&
        !payload.some((each) => each.column.name === column.name),
    );
    if (taken.length === 0) continue;
    const where = asked
      .map(
        (column, at) =>
          `${column.type === 'TEXT' ? `lower(${quoted(column.name)}) = lower(${given[at]?.sql ?? ''})` : `${quoted(column.name)} = ${given[at]?.sql ?? ''}`}`,
      )
      .join(' AND ');
    for (const column of taken) columns.set(column.name, `:known.${column.name}`);
    asked.forEach((column, at) => draft.replace(given[at]?.path ?? [], 'filter', `${facts.name}.${column.name}`));
    return {
      columns,
      steps: [
        {
          let: 'known',
          sql: sqlOf(
            `SELECT ${taken.map((column) => quoted(column.name)).join(', ')}\nFROM ${facts.name}\nWHERE ${where}\nORDER BY ${quoted(facts.key[0] ?? '')}\nLIMIT 1`,
          ),
          else: ['NOT_FOUND', `There is no ${facts.words.join(' ')} for that.`],
        },
      ],
    };
  }
  return { steps: [], columns };
}

/** A value that the schema demands where an empty one would not do. */
function fittingValue(column: ColumnPlan): string | undefined {
  const { schema } = column;
  if (column.references !== undefined || (looksMinted(column) && schema['pattern'] === undefined)) return undefined;
  const demands =
    column.role === 'json'
      ? Array.isArray(schema['required']) || Number(schema['minItems'] ?? 0) > 0
      : column.type === 'TEXT'
        ? schema['pattern'] !== undefined ||
          Number(schema['minLength'] ?? 0) > 0 ||
          (typeof schema['format'] === 'string' && !/^(password|byte|binary|int|float|double)/.test(schema['format']))
        : Number(schema['minimum'] ?? 0) > 0 || Number(schema['exclusiveMinimum'] ?? -1) >= 0;
  if (!demands) return undefined;
  if (column.type !== 'TEXT') return String(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? 0) + 1);
  const random = makeRandom(1, column.name);
  // a text says by its name what it is
  const named = {
    type: 'object',
    properties: { [column.name]: { type: 'string', ...schema } },
    required: [column.name],
  };
  const made = sample(column.role === 'json' ? schema : named, random, (maker) =>
    maker !== null && typeof maker === 'object' && 'pick' in maker && Array.isArray(maker.pick)
      ? (maker.pick[0] as string)
      : maker !== null && typeof maker === 'object' && 'int' in maker
        ? Math.ceil(maker.int[0])
        : maker !== null && typeof maker === 'object' && 'time' in maker
          ? maker.day === true
            ? '2031-05-12'
            : '2031-05-12T09:00:00Z'
          : 'none',
  );
  const value = column.role === 'json' ? made : ((made as JsonObject)[column.name] ?? '');
  return literal(typeof value === 'string' ? value : JSON.stringify(value));
}

/** "Defaults to 1" */
function saidDefault(column: ColumnPlan): string | number | undefined {
  const said = /\bdefaults? (?:is|to|value is|value:)?\s*['"`]?([A-Za-z0-9_.-]+)/i
    .exec(column.description)?.[1]
    ?.replace(/\.$/, '');
  if (said === undefined) return undefined;
  if (column.type !== 'TEXT') return Number.isFinite(Number(said)) ? Number(said) : undefined;
  return column.choices?.includes(said) === true ? said : undefined;
}

const GENERIC_COLUMNS = new Set(['description', 'notes', 'status', 'state', 'type', 'note', 'comment', 'metadata']);

export const looksMinted = (column: ColumnPlan): boolean =>
  column.type === 'TEXT' &&
  (column.role === 'minted' || /(^|_)(id|number|code|token|key|reference|ref)$/.test(column.name)) &&
  column.choices === undefined;

/** A second id of a new row: a transaction, a confirmation number. */
function mintedColumn(column: ColumnPlan): string {
  column.role = 'minted';
  return `new_id('${(column.words[0] ?? 'x').slice(0, 3)}_', 9)`;
}
