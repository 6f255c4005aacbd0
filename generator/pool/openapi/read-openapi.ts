// Turns an OpenAPI 3 or Swagger 2 document into one tool per operation. Path, query, header and body parameters become
// one argument object, with a mapping back to HTTP; the success response becomes the returns.
import type { ToolErrorCode } from '../../../envs/errors/tool-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { HttpMapping } from '../../../envs/values/tool-schema.ts';
import { plainText } from '../plain-text.ts';
import type { FoundTool } from '../pool-tool.ts';
import { mergeBranches } from '../repair-parameters.ts';
import type { Note } from '../repair.ts';
import { References, type Located } from './references.ts';
import { Unfolder } from './unfold-schema.ts';

export function isOpenApi(value: Json): value is JsonObject {
  return (
    isJsonObject(value) &&
    (/^3\.\d/.test(String(value['openapi'] ?? '')) || /^2(?:\.\d)?/.test(String(value['swagger'] ?? ''))) &&
    (isJsonObject(value['paths']) || isJsonObject(value['components']) || isJsonObject(value['webhooks']))
  );
}

export function formatOf(document: JsonObject): string {
  return document['swagger'] === undefined
    ? `openapi ${/^3\.\d/.exec(String(document['openapi']))?.[0] ?? '3'}`
    : 'swagger 2';
}

export interface OperationFound {
  readonly tool?: FoundTool;
  readonly name: string;
  /** The reason, where there is no tool. */
  readonly reason?: string;
  readonly repairs: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const SERVED = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const LONGEST_DESCRIPTION = 1_500;
const JSON_MEDIA = /^(?:application\/json|[^;]+\+json|\*\/\*|[^;]*\/json)\b/i;

export function* readOpenApi(document: JsonObject, file: string, root: string): Generator<OperationFound> {
  const references = new References(root, file, document);
  const notes: string[] = [];
  const note: Note = (path, what) => {
    if (notes.length < 20) notes.push(path === '' ? what : `${path}: ${what}`);
  };
  const unfolder = new Unfolder(references, note);
  const group = groupOf(document);
  const swagger2 = document['swagger'] !== undefined;
  const paths = isJsonObject(document['paths']) ? document['paths'] : {};
  for (const [path, stated] of Object.entries(paths)) {
    if (!path.startsWith('/')) continue;
    const item = references.follow({ value: stated, file });
    if (item === undefined || !isJsonObject(item.value)) continue;
    for (const method of METHODS) {
      const raw = item.value[method];
      if (raw === undefined) continue;
      notes.length = 0;
      const name = `${method.toUpperCase()} ${path}`;
      if (!isJsonObject(raw)) {
        yield { name, reason: 'the operation is no object', repairs: [] };
        continue;
      }
      try {
        const operation: Operation = {
          method,
          path,
          raw,
          file: item.file,
          shared: item.value['parameters'],
          document,
          swagger2,
          references,
          unfolder,
          note,
          group,
        };
        const tool = readOperation(operation);
        yield { tool, name, repairs: [...notes] };
      } catch (error) {
        if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error;
        yield { name, reason: `the operation cannot be read: ${error.message}`, repairs: [] };
      }
    }
  }
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly raw: JsonObject;
  readonly file: string;
  /** The parameters that all operations of the path share. */
  readonly shared: Json | undefined;
  readonly document: JsonObject;
  readonly swagger2: boolean;
  readonly references: References;
  readonly unfolder: Unfolder;
  readonly note: Note;
  readonly group: string | undefined;
}

function readOperation(operation: Operation): FoundTool {
  const { method, path, raw, group } = operation;
  const verb = method.toUpperCase();
  const stated = typeof raw['operationId'] === 'string' ? raw['operationId'].trim() : '';
  const input = readArguments(operation);
  const output = readResponse(operation);
  const place = `${verb} ${path}`;
  // a server cannot route a path that holds a query or a fragment
  const served = SERVED.has(verb) && !/[?#\s]/.test(path);
  return {
    name: stated === '' ? nameByPath(method, path) : stated,
    description: describe(raw),
    parameters: input.schema,
    returns: output.schema,
    returnsAre: 'schema',
    sound: true,
    place,
    group,
    hints: { method: verb },
    ...(served
      ? {
          http: {
            method: verb as HttpMapping['method'],
            path,
            in: input.places,
            ...(Object.keys(input.names).length > 0 ? { names: input.names } : {}),
            ...(input.body === undefined ? {} : { body: input.body }),
            ...(input.consumes === undefined ? {} : { consumes: [input.consumes] }),
            ...(output.produces === undefined ? {} : { produces: output.produces }),
            ...(output.status === undefined || output.status === 200 ? {} : { status: output.status }),
            ...(Object.keys(output.errors).length > 0 ? { errors: output.errors } : {}),
          },
        }
      : {}),
  };
}

function describe(raw: JsonObject): string {
  const summary = typeof raw['summary'] === 'string' ? plainText(raw['summary'], LONGEST_DESCRIPTION) : '';
  const long = typeof raw['description'] === 'string' ? plainText(raw['description'], LONGEST_DESCRIPTION) : '';
  if (summary === '' || long.toLowerCase().startsWith(summary.replace(/\.$/, '').toLowerCase())) return long;
  return long === '' ? summary : `${summary.replace(/[.:]?$/, '.')} ${long}`;
}

/** A name made from method and path: GET /pets/{petId}/toys gives get_pets_by_petId_toys. */
export function nameByPath(method: string, path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/\{([^{}]*)\}/g, (_all, name: string) => `by_${name}`));
  return [method.toLowerCase(), ...(parts.length === 0 ? ['root'] : parts)].join('_');
}

