// JSON Schema (2020-12) is the single source: the types of callgym's values come from the schemas by inference, the
// validators from Ajv. Nothing is coerced, removed or filled in. Errors say where the value stands.
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { badInput } from '../errors/gym-error.ts';
import type { Json } from './json.ts';

type Primitive = string | number | boolean | null | undefined;
/** Readonly all the way down; where a schema says nothing, any JSON may stand. */
export type DeepReadonly<T> = unknown extends T
  ? Json
  : T extends Primitive
    ? T
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** The type that a schema describes, readonly all the way down. */
export type FromJsonSchema<S extends JSONSchema> = DeepReadonly<FromSchema<S>>;

/** An Ajv as this project uses it everywhere: strict about data, lenient about annotations. */
export function makeAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    verbose: true,
    validateFormats: true,
    logger: false,
    ...options,
  });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  return ajv;
}

const compiled = new WeakMap<object, ValidateFunction>();
let shared: { ajv: Ajv2020; byText: Map<string, ValidateFunction> } | undefined;
/** An Ajv remembers something of all that it compiled; a new one now and then keeps it small. */
const PER_AJV = 200;

/**
 * A validator for a schema that came from outside (a tool's), compiled once for as long as the schema lives. Its $id does
 * not count: two tools may carry the same one. Throws what Ajv says of a schema that is none.
 */
export function compileOnce(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  if (shared === undefined || shared.byText.size >= PER_AJV)
    shared = { ajv: makeAjv({ verbose: false, code: { optimize: false } }), byText: new Map() };
  const { $id: _id, $schema: _schema, ...plain } = schema as { $id?: unknown; $schema?: unknown };
  // copies of one schema are common: an environment that is loaded or compiled anew
  const text = JSON.stringify(plain);
  let validate = shared.byText.get(text);
  if (validate === undefined) {
    validate = shared.ajv.compile(plain);
    shared.byText.set(text, validate);
  }
  compiled.set(schema, validate);
  return validate;
}

/** What Ajv found first, as a path and a plain sentence. */
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

/** Compiles a validator that returns the value with its type, or throws one located line. */
export function makeParser<T>(schema: object, mend?: string): (value: unknown, file?: string, path?: string) => T {
  let validate: ValidateFunction | undefined;
  return (value, file, path = '') => {
    validate ??= makeAjv().compile(schema);
    if (validate(value)) return value as T;
    const errors = validate.errors ?? [];
    // the deepest error is the most telling one among the branches of a oneOf
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
