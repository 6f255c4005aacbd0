// callgym doctor: prints versions, and the parts that this installation lacks.
import { accessSync, constants } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Command } from '../command.ts';
import { readVersion } from '../version.ts';

const BUNDLED = fileURLToPath(new URL('../../fixtures/environments/order-desk', import.meta.url));
/** The features of SQLite that tool programs need. */
const SQLITE_HAS = [
  ['STRICT tables', 'CREATE TABLE temp.strict_table (x INTEGER) STRICT'],
  ['JSON functions', "SELECT json_group_array(value ORDER BY key) FROM json_each('[1]')"],
  ['mathematics', 'SELECT sqrt(2.0)'],
] as const;

interface Finding {
  readonly name: string;
  readonly says: string;
  /** The missing part and how to get it. Absent if nothing is missing. */
  readonly lacks?: string;
  /** True if callgym cannot work without this part. */
  readonly needed?: boolean;
}

export const doctorCommand: Command = {
  name: 'doctor',
  usage: 'doctor',
  examples: ['callgym doctor'],
  about:
    'Prints the versions that matter and the missing parts of this installation. The exit status is 1 where a part is missing without which callgym does not work.',
  run({ output }) {
    const findings: readonly Finding[] = [
      { name: 'callgym', says: readVersion() },
      { name: 'node', says: process.versions.node },
      sqlite(),
      { name: 'platform', says: `${process.platform} ${process.arch}` },
      {
        name: 'machine',
        says: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
      },
      bundled(),
      folder(),
      model(),
    ];
    for (const { name, says } of findings) output.line(`${name.padEnd(10)} ${says}`);
    const lacking = findings.filter(({ lacks }) => lacks !== undefined);
    output.line(`missing    ${lacking.length === 0 ? 'nothing' : ''}`.trimEnd());
    for (const { lacks, needed } of lacking)
      output.line(`  ${needed === true ? output.bad('needed') : 'optional'}  ${lacks}`);
    return {
      summary: {
        ...Object.fromEntries(findings.map(({ name, says }) => [name, says])),
        missing: lacking.map(({ lacks }) => lacks ?? ''),
      },
      status: lacking.some(({ needed }) => needed) ? 1 : 0,
    };
  },
};

function sqlite(): Finding {
  const db = new Database(':memory:');
  try {
    const says = db.prepare('SELECT sqlite_version()').pluck().get() as string;
    const without = SQLITE_HAS.filter(([, sql]) => {
      try {
        db.prepare(sql);
        return false;
      } catch {
        return true;
      }
    }).map(([what]) => what);
    if (without.length === 0) return { name: 'sqlite', says };
    return { name: 'sqlite', says, lacks: `SQLite without ${without.join(', ')}: run npm ci again`, needed: true };
  } finally {
    db.close();
  }
}

function bundled(): Finding {
  try {
    const world = openEnvironment(BUNDLED);
    world.close();
    return { name: 'bundled', says: `order-desk ${world.hash.slice(0, 12)}` };
  } catch (error) {
    const why = (error as Error).message;
    return {
      name: 'bundled',
      says: 'unusable',
      lacks: `the bundled environment: ${why}; install the package again`,
      needed: true,
    };
  }
}

function folder(): Finding {
  const says = process.cwd();
  try {
    accessSync(says, constants.W_OK);
    return { name: 'folder', says };
  } catch {
    return {
      name: 'folder',
      says: `${says}, not writable`,
      lacks: 'a folder to write to: change to one, or give --out elsewhere',
    };
  }
}

/** Reports the endpoint that models use if no option names another. Sends no request to the endpoint. */
function model(): Finding {
  const { OPENAI_BASE_URL: url, OPENAI_API_KEY: key } = process.env;
  if (url === undefined && key === undefined)
    return {
      name: 'model',
      says: 'none',
      lacks:
        'a model: OPENAI_API_KEY, or OPENAI_BASE_URL of a compatible server; commands that need no model work without it',
    };
  const at = URL.parse(url ?? 'https://api.openai.com/v1');
  if (at === null)
    return { name: 'model', says: 'no URL', lacks: 'a URL in OPENAI_BASE_URL: for example http://localhost:8000/v1' };
  return {
    name: 'model',
    says: `${at.origin}${at.pathname}${key === undefined ? ', without a key' : ', with a key'}`,
  };
}
