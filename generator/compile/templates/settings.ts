// A device, an account of one's own, a document: tools without keys that share one row. Setters meet getters by the words
// of their fields; a generic argument (mode, on, value) goes to the one state that the tool returns.
import type { Step } from '../../../envs/values/program.ts';
import { stem, participle } from '../../words/deeds.ts';
import { reference, type Draft } from '../draft.ts';
import { columnName, leavesOf, type Field, type FieldNode, type ScalarNode } from '../fields.ts';
import type { ColumnPlan, Model, TablePlan } from '../model.ts';
import { columnOf, isFlat, jsonColumn, withoutNew } from '../placing.ts';
import { literal, quoted, returnStep, sqlOf, type Out } from '../render.ts';
import { signIn } from '../session.ts';
import { matchOf } from '../statuses.ts';
import type { Reading } from './reading.ts';

/** Names of arguments that say how, not what. */
const GENERIC = new Set([
  'mode',
  'on',
  'off',
  'value',
  'status',
  'state',
  'level',
  'enable',
  'enabled',
  'active',
  'activate',
  'action',
  'setting',
  'toggle',
  'option',
  'position',
  'unlock',
  'lock',
  'open',
  'close',
  'power',
  'command',
  'amount',
  'percent',
  'percentage',
  'is on',
  'turn on',
  'type',
  'target',
  'new value',
  'text',
  'content',
  'name',
]);
const KEY = 'id';

export function settingsTable(model: Model, name: string, words: readonly string[]): TablePlan {
  const known = model.tables.get(name);
  if (known !== undefined) return known;
  const table = model.table(name, words, 'settings', [KEY]);
  model.column(table, {
    name: KEY,
    words: [KEY],
    valueType: 'integer',
    schema: {},
    description: '',
    nullable: false,
    choices: [1],
  });
  table.about = `${words.join(' ').replace(/^./, (letter) => letter.toUpperCase())}: one row that tools without a key speak of.`;
  return table;
}

export function settingsGet(draft: Draft, table: TablePlan): Reading {
  let out: Out | undefined;
  let choice: FieldNode | undefined;
  return {
    kind: 'settings get',
    phase: 0,
    declare() {
      for (const node of draft.general(true, 'limit', 'page', 'offset', 'cursor', 'sort', 'direction'))
        draft.place(node, 'formatting', 'one row needs no page');
      for (const node of draft.specific(true)) {
        if (node.kind === 'scalar' && node.field.choices.length > 1) {
          choice = node;
          draft.place(node, 'choice', 'what is shown');
        } else {
          draft.place(node, 'unused', 'none');
          draft.flag('unused argument', `${node.field.name} does not change what is shown`);
        }
      }
      out = draft.result(table);
    },
    write() {
      const result = out ?? { kind: 'object', members: [] };
      if (result.kind === 'object' && result.members.length === 0)
        draft.flag('shows nothing', 'nothing says what it returns');
      const shown = choice === undefined ? undefined : chosen(choice, result);
      if (choice !== undefined && shown === undefined)
        draft.flag('unused argument', `${choice.field.name} does not change what is shown`);
      return [...signIn(draft, false), returnStep(shown ?? result, { table: table.name, where: `${KEY} = 1` })];
    },
  };
}

/** status(option: fuel | battery): the members whose names share a word with the option. */
function chosen(node: FieldNode, out: Out): Out | undefined {
  if (out.kind !== 'object') return undefined;
  const [only] = out.members;
  if (out.members.length === 1 && only !== undefined && only[1].kind === 'object') {
    const inner = chosen(node, only[1]);
    return inner === undefined ? undefined : { kind: 'object', members: [[only[0], inner]] };
  }
  const groups = node.field.choices.map((option) => {
    const words = stems(String(option));
    return { option, members: out.members.filter(([name]) => words.some((word) => stems(name).includes(word))) };
  });
  const hit = groups.filter((group) => group.members.length > 0);
  if (hit.length < groups.length / 2) return undefined;
  const cases = groups.map(({ option, members }) => {
    const shown = members.length > 0 ? members : out.members;
    return `WHEN ${literal(option)} THEN json_object(${shown.map(([name, each]) => `${literal(name)}, ${each.kind === 'sql' ? (each.as === 'boolean' ? `json(iif(${each.sql}, 'true', 'false'))` : each.as === 'json' ? `json(${each.sql})` : each.sql) : 'NULL'}`).join(', ')})`;
  });
  return { kind: 'sql', sql: `CASE ${reference(node.field.path)} ${cases.join(' ')} END`, as: 'json' };
}

