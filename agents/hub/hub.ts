// The interface of a hub, a place where people publish environments. To add a hub, write a file in this folder and add
// a line to hub-list.ts.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

export interface HubSubject {
  readonly world: World;
  readonly tasks: readonly Task[];
  /** The files of the environment's folder with their texts, by name. tasks.jsonl is one of them. */
  readonly folder: ReadonlyMap<string, string>;
  /** The name as a package name, such as order-desk. */
  readonly dashed: string;
  /** The name as a Python module name, such as order_desk. */
  readonly module: string;
  /** The version of callgym that writes the export and that the export installs. */
  readonly version: string;
}

export interface Hub {
  readonly name: string;
  readonly about: string;
  /** Returns the files of the export: the text of each file by its path in the folder. */
  files(subject: HubSubject): ReadonlyMap<string, string>;
  /** Returns the folders of the export whose container images install callgym. */
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
