// Finds arguments of a write that no column can store. The compiler must not ignore such an argument.
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import { isAboutTheCall } from '../../lexicon/attributes.ts';
import { ACTING, isAction, isAttested, namesUnknown } from '../things/attested.ts';
import { holdsColumns } from '../things/known.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import type { Domain } from './reading.ts';

/** Arguments about the call itself. No column stores them. */
export const NOT_STORED =
  /^(dry run|force|confirm|confirmation|validate only|overwrite|upsert|async|wait|notify|send notification|suppress notification|timeout|retry|ignore error|skip validation|save path|output path)$/;

/** Boolean arguments that ask for an action, such as `submit` or `notify`. */
const ACTS =
  /^(?:auto (?:init|assign|create|close)|init(?:ialize)?|send|notify|submit|skip|force|ignore|validate|create|generate|run|copy|finalize|publish now|delete|remove|reset|regenerate|replace|append|merge|upsert)\b/;
/** Arguments that name a source from which the tool copies. */
const SOURCE =
  /^(?:from|source|template|clone|copy|copied|base on|based on|import)(?: (?!name$|email$|number$|address$|date$|time$|language$|currency$|unit$|locale$)\w+)+$/;

/** Names of values that say how much of a row a call is about, or where the row goes. */
const PARTLY =
  /^(?:new|next|target|destination|other)\b|(?:^| )(?:quantity|count|units?|items?|copies|shares?|percent|percentage|parts?|portion|to|into|onto|version|revision|etag)$/;

/**
 * Tells whether a value that comes with the key of a row is data about the row, and not an instruction about the call.
 */
export function isPlainData({ kind, field }: Bound['node'], words: readonly string[]): boolean {
  if (kind !== 'scalar' || !/^(?:text|integer|real)$/.test(field.type) || field.choices.length > 0) return false;
  if (isAboutTheCall(words) || isAction(words) || PARTLY.test(words.join(' '))) return false;
  const naming = idOf(words);
  return (naming === undefined || !/^(?:g?id|uuid|guid)$/.test(naming.by)) && !ACTING.test(field.description);
}

/**
 * Returns the first value that no column of the row can store, for example because it is about the call or belongs to
 * another table.
 */
export function oddValue(values: readonly Bound[], thing: Thing, domain: Domain): Bound | undefined {
  return values.find((each) => {
    const { field } = each.node;
    const text = each.words.join(' ');
    if (NOT_STORED.test(text) || (field.type === 'boolean' && ACTS.test(text)) || SOURCE.test(text)) return true;
    if (holdsColumns(each.node, thing) || each.words.includes('or')) return true;
    const known = domain.known.get(thing.table)?.columns.get(each.column);
    if (known !== undefined && !isAttested(known, thing) && !namesRows(each, domain)) return true;
    if (known !== undefined && namesUnknown(known) && !namesRows(each, domain)) return true;
    // an object cannot be a key, even if the argument's name ends in id
    if (each.node.kind === 'scalar' && field.type === 'json' && /(^|_)id$/.test(each.column)) return true;
    const others = each.words
      .map((word) => domain.things.byNoun.get(word))
      .filter((other) => other !== undefined && other !== thing);
    // a boolean such as default_lists would create rows of another table, `lists`
    if (field.type === 'boolean' && each.node.kind === 'scalar' && others.length > 0) return true;
    // a list of objects such as `orders` holds rows of another table that refer to this row
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

/** Tells whether the argument is a list of existing keys, such as label_ids where labels are rows. */
function namesRows({ node }: Bound, domain: Domain): boolean {
  const naming =
    node.kind === 'list' && node.item.kind === 'scalar' ? idOf(withoutChange(node.field.words)) : undefined;
  return naming !== undefined && domain.things.byNoun.get(naming.noun.join(' '))?.global === true;
}
const withoutChange = (words: readonly string[]): readonly string[] =>
  words[0] === 'add' || words[0] === 'remove' ? words.slice(1) : words;

/**
 * Tells whether the description says that the value belongs to another table, such as "name of the checklist" in a tool
 * about checklist items.
 */
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

/**
 * Returns another table that stores the rows of `thing` in a JSON column. For example, an order may contain its items
 * as a list.
 */
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

/** Tells whether the elements of a list are objects, not plain values. */
function holdsObjects(schema: JsonObject): boolean {
  const { items } = schema;
  return isJsonObject(items) && !['string', 'integer', 'number', 'boolean'].includes(String(items['type']));
}
