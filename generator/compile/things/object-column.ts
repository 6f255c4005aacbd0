// Recognizes columns that store an object, such as properties or settings.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from '../../fields/fields.ts';

/** Matches the usual names of an object with values of a row. */
const HOLDERS =
  /(?:^| )(?:propert(?:y|ies)|attributes?|metafields?|settings?|config|configuration|preferences?|details?|metadata|meta|info|information|profile|fields?|data|payload|specs?|specification|custom)$/;

export const isHolder = (words: readonly string[]): boolean => HOLDERS.test(words.join(' '));

/** Tells whether a column stores an object, with declared members or with any members. */
export const isObjectColumn = ({ type, schema }: { readonly type: ValueType; readonly schema: JsonObject }): boolean =>
  type === 'json' && schema['items'] === undefined && schema['type'] !== 'array';
