// The routes that edit a tool. They try a new program or new examples with vetting, `check` and the scenarios, play
// calls with an edited program, and save an edit that passes vetting. An edit is saved only in a folder with which the
// studio was started; in a compiled environment it is saved in overrides.json too.
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { FILES, loadEnvironment, readJsonFile, writeWhole } from '../../envs/folder/environment-folder.ts';
import { prettyJson } from '../../envs/folder/pretty-json.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import { worldOf } from '../../envs/server/plugins/environment-routes.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { TOOL_CALL_SCHEMA, type ToolCall, type ToolExample } from '../../envs/values/tool-schema.ts';
import { World } from '../../envs/world/world.ts';
import type { CheckFailure } from '../../generator/check/check-report.ts';
import { vetEnvironment } from '../../generator/check/vet-environment.ts';
import { DECISIONS_FILE, OVERRIDES_FILE } from '../../generator/compile/overrides.ts';
import { compileFolder, type Recompiled } from '../../generator/compile/recompile.ts';
import { checkOf, compareChecks, flagChanges } from './compare-checks.ts';
import type { StudioContext } from './context.ts';
import { EDIT_SCHEMA, isCompiled, toolNamed, withEdit, withOverride, type Edit } from './edited-tool.ts';
import { playedExamples, withExamples } from './find-examples.ts';
import { playCalls } from './play-calls.ts';

const CALL = {
  type: 'object',
  properties: {
    ...EDIT_SCHEMA.properties,
    before: { type: 'array', items: TOOL_CALL_SCHEMA, maxItems: 200 },
    arguments: { type: 'object' },
  },
  required: ['tool', 'arguments'],
  additionalProperties: false,
} as const;

interface DraftCall extends Edit {
  readonly before?: readonly ToolCall[];
  readonly arguments: ToolExample['arguments'];
}

export function editRoutes(app: FastifyInstance, context: StudioContext): void {
  const { shelf, folders } = context;
  /**
   * The failures of `check` before an edit, by the environment's hash. They are shown separately from failures that the
   * edit causes.
   */
  const before = new Map<string, readonly CheckFailure[]>();

  const known = (name: string): readonly CheckFailure[] => {
    const { hash, environment } = worldOf(shelf, name);
    const found = before.get(hash) ?? checkOf(environment, shelf.dirOf(environment.name)).failures;
    before.set(hash, found);
    return found;
  };

  app.post('/studio/api/environments/:e/try', { schema: { hide: true, body: EDIT_SCHEMA } }, ({ params, body }) => {
    const { e } = params as { e: string };
    const edit = body as Edit;
    const { environment } = worldOf(shelf, e);
    const saves = folders.has(environment.name);
    const edited = vetted(environment, edit);
    if (!('tools' in edited)) return { vetting: edited, saves };
    const dir = shelf.dirOf(environment.name);
    const whole = recompiled(dir, environment, edit)?.environment ?? withExamples(edited, environment, edit);
    return {
      vetting: [],
      saves,
      changed: flagChanges(environment, whole),
      examples: playedExamples(whole, edit.tool),
      ...compareChecks(known(e), checkOf(whole, dir)),
    };
  });

  app.post('/studio/api/environments/:e/call', { schema: { hide: true, body: CALL } }, ({ params, body }) => {
    const { tool, program, before: calls = [], arguments: args } = body as DraftCall;
    const world = worldOf(shelf, (params as { e: string }).e);
    const { audience } = toolNamed(world.environment, tool);
    const last = { by: audience, name: tool, arguments: args };
    if (program === undefined) return playCalls(world, calls, last);
    const edited = vetted(world.environment, { tool, program });
    if (!('tools' in edited)) throw refused(edited[0]);
    const draft = new World(edited, { pool: 1, like: world });
    try {
      return playCalls(draft, calls, last);
    } finally {
      draft.close();
    }
  });

  app.post('/studio/api/environments/:e/save', { schema: { hide: true, body: EDIT_SCHEMA } }, ({ params, body }) => {
    const { e } = params as { e: string };
    const edit = body as Edit;
    const { name } = worldOf(shelf, e).environment;
    const dir = folders.get(name);
    if (dir === undefined)
      throw new HttpError('FORBIDDEN', {
        what: `the studio was not started on the folder of ${name}, so it saves nothing there`,
      });
    const environment = loadEnvironment(dir);
    const edited = vetted(environment, edit);
    if (!('tools' in edited)) throw refused(edited[0]);
    const compiled = recompiled(dir, environment, edit);
    const written =
      compiled === undefined
        ? save(dir, withExamples(edited, environment, edit), edit)
        : [OVERRIDES_FILE, ...compiled.files];
    if (compiled !== undefined) {
      writeWhole(join(dir, OVERRIDES_FILE), prettyJson(withOverride(dir, edit)));
      compiled.save();
    }
    shelf.renew(name);
    return { written, hash: worldOf(shelf, name).hash };
  });
}

function vetted(environment: Environment, edit: Edit): Environment | readonly string[] {
  const edited = withEdit(environment, edit);
  if (typeof edited === 'string') return [edited];
  const complaints = vetEnvironment(edited).map(({ message }) => message);
  return complaints.length === 0 ? edited : complaints;
}

function refused(complaint = 'is no program'): Error {
  return badInput({ path: '/program', what: complaint, mend: 'vetting must hold before it is called or saved' });
}

/**
 * Compiles the environment again with the edit as an override, so that the result is that of a build. Returns undefined
 * if the folder was not compiled, or if it cannot be compiled again, for example because files are missing.
 */
function recompiled(dir: string | undefined, { origin }: Environment, edit: Edit): Recompiled | undefined {
  if (!isCompiled(dir) || origin !== 'compiled') return undefined;
  try {
    return compileFolder(dir, withOverride(dir, edit));
  } catch (error) {
    if (error instanceof GymError) return undefined;
    throw error;
  }
}

/** Writes an edit without compiling the environment again, and returns the names of the written files. */
function save(dir: string, environment: Environment, edit: Edit): readonly string[] {
  const written: string[] = [FILES.tools];
  if (isCompiled(dir)) {
    writeWhole(join(dir, OVERRIDES_FILE), prettyJson(withOverride(dir, edit)));
    written.push(OVERRIDES_FILE);
    if (edit.program !== undefined) {
      decide(join(dir, DECISIONS_FILE), edit.tool);
      written.push(DECISIONS_FILE);
    }
  }
  writeWhole(join(dir, FILES.tools), prettyJson(environment.tools));
  return written;
}

/** Notes in decisions.json that overrides.json has the tool's program, as a rebuild would. */
function decide(file: string, name: string): void {
  const decisions = readJsonFile(file);
  if (!isJsonObject(decisions) || !Array.isArray(decisions['tools'])) return;
  const tools = (decisions['tools'] as readonly Json[]).map((each): Json => {
    if (!isJsonObject(each) || each['name'] !== name) return each;
    return { name, reading: null, why: 'overrides.json brings its program', works: true, overridden: true };
  });
  writeWhole(file, prettyJson({ ...decisions, tools } as JsonObject));
}
