// Edits the texts of an environment's folder that a person writes: policy, rules, scenarios, overrides and notes. A new
// text is tried in a temporary folder with links to the other files, so that a trial changes nothing.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { FILES, loadEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import { worldOf } from '../../envs/server/plugins/environment-routes.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { vetEnvironment } from '../../generator/check/vet-environment.ts';
import { DECISIONS_FILE, OVERRIDES_FILE, parseOverrides, type Overrides } from '../../generator/compile/overrides.ts';
import { compileFolder, type Recompiled } from '../../generator/compile/recompile.ts';
import { plainJson, type Json } from '../../envs/values/json.ts';
import type { StudioContext } from './context.ts';
import { checkOf, compareChecks, flagChanges, type Compared } from './compare-checks.ts';

/** Notes for the model that writes. No check reads them. */
const NOTES = 'author/notes.md';
const TEXTS = [FILES.policy, FILES.rules, FILES.scenarios, OVERRIDES_FILE, NOTES] as const;
type TextFile = (typeof TEXTS)[number];

const EDIT = {
  type: 'object',
  properties: { file: { enum: TEXTS }, text: { type: 'string', maxLength: 4_000_000 } },
  required: ['file', 'text'],
  additionalProperties: false,
} as const;

interface Edit {
  readonly file: TextFile;
  readonly text: string;
}

interface Tried {
  readonly complaints: readonly string[];
  readonly edited?: Environment;
  readonly recompiled?: Recompiled;
}

export function fileRoutes(app: FastifyInstance, { shelf, folders }: StudioContext): void {
  const place = (name: string): { dir: string; environment: Environment; hash: string } => {
    const { environment, hash } = worldOf(shelf, name);
    const dir = shelf.dirOf(environment.name);
    if (dir === undefined)
      throw new HttpError('NOT_FOUND', { what: `a folder of ${JSON.stringify(name.slice(0, 100))}` });
    return { dir, environment, hash };
  };

  app.get('/studio/api/environments/:e/files', { schema: { hide: true } }, ({ params }) => {
    const { dir, environment } = place((params as { e: string }).e);
    const compiled = existsSync(join(dir, DECISIONS_FILE)) && environment.origin === 'compiled';
    const offered = TEXTS.filter((file) => (file === OVERRIDES_FILE ? compiled : file !== NOTES || !compiled));
    return {
      saves: folders.has(environment.name),
      files: offered.map((file) => {
        const path = join(dir, file);
        return { file, text: existsSync(path) ? readFileSync(path, 'utf8') : emptyText(file) };
      }),
    };
  });

  app.post('/studio/api/environments/:e/files/try', { schema: { hide: true, body: EDIT } }, ({ params, body }) => {
    const { dir, environment, hash } = place((params as { e: string }).e);
    const saves = folders.has(environment.name);
    const { complaints, edited } = tryText(dir, environment, body as Edit);
    if (edited === undefined) return { vetting: complaints, saves };
    return {
      vetting: [],
      saves,
      changed: flagChanges(environment, edited),
      ...compared(environment, hash, edited, dir),
    };
  });

  app.post('/studio/api/environments/:e/files/save', { schema: { hide: true, body: EDIT } }, ({ params, body }) => {
    const { file, text } = body as Edit;
    const { name } = place((params as { e: string }).e).environment;
    const dir = folders.get(name);
    if (dir === undefined)
      throw new HttpError('FORBIDDEN', {
        what: `the studio was not started on the folder of ${name}, so it saves nothing there`,
      });
    const { complaints, recompiled } = tryText(dir, loadEnvironment(dir), { file, text });
    if (complaints.length > 0)
      throw badInput({ path: file, what: complaints[0] ?? 'is refused', mend: 'vetting must hold before it is saved' });
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeWhole(join(dir, file), text);
    recompiled?.save();
    shelf.renew(name);
    return {
      written: recompiled === undefined ? [file] : [file, ...recompiled.files],
      hash: worldOf(shelf, name).hash,
    };
  });

  const known = new Map<string, ReturnType<typeof checkOf>>();
  function compared(environment: Environment, hash: string, edited: Environment, dir: string): Compared {
    const before = known.get(hash) ?? checkOf(environment, dir);
    known.set(hash, before);
    return compareChecks(before.failures, checkOf(edited, dir));
  }
}

function emptyText(file: TextFile): string {
  if (file === OVERRIDES_FILE) return '{\n  "tools": {},\n  "things": {}\n}\n';
  return file === FILES.rules ? '[]\n' : '';
}

function tryText(dir: string, environment: Environment, { file, text }: Edit): Tried {
  try {
    if (file === NOTES) return { complaints: [], edited: environment };
    const recompiled = file === OVERRIDES_FILE ? compileFolder(dir, readOverrides(text)) : undefined;
    const edited = recompiled?.environment ?? loadWith(dir, file, text);
    const complaints = vetEnvironment(edited).map(({ message }) => message);
    if (complaints.length > 0) return { complaints };
    return { complaints, edited, ...(recompiled === undefined ? {} : { recompiled }) };
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    return { complaints: [error.message] };
  }
}

function readOverrides(text: string): Overrides {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw badInput({ file: OVERRIDES_FILE, what: `is no JSON: ${(error as Error).message}`, mend: 'mend the text' });
  }
  return parseOverrides(plainJson(value), OVERRIDES_FILE);
}

function loadWith(dir: string, file: string, text: string): Environment {
  const draft = mkdtempSync(join(tmpdir(), 'callgym-edit-'));
  try {
    for (const name of readdirSync(dir)) if (name !== file) symlinkSync(resolve(dir, name), join(draft, name));
    if (text.trim() !== '') writeFileSync(join(draft, file), text);
    return loadEnvironment(draft);
  } catch (error) {
    // the path of the temporary folder is removed from the error, because the person knows only the file
    if (error instanceof GymError) throw relocated(error, `${draft}/`);
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function relocated({ code, fields }: GymError, prefix: string): GymError {
  const told = Object.entries(fields).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' ? value.replaceAll(prefix, '') : value,
  ]);
  return new GymError(code, Object.fromEntries(told));
}
