// Reads sentences of a tool's description about the form of one argument, such as "The key is kebab-case and cannot be
// changed later".
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import { wordsOf } from '../../fields/fields.ts';
import { saidCase, saidForm } from '../../fields/said-format.ts';
import { sentencesOf } from './sentences.ts';

const ABOUT = /^(?:the |its |an? )?([a-z][\w ]*?) (?:is|are|must be|should be|has to be) (.+?)[.;]?$/i;
const FIXED = /,? and (?:cannot|can't|can not) be changed(?: later| afterwards| any ?more)?$/i;
const AROUND = /^(?:in|an?|as|the|code|codes|format|form|given|written|stated|ISO|of|text|value|\W)*$/i;
const SHOWN = /^(?:written|given|formatted|stated) (?:as|in|like|with) .*\b(?:for example|e\.g\.|such as|like) \S+$/i;

export interface SaidOfArgument {
  readonly name: string;
  readonly form: string;
  /** True if the sentence says that the value may not change later. */
  readonly fixed: boolean;
}

/** Returns the form that a sentence gives to one of the arguments, or undefined for any other sentence. */
export function saidOfArgument(sentence: string, names: readonly string[]): SaidOfArgument | undefined {
  const [, words = '', rest = ''] = ABOUT.exec(sentence) ?? [];
  const name = names.find((each) => wordsOf(each).join(' ') === words.toLowerCase());
  if (name === undefined) return undefined;
  const form = rest.replace(FIXED, '');
  const known = (saidForm(form) ?? saidCase(form))?.said;
  const isWhole = known !== undefined && AROUND.test(form.replace(known, ' '));
  return isWhole || SHOWN.test(form) ? { name, form, fixed: FIXED.test(rest) } : undefined;
}

/**
 * Returns the schema of the arguments, with each form that the tool's description tells added to the argument's own
 * description.
 */
export function withSaidForms(parameters: JsonObject, description: string): JsonObject {
  const { properties } = parameters;
  if (!isJsonObject(properties)) return parameters;
  const said = sentencesOf(description).flatMap((each) => saidOfArgument(each, Object.keys(properties)) ?? []);
  if (said.length === 0) return parameters;
  const told = Object.entries(properties).map(([name, schema]) => {
    const form = said.find((each) => each.name === name)?.form;
    if (form === undefined || !isJsonObject(schema)) return [name, schema];
    const own = typeof schema['description'] === 'string' ? `${schema['description'].replace(/\.$/, '')}. ` : '';
    return [name, { ...schema, description: `${own}${form.charAt(0).toUpperCase()}${form.slice(1)}` }];
  });
  return { ...parameters, properties: Object.fromEntries(told) as JsonObject };
}
