// callgym export: writes an environment and its tasks as a folder in the form that a hub (a place for publishing
// environments) accepts.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HUBS } from '../../agents/hub/hub-list.ts';
import { packageFile } from '../../agents/hub/get-callgym.ts';
import { namesOf } from '../../agents/hub/hub.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import type { Command, Invocation } from '../command.ts';
import { requiredOption } from '../options.ts';
import { counted } from '../output.ts';
import { readVersion } from '../version.ts';

const KNOWN = HUBS.map(({ name }) => name).join(', ');

export const exportCommand: Command = {
  name: 'export',
  usage: 'export ENV --hub HUB --out DIR',
  about: `Writes the folder that a hub of environments wants: ${HUBS.map(({ name, about }) => `${name} (${about})`).join('; ')}. DIR must be empty or not there.`,
  args: { least: 1, most: 1 },
  options: {
    hub: { type: 'string', value: 'HUB', about: KNOWN },
    out: { type: 'string', value: 'DIR', about: 'where the folder goes' },
    package: {
      type: 'string',
      value: 'FILE',
      about: 'callgym itself as npm pack wrote it, put where the images of the folder look for it',
    },
    tasks: { type: 'string', value: 'FILE', about: 'tasks from this file instead of tasks.jsonl of the environment' },
  },
  examples: [
    'callgym export fixtures/environments/order-desk --tasks out/tasks.jsonl --hub verifiers --out out/hub/verifiers',
    'callgym export my-env --hub openenv --out out/space',
  ],
  run({ args: [dir = ''], options, output }) {
    const wanted = requiredOption(options, 'hub', KNOWN);
    const hub = HUBS.find(({ name }) => name === wanted);
    if (hub === undefined) throw badInput({ path: '--hub', what: `${wanted} is not known`, mend: KNOWN });
    const out = requiredOption(options, 'out', 'name a folder');
    if (existsSync(out) && (!statSync(out).isDirectory() || readdirSync(out).length > 0))
      throw badInput({ path: '--out', what: `${out} is there already and not empty`, mend: 'name another folder' });
    const world = openEnvironment(dir);
    try {
      const tasks = tasksOf(dir, options, world.hash);
      const folder = new Map<string, string>();
      for (const name of Object.values(FILES))
        if (name !== FILES.tasks && existsSync(join(dir, name)))
          folder.set(name, readFileSync(join(dir, name), 'utf8'));
      folder.set(FILES.tasks, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
      const version = readVersion();
      const subject = { world, tasks, folder, version, ...namesOf(world.environment.name) };
      const files = new Map<string, string | Buffer>(hub.files(subject));
      const packed = readPackage(options);
      for (const at of packed === undefined ? [] : (hub.images?.(subject) ?? []))
        files.set(join(at, packageFile(version)), packed as Buffer);
      write(out, files);
      output.line(`${output.good('done')}  ${counted(files.size, 'file')} for ${hub.name} in ${out}`);
      return {
        summary: { hub: hub.name, environment: world.environment.name, tasks: tasks.length, files: [...files.keys()] },
        status: 0,
      };
    } finally {
      world.close();
    }
  },
};

function tasksOf(dir: string, options: Invocation['options'], hash: string): ReturnType<typeof loadTasks> {
  const file = typeof options['tasks'] === 'string' ? options['tasks'] : join(dir, FILES.tasks);
  if (!existsSync(file))
    throw badInput({ file, what: 'is not there', mend: `make tasks with callgym tasks ${dir} --count 20` });
  const tasks = loadTasks(file).filter(({ environment }) => environment === hash);
  if (tasks.length === 0)
    throw badInput({ file, what: `has no task of ${dir} as it is now`, mend: 'callgym tasks makes them anew' });
  return tasks;
}

function readPackage(options: Invocation['options']): Buffer | undefined {
  const { package: file } = options;
  if (typeof file !== 'string') return undefined;
  if (!existsSync(file) || !statSync(file).isFile())
    throw badInput({ file, what: 'is not there', mend: 'npm pack in a checkout of callgym writes it' });
  return readFileSync(file);
}

/** Writes all files. If one cannot be written, removes the whole folder. */
function write(out: string, files: ReadonlyMap<string, string | Buffer>): void {
  try {
    for (const [path, text] of files) {
      const file = join(out, path);
      mkdirSync(dirname(file), { recursive: true });
      writeWhole(file, text);
    }
  } catch (error) {
    rmSync(out, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw badInput({ file: out, what: `cannot be written: ${code}` });
    throw error;
  }
}
