import type { Step } from '../../../envs/values/program.ts';
import { leavesOf, type FieldNode } from '../../fields/fields.ts';
import { FORMULAS, UNITS, type Formula } from '../formulas/library.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { rawWords } from '../read/raw-words.ts';
import { returnStep } from '../results/print-shape.ts';
import type { Shape } from '../results/shape.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { originalName } from '../../pool/pool-tool.ts';
import { refuse, type ReadingRule } from './reading.ts';

/**
 * The rule for tools that compute, such as add(a, b) or gallon_to_liter(gallon). The words of the name and the
 * arguments select a formula.
 */
export const formulaRule: ReadingRule = {
  kind: 'formula',
  effect: 'read',
  about: 'A computation whose words and operands are those of one formula of the library.',
  match(tool, domain) {
    if (tool.told === 'write' || tool.path.length > 0 || tool.arguments.length === 0)
      return refuse(0, 'it does not compute');
    const words = new Set(rawWords(originalName(tool.pool)).map(singular));
    const found = conversionOf(tool) ?? bestFormula(tool, words);
    if (found === undefined) return refuse(0, 'no formula of the library has its words and operands');
    const shape = shapeOf(tool, found.expression, [...found.operands.values()]);
    if (shape === undefined) return refuse(4, 'its result is more than the value');
    return {
      rule: 'formula',
      effect: 'read',
      evidence: [
        {
          says: `${found.says}, of ${[...found.operands].map(([operand, node]) => `${node.field.name} (${operand})`).join(', ')}`,
          weight: 4,
        },
      ],
      arguments: tool.arguments.map((node) => ({
        place: node.field.name,
        role: [...found.operands.values()].includes(node) ? 'operand' : 'shape',
        is: '',
      })),
      leaves: [],
      needs: [],
      tables: [],
      makes: [],
      doubts: [],
      program: (plan) => ({ steps: [...found.checks, returnStep(shape, { plan, style: domain.style })], doubts: [] }),
    };
  },
};

interface Found {
  readonly says: string;
  readonly operands: ReadonlyMap<string, FieldNode>;
  readonly expression: sql.Expr;
  readonly checks: readonly Step[];
}

function bestFormula(tool: ToolFacts, words: ReadonlySet<string>): Found | undefined {
  const fits = FORMULAS.flatMap((formula) => {
    if (
      !formula.words.every((each) => each.split('|').some((word) => words.has(word))) ||
      formula.not?.some((word) => words.has(word)) === true
    )
      return [];
    const operands = operandsOf(formula, tool.arguments);
    return operands === undefined ? [] : [{ formula, operands, score: formula.words.length * 2 + operands.size }];
  }).sort((a, b) => b.score - a.score || (a.formula.id < b.formula.id ? -1 : 1));
  const [best] = fits;
  if (best === undefined) return undefined;
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_all, operand: string) => {
      const node = best.operands.get(operand);
      return node === undefined ? 'NULL' : sql.argument([node.field.name]);
    });
  const { require } = best.formula;
  const checks: Step[] =
    require === undefined ? [] : [{ require: fill(require[0]), else: ['INVALID_ARGUMENT', require[1]] }];
  if ([...best.operands.values()].every((node) => !node.field.required))
    checks.push({
      require: sql.all([...best.operands.values()].map((node) => sql.notNull(sql.argument([node.field.name])))),
      else: ['INVALID_ARGUMENT', 'An operand is missing.'],
    });
  return {
    says: `the formula "${best.formula.id}"`,
    operands: best.operands,
    expression: fill(best.formula.sql),
    checks,
  };
}

function operandsOf(formula: Formula, nodes: readonly FieldNode[]): Map<string, FieldNode> | undefined {
  const bound = new Map<string, FieldNode>();
  const taken = new Set<FieldNode>();
  for (const [operand, names] of Object.entries(formula.operands)) {
    const open = nodes.filter((node) => !taken.has(node));
    const found = names
      .split('|')
      .map((name) => open.find((node) => isNamed(node, name)))
      .find((node) => node !== undefined);
    if (found !== undefined) {
      bound.set(operand, found);
      taken.add(found);
    } else if (formula.optional?.includes(operand) !== true) return undefined;
  }
  // an argument that is not an operand would change the result in an unknown way
  return nodes.every((node) => taken.has(node)) ? bound : undefined;
}

function isNamed(node: FieldNode, name: string): boolean {
  const list = name.startsWith('[]');
  if (list !== (node.kind === 'list') || node.kind === 'object') return false;
  const text = node.field.words.join(' ');
  const wanted = list ? name.slice(2) : name;
  return (
    text === wanted ||
    node.field.name.toLowerCase() === wanted ||
    text.replaceAll(' ', '') === wanted.replaceAll(' ', '')
  );
}

/** Returns the conversion of a tool such as gallon_to_liter(gallon), whose name contains both units. */
function conversionOf(tool: ToolFacts): Found | undefined {
  const words = rawWords(originalName(tool.pool)).map(singular);
  const at = words.indexOf('to');
  const [value] = tool.arguments;
  if (
    at < 1 ||
    tool.arguments.length !== 1 ||
    value === undefined ||
    value.kind !== 'scalar' ||
    (value.field.type !== 'real' && value.field.type !== 'integer')
  )
    return undefined;
  const unit = (word: string): (typeof UNITS)[number] | undefined =>
    UNITS.find((each) => word.length > 1 && (each.unit === word || each.names.split('|').map(singular).includes(word)));
  const from = words
    .slice(0, at)
    .map(unit)
    .findLast((each) => each !== undefined);
  const to = words
    .slice(at + 1)
    .map(unit)
    .find((each) => each !== undefined);
  if (from === undefined || to === undefined || from.dimension !== to.dimension) return undefined;
  const given = sql.argument([value.field.name]);
  return {
    says: `${from.names.split('|')[0] ?? from.unit} to ${to.names.split('|')[0] ?? to.unit}`,
    operands: new Map([['value', value]]),
    expression: `round((${given} * ${from.factor} + ${from.offset} - ${to.offset}) / ${to.factor}, 6)`,
    checks: [],
  };
}

/**
 * Returns the form of the result: the field that holds the computed value, and the operands if the result repeats them.
 * Returns undefined if no field or several fields could hold the value.
 */
function shapeOf(tool: ToolFacts, expression: sql.Expr, operands: readonly FieldNode[]): Shape | undefined {
  const value = (type: string): Shape => ({
    kind: 'expression',
    expression:
      type === 'integer' ? sql.asWhole(`round(${expression})`) : type === 'text' ? sql.asText(expression) : expression,
    as: type === 'boolean' ? 'boolean' : 'plain',
  });
  const { result } = tool;
  if (result === undefined)
    return { kind: 'object', members: [{ name: 'result', shape: value(''), whenNull: 'shown' }] };
  if (result.kind === 'scalar') return value(result.field.type);
  if (result.kind !== 'object' || leavesOf(result).length !== result.members.length) return undefined;
  const echoes = result.members.map((node) =>
    operands.find((operand) => operand.field.words.join(' ') === node.field.words.join(' ')),
  );
  const open = result.members.filter((_node, at) => echoes[at] === undefined);
  if (open.length !== 1 || open.some((node) => node.kind !== 'scalar' || node.field.type === 'json')) return undefined;
  return {
    kind: 'object',
    members: result.members.map((node, at) => ({
      name: node.field.name,
      shape:
        echoes[at] === undefined
          ? value(node.field.type)
          : { kind: 'expression', expression: sql.argument([echoes[at].field.name]), as: 'plain' },
      whenNull: 'shown',
    })),
  };
}