function stems(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => stem(word.toLowerCase()));
}

interface Setting {
  readonly column: ColumnPlan;
  readonly sql: string;
  readonly check?: Step;
}

export function settingsSet(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let out: Out | undefined;
  let settings: Setting[] = [];
  return {
    kind: 'settings set',
    phase: 2,
    declare() {
      out = tool.result === undefined ? undefined : draft.result(table, { writes: true });
      const nodes = draft.specific(false);
      const leaves = returnedColumns(draft, table);
      const state = stateOf(draft, table, leaves);
      const adjusts =
        tool.deeds[0] === 'increase' ||
        tool.deeds[0] === 'decrease' ||
        (tool.deeds.includes('increase') &&
          nodes.length === 1 &&
          nodes[0]?.kind === 'scalar' &&
          (nodes[0].field.type === 'real' || nodes[0].field.type === 'integer') &&
          /amount|quantity|by/.test(nodes[0].field.words.join(' ')));
      const members = nodes.flatMap((node): FieldNode[] =>
        node.kind === 'object' && isFlat(node) ? [...node.members] : [node],
      );
      const edit = textEdit(draft, table, state, members);
      if (edit !== undefined) {
        settings = [edit];
        model.use(table, edit.column, 'written', tool.name);
      }
      for (const node of edit === undefined ? members : []) {
        const setting = settingOf(draft, table, node, leaves, state, adjusts, members.length);
        if (setting !== undefined) {
          settings = [...settings.filter((each) => each.column !== setting.column), setting];
          model.use(table, setting.column, 'written', tool.name);
        }
      }
      for (const node of nodes) if (node.kind === 'object') draft.place(node, 'payload', table.name);
      // press, release, start: the verb itself says what is set
      if (state !== undefined && !settings.some((each) => each.column === state)) {
        const value = verbValue(tool.verb || tool.saidVerb, state);
        if (value !== undefined) {
          settings.push({ column: state, sql: value });
          model.use(table, state, 'written', tool.name);
        }
      }
      if (settings.length === 0) draft.flag('nothing to write', 'no argument and no verb says what changes');
    },
    write() {
      const steps: Step[] = [...signIn(draft, false)];
      for (const setting of settings) if (setting.check !== undefined) steps.push(setting.check);
      if (settings.length > 0)
        steps.push({
          run: sqlOf(
            `UPDATE ${table.name}\nSET ${settings.map((each) => `${quoted(each.column.name)} = ${each.sql}`).join(', ')}\nWHERE ${KEY} = 1`,
          ),
        });
      const result = out ?? {
        kind: 'object' as const,
        members: [['success', { kind: 'sql' as const, sql: '1', as: 'boolean' as const }] as const],
      };
      steps.push(returnStep(result, { table: table.name, where: `${KEY} = 1` }));
      return steps;
    },
  };
}

