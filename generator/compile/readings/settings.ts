import { columnName, leavesOf, type FieldNode, type ValueType } from '../fields.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import { spelled } from '../read/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { frameOf } from '../results/frame.ts';
import { Placer } from '../results/place.ts';
import { returnStep } from '../results/print-shape.ts';
import type { Member, Shape } from '../results/shape.ts';
import { idArguments } from '../things/find-things.ts';
import { subjectOf } from '../things/known.ts';
import { wordShape } from './link.ts';
import { refuse, type Domain, type Match, type ReadingRule, type Refusal } from './reading.ts';

/** Words of a name or an argument that only say: the value of it. */
const VALUES = new Set('status state setting level mode value enabled on active is new current flag'.split(' '));
const SWITCHES: Readonly<Record<string, boolean>> = {
  enable: true,
  disable: false,
  turnon: true,
  turnoff: false,
  switchon: true,
  switchoff: false,
  activate: true,
  deactivate: false,
  mute: true,
  unmute: false,
  lock: true,
  unlock: false,
};

interface Setting {
  readonly column: string;
  readonly words: readonly string[];
  readonly type: ValueType;
  readonly node: FieldNode | undefined;
}

/** set_volume(level), get_volume(): one row, of which the setter writes exactly what the getter shows. */
export const settingsRule: ReadingRule = {
  kind: 'setting',
  effect: 'write',
  about:
    'The state of the one device or account that all tools are about: a setter and a getter that name the same thing, without a key.',
  match(tool, domain) {
    const noun = nounOf(tool);
    if (noun === '' || !isKeyless(tool, domain)) return refuse(0, 'it names a row');
    const mine = domain.tools.filter((each) => isKeyless(each, domain) && nounOf(each) === noun);
    const setters = mine.filter((each) => settingsOf(each).length > 0);
    const getters = mine.filter(isGetter);
    const isSetter = setters.includes(tool);
    if (!isSetter && !getters.includes(tool)) return refuse(0, 'it neither sets nor shows a state');
    if (setters.length === 0) return refuse(2, `no tool sets ${noun}`);
    if (getters.length === 0) return refuse(2, `no tool shows ${noun}`);
    const settings = mergedSettings(setters);
    if (settings === undefined) return refuse(3, `tools that set ${noun} do not agree about what it is`);
    return isSetter ? setterMatch(tool, noun, settings, domain) : getterMatch(tool, noun, settings, domain);
  },
};

function nounOf(tool: ToolFacts): string {
  const words = spelled(tool.noun);
  let end = words.length;
  while (end > 1 && VALUES.has(words[end - 1] ?? '')) end -= 1;
  return words.slice(0, end).join(' ');
}

function isKeyless(tool: ToolFacts, domain: Domain): boolean {
  return (
    tool.path.length === 0 &&
    !tool.plural &&
    idArguments(tool).length === 0 &&
    subjectOf(tool, domain.things) === undefined
  );
}

function isGetter(tool: ToolFacts): boolean {
  return tool.told !== 'write' && (tool.senses.has('show') || tool.verb === 'check') && tool.arguments.length === 0;
}

/** The columns that a setter writes. */
function settingsOf(tool: ToolFacts): readonly Setting[] {
  if (tool.told === 'read') return [];
  const noun = spelled(tool.noun);
  const switched = SWITCHES[tool.verb];
  if (switched !== undefined && tool.arguments.length === 0)
    return [
      {
        column: columnName([...nounOf(tool).split(' '), 'enabled']),
        words: ['enabled'],
        type: 'boolean',
        node: undefined,
      },
    ];
  if (!tool.senses.has('set') || tool.arguments.length === 0) return [];
  if (tool.arguments.some((node) => node.kind !== 'scalar' || node.field.type === 'json')) return [];
  return tool.arguments.map((node): Setting => {
    const words = spelled(node.field.words).filter((word) => !noun.includes(word) && !VALUES.has(word));
    const own = nounOf(tool).split(' ');
    const suffix = node.field.type === 'boolean' && words.length === 0 ? ['enabled'] : words;
    return {
      column: columnName([...own, ...suffix]),
      words: suffix.length === 0 ? own : suffix,
      type: node.field.type,
      node,
    };
  });
}

function mergedSettings(setters: readonly ToolFacts[]): readonly Setting[] | undefined {
  const found = new Map<string, Setting>();
  for (const setting of setters.flatMap(settingsOf)) {
    const before = found.get(setting.column);
    if (before !== undefined && before.type !== setting.type) return undefined;
    if (before?.node === undefined) found.set(setting.column, setting);
  }
  return [...found.values()];
}

const TABLE = 'device';

function needsOf(settings: readonly Setting[], by: string): Need[] {
  return settings.map(({ column, words, type, node }): Need => ({
    table: TABLE,
    column,
    words: [...words],
    value: type,
    use: 'given',
    required: true,
    mayLack: false,
    schema: node?.field.schema ?? {},
    description: node?.field.description ?? '',
    choices: node?.kind === 'scalar' ? node.field.choices : [],
    by,
  }));
}

