// Copies the values of a state from one tool to another tool of the same noun. If search_payments lists the values of
// `state`, and get_a_payment shows `state: {status, finished}`, this status gets these values.
import { isJsonObject } from '../../../envs/values/json.ts';
import type { Field, FieldNode } from '../../fields/fields.ts';

interface Named {
  readonly noun: readonly string[];
  readonly arguments: readonly FieldNode[];
  readonly result: FieldNode | undefined;
}

type Choices = Field['choices'];

const STATE = /^(?:status|state|stage|phase)$/;
/** Names of the member that holds the state, the most likely first. */
const HOLDERS = ['status', 'state', 'name', 'value'];
/** The search goes this many levels deep, because a result may wrap its rows in a list inside an object. */
const DEEPEST = 3;

const lastOf = ({ field }: FieldNode): string => field.words.at(-1) ?? '';

export function withSharedStates<Tool extends Named>(tools: readonly Tool[]): readonly Tool[] {
  const known = new Map<string, Choices>();
  for (const { noun, arguments: nodes } of tools)
    for (const node of nodes)
      if (node.kind === 'scalar' && node.field.type === 'text' && STATE.test(lastOf(node)))
        if (node.field.choices.length > 1) known.set(`${noun.join(' ')}.${lastOf(node)}`, node.field.choices);
  if (known.size === 0) return tools;
  return tools.map((tool) => {
    const choicesOf = (node: FieldNode): Choices | undefined => known.get(`${tool.noun.join(' ')}.${lastOf(node)}`);
    return tool.result === undefined ? tool : { ...tool, result: listed(tool.result, choicesOf, 0) };
  });
}

function listed(node: FieldNode, choicesOf: (node: FieldNode) => Choices | undefined, depth: number): FieldNode {
  if (depth > DEEPEST || node.kind === 'scalar') return node;
  if (node.kind === 'list') {
    const item = listed(node.item, choicesOf, depth + 1);
    return item === node.item ? node : { ...node, item };
  }
  const choices = choicesOf(node);
  const held = choices === undefined ? undefined : stateIn(node.members, choices);
  const members = node.members.map((each) =>
    each === held && choices !== undefined ? withChoices(each, choices) : listed(each, choicesOf, depth + 1),
  );
  if (members.every((each, at) => each === node.members[at])) return node;
  const { properties } = node.field.schema;
  if (held === undefined || !isJsonObject(properties)) return { ...node, members };
  const own = properties[held.field.name];
  const schema = {
    ...node.field.schema,
    properties: { ...properties, [held.field.name]: { ...(isJsonObject(own) ? own : {}), enum: [...(choices ?? [])] } },
  };
  return { ...node, members, field: { ...node.field, schema } };
}

/**
 * Returns the text member that holds the state. It must have no listed values yet, and its examples must be among the
 * given values.
 */
function stateIn(members: readonly FieldNode[], choices: Choices): FieldNode | undefined {
  const texts = members.filter(({ kind, field }) => kind === 'scalar' && field.type === 'text');
  const held = HOLDERS.flatMap((word) => texts.filter(({ field }) => field.words.join(' ') === word))[0];
  const { examples } = held?.field.schema ?? {};
  const isOpen = held !== undefined && held.field.choices.length === 0;
  const fits = !Array.isArray(examples) || examples.every((each) => choices.includes(String(each)));
  return isOpen && fits ? held : undefined;
}

const withChoices = (node: FieldNode, choices: Choices): FieldNode =>
  node.kind === 'scalar'
    ? { ...node, field: { ...node.field, choices, schema: { ...node.field.schema, enum: [...choices] } } }
    : node;
