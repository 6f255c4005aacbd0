// npm run gallery -- NAME… [--write]: builds environments of the gallery again from the records in gallery/NAME/author.
// A record holds the tools, the model's final replies, and a policy and rules that a person wrote. The result is
// compared with gallery/NAME byte for byte; --write stores it there. The exit status is 1 if bytes differ without
// --write. It is also 1 if a check left out a part of the record; in this case nothing is written.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FILES, loadEnvironment, saveEnvironment } from '../envs/folder/environment-folder.ts';
import { ModelDoor } from '../envs/model/model-door.ts';
import type { JsonObject } from '../envs/values/json.ts';
import type { Rule } from '../envs/values/rule.ts';
import { buildAuthored } from '../generator/author/build-authored.ts';
import { DECISIONS_FILE } from '../generator/compile/overrides.ts';
import { SETTLED_FILE, settledProvider } from '../generator/author/settled.ts';
import { lostParts } from './lost-parts.ts';

/**
 * The number of mutants (copies with one fault) on which a rebuild tests the scenarios. `check --mutants` uses more.
 */
const MUTANTS = 300;

const shelf = fileURLToPath(new URL('../gallery/', import.meta.url));
const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const all = readdirSync(shelf).filter((name) => existsSync(join(shelf, name, SETTLED_FILE)));
let unlike = 0;
let lossy = 0;
for (const name of positionals.length > 0 ? positionals : all) {
  const dir = join(shelf, name);
  const out = mkdtempSync(join(tmpdir(), 'callgym-gallery-'));
  try {
    const replies = JSON.parse(readFileSync(join(dir, SETTLED_FILE), 'utf8')) as JsonObject;
    const report = await buildAuthored(
      join(dir, 'author', `${name}.json`),
      out,
      { seed: 1, reviewers: 0, sharpen: 0, mutants: MUTANTS, material: { notes: undefined } },
      new ModelDoor(settledProvider(replies)),
    );
    const built = report.environments[0];
    if (built === undefined) throw new Error(`${name}: ${report.failed[0]?.reason ?? 'is not written'}`);
    const hands = join(dir, 'author', 'by-hand');
    const policy = existsSync(hands) ? readFileSync(join(hands, FILES.policy), 'utf8') : '';
    const rules = existsSync(hands) ? (JSON.parse(readFileSync(join(hands, FILES.rules), 'utf8')) as Rule[]) : [];
    saveEnvironment(built.path, { ...loadEnvironment(built.path), name, policy, rules });
    const lost = lostParts(JSON.parse(readFileSync(join(built.path, DECISIONS_FILE), 'utf8')) as JsonObject);
    if (lost.length > 0) lossy += 1;
    // remove the files about the writing of the environment (rounds, opinions, parts that were left out); the gallery
    // does not keep them
    rmSync(join(built.path, 'author'), { recursive: true });
    rmSync(join(built.path, DECISIONS_FILE));
    const different = differences(built.path, dir);
    unlike += different.length;
    process.stdout.write(
      `${name}: ${built.tools} tools, ${report.tools_flagged.length} flagged, mutants ${built.mutants.killed} of ${built.mutants.tried - built.mutants.equivalent}; ${different.length === 0 ? 'the same bytes' : `differs: ${different.join(', ')}`}\n`,
    );
    for (const each of lost) process.stdout.write(`  ${each}\n`);
    if (lost.length > 0) process.stdout.write(`${name}: its record lost ${lost.length} parts; nothing is written\n`);
    else if (values.write === true) {
      mkdirSync(dir, { recursive: true });
      cpSync(built.path, dir, { recursive: true });
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
process.exitCode = lossy > 0 || (unlike > 0 && values.write !== true) ? 1 : 0;

/**
 * Lists the files of the environment that differ. The record itself is not compared, because the environment is made
 * from it.
 */
function differences(built: string, known: string): string[] {
  return readdirSync(built).filter((file) => {
    const there = join(known, file);
    return !existsSync(there) || readFileSync(there, 'utf8') !== readFileSync(join(built, file), 'utf8');
  });
}
