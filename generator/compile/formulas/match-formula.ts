// A tool that computes -> the formula that it asks for, or nothing: an unknown computation is flagged, never guessed.
import type { Step } from '../../../envs/values/program.ts';
import type { SeedRow } from '../../../envs/values/environment.ts';
import { inMessage, reference, type Draft } from '../draft.ts';
import type { FieldNode } from '../fields.ts';
import { columnName, leavesOf } from '../fields.ts';
import type { Model } from '../model.ts';
import type { DomainTool } from '../read-tool.ts';
import { literal, returnStep, type Out } from '../render.ts';
import type { Reading } from '../templates/reading.ts';
import { FORMULAS, UNITS, unitOf, type Formula } from './library.ts';

export interface FormulaMatch {
  readonly formula: Formula;
  readonly operands: ReadonlyMap<string, FieldNode>;
}

export function matchFormula(tool: DomainTool): FormulaMatch | undefined {
  if (tool.path.length > 0) return undefined;
  const words = new Set([...tool.words, ...(tool.saidVerb === '' ? [] : [tool.saidVerb])]);
  const numeric = tool.arguments.every((node) => node.kind !== 'object');
  if (!numeric || tool.arguments.length === 0 || !isValue(tool)) return undefined;
  const matches = FORMULAS.flatMap((formula): (FormulaMatch & { score: number })[] => {
    if (!formula.words.every((each) => each.split('|').some((word) => words.has(word)))) return [];
    if (formula.not?.some((word) => words.has(word)) === true) return [];
    const operands = bind(formula, tool.arguments);
    return operands === undefined ? [] : [{ formula, operands, score: formula.words.length * 2 + operands.size }];
  });
  return matches.sort((a, b) => b.score - a.score || (a.formula.id < b.formula.id ? -1 : 1))[0];
}

/** One value comes out, or an object of a few. */
function isValue(tool: DomainTool): boolean {
  return tool.result === undefined || leavesOf(tool.result).length <= 4;
}

function bind(formula: Formula, nodes: readonly FieldNode[]): Map<string, FieldNode> | undefined {
  const bound = new Map<string, FieldNode>();
  const taken = new Set<FieldNode>();
  for (const [operand, names] of Object.entries(formula.operands)) {
    const open = nodes.filter((node) => !taken.has(node));
    const found = names
      .split('|')
      .map((name) => open.find((node) => isNamed(node, name)))
      .find((node) => node !== undefined);
    if (found === undefined) {
      if (formula.optional?.includes(operand) === true) continue;
      return undefined;
    }
    bound.set(operand, found);
    taken.add(found);
  }
  // whatever is left must be optional and say nothing of the value
  const rest = nodes.filter((node) => !taken.has(node));
  return rest.every(
    (node) => !node.field.required && /unit|precision|decimal|place|round|format|type/.test(node.field.words.join(' ')),
  )
    ? bound
    : undefined;
}

function isNamed(node: FieldNode, name: string): boolean {
  const list = name.startsWith('[]');
  if (list !== (node.kind === 'list')) return false;
  const text = node.field.words.join(' ');
  const wanted = list ? name.slice(2) : name;
  return (
    text === wanted ||
    node.field.name.toLowerCase() === wanted ||
    text.replaceAll(' ', '') === wanted.replaceAll(' ', '')
  );
}

export function formulaReading(draft: Draft, match: FormulaMatch): Reading {
  const { formula, operands } = match;
  return {
    kind: 'formula',
    phase: 2,
    declare() {
      for (const [operand, node] of operands) draft.place(node, 'operand', `${formula.id}: ${operand}`);
      for (const node of draft.tool.arguments)
        if (![...operands.values()].includes(node)) draft.place(node, 'formatting', 'does not change the value');
    },
    write() {
      const fill = (sql: string): string =>
        sql.replaceAll(/\{(\w+)\}/g, (_all, operand: string) => {
          const node = operands.get(operand);
          return node === undefined ? 'NULL' : reference(node.field.path);
        });
      const steps: Step[] = [];
      if (formula.require !== undefined)
        steps.push({ require: fill(formula.require[0]), else: ['INVALID_ARGUMENT', formula.require[1]] });
      else if (!draft.tool.arguments.some((node) => node.field.required))
        steps.push({
          require: `${[...operands.values()].map((node) => `${reference(node.field.path)} IS NOT NULL`).join(' AND ')}`,
          else: ['INVALID_ARGUMENT', 'An operand is missing.'],
        });
      steps.push(valueStep(draft, fill(formula.sql)));
      return steps;
    },
  };
}

