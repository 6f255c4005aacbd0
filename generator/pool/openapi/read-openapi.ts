// Turns an OpenAPI 3 or Swagger 2 document into one tool for each operation. Path, query, header and body parameters
// become one argument object; the tool records how to map it back to HTTP. The success response becomes the result
// schema.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { HttpMapping } from '../../../envs/values/tool-schema.ts';
import { plainText } from '../plain-text.ts';
import type { FoundTool } from '../pool-tool.ts';
import type { Note } from '../repair.ts';
import { answeredSchemas } from './answered-schemas.ts';
import { References } from './references.ts';
import { Unfolder } from './unfold-schema.ts';
import { readArguments } from './read-arguments.ts';
import { readResponse } from './read-response.ts';
import type { Operation } from './operation.ts';

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
  /** The reason why the operation gives no tool. */
  readonly reason?: string;
  readonly repairs: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const SERVED = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const LONGEST_DESCRIPTION = 1_500;

export function* readOpenApi(document: JsonObject, file: string, root: string): Generator<OperationFound> {
  const references = new References(root, file, document);
  const notes: string[] = [];
  const note: Note = (path, what) => {
    if (notes.length < 20) notes.push(path === '' ? what : `${path}: ${what}`);
  };
  let answered: ReadonlySet<Json> | undefined;
  const unfolder = new Unfolder(references, note, () => (answered ??= answeredSchemas(document, file, references)));
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

function readOperation(operation: Operation): FoundTool {
  const { method, path, raw, group } = operation;
  const verb = method.toUpperCase();
  const stated = typeof raw['operationId'] === 'string' ? raw['operationId'].trim() : '';
  const input = readArguments(operation);
  const output = readResponse(operation);
  const place = `${verb} ${path}`;
  // a server cannot route a path that contains a query or a fragment
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
    hints: { method: verb, ...(output.answers === undefined ? {} : { answers: output.answers }) },
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

/** Makes a name from method and path: GET /pets/{petId}/toys gives get_pets_by_petId_toys. */
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
