// A hub to which people publish environments: which files it wants. A hub is a file of this folder and a line of its list.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

export interface HubSubject {
  readonly world: World;
  readonly tasks: readonly Task[];
  /** The files of the environment's folder by name, tasks.jsonl included. */
  readonly folder: ReadonlyMap<string, string>;
  /** As a package is called: order-desk. */
  readonly dashed: string;
  /** As a module is called: order_desk. */
  readonly module: string;
  /** The version of callgym that serves it. */
  readonly version: string;
}

export interface Hub {
  readonly name: string;
  readonly about: string;
  /** Path inside the folder -> text. */
  files(subject: HubSubject): ReadonlyMap<string, string>;
}

export function namesOf(name: string): Pick<HubSubject, 'dashed' | 'module'> {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const safe = /^[a-z]/.test(words[0] ?? '') ? words : ['env', ...words];
  return { dashed: safe.join('-'), module: safe.join('_') };
}