const table = { table: TABLE, words: [TABLE], kind: 'one row' as const };
const row = { table: TABLE, where: [sql.equal('id', '1')] };

function shown(settings: readonly Setting[], style: Domain['style']): Shape {
  return {
    kind: 'object',
    members: settings.map(({ column }): Member => ({
      name: style === 'snake' ? column : column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
      shape: { kind: 'column', column },
      whenNull: 'shown',
    })),
  };
}

function setterMatch(tool: ToolFacts, noun: string, all: readonly Setting[], domain: Domain): Match | Refusal {
  const settings = settingsOf(tool);
  const placer = new Placer(tool, domain);
  const shape =
    tool.result === undefined
      ? shown(settings, domain.style)
      : (declared(tool, placer, all) ?? wordShape(tool, placer, `${noun} set.`));
  if (shape === undefined || placer.unplaced.length > 0)
    return refuse(5, `nothing tells ${placer.unplaced.join(', ') || 'the result'}`);
  const named = settings.flatMap(({ node, column }) => (node === undefined ? [] : [{ node, column }]));
  return {
    rule: 'setting',
    effect: 'write',
    evidence: [{ says: `${tool.verb} sets ${noun}, which another tool shows`, weight: 4 }],
    arguments: named.map(({ node, column }) => ({ place: node.field.name, role: 'value', is: `${TABLE}.${column}` })),
    leaves: placer.leaves,
    needs: needsOf(settings, tool.name),
    tables: [table],
    makes: [],
    doubts: [],
    program(plan) {
      const optional = named.length > 0 && named.every(({ node }) => !node.field.required);
      const sets = settings.map(({ column, node }): [string, sql.Expr] => [
        column,
        node === undefined
          ? sql.literal(SWITCHES[tool.verb] === true)
          : node.field.required
            ? sql.argument([node.field.name])
            : sql.or(sql.argument([node.field.name]), sql.name(column)),
      ]);
      return {
        steps: [
          ...(optional
            ? [
                {
                  require: sql.any(named.map(({ node }) => sql.given([node.field.name]))),
                  else: ['INVALID_ARGUMENT', 'Nothing to set was given.'] as const,
                },
              ]
            : []),
          { run: sql.updateRows(TABLE, sets, row.where) },
          returnStep(shape, { plan, style: domain.style }, row),
        ],
        doubts: [],
      };
    },
  };
}

function getterMatch(tool: ToolFacts, noun: string, settings: readonly Setting[], domain: Domain): Match | Refusal {
  const placer = new Placer(tool, domain);
  const shape = tool.result === undefined ? shown(settings, domain.style) : declared(tool, placer, settings);
  if (shape === undefined || placer.unplaced.length > 0)
    return refuse(4, `no tool sets ${placer.unplaced.join(', ') || 'what its result shows'}`);
  return {
    rule: 'setting shown',
    effect: 'read',
    evidence: [{ says: `${tool.verb} shows ${noun}, which another tool sets`, weight: 4 }],
    arguments: [],
    leaves: placer.leaves,
    needs: needsOf(settings, tool.name),
    tables: [table],
    makes: [],
    doubts: [],
    program: (plan) => ({ steps: [returnStep(shape, { plan, style: domain.style }, row)], doubts: [] }),
  };
}

/** Declared leaves, each one of the settings by its own words. */
function declared(tool: ToolFacts, placer: Placer, settings: readonly Setting[]): Shape | undefined {
  if (tool.result === undefined) return undefined;
  const find = (node: FieldNode): Setting | undefined => {
    const words = spelled(node.field.words).filter((word) => !VALUES.has(word));
    const text = words.join('_');
    const fits = settings.filter(
      (each) =>
        each.type === node.field.type &&
        (text === ''
          ? true
          : each.column === text || each.words.join('_') === text || each.column === `${text}_enabled`),
    );
    return fits.length === 1 ? fits[0] : undefined;
  };
  const place = (node: FieldNode): Shape => {
    const setting = find(node);
    if (setting === undefined) placer.unplaced.push(node.field.path.join('.') || 'the result');
    else placer.leaf(node, 'column', `${TABLE}.${setting.column}`);
    return { kind: 'column', column: setting?.column ?? 'id' };
  };
  const frame = frameOf(tool.result, undefined);
  if (frame.kind === 'value') return place(frame.value);
  if (tool.result.kind !== 'object' || leavesOf(tool.result).length !== tool.result.members.length) return undefined;
  const isWord = tool.result.members.every((node) => find(node) === undefined);
  if (isWord) return undefined;
  return {
    kind: 'object',
    members: tool.result.members.map((node): Member => ({
      name: node.field.name,
      shape: place(node),
      whenNull: 'shown',
    })),
  };
}
