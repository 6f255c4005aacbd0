// Reads the arguments of a tool from a request to a path of the original API. The schema of an argument decides how its
// text is read. A text that does not fit the schema stays a text, and the later check of arguments refuses it.
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../values/json.ts';
import type { OriginMatch, WireArgument } from './routing-table.ts';

export interface WireRequest {
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json | undefined;
  /** True if the body is an HTML form. All values of a form are text. */
  readonly form: boolean;
}

export function argumentsOf({ route, path }: OriginMatch, request: WireRequest): Json {
  const { http, root } = route;
  const args: Record<string, Json> = {};
  const put = (name: string, value: Json | undefined): void => {
    if (value !== undefined)
      Object.defineProperty(args, name, { value, enumerable: true, writable: true, configurable: true });
  };
  const whole = http.body;
  if (whole !== undefined) put(whole, request.body);
  const placed = route.arguments.filter((each) => each.argument !== whole);
  for (const each of placed) {
    if (each.place === 'path') put(each.argument, read([path[each.argument] ?? ''], each.schema, root, ','));
    else if (each.place === 'query') put(each.argument, fromQuery(each, request.query, root));
    else if (each.place === 'header') put(each.argument, fromHeader(each, request.headers, root));
  }
  if (whole !== undefined || request.body === undefined || request.body === null) return args;
  // a body that is not an object is returned as it is; the later check of arguments refuses it
  if (!isJsonObject(request.body)) return request.body;
  const byWire = new Map(placed.filter((each) => each.place === 'body').map((each) => [each.wire, each]));
  for (const [wire, value] of Object.entries(request.body)) {
    const known = byWire.get(wire);
    put(
      known?.argument ?? wire,
      request.form && known !== undefined ? read([value].flat() as string[], known.schema, root, undefined) : value,
    );
  }
  return args;
}

function fromHeader(
  { wire, schema }: WireArgument,
  headers: WireRequest['headers'],
  root: JsonObject,
): Json | undefined {
  const value = headers[wire.toLowerCase()];
  return value === undefined ? undefined : read([value].flat(), schema, root, ',');
}

/**
 * Reads an argument from the query. The forms a=1&a=2, a=1,2 and a[]=1 are read as lists, and a[key]=1 as an object.
 */
function fromQuery({ wire, schema }: WireArgument, query: URLSearchParams, root: JsonObject): Json | undefined {
  const values = [...query.getAll(wire), ...query.getAll(`${wire}[]`)];
  if (values.length > 0) return read(values, schema, root, ',');
  const members = [...query].filter(([name]) => name.startsWith(`${wire}[`) && name.endsWith(']'));
  if (members.length === 0) return undefined;
  const properties = resolved(schema, root)['properties'];
  return Object.fromEntries(
    members.map(([name, text]) => {
      const key = name.slice(wire.length + 1, -1);
      const member = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
      return [key, read([text], member ?? {}, root, undefined)];
    }),
  );
}

/**
 * Reads text as the schema demands. An array may be given as several texts, as one text with separators, or as JSON.
 */
function read(texts: readonly string[], schema: Json, root: JsonObject, separator: string | undefined): Json {
  const resolvedSchema = resolved(schema, root);
  const types = typesOf(resolvedSchema, root);
  const [first = ''] = texts;
  if (types.has('array')) {
    const items = resolvedSchema['items'] ?? {};
    if (texts.length === 1 && first.startsWith('[')) {
      const list = asJson(first);
      if (Array.isArray(list)) return list;
    }
    const parts = texts.length === 1 && separator !== undefined ? first.split(separator) : texts;
    return parts.map((each) => read([each], items, root, undefined));
  }
  if (texts.length > 1) return [...texts];
  // if the schema allows text, the value is not read as a number
  if (types.has('string')) return first;
  if (types.has('integer') || types.has('number')) {
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(first)) {
      const number = asJson(first);
      if (number !== undefined) return number;
    }
  }
  if (types.has('boolean') && (first === 'true' || first === 'false')) return first === 'true';
  if (types.has('null') && (first === 'null' || first === '')) return null;
  if (types.has('object')) {
    const object = asJson(first);
    if (isJsonObject(object)) return object;
  }
  return first;
}

function asJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the types that a schema allows. If the schema names none, any text is allowed. */
function typesOf(schema: JsonObject, root: JsonObject, depth = 0): Set<string> {
  const types = new Set([schema['type'] ?? []].flat().filter((type): type is string => typeof type === 'string'));
  if (types.size === 0 && Array.isArray(schema['enum']))
    for (const value of schema['enum'] as readonly Json[])
      types.add(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[key]) && depth < 8)
      for (const each of schema[key] as readonly Json[])
        for (const type of typesOf(resolved(each, root), root, depth + 1)) types.add(type);
  if (types.size === 0) types.add('string');
  return types;
}

function resolved(schema: Json, root: JsonObject): JsonObject {
  let current: Json | undefined = schema;
  for (let hops = 0; hops < 16 && isJsonObject(current) && typeof current['$ref'] === 'string'; hops++) {
    const steps: string[] = current['$ref'].split('/').slice(1);
    let target: Json | undefined = root;
    for (const step of steps) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      target = isJsonObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
    }
    current = target;
  }
  return isJsonObject(current) ? current : {};
}