/** The value in the place where the result has one. */
/** The result of a tool that computes one value; leaves of other names may be known too. */
export function valueStep(draft: Draft, sql: string, others: ReadonlyMap<string, string> = new Map()): Step {
  const { result } = draft.tool;
  draft.leaves.length = 0;
  if (result === undefined) return { return: `SELECT ${sql} AS result`, shape: 'row' };
  const leaves = leavesOf(result).filter((leaf) => leaf.kind === 'scalar');
  const names = new Set(draft.tool.arguments.map((node) => node.field.words.join(' ')));
  const target =
    leaves.find((leaf) => !names.has(leaf.field.words.join(' ')) && leaf.field.type !== 'text') ??
    leaves.find((leaf) => !names.has(leaf.field.words.join(' '))) ??
    leaves[0];
  if (result.kind === 'scalar' || target === undefined)
    return { return: `SELECT ${typed(result, sql)} AS result`, shape: 'value' };
  const own = others.get(columnName(target.field.words)) !== undefined && leaves.length > 1;
  const main = own
    ? (leaves.find(
        (leaf) =>
          leaf.field.type !== 'text' &&
          !others.has(columnName(leaf.field.words)) &&
          !names.has(leaf.field.words.join(' ')),
      ) ?? target)
    : target;
  const known = new Map([...others, [columnName(main.field.words), typed(main, sql)]]);
  const out: Out = draft.result(undefined, { known });
  return returnStep(out);
}

function typed(node: FieldNode, sql: string): string {
  if (node.kind !== 'scalar') return sql;
  if (node.field.type === 'integer') return `CAST(round(${sql}) AS INTEGER)`;
  return node.field.type === 'text' ? `CAST(${sql} AS TEXT)` : sql;
}

// ---- units ----------------------------------------------------------------------------------------------------------

export interface Conversion {
  readonly value: FieldNode;
  /** Fixed by the name (gallon_to_liter), or told by arguments. */
  readonly from: string | FieldNode;
  readonly to: string | FieldNode;
}

/** gallon_to_liter(gallon); convert(value, unit_in, unit_out). */
export function matchConversion(tool: DomainTool): Conversion | undefined {
  if (tool.path.length > 0) return undefined;
  const scalars = tool.arguments.filter((node) => node.kind === 'scalar');
  const values = scalars.filter((node) => node.field.type === 'real' || node.field.type === 'integer');
  const [value] = values;
  if (value === undefined) return undefined;
  const at = tool.words.indexOf('to');
  if (at > 0 && values.length === 1 && scalars.length === 1) {
    const from = unitOf(tool.words.slice(0, at).findLast((word) => unitOf(word) !== undefined) ?? '');
    const to = unitOf(tool.words.slice(at + 1).find((word) => unitOf(word) !== undefined) ?? '');
    if (from !== undefined && to !== undefined && from.dimension === to.dimension)
      return { value, from: from.unit, to: to.unit };
  }
  const units = scalars.filter(
    (node) => node.field.type === 'text' && node.field.required && /unit|scale/.test(node.field.words.join(' ')),
  );
  const units2 =
    units.length === 2
      ? units
      : scalars.filter(
          (node) =>
            node.field.type === 'text' &&
            /^(from|to|source|target|unit in|unit out|from unit|to unit|input unit|output unit|in|out)$/.test(
              node.field.words.join(' '),
            ) &&
            /unit|convert/i.test(`${node.field.description} ${tool.words.join(' ')}`),
        );
  if (units2.length === 2 && values.length === 1) {
    const [first, second] = units2 as [FieldNode, FieldNode];
    const isTo = /(^|\b)(to|target|out|output|destination)(\b|$)/.test(first.field.words.join(' '));
    return isTo ? { value, from: second, to: first } : { value, from: first, to: second };
  }
  return undefined;
}

