// Recognizes columns that store an object, such as properties or settings.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from '../../fields/fields.ts';

/** Matches usual names of an object that holds values of a row. */
const HOLDERS =
  /(?:^| )(?:propert(?:y|ies)|attributes?|metafields?|settings?|config|configuration|preferences?|details?|metadata|meta|info|information|profile|fields?|data|payload|specs?|specification|custom)$/;

export const isHolder = (words: readonly string[]): boolean => HOLDERS.test(words.join(' '));

/** Tells whether a column stores an object, with declared members or with any members. */
export const isObjectColumn = ({ type, schema }: { readonly type: ValueType; readonly schema: JsonObject }): boolean =>
  type === 'json' && schema['items'] === undefined && schema['type'] !== 'array';

type Column = Parameters<typeof isObjectColumn>[0] & { readonly words: readonly string[] };

/** Matches names of objects that control a call and hold no values of a row. */
const OF_CALL =
  /^(?:send|notify|check|suppress|skip|validate|ignore)\b|(?:^| )(?:options?|opts?|flags?|hints?|filters?|query|params?|parameters?|args?|arguments?|requests?|context|session|variables?)$/;

/** Tells whether a column stores an object of plain values, such as the borrower {name, email} of a loan. */
export const isRecordColumn = (column: Column): boolean =>
  isObjectColumn(column) &&
  (isHolder(column.words) || (!OF_CALL.test(column.words.join(' ')) && areValues(column.schema['properties'])));

/**
 * Tells whether an object declares members, and each is a single value, a list of texts or an object of such values.
 */
function areValues(members: Json | undefined): boolean {
  if (members === undefined || !isJsonObject(members)) return false;
  const each = Object.values(members);
  return each.length > 0 && each.every((member) => isJsonObject(member as Json) && isValue(member as JsonObject));
}

function isValue({ type, items, properties, enum: choices }: JsonObject): boolean {
  const types = [type].flat().filter((each) => each !== 'null');
  if (types.length === 0) return Array.isArray(choices);
  if (types.length > 1) return false;
  if (types[0] === 'object') return areValues(properties);
  if (types[0] === 'array') return isJsonObject(items as Json) && (items as JsonObject)['type'] === 'string';
  return /^(?:string|integer|number|boolean)$/.test(String(types[0]));
}

/** Tells whether a column holds a list of texts that some tool gives, such as the attendees of a meeting. */
export const isTexts = ({ type, schema, given }: Column & { readonly given: boolean }): boolean =>
  given &&
  type === 'json' &&
  isJsonObject(schema['items'] as Json) &&
  (schema['items'] as JsonObject)['type'] === 'string';
