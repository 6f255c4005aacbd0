// Arguments of a write that no row of its thing keeps: a tool that has one is not read as if it had none.
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import { spelled } from '../read/id-of.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import type { Domain } from './reading.ts';

/** Arguments that are about the call: what they would change is in no row. */
export const NOT_STORED =
  /^(dry run|force|confirm|confirmation|validate only|overwrite|upsert|async|wait|notify|send notification|suppress notification|timeout|retry|ignore error|skip validation|save path|output path)$/;

/** A value that no row keeps: it is about the call, about rows of another thing, or belongs to another thing. */
export function oddValue(values: readonly Bound[], thing: Thing, domain: Domain): Bound | undefined {
  return values.find((each) => {
    const { field } = each.node;
    if (NOT_STORED.test(each.words.join(' '))) return true;
    // an id that is an object names nothing
    if (each.node.kind === 'scalar' && field.type === 'json' && /(^|_)id$/.test(each.column)) return true;
    const others = each.words
      .map((word) => domain.things.byNoun.get(word))
      .filter((other) => other !== undefined && other !== thing);
    // default_lists: yes makes rows of another thing
    if (field.type === 'boolean' && each.node.kind === 'scalar' && others.length > 0) return true;
    // items that are rows of their own elsewhere
    if (each.node.kind === 'list' && each.node.item.kind === 'object') {
      const other = domain.things.byNoun.get(spelled(field.words).join(' '));
      if (
        other !== undefined &&
        other !== thing &&
        [...(domain.known.get(other.table)?.columns.values() ?? [])].some((column) => column.references === thing.table)
      )
        return true;
    }
    return belongsElsewhere(each, thing, domain);
  });
}

/** name, described as the name of the checklist, in a tool about its items. */
export function belongsElsewhere(each: Bound, thing: Thing, domain: Domain): boolean {
  const { field } = each.node;
  if (each.references !== undefined || field.words.length > 1) return false;
  const said = new RegExp(`\\b${field.words.join(' ')}s? of (?:the |a |an )?([a-z]+(?: [a-z]+)?)`, 'i')
    .exec(field.description)?.[1]
    ?.toLowerCase();
  if (said === undefined) return false;
  const other = domain.things.byNoun.get(said) ?? domain.things.byNoun.get(said.split(' ')[0] ?? '');
  return (
    other !== undefined &&
    other !== thing &&
    !thing.nouns.has(said) &&
    ![...thing.nouns].some((noun) => said.startsWith(noun))
  );
}

/** The thing in whose rows the rows of this one stand already: the fields of a table, as the table is made with them. */
export function keptIn(thing: Thing, domain: Domain): Thing | undefined {
  return domain.things.all.find(
    (other) =>
      other !== thing &&
      [...(domain.known.get(other.table)?.columns.values() ?? [])].some(
        (column) =>
          column.type === 'json' &&
          column.given &&
          holdsObjects(column.schema) &&
          thing.nouns.has(column.words.join(' ')),
      ),
  );
}

/** A list of which the elements are no plain values. */
function holdsObjects(schema: JsonObject): boolean {
  const { items } = schema;
  return isJsonObject(items) && !['string', 'integer', 'number', 'boolean'].includes(String(items['type']));
}