export const UNIT_TABLE = 'units';

export function conversionReading(draft: Draft, conversion: Conversion): Reading {
  const { model } = draft;
  const fixed = typeof conversion.from === 'string';
  return {
    kind: 'conversion',
    phase: 2,
    declare() {
      draft.place(conversion.value, 'operand', 'the value');
      if (typeof conversion.from !== 'string') draft.place(conversion.from, 'operand', `${UNIT_TABLE}.unit`);
      if (typeof conversion.to !== 'string') draft.place(conversion.to, 'operand', `${UNIT_TABLE}.unit`);
      for (const node of draft.tool.arguments) draft.place(node, 'formatting', 'does not change the value');
      if (!fixed) unitTable(model);
    },
    write() {
      const value = reference(conversion.value.field.path);
      if (typeof conversion.from === 'string' || typeof conversion.to === 'string') {
        const from = unitOf(String(conversion.from));
        const to = unitOf(String(conversion.to));
        if (from === undefined || to === undefined) return [{ fail: ['INVALID_ARGUMENT', 'The units are not known.'] }];
        const sql =
          from.offset === 0 && to.offset === 0
            ? `round(${value}${from.factor === 1 ? '' : ` * ${from.factor}`}${to.factor === 1 ? '' : ` / ${to.factor}`}, 6)`
            : `round((${value} * ${from.factor} + ${from.offset} - ${to.offset}) / ${to.factor}, 6)`;
        const steps: Step[] =
          from.dimension === 'temperature'
            ? [
                {
                  require: `${value} * ${from.factor} + ${from.offset} >= 0`,
                  else: ['INVALID_ARGUMENT', 'That is below absolute zero.'],
                },
              ]
            : [
                {
                  require: `${value} >= 0`,
                  else: ['INVALID_ARGUMENT', `${conversion.value.field.name} must not be negative.`],
                },
              ];
        return [...steps, valueStep(draft, sql)];
      }
      const find = (name: string, node: FieldNode): Step => ({
        let: name,
        sql: `SELECT u.dimension, u.factor, u.shift FROM ${UNIT_TABLE} AS u WHERE lower(${reference(node.field.path)}) IN (u.unit, u.name, u.name || 's') ORDER BY u.unit LIMIT 1`,
        else: [
          'NOT_FOUND',
          `The unit ${inMessage(node.field.path)} is not known. Known: {=(SELECT group_concat(k.unit, ', ' ORDER BY k.unit) FROM ${UNIT_TABLE} AS k)}.`,
        ],
      });
      return [
        find('from_unit', conversion.from),
        find('to_unit', conversion.to),
        {
          require: ':from_unit.dimension = :to_unit.dimension',
          else: [
            'INVALID_ARGUMENT',
            `${inMessage(conversion.from.field.path)} measures {from_unit.dimension}, ${inMessage(conversion.to.field.path)} measures {to_unit.dimension}.`,
          ],
        },
        valueStep(
          draft,
          `round((${value} * :from_unit.factor + :from_unit.shift - :to_unit.shift) / :to_unit.factor, 6)`,
        ),
      ];
    },
  };
}

function unitTable(model: Model): void {
  if (model.tables.has(UNIT_TABLE)) return;
  const table = model.table(UNIT_TABLE, ['unit'], 'reference', ['unit']);
  table.about = 'Units of measure: a value times factor, plus shift, is the value in the base unit of its dimension.';
  for (const [name, valueType] of [
    ['unit', 'text'],
    ['name', 'text'],
    ['dimension', 'text'],
    ['factor', 'real'],
    ['shift', 'real'],
  ] as const)
    model.column(table, { name, words: [name], valueType, schema: {}, description: '', nullable: false });
  table.rows = UNITS.map(({ unit, dimension, factor, offset, names }): SeedRow['row'] => ({
    unit,
    name: names.split('|')[0] ?? unit,
    dimension,
    factor,
    shift: offset,
  }));
}

void literal;