/** One text that tools append to, replace within, clear. */
function textEdit(
  draft: Draft,
  table: TablePlan,
  state: ColumnPlan | undefined,
  nodes: readonly FieldNode[],
): Setting | undefined {
  const { tool } = draft;
  if (
    state === undefined ||
    state.type !== 'TEXT' ||
    state.choices !== undefined ||
    /(status|state|mode)$/.test(state.name)
  )
    return undefined;
  const texts = nodes.filter((node) => node.kind === 'scalar' && node.field.type === 'text');
  if (texts.length !== nodes.length) return undefined;
  const column = quoted(state.name);
  const [first, second] = texts;
  const place = (node: FieldNode): void => draft.place(node, 'payload', `${table.name}.${state.name}`);
  if (tool.deeds.includes('clear') && nodes.length === 0)
    return {
      column: state,
      sql: "''",
      check: {
        refuse: `SELECT 1 AS empty FROM ${table.name} WHERE id = 1 AND ${column} = ''`,
        else: ['PRECONDITION_FAILED', `The ${state.words.join(' ')} is empty already.`],
      },
    };
  if (first === undefined) return undefined;
  if (second !== undefined && nodes.length === 2 && /old|find|search|from|target/.test(first.field.words.join(' '))) {
    place(first);
    place(second);
    const old = reference(first.field.path);
    return {
      column: state,
      sql: `replace(${column}, ${old}, ${reference(second.field.path)})`,
      check: {
        refuse: `SELECT 1 AS missing FROM ${table.name} WHERE id = 1 AND (${old} = '' OR instr(${column}, ${old}) = 0)`,
        else: ['NOT_FOUND', `The text does not stand in the ${state.words.join(' ')}.`],
      },
    };
  }
  if (nodes.length !== 1 || !GENERIC.has(first.field.words.join(' '))) return undefined;
  place(first);
  const text = reference(first.field.path);
  const check: Step = {
    require: `${text} <> ''`,
    else: ['INVALID_ARGUMENT', `${first.field.name} must not be empty.`],
  };
  return tool.verb === 'append' || tool.verb === 'add'
    ? { column: state, sql: `trim(${column} || char(10) || ${text}, char(10))`, check }
    : { column: state, sql: text, check };
}

/** The columns that the tool's result shows. */
function returnedColumns(draft: Draft, table: TablePlan): ColumnPlan[] {
  return [...table.columns.values()].filter(
    (column) => column.name !== KEY && column.uses.get('returned')?.has(draft.tool.name) === true,
  );
}

/** The state that the tool is about: the engine's, for start_engine. */
function stateOf(draft: Draft, table: TablePlan, leaves: readonly ColumnPlan[]): ColumnPlan | undefined {
  const nouns = new Set([...draft.tool.noun, ...draft.tool.words].map(stem));
  const isState = (column: ColumnPlan): boolean =>
    column.choices !== undefined || column.role === 'boolean' || /(status|state|mode)$/.test(column.name);
  const shared = (column: ColumnPlan): number =>
    column.words.filter((word) => nouns.has(stem(word)) && !['status', 'state'].includes(word)).length;
  const best = [...leaves]
    .filter((column) => isState(column) || leaves.length === 1)
    .sort((a, b) => shared(b) - shared(a) || (a.name < b.name ? -1 : 1))[0];
  if (best !== undefined) return best;
  const texts = [...table.columns.values()].filter(
    (column) => column.name !== KEY && column.type === 'TEXT' && column.role === undefined,
  );
  if (texts.length === 1 && texts[0] !== undefined && shared(texts[0]) > 0) return texts[0];
  return [...table.columns.values()]
    .filter((column) => column.name !== KEY && isState(column) && shared(column) > 0)
    .sort((a, b) => shared(b) - shared(a) || (a.name < b.name ? -1 : 1))[0];
}

