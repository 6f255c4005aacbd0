// The routes that list splits and tasks. The protocols Open Reward and OpenEnv share these routes.
import type { FastifyRequest } from 'fastify';
import { badInput } from '../../errors/gym-error.ts';
import { numberOf, type Json, type JsonObject } from '../../values/json.ts';
import { bodyOf } from './face.ts';

const SPLITS = ['train'] as const;

export interface TaskList {
  /** The environment's name as the client wrote it, with its mode, such as care-desk.talk. */
  readonly name: string;
  readonly specs: readonly JsonObject[];
}

type Route = (method: 'GET' | 'POST', path: string, handler: (request: FastifyRequest) => unknown) => void;

/** Adds the routes. `listOf` returns the list for a request and throws for an unknown environment. */
export function taskLists(route: Route, listOf: (request: FastifyRequest) => TaskList): void {
  route('GET', '/splits', (request) => {
    listOf(request);
    return SPLITS.map((name) => ({ name, type: name }));
  });
  route('POST', '/tasks', (request) => {
    const { name, specs } = listOf(request);
    return { tasks: ofSplit(request, specs), env_name: name };
  });
  route('POST', '/num_tasks', (request) => ({ num_tasks: ofSplit(request, listOf(request).specs).length }));
  route('POST', '/task', (request) => {
    const { name, specs } = listOf(request);
    return { task: ofSplit(request, specs)[placeIn(request, specs.length)], env_name: name };
  });
  route('POST', '/task_range', (request) => {
    const { name, specs } = listOf(request);
    const { start, stop } = bodyOf(request) as { start?: Json; stop?: Json };
    const range = [wholeOr(start, 0, 'start'), wholeOr(stop, specs.length, 'stop')];
    return { tasks: ofSplit(request, specs).slice(...range), env_name: name };
  });
}

/** Returns the tasks of the split that a request names. The only split is "train"; throws for any other name. */
export function ofSplit<T>(request: FastifyRequest, tasks: readonly T[]): readonly T[] {
  const wanted = bodyOf(request)['split'] ?? 'train';
  if (!(SPLITS as readonly Json[]).includes(wanted))
    throw badInput({
      path: '/split',
      what: `is ${JSON.stringify(wanted).slice(0, 60)}`,
      mend: `there is ${SPLITS.join(', ')}`,
    });
  return tasks;
}

/** Returns the position of the task that the index of a request means. A negative index counts from the end. */
export function placeIn(request: FastifyRequest, count: number): number {
  const given = bodyOf(request)['index'];
  if (count === 0)
    throw badInput({
      path: '/index',
      what: 'names a task, and the environment has none',
      mend: 'callgym tasks makes some',
    });
  const known = `send a number from 0 to ${count - 1}`;
  if (given === undefined || given === null) throw badInput({ path: '/index', what: 'is missing', mend: known });
  const index = wholeOr(given, 0, 'index');
  if (index < -count || index >= count) throw badInput({ path: '/index', what: `is ${index}`, mend: known });
  return index < 0 ? count + index : index;
}

function wholeOr(given: Json | undefined, otherwise: number, path: string): number {
  if (given === undefined || given === null) return otherwise;
  const number = numberOf(given);
  if (number === undefined || !Number.isSafeInteger(number))
    throw badInput({ path: `/${path}`, what: `is ${JSON.stringify(given).slice(0, 60)}, not an integer` });
  return number;
}
