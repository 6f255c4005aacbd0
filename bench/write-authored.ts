// `node bench/write-authored.ts`: builds the bundled environment fixtures/authored/lockers again, from the model's
// replies beside it. Run it after prompts have changed, because the record contains the questions, and these contain
// the prompts.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModelDoor } from '../envs/model/model-door.ts';
import type { Json } from '../envs/values/json.ts';
import { buildAuthored } from '../generator/author/build-authored.ts';
import { scriptedAuthor } from './scripted-author.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const out = join(root, 'fixtures/authored');
const replies = JSON.parse(readFileSync(join(out, 'lockers.replies.json'), 'utf8')) as Readonly<Record<string, Json>>;
rmSync(join(out, 'lockers_benchmark'), { recursive: true, force: true });
const report = await buildAuthored(
  join(root, 'fixtures/tools/lockers.benchmark.json'),
  out,
  { seed: 1, reviewers: 0, material: { notes: undefined } },
  new ModelDoor(scriptedAuthor(replies)),
);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
