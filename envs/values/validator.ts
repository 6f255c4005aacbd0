// Makes types and validators of callgym's values from the same JSON Schemas (2020-12), so that the two agree. Ajv makes
// the validators. A validator does not change the value, and its errors name the place of the fault.
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { badInput } from '../errors/gym-error.ts';
import type { Json } from './json.ts';

type Primitive = string | number | boolean | null | undefined;
/** The type T, readonly at all depths. Where T is unknown, any JSON is allowed. */
export type DeepReadonly<T> = unknown extends T
  ? Json
  : T extends Primitive
    ? T
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** The type of the values that a schema allows, readonly at all depths. */
export type FromJsonSchema<S extends JSONSchema> = DeepReadonly<FromSchema<S>>;

export function makeAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    verbose: true,
    validateFormats: true,
    logger: false,
    ...options,
  });
  // the package exports its function as the default of a module, but its types describe the module itself
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  return ajv;
}

const compiled = new WeakMap<object, ValidateFunction>();
let shared: { ajv: Ajv2020; byText: Map<string, ValidateFunction> } | undefined;
/**
 * The number of schemas that one Ajv instance compiles. An instance never forgets a schema, so a new one replaces it
 * after this many.
 */
const PER_AJV = 200;

/**
 * Makes a validator for a schema from outside, such as the schema of a tool. Each schema object is compiled once. The
 * $id is ignored, because two tools may have the same one. Throws Ajv's error if the schema is wrong.
 */
export function compileOnce(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  if (shared === undefined || shared.byText.size >= PER_AJV)
    shared = { ajv: makeAjv({ verbose: false, code: { optimize: false } }), byText: new Map() };
  const { $id: _id, $schema: _schema, ...plain } = schema as { $id?: unknown; $schema?: unknown };
  // equal schemas share a validator: they are common, because an environment may be loaded several times
  const text = JSON.stringify(plain);
  let validate = shared.byText.get(text);
  if (validate === undefined) {
    validate = shared.ajv.compile(plain);
    shared.byText.set(text, validate);
  }
  compiled.set(schema, validate);
  return validate;
}

/** Converts an error of Ajv to the path of the fault and a sentence. */
export function describeError(error: ErrorObject): { path: string; what: string } {
  const path = error.instancePath;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return { path, what: `lacks ${JSON.stringify(params['missingProperty'])}` };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = params['additionalProperty'] ?? params['unevaluatedProperty'];
      return { path, what: `has an unknown key ${JSON.stringify(name)}` };
    }
    case 'enum':
      return {
        path,
        what: `must be one of ${(params['allowedValues'] as unknown[]).map((v) => JSON.stringify(v)).join(', ')}`,
      };
    case 'const':
      return { path, what: `must be ${JSON.stringify(params['allowedValue'])}` };
    case 'type':
      return { path, what: `must be ${[params['type']].flat().join(' or ')}` };
    default:
      return { path, what: error.message ?? 'is not valid' };
  }
}

/**
 * Makes a parser for a schema. The parser returns the typed value. If the value does not fit, it throws an error of one
 * line with the place of the fault.
 */
export function makeParser<T>(schema: object, mend?: string): (value: unknown, file?: string, path?: string) => T {
  let validate: ValidateFunction | undefined;
  return (value, file, path = '') => {
    validate ??= makeAjv().compile(schema);
    if (validate(value)) return value as T;
    const errors = validate.errors ?? [];
    // if the schema allows several forms, the error at the deepest place says most about the fault
    const error = errors.reduce((best, each) => (each.instancePath.length > best.instancePath.length ? each : best));
    const found = describeError(error);
    throw badInput({
      ...(file === undefined ? {} : { file }),
      path: `${path}${found.path}`,
      what: found.what,
      ...(mend === undefined ? {} : { mend }),
    });
  };
}
