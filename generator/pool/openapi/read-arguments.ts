// Reads the parameters and the body of an operation as one argument object. It also records where each argument stands
// in an HTTP request.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { plainText } from '../plain-text.ts';
import { mergeBranches } from '../repair-parameters.ts';
import { JSON_MEDIA, chooseMedia, mediaOf, type Operation } from './operation.ts';
import type { Located } from './references.ts';

interface Input {
  readonly schema: JsonObject;
  readonly places: Record<string, 'path' | 'query' | 'header' | 'body'>;
  readonly names: Record<string, string>;
  readonly body?: string;
  readonly consumes?: string;
}

/** Headers that belong to HTTP itself. They are not arguments. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** The body of a request, of JSON or of another media type. */
interface Content {
  readonly schema: Located;
  readonly name: string;
  readonly needed: boolean;
  readonly media: string;
}

interface FormField {
  readonly name: string;
  readonly schema: JsonObject;
  readonly needed: boolean;
}

export function readArguments(operation: Operation): Input {
  const input = new ArgumentList(operation);
  const form: FormField[] = [];
  let content: Content | undefined;
  const templated = new Set([...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  for (const { value, file } of parametersOf(operation)) {
    const place = String(value['in']);
    const wire = typeof value['name'] === 'string' ? value['name'] : '';
    if (wire.trim() === '' && place !== 'body') {
      operation.note('parameters', `a ${place} parameter without a name: left out`);
      continue;
    }
    const schema = parameterSchema(operation, value, file);
    const needed = value['required'] === true;
    if (place === 'path') {
      if (templated.delete(wire)) input.add(wire, 'path', schema, true);
      else operation.note(wire, 'a path parameter that is not in the path: left out');
    } else if (place === 'query') input.add(wire, 'query', schema, needed);
    else if (place === 'header') {
      if (!OWN_HEADERS.has(wire.toLowerCase())) input.add(wire, 'header', schema, needed);
    } else if (place === 'body')
      content = {
        schema: { value: value['schema'] ?? {}, file },
        name: wire.trim() === '' ? 'body' : wire,
        needed,
        media: mediaOf(operation, 'consumes'),
      };
    else if (place === 'formData') form.push({ name: wire, schema, needed });
    else if (place === 'cookie') operation.note(wire, 'a cookie: left out');
  }
  for (const wire of templated) {
    operation.note(wire, 'in the path and not declared: taken as a string');
    input.add(wire, 'path', { type: 'string' }, true);
  }
  if (form.length > 0) input.addForm(form);
  content ??= requestBody(operation);
  if (content !== undefined) input.addBody(content);
  return input.result();
}

/** The arguments of a tool, collected from the parameters and the body of its operation. */
class ArgumentList {
  private readonly operation: Operation;
  private readonly properties: Record<string, Json> = {};
  private readonly required: string[] = [];
  private readonly places: Input['places'] = {};
  private readonly names: Record<string, string> = {};
  private body: string | undefined;
  private consumes: string | undefined;

  constructor(operation: Operation) {
    this.operation = operation;
  }

  add(wire: string, place: Input['places'][string], schema: JsonObject, needed: boolean): void {
    const name = argumentName(wire, place, this.properties);
    if (name === undefined) {
      this.operation.note(wire, `a second ${place} parameter of this name: left out`);
      return;
    }
    this.put(name, place, schema, needed);
    if (name !== wire) this.names[name] = wire;
  }

  addForm(fields: readonly FormField[]): void {
    const declared = mediaOf(this.operation, 'consumes');
    this.consumes = JSON_MEDIA.test(declared) ? 'application/x-www-form-urlencoded' : declared;
    for (const { name, schema, needed } of fields) this.add(name, 'body', schema, needed);
  }

  /**
   * Adds the members of a body as arguments. A body without members becomes one argument, unless it is optional and its
   * schema is empty.
   */
  addBody(content: Content): void {
    if (!JSON_MEDIA.test(content.media)) this.consumes = content.media;
    const schema = mergeBranches(this.operation.unfolder.unfold(content.schema, 'request'));
    const inner = schema['properties'];
    if (isJsonObject(inner) && Object.keys(inner).length > 0) {
      const needed = Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [];
      for (const [name, property] of Object.entries(inner))
        this.add(name, 'body', isJsonObject(property) ? property : {}, content.needed && needed.includes(name));
    } else if (Object.keys(schema).length > 0 || content.needed) {
      this.body = argumentName(content.name, 'body', this.properties) ?? 'request_body';
      this.put(this.body, 'body', schema, content.needed);
    }
  }

  result(): Input {
    const { properties, required, places, names, body, consumes } = this;
    return {
      schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
      places,
      names,
      ...(body === undefined ? {} : { body }),
      ...(consumes === undefined ? {} : { consumes }),
    };
  }

  private put(name: string, place: Input['places'][string], schema: JsonObject, needed: boolean): void {
    this.properties[name] = schema;
    this.places[name] = place;
    if (needed) this.required.push(name);
  }
}

/**
 * Makes a name that programs can use for a parameter. If two parameters share a name, the later one gets its place as a
 * prefix. Returns undefined if this name is taken too.
 */
function argumentName(wire: string, place: string, taken: JsonObject): string | undefined {
  const plain = wire.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const name = plain === '' ? place : /^\d/.test(plain) ? `_${plain}` : plain.slice(0, 64);
  if (!Object.hasOwn(taken, name) && name !== '__proto__') return name;
  const second = `${place}_${name}`.slice(0, 64);
  return Object.hasOwn(taken, second) ? undefined : second;
}

/**
 * Returns the parameters of an operation. A parameter of the operation replaces a parameter of the path with the same
 * place and name.
 */
function parametersOf({ raw, shared, file, references, note }: Operation): { value: JsonObject; file: string }[] {
  const found = new Map<string, { value: JsonObject; file: string }>();
  for (const list of [shared, raw['parameters']]) {
    if (!Array.isArray(list)) continue;
    for (const stated of list as readonly Json[]) {
      const at = references.follow({ value: stated, file });
      if (
        at === undefined ||
        !isJsonObject(at.value) ||
        typeof at.value['name'] !== 'string' ||
        typeof at.value['in'] !== 'string'
      ) {
        note('', 'a parameter that cannot be resolved: left out');
        continue;
      }
      found.set(`${at.value['in']} ${at.value['name']}`, { value: at.value, file: at.file });
    }
  }
  return [...found.values()];
}

function parameterSchema({ unfolder }: Operation, parameter: JsonObject, file: string): JsonObject {
  const content = isJsonObject(parameter['content']) ? Object.values(parameter['content'])[0] : undefined;
  const stated = parameter['schema'] ?? (isJsonObject(content) ? content['schema'] : undefined);
  const { name: _name, in: _in, required: _required, schema: _schema, content: _content, ...inline } = parameter;
  const value: Json = stated ?? (inline['type'] === undefined ? { ...inline, type: 'string' } : inline);
  const schema = unfolder.unfold({ value, file }, 'request');
  const description = typeof parameter['description'] === 'string' ? plainText(parameter['description'], 500) : '';
  const examples = parameter['example'];
  return {
    ...schema,
    ...(description === '' ? {} : { description }),
    ...(examples === undefined || typeof examples === 'object' || schema['examples'] !== undefined
      ? {}
      : { examples: [examples] }),
  };
}

function requestBody(operation: Operation): Content | undefined {
  const { raw, file, references, swagger2 } = operation;
  if (swagger2 || raw['requestBody'] === undefined) return undefined;
  const at = references.follow({ value: raw['requestBody'], file });
  if (at === undefined || !isJsonObject(at.value) || !isJsonObject(at.value['content'])) return undefined;
  const media = chooseMedia(Object.keys(at.value['content']));
  const content = media === undefined ? undefined : at.value['content'][media];
  if (media === undefined || !isJsonObject(content)) return undefined;
  return {
    schema: { value: content['schema'] ?? {}, file: at.file },
    name: 'body',
    needed: at.value['required'] === true,
    media,
  };
}
