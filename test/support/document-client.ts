// A client made from an OpenAPI document alone. It sends requests that the document allows, and checks every answer
// against the document.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { makeAjv } from '../../envs/values/validator.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonObject;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly server: string;
  readonly tags: readonly string[];
  readonly security: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: JsonObject; readonly required: boolean } | undefined;
  readonly statuses: readonly string[];
}

export interface Request {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly payload?: string;
}

export interface Reply {
  readonly status: number;
  readonly body: Json | undefined;
}

export type Send = (
  method: string,
  url: string,
  options: { headers: Record<string, string>; payload: string | undefined },
) => Promise<{ status: number; text: string; type: string }>;

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export class DocumentClient {
  readonly operations: readonly Operation[];
  private readonly document: JsonObject;
  private readonly send: Send;
  private readonly tokens: Readonly<Record<string, string>>;
  private readonly variables: Readonly<Record<string, string>>;
  private readonly ajv = makeAjv();
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(
    document: JsonObject,
    send: Send,
    { tokens = {}, variables = {} }: { tokens?: Record<string, string>; variables?: Record<string, string> } = {},
  ) {
    this.document = document;
    this.send = send;
    this.tokens = tokens;
    this.variables = variables;
    this.ajv.addSchema({ $id: 'doc', ...document });
    this.operations = this.read();
  }

  private read(): Operation[] {
    const serverOf = (holder: JsonObject): string | undefined =>
      (holder['servers'] as { url: string }[] | undefined)?.[0]?.url;
    const root = serverOf(this.document) ?? '/';
    return Object.entries(this.document['paths'] as Record<string, JsonObject>).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => METHODS.has(method))
        .map(([method, value]): Operation => {
          const operation = value as JsonObject;
          const content =
            (operation['requestBody'] as { content?: Record<string, { schema: JsonObject }>; required?: boolean }) ??
            {};
          return {
            id: operation['operationId'] as string,
            method: method.toUpperCase(),
            path,
            server: serverOf(operation) ?? serverOf(item) ?? root,
            tags: (operation['tags'] as string[] | undefined) ?? [],
            security: ((operation['security'] as JsonObject[] | undefined) ?? []).flatMap((each) => Object.keys(each)),
            parameters: [
              ...((item['parameters'] as Parameter[] | undefined) ?? []),
              ...((operation['parameters'] as Parameter[] | undefined) ?? []),
            ],
            body:
              content.content?.['application/json'] === undefined
                ? undefined
                : { schema: content.content['application/json'].schema, required: content.required === true },
            statuses: Object.keys(operation['responses'] as JsonObject),
          };
        }),
    );
  }

  operation(id: string): Operation {
    const found = this.operations.find((each) => each.id === id);
    if (found === undefined) throw new Error(`the document has no operation ${id}`);
    return found;
  }

  /** Sends a request and checks the answer against the document. Throws if the answer does not fit the document. */
  async call(id: string, request: Request = {}, as?: string): Promise<Reply> {
    const operation = this.operation(id);
    const fill = (text: string, values: Readonly<Record<string, string>>): string =>
      text.replace(/\{([^}]+)\}/g, (all, name: string) => encodeURIComponent(values[name] ?? all));
    const server = fill(operation.server, this.variables).replace(/\/$/, '');
    const query = new URLSearchParams(request.query).toString();
    const token = as ?? operation.security.map((name) => this.tokens[name]).find((each) => each !== undefined);
    const payload = request.payload ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const { status, text, type } = await this.send(
      operation.method,
      `${server}${fill(operation.path, { ...this.variables, ...request.path })}${query === '' ? '' : `?${query}`}`,
      {
        headers: {
          ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        payload,
      },
    );
    return { status, body: this.hold(operation, status, text, type) };
  }

  private hold(operation: Operation, status: number, text: string, type: string): Json | undefined {
    const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)];
    const where = `${operation.id} ${status}`;
    if (!operation.statuses.includes(String(status)))
      throw new Error(`${where} is undocumented: ${text.slice(0, 300)}`);
    const response = place.reduce((value: JsonObject, key) => value[key] as JsonObject, this.document);
    const content = response['content'] as Record<string, { schema?: JsonObject }> | undefined;
    if (content === undefined) {
      if (text !== '') throw new Error(`${where} promised no body: ${text.slice(0, 300)}`);
      return undefined;
    }
    const media = type.split(';')[0]?.trim() ?? '';
    const declared = content[media];
    if (declared === undefined) throw new Error(`${where} has media type ${media}`);
    if (!media.endsWith('json')) return text;
    const value = JSON.parse(text) as Json;
    const pointer = [...place, 'content', media, 'schema']
      .map((each) => each.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const key = `doc#/${pointer}`;
    let validate = this.compiled.get(key);
    if (validate === undefined) {
      validate = this.ajv.compile({ $ref: key });
      this.compiled.set(key, validate);
    }
    if (!validate(value)) {
      const error = validate.errors?.[0] as ErrorObject;
      throw new Error(`${where}: ${error.instancePath} ${error.message}: ${text.slice(0, 500)}`);
    }
    return value;
  }
}
