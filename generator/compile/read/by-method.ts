// Uses the HTTP method and path of a tool to tell what the tool does. Where the tool's name only repeats the method and
// the path, its words come from here too.
import { plural, singular } from '../../../envs/words/split-words.ts';
import { VERBS, type Sense } from '../../lexicon/verbs.ts';
import { nameByPath } from '../../pool/openapi/read-openapi.ts';
import { originalName, type PoolTool } from '../../pool/pool-tool.ts';
import { opensWith } from './opening-verb.ts';
import { rawWords } from './raw-words.ts';
import type { PathPart } from './read-path.ts';

/**
 * Returns the meanings that the HTTP method implies, such as `show` for GET, or `create` for POST to a collection. The
 * set is empty where the method implies none.
 */
export function byMethod(pool: PoolTool, path: readonly PathPart[]): ReadonlySet<Sense> {
  const method = pool.http?.method ?? '';
  const last = path.at(-1);
  if (last === undefined) return new Set();
  if (method === 'GET') return new Set<Sense>(['show']);
  if (method === 'DELETE' && last.argument !== undefined) return new Set<Sense>(['delete']);
  if ((method === 'PUT' || method === 'PATCH') && last.argument !== undefined) return new Set<Sense>(['update']);
  return method === 'POST' && last.plural && last.argument === undefined ? new Set<Sense>(['create']) : new Set();
}

export function toldEffect(pool: PoolTool): 'read' | 'write' | undefined {
  const readOnly = pool.hints?.read_only;
  if (readOnly !== undefined) return readOnly ? 'read' : 'write';
  const method = pool.http?.method ?? pool.hints?.method;
  if (method === 'GET' || method === 'HEAD') return 'read';
  return method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? 'write' : undefined;
}

/**
 * Returns better words for a name that only repeats the method and the path, such as post_users_by_id_orders: the verb
 * with which the description begins, and the last noun of the path. Here "post" is the HTTP method and never the verb
 * "to post".
 */
export function wordsByPath(pool: PoolTool, path: readonly PathPart[]): readonly string[] | undefined {
  if (pool.http === undefined || !isMadeOfPath(originalName(pool), pool.http.method, pool.http.path)) return undefined;
  const method = pool.http.method.toLowerCase();
  const last = path
    .filter(({ words }) => words.length > 0)
    .findLast((part) => part.plural || part.argument !== undefined);
  if (last === undefined) return undefined;
  const verb =
    method === 'get' || method === 'delete' ? method : VERBS.find((each) => opensWith(pool.description, each));
  const noun = last.argument === undefined ? [...last.words.slice(0, -1), plural(last.words.at(-1) ?? '')] : last.words;
  const said = verb ?? (byMethod(pool, path).has('create') ? 'create' : method);
  return said === 'post' ? noun : [said, ...noun];
}

/** Tells whether a name has no words except the method and the words of the path. */
function isMadeOfPath(name: string, method: string, path: string): boolean {
  const [first = '', ...rest] = rawWords(name);
  if (first !== method.toLowerCase()) return false;
  const made = rawWords(nameByPath(method, path)).map(singular);
  const stated = [first, ...rest].map(singular);
  const bare = made.filter((word) => word !== 'by');
  return [made, bare].some((words) => words.join(' ') === stated.join(' '));
}
