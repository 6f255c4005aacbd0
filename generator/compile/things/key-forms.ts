// Finds the form of each table's ids. All arguments that hold the same id share the form, even those of tools that do
// not work.
import type { FieldNode } from '../../fields/fields.ts';
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

export function withKeyForms(things: Things, tools: readonly ToolFacts[]): Things {
  const forms = new Map<string, Described>();
  for (const tool of tools)
    for (const stated of tool.arguments) {
      const node = stated.kind === 'list' ? stated.item : stated;
      const thing = node.kind === 'scalar' ? namedBy(stated, tool, things) : undefined;
      if (thing === undefined) continue;
      const form = { schema: node.field.schema, description: node.field.description || stated.field.description };
      const before = forms.get(thing.table);
      if (telling(form) > (before === undefined ? 0 : telling(before))) forms.set(thing.table, form);
    }
  const formed = (thing: Thing): Thing => {
    const form = forms.get(thing.table);
    return form === undefined ? thing : { ...thing, own: { ...thing.own, form } };
  };
  const all = things.all.map(formed);
  const byTable = new Map(all.map((thing) => [thing.table, thing]));
  return {
    all,
    byTable,
    byNoun: new Map([...things.byNoun].map(([noun, thing]) => [noun, byTable.get(thing.table) ?? thing])),
  };
}