function groupOf(document: JsonObject): string | undefined {
  const info = isJsonObject(document['info']) ? document['info'] : {};
  const title = typeof info['title'] === 'string' ? plainText(info['title'], 80) : '';
  return title === '' ? undefined : title;
}

interface Input {
  readonly schema: JsonObject;
  readonly places: Record<string, 'path' | 'query' | 'header' | 'body'>;
  readonly names: Record<string, string>;
  readonly body?: string;
  readonly consumes?: string;
}

/** Headers that belong to the protocol and are not arguments. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);

function readArguments(operation: Operation): Input {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  const places: Input['places'] = {};
  const names: Record<string, string> = {};
  let body: string | undefined;
  let consumes: string | undefined;
  const add = (
    wire: string,
    place: Input['places'][string],
    schema: JsonObject,
    needed: boolean,
  ): string | undefined => {
    const name = argumentName(wire, place, properties);
    if (name === undefined) {
      operation.note(wire, `a second ${place} parameter of this name: left out`);
      return undefined;
    }
    properties[name] = schema;
    places[name] = place;
    if (name !== wire) names[name] = wire;
    if (needed) required.push(name);
    return name;
  };
  const form: { name: string; schema: JsonObject; needed: boolean }[] = [];
  let content: { schema: Located; name: string; needed: boolean; media: string } | undefined;
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
      if (templated.delete(wire)) add(wire, 'path', schema, true);
      else operation.note(wire, 'a path parameter that is not in the path: left out');
    } else if (place === 'query') add(wire, 'query', schema, needed);
    else if (place === 'header') {
      if (!OWN_HEADERS.has(wire.toLowerCase())) add(wire, 'header', schema, needed);
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
    add(wire, 'path', { type: 'string' }, true);
  }
  if (form.length > 0) {
    const declared = mediaOf(operation, 'consumes');
    consumes = JSON_MEDIA.test(declared) ? 'application/x-www-form-urlencoded' : declared;
    for (const { name, schema, needed } of form) add(name, 'body', schema, needed);
  }
  content ??= requestBody(operation);
  if (content !== undefined) {
    if (!JSON_MEDIA.test(content.media)) consumes = content.media;
    const schema = mergeBranches(operation.unfolder.unfold(content.schema, 'request'));
    const inner = schema['properties'];
    if (isJsonObject(inner) && Object.keys(inner).length > 0) {
      const needed = Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [];
      for (const [name, property] of Object.entries(inner))
        add(name, 'body', isJsonObject(property) ? property : {}, content.needed && needed.includes(name));
    } else if (Object.keys(schema).length > 0 || content.needed) {
      const name = argumentName(content.name, 'body', properties) ?? 'request_body';
      properties[name] = schema;
      places[name] = 'body';
      if (content.needed) required.push(name);
      body = name;
    }
  }
  return {
    schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    places,
    names,
    ...(body === undefined ? {} : { body }),
    ...(consumes === undefined ? {} : { consumes }),
  };
}

/** A name that programs can bind. Where two parameters share a name, the later one is named after its place. */
function argumentName(wire: string, place: string, taken: JsonObject): string | undefined {
  const plain = wire.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const name = plain === '' ? place : /^\d/.test(plain) ? `_${plain}` : plain.slice(0, 64);
  if (!Object.hasOwn(taken, name) && name !== '__proto__') return name;
  const second = `${place}_${name}`.slice(0, 64);
  return Object.hasOwn(taken, second) ? undefined : second;
}

