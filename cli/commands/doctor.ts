// callgym doctor: versions, and what is missing.
import Database from 'better-sqlite3';
import type { Command } from '../command.ts';
import { OVERVIEW } from '../command-list.ts';
import { readVersion } from '../version.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: 'doctor',
  examples: ['callgym doctor'],
  about: 'Prints the versions that matter and what this installation lacks.',
  run({ output }) {
    const db = new Database(':memory:');
    const sqlite = db.prepare('SELECT sqlite_version()').pluck().get() as string;
    db.close();
    const later = OVERVIEW.filter((each) => each.later === true).map((each) => each.name);
    const versions = {
      callgym: readVersion(),
      node: process.versions.node,
      sqlite,
      platform: `${process.platform} ${process.arch}`,
    };
    for (const [name, version] of Object.entries(versions)) output.line(`${name.padEnd(10)} ${version}`);
    output.line(`missing    ${later.length === 0 ? 'nothing' : `commands of later versions: ${later.join(', ')}`}`);
    return { summary: { ...versions, missing: later } };
  },
};
