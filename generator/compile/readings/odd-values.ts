// Finds arguments of a write that no row of its thing keeps. A tool with such an argument must not be read as if the
// argument were absent.
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import { isAttested, namesUnknown } from '../things/attested.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import type { Domain } from './reading.ts';

/** Arguments about the call, which no row stores. */
export const NOT_STORED =
  /^(dry run|force|confirm|confirmation|validate only|overwrite|upsert|async|wait|notify|send notification|suppress notification|timeout|retry|ignore error|skip validation|save path|output path)$/;

/** Yes-or-no arguments that ask for an action: initialize, submit, notify. */
const ACTS =
  /^(?:auto (?:init|assign|create|close)|init(?:ialize)?|send|notify|submit|skip|force|ignore|validate|create|generate|run|copy|finalize|publish now|delete|remove|reset|regenerate|replace|append|merge|upsert)\b/;
/** Arguments that name a source to copy or to follow. */
const SOURCE =
  /^(?:from|source|template|clone|copy|copied|base on|based on|import)(?: (?!name$|email$|number$|address$|date$|time$)\w+)+$/;

/** A value that no row of the thing keeps: it is about the call, or it belongs to rows of another thing. */
export function oddValue(values: readonly Bound[], thing: Thing, domain: Domain): Bound | undefined {
  return values.find((each) => {
    const { field } = each.node;
    const text = each.words.join(' ');
    if (NOT_STORED.test(text) || (field.type === 'boolean' && ACTS.test(text)) || SOURCE.test(text)) return true;
    const known = domain.known.get(thing.table)?.columns.get(each.column);
    if (known !== undefined && !isAttested(known, thing) && !namesRows(each, domain)) return true;
    if (known !== undefined && namesUnknown(known) && !namesRows(each, domain)) return true;
    // an object under the name of an id names no row
    if (each.node.kind === 'scalar' && field.type === 'json' && /(^|_)id$/.test(each.column)) return true;
    const others = each.words
      .map((word) => domain.things.byNoun.get(word))
      .filter((other) => other !== undefined && other !== thing);
    // a yes to default_lists would make rows of another thing
    if (field.type === 'boolean' && each.node.kind === 'scalar' && others.length > 0) return true;
    // the items of the list are rows of another thing
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

/** label_ids, where there are labels. */
function namesRows({ node }: Bound, domain: Domain): boolean {
  const naming =
    node.kind === 'list' && node.item.kind === 'scalar' ? idOf(withoutChange(node.field.words)) : undefined;
  return naming !== undefined && domain.things.byNoun.get(naming.noun.join(' '))?.global === true;
}
const withoutChange = (words: readonly string[]): readonly string[] =>
  words[0] === 'add' || words[0] === 'remove' ? words.slice(1) : words;

/** Whether a value is described as that of another thing: the name of the checklist, in a tool about its items. */
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

/** The thing that keeps the rows of this one in a column: the fields of a table, which are given with the table. */
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

/** Whether the elements of a list are not plain values. */
function holdsObjects(schema: JsonObject): boolean {
  const { items } = schema;
  return isJsonObject(items) && !['string', 'integer', 'number', 'boolean'].includes(String(items['type']));
}
