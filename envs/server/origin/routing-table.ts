// The paths of the API from which an environment was made: the tool for each method and path, and the place of each
// argument in a request. The table of an environment is made once and kept.
import FindMyWay, { type HTTPMethod, type Instance } from 'find-my-way';
import { badInput } from '../../errors/gym-error.ts';
import type { ToolErrorCode } from '../../errors/tool-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { Audience, HttpMapping, Tool } from '../../values/tool-schema.ts';
import type { World } from '../../world/world.ts';

export type Place = 'path' | 'query' | 'header' | 'body';

export interface WireArgument {
  readonly argument: string;
  readonly place: Place;
  /** The name of the argument in the HTTP request. */
  readonly wire: string;
  readonly schema: Json;
}

export interface OriginRoute {
  readonly tool: Tool;
  readonly http: HttpMapping;
  readonly arguments: readonly WireArgument[];
  /** The arguments that are parts of the path, in order. */
  readonly path: readonly string[];
  /** The schema that contains the targets of local references. */
  readonly root: JsonObject;
}

export interface OriginMatch {
  readonly route: OriginRoute;
  readonly path: Readonly<Record<string, string | undefined>>;
}

const PARAMETER = /\{([^{}]+)\}/g;

/** The HTTP status of each tool error. A tool's own mapping may name another. */
export const DEFAULT_STATUS: Readonly<Record<ToolErrorCode, number>> = {
  NOT_FOUND: 404,
  INVALID_ARGUMENT: 422,
  UNKNOWN_TOOL: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 409,
  PERMISSION_DENIED: 403,
  UNAUTHENTICATED: 401,
  LIMIT_EXCEEDED: 422,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
};

export class RoutingTable {
  private readonly router: Instance<FindMyWay.HTTPVersion.V1> = FindMyWay({ maxParamLength: 2_000 });
  private readonly methods = new Set<HTTPMethod>();
  readonly routes: readonly OriginRoute[];

  constructor(world: World, audience: Audience) {
    this.routes = world.environment.tools.flatMap((tool) =>
      tool.http === undefined || tool.audience !== audience ? [] : [routeOf(tool, tool.http)],
    );
    for (const route of this.routes) {
      const method = route.http.method as HTTPMethod;
      try {
        this.router.on(method, pattern(route.http.path), nothing, route);
      } catch {
        throw badInput({
          file: 'tools.json',
          path: `${route.tool.name}/http`,
          what: `another tool has ${method} ${route.http.path} already`,
        });
      }
      this.methods.add(method);
    }
  }

  /** Finds the route of a request, or undefined. HEAD uses the route of GET if there is none for HEAD. */
  find(method: string, path: string): OriginMatch | undefined {
    const found =
      this.router.find(method as HTTPMethod, path) ?? (method === 'HEAD' ? this.router.find('GET', path) : null);
    if (found === null) return undefined;
    const route = found.store as OriginRoute;
    const values: Record<string, string | undefined> = {};
    route.path.forEach((argument, at) => {
      values[argument] = found.params[`p${at}`];
    });
    return { route, path: values };
  }

  allowed(path: string): string[] {
    return [...this.methods].filter((method) => this.router.find(method, path) !== null).sort();
  }
}

function nothing(): void {
  // the router requires a handler but never calls it, because it is only used to find routes
}

/**
 * Converts a path with {name} to the router's notation. A colon in the path is doubled, because the router marks
 * parameters with a colon.
 */
function pattern(path: string): string {
  let at = 0;
  return path.replaceAll(':', '::').replace(PARAMETER, (all, _name, offset: number, whole: string) => {
    const follows = whole.charAt(offset + all.length);
    // a parameter that is followed by more text in its path segment needs a pattern to end there
    return `:p${at++}${follows === '' || follows === '/' ? '' : '([^/]+?)'}`;
  });
}

function routeOf(tool: Tool, http: HttpMapping): OriginRoute {
  const wrong = (what: string): Error => badInput({ file: 'tools.json', path: `${tool.name}/http`, what });
  const properties = isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  for (const argument of [
    ...Object.keys(http.in ?? {}),
    ...Object.keys(http.names ?? {}),
    ...(http.body === undefined ? [] : [http.body]),
  ])
    if (!Object.hasOwn(properties, argument)) throw wrong(`names ${argument}, which is no argument`);
  const inPath = [...http.path.matchAll(PARAMETER)].map(([, name = '']) => name);
  const wireName = (argument: string): string => http.names?.[argument] ?? argument;
  const path = inPath.map((name) => {
    const argument = Object.keys(properties).find(
      (each) => wireName(each) === name && (http.in?.[each] ?? 'path') === 'path',
    );
    if (argument === undefined) throw wrong(`the path names {${name}}, which is no argument`);
    return argument;
  });
  const bodyless = http.method === 'GET' || http.method === 'DELETE' || http.method === 'HEAD';
  const args = Object.entries(properties).map(([argument, schema]): WireArgument => {
    const place = path.includes(argument)
      ? 'path'
      : argument === http.body
        ? 'body'
        : (http.in?.[argument] ?? (bodyless ? 'query' : 'body'));
    if (place === 'path' && !path.includes(argument)) throw wrong(`${argument} is in the path, which does not name it`);
    return { argument, place, wire: wireName(argument), schema };
  });
  return { tool, http, arguments: args, path, root: tool.parameters as JsonObject };
}

const tables = new WeakMap<World, Map<Audience, RoutingTable>>();

export function routingTable(world: World, audience: Audience): RoutingTable {
  let byAudience = tables.get(world);
  if (byAudience === undefined) {
    byAudience = new Map();
    tables.set(world, byAudience);
  }
  let table = byAudience.get(audience);
  if (table === undefined) {
    table = new RoutingTable(world, audience);
    byAudience.set(audience, table);
  }
  return table;
}

export function statusOf({ http }: OriginRoute, code: ToolErrorCode): number {
  return http.errors?.[code] ?? DEFAULT_STATUS[code];
}