function settingOf(
  draft: Draft,
  table: TablePlan,
  node: FieldNode,
  leaves: readonly ColumnPlan[],
  state: ColumnPlan | undefined,
  adjusts: boolean,
  many: number,
): Setting | undefined {
  const { model, tool } = draft;
  const sql = reference(node.field.path);
  if (node.kind !== 'scalar') {
    const column = jsonColumn(model, table, node);
    draft.place(node, 'payload', `${table.name}.${column.name}`);
    return { column, sql: keep(node, sql, column) };
  }
  const { field } = node;
  const words = withoutNew(field.words);
  const text = words.join(' ');
  const columns = [...table.columns.values()].filter((column) => column.name !== KEY);
  const numeric = field.type === 'integer' || field.type === 'real';
  const fits = (column: ColumnPlan): boolean =>
    numeric
      ? column.type !== 'TEXT' && column.role === undefined
      : field.type === 'boolean'
        ? column.role === 'boolean' || column.choices !== undefined || /(status|state|mode)$/.test(column.name)
        : column.type === 'TEXT' && column.role === undefined;
  const pairs =
    field.choices.length >= 2 &&
    state?.choices !== undefined &&
    field.choices.some((each) => state.choices?.some((other) => stem(String(other)) === stem(String(each))) === true);
  const exact = pairs
    ? state
    : (table.columns.get(columnName(words)) ?? table.columns.get(columnName([...tool.noun, ...words])));
  const subject = new Set([...tool.noun].map(stem));
  const overlap = (column: ColumnPlan): number => {
    const own = words.filter((word) => !GENERIC.has(word) && !['amount', 'number', 'value'].includes(word)).map(stem);
    const theirs = column.words.map(stem);
    const mine = own.filter((word) => theirs.includes(word)).length * 2;
    return mine === 0 && own.length > 0 && !GENERIC.has(text)
      ? 0
      : mine + theirs.filter((word) => subject.has(word)).length * 0.6;
  };
  const pool = [...new Set([...leaves, ...columns])].filter(fits);
  const ranked = pool
    .map((column) => ({ column, score: overlap(column) + (leaves.includes(column) ? 0.5 : 0) }))
    .sort((a, b) => b.score - a.score || (a.column.name < b.column.name ? -1 : 1));
  const near = ranked[0] !== undefined && ranked[0].score >= (GENERIC.has(text) ? 1 : 2) ? ranked[0].column : undefined;
  const onlyNumber =
    numeric && leaves.filter((column) => column.type !== 'TEXT' && column.role === undefined).length === 1
      ? leaves.find((column) => column.type !== 'TEXT' && column.role === undefined)
      : undefined;
  const generic =
    GENERIC.has(text) &&
    !numeric &&
    state !== undefined &&
    (state.type === 'TEXT' || state.role === 'boolean') &&
    (many === 1 || !leaves.some((column) => column.name === columnName(words)))
      ? state
      : undefined;
  const column =
    exact ??
    generic ??
    near ??
    (adjusts || GENERIC.has(text) ? onlyNumber : undefined) ??
    columnOf(
      model,
      table,
      GENERIC.has(text) && tool.noun.length > 0
        ? { ...node, field: { ...field, words: [...tool.noun, ...words] } }
        : node,
    );
  draft.place(node, adjusts && numeric ? 'amount' : 'payload', `${table.name}.${column.name}`);
  if (adjusts && numeric && column.type !== 'TEXT') return adjustment(draft, column, field, sql);
  return { column, sql: keep(node, mapped(node, column, sql), column) };
}

/** Fill, raise, draw: up to what the description says it can hold, never below zero. */
function adjustment(draft: Draft, column: ColumnPlan, field: Field, sql: string): Setting {
  const { tool } = draft;
  const down = tool.deeds[0] === 'decrease';
  column.floor = true;
  const most =
    /(?:up to|maximum(?: of)?|max(?:imum)?(?: capacity)?(?: of)?|at most|can hold|capacity of|limit of)\D{0,20}(\d+(?:\.\d+)?)/i.exec(
      `${tool.description} ${field.description}`,
    )?.[1];
  const current = quoted(column.name);
  const check: Step = down
    ? {
        refuse: `SELECT ${current} AS now_there FROM ${'settings_table'} WHERE id = 1 AND (${sql} <= 0 OR ${current} < ${sql})`,
        else: ['PRECONDITION_FAILED', `Only {now_there} ${column.words.join(' ')} is there.`],
      }
    : {
        refuse: `SELECT ${current} AS now_there FROM ${'settings_table'} WHERE id = 1 AND (${sql} <= 0${most === undefined ? '' : ` OR ${current} + ${sql} > ${most}`})`,
        else: [
          'INVALID_ARGUMENT',
          most === undefined
            ? `${field.name} must be positive.`
            : `${field.name} must be positive, and no more than ${most} fit; {now_there} is there.`,
        ],
      };
  const table = [...draft.model.tables.values()].find((each) => [...each.columns.values()].includes(column));
  return {
    column,
    sql: `${current} ${down ? '-' : '+'} ${sql}`,
    check: JSON.parse(JSON.stringify(check).replaceAll('settings_table', table?.name ?? '')) as Step,
  };
}

