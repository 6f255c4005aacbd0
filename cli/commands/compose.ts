// callgym compose: makes one environment out of several.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadEnvironment, saveEnvironment } from '../../envs/folder/environment-folder.ts';
import { asJson } from '../../envs/values/json.ts';
import { World } from '../../envs/world/world.ts';
import { compose } from '../../generator/compose/compose.ts';
import type { Command } from '../command.ts';
import { counted } from '../output.ts';

const NAME = /^[a-z0-9][a-z0-9_.-]{0,62}$/;

export const composeCommand: Command = {
  name: 'compose',
  usage: 'compose ENV ENV… --out DIR',
  about:
    'Makes one environment of several, as pure data: tables and tools get the name of their part in front, policies and rules are joined, and all parts begin on one clock.',
  args: { least: 2 },
  options: {
    out: { type: 'string', value: 'DIR', about: 'where the environment goes; its last part is its name' },
    people: {
      type: 'string',
      value: 'shared',
      about: 'the persons of the parts are the same ones, known by their e-mail address',
    },
  },
  examples: [
    'callgym compose fixtures/environments/order-desk fixtures/environments/carrier-care --people shared --out out/shop-and-phone',
  ],
  run({ args, options, output }) {
    const { out, people } = options;
    if (typeof out !== 'string') throw badInput({ path: '--out', what: 'is missing', mend: 'name a folder' });
    if (people !== undefined && people !== 'shared')
      throw badInput({
        path: '--people',
        what: `is ${String(people)}`,
        mend: 'there is shared; leave it out to keep people apart',
      });
    const name = basename(resolve(out));
    if (!NAME.test(name))
      throw badInput({
        path: '--out',
        what: `ends in ${name}, which is no name of an environment`,
        mend: 'use small letters, digits, - and _',
      });
    if (
      existsSync(out) &&
      readdirSync(out).some((file) => file !== FILES.environment) &&
      !existsSync(join(out, FILES.environment))
    )
      throw badInput({ file: out, what: 'is a folder with something else in it', mend: 'name a new one' });
    const { environment, shared } = compose(
      args.map((dir) => loadEnvironment(dir)),
      { name, people: people === 'shared' },
    );
    const world = new World(environment);
    const tables = world.schema.tables.length;
    world.close();
    saveEnvironment(out, environment);
    output.line(`${name}: ${counted(environment.tools.length, 'tool')}, ${counted(tables, 'table')} in ${out}`);
    for (const { kind, keys, parts } of shared)
      output.line(`  ${kind}: ${keys.length} are the same in ${counted(parts, 'part')}`);
    return {
      summary: {
        environment: { name, path: out, tools: environment.tools.length, tables, hash: world.hash },
        shared: asJson(shared.map(({ kind, keys, parts }) => ({ kind, keys: keys.length, parts }))),
        seconds: output.seconds(),
      },
    };
  },
};
