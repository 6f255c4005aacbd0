// Finds the form of each table's ids, such as "ord_" and six digits, and the argument name with which calls give them.
// All arguments for the same id share the form, even those of flagged tools.
import { wordsOf, type FieldNode } from '../../fields/fields.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import { exampleOf, isUuid, type Described } from '../read/said-example.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { headOf } from './head-of.ts';
import type { Thing, Things } from './thing.ts';

/** Returns how precisely a schema and its description state the form of a value; a higher number is more precise. */
function telling(described: Described): number {
  if (typeof described.schema['pattern'] === 'string') return 4;
  if (isUuid(described)) return 3;
  return exampleOf(described) === undefined ? 0 : 2;
}

function namedBy(node: FieldNode, tool: ToolFacts, things: Things): Thing | undefined {
  const { words } = node.field;
  const naming = idOf(words);
  if (naming === undefined) {
    const text = spelled(words).join(' ');
    return things.all.find((thing) => thing.natural && (text === thing.own.words.join(' ') || thing.nouns.has(text)));
  }
  const noun = naming.noun.length === 0 ? headOf(tool) : naming.noun;
  const thing = things.byNoun.get(noun.join(' '));
  const isKey = thing?.global === true ? naming.global : naming.by === thing?.own.words.join(' ');
  return isKey ? thing : undefined;
}

/**
 * Returns the most frequent argument name for a key that is not an id: the key `number` of a permit is shown as
 * permit_number.
 */
function calledBy({ own, nouns }: Thing, names: readonly string[]): string | undefined {
  if (own.words.join(' ') === 'id') return undefined;
  const count = (name: string): number => names.filter((each) => each === name).length;
  const [best] = [...new Set(names)].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
  return best === undefined || nouns.has(spelled(wordsOf(best)).join(' ')) ? undefined : best;
}

export function withKeyForms(things: Things, tools: readonly ToolFacts[]): Things {
  const forms = new Map<string, Described>();
  const names = new Map<string, string[]>();
  for (const tool of tools)
    for (const stated of tool.arguments) {
      const node = stated.kind === 'list' ? stated.item : stated;
      const thing = node.kind === 'scalar' ? namedBy(stated, tool, things) : undefined;
      if (thing === undefined) continue;
      if (stated === node) names.set(thing.table, [...(names.get(thing.table) ?? []), node.field.name]);
      const form = { schema: node.field.schema, description: node.field.description || stated.field.description };
      const before = forms.get(thing.table);
      if (telling(form) > (before === undefined ? 0 : telling(before))) forms.set(thing.table, form);
    }
  const formed = (thing: Thing): Thing => {
    const form = forms.get(thing.table);
    const called = calledBy(thing, names.get(thing.table) ?? []);
    const more = { ...(form === undefined ? {} : { form }), ...(called === undefined ? {} : { called }) };
    return { ...thing, own: { ...thing.own, ...more } };
  };
  const all = things.all.map(formed);
  const byTable = new Map(all.map((thing) => [thing.table, thing]));
  return {
    all,
    byTable,
    byNoun: new Map([...things.byNoun].map(([noun, thing]) => [noun, byTable.get(thing.table) ?? thing])),
  };
}
