// A hub to which people publish environments, and the files that it needs. To add one, write a file here and add a line
// to the list of hubs.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

export interface HubSubject {
  readonly world: World;
  readonly tasks: readonly Task[];
  /** The files of the environment's folder by name, tasks.jsonl included. */
  readonly folder: ReadonlyMap<string, string>;
  /** The name in the form of a package name: order-desk. */
  readonly dashed: string;
  /** The name in the form of a module name: order_desk. */
  readonly module: string;
  /** The version of callgym that serves the environment. */
  readonly version: string;
}

export interface Hub {
  readonly name: string;
  readonly about: string;
  /** The files of the export: path inside its folder -> text. */
  files(subject: HubSubject): ReadonlyMap<string, string>;
  /** The folders of the export whose images install callgym's package. */
  images?(subject: HubSubject): readonly string[];
}

export function namesOf(name: string): Pick<HubSubject, 'dashed' | 'module'> {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const safe = /^[a-z]/.test(words[0] ?? '') ? words : ['env', ...words];
  return { dashed: safe.join('-'), module: safe.join('_') };
}
