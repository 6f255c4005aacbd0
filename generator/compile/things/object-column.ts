// Columns that keep an object: its properties, its settings.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from '../../fields/fields.ts';

/** Words by which APIs call an object that holds values of a row. */
const HOLDERS =
  /(?:^| )(?:propert(?:y|ies)|attributes?|metafields?|settings?|config|configuration|preferences?|details?|metadata|meta|info|information|profile|fields?|data|payload|specs?|specification|custom)$/;

export const isHolder = (words: readonly string[]): boolean => HOLDERS.test(words.join(' '));

/** Whether a column is an object with members of its own, or a free map. */
export const isObjectColumn = ({ type, schema }: { readonly type: ValueType; readonly schema: JsonObject }): boolean =>
  type === 'json' && schema['items'] === undefined && schema['type'] !== 'array';