/** The parameters of the path and of the operation. An operation's own replaces a path's of the same place and name. */
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

function requestBody(
  operation: Operation,
): { schema: Located; name: string; needed: boolean; media: string } | undefined {
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

/** Chooses JSON first, then forms, then any other media type. */
function chooseMedia(medias: readonly string[]): string | undefined {
  return (
    medias.find((media) => /^application\/json\b/i.test(media)) ??
    medias.find((media) => JSON_MEDIA.test(media)) ??
    medias.find((media) => /^application\/x-www-form-urlencoded/i.test(media)) ??
    medias.find((media) => /^multipart\//i.test(media)) ??
    medias[0]
  );
}

function mediaOf({ raw, document }: Operation, key: 'consumes' | 'produces'): string {
  const stated = raw[key] ?? document[key];
  return (
    (Array.isArray(stated)
      ? chooseMedia(stated.filter((media): media is string => typeof media === 'string'))
      : undefined) ?? 'application/json'
  );
}

interface Output {
  readonly schema?: JsonObject;
  readonly status?: number;
  readonly produces?: string;
  readonly errors: Partial<Record<ToolErrorCode, number>>;
}

const ERROR_STATUS: readonly (readonly [ToolErrorCode, readonly number[]])[] = [
  ['NOT_FOUND', [404, 410]],
  ['CONFLICT', [409]],
  ['INVALID_ARGUMENT', [422, 400]],
  ['PRECONDITION_FAILED', [412, 409, 422, 400]],
  ['UNAUTHENTICATED', [401]],
  ['PERMISSION_DENIED', [403]],
  ['RATE_LIMITED', [429]],
  ['UNAVAILABLE', [503]],
];

function readResponse(operation: Operation): Output {
  const { raw, file, references, unfolder, swagger2 } = operation;
  const responses = isJsonObject(raw['responses']) ? raw['responses'] : {};
  const statuses = Object.keys(responses);
  const errors: Partial<Record<ToolErrorCode, number>> = {};
  for (const [code, wanted] of ERROR_STATUS) {
    const status = wanted.find((each) => statuses.includes(String(each)));
    if (status !== undefined) errors[code] = status;
  }
  const success =
    statuses.filter((status) => /^2\d\d$/.test(status)).sort()[0] ??
    statuses.find((status) => /^2xx$/i.test(status)) ??
    (statuses.includes('default') ? 'default' : undefined);
  if (success === undefined) return { errors };
  const status = /^\d+$/.test(success) ? Number(success) : undefined;
  const at = references.follow({ value: responses[success] ?? {}, file });
  const answer = at !== undefined && isJsonObject(at.value) ? at.value : {};
  let schema: Json | undefined;
  let media = 'application/json';
  if (swagger2) {
    schema = answer['schema'];
    media = mediaOf(operation, 'produces');
  } else if (isJsonObject(answer['content'])) {
    const chosen = chooseMedia(Object.keys(answer['content']));
    const content = chosen === undefined ? undefined : answer['content'][chosen];
    if (chosen !== undefined && isJsonObject(content)) {
      media = chosen;
      schema = content['schema'];
    }
  }
  const returns =
    schema === undefined || at === undefined
      ? undefined
      : unfolder.unfold({ value: schema, file: at.file }, 'response');
  return {
    errors,
    ...(returns === undefined || Object.keys(returns).length === 0 ? {} : { schema: returns }),
    ...(status === undefined ? {} : { status }),
    ...(JSON_MEDIA.test(media) || schema === undefined ? {} : { produces: media }),
  };
}