/** START, STOP as running, stopped; true as on. */
function mapped(node: ScalarNode, column: ColumnPlan, sql: string): string {
  const { field } = node;
  const theirs = column.choices?.map(String) ?? [];
  if (field.type === 'boolean' && column.role !== 'boolean' && column.role !== 'json') {
    const pair = theirs.length >= 2 ? theirs : ['on', 'off'];
    const positive =
      pair.find((value) => stem(value) === stem(field.words.at(-1) ?? '')) ??
      pair.find((value) => /^(on|enabled|active|open|true|running|yes)$/i.test(value)) ??
      pair[0] ??
      'on';
    const negative = pair.find((value) => value !== positive) ?? 'off';
    column.choices ??= pair;
    return `iif(${sql}, ${literal(positive)}, ${literal(negative)})`;
  }
  const mine = field.choices.map(String);
  if (mine.length === 0 || theirs.length === 0 || mine.every((value) => theirs.includes(value))) return sql;
  const pairs = new Map<string, string>();
  for (const value of mine) {
    const match =
      theirs.find((each) => each.toLowerCase() === value.toLowerCase()) ??
      theirs.find((each) => stem(each) === stem(value) || participle(value.toLowerCase()) === each.toLowerCase());
    if (match !== undefined) pairs.set(value, match);
  }
  const open = theirs.filter((each) => ![...pairs.values()].includes(each));
  for (const value of mine)
    if (!pairs.has(value)) pairs.set(value, (mine.length === theirs.length ? open.shift() : undefined) ?? value);
  if ([...pairs].some(([, value]) => !theirs.includes(value)))
    column.choices = [...new Set([...theirs, ...pairs.values()])];
  return `CASE ${sql} ${[...pairs].map(([from, to]) => `WHEN ${literal(from)} THEN ${literal(to)}`).join(' ')} END`;
}

function keep(node: FieldNode, sql: string, column: ColumnPlan): string {
  return node.field.required ? sql : `coalesce(${sql}, ${quoted(column.name)})`;
}

function verbValue(verb: string, state: ColumnPlan): string | undefined {
  if (state.role === 'boolean') {
    if (/^(toggle|flip|invert)$/.test(verb)) return `1 - ${quoted(state.name)}`;
    // locked, of lock and of unlock
    const last = state.words.at(-1) ?? '';
    if (last === participle(verb) || stem(last) === stem(verb)) return '1';
    if (verb.startsWith('un') && last === participle(verb.slice(2))) return '0';
    return /^(de|dis|un|stop|close|release|turnoff|end|clear|pause|lock)/.test(verb) && !verb.startsWith('unlock')
      ? '0'
      : '1';
  }
  const choices = state.choices?.map(String) ?? [];
  const match =
    choices.find((value) => value.toLowerCase() === participle(verb) || stem(value) === stem(verb)) ??
    matchOf(choices, verb);
  if (match !== undefined) return literal(match);
  if (choices.length === 0 && state.type === 'TEXT' && /(status|state|mode)$/.test(state.name) && verb !== '')
    return literal(participle(verb));
  return undefined;
}

void leavesOf;
