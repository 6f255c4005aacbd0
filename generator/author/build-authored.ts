// `build --author` lets a model write environments for tools. Several environments are written at the same time, under
// one budget. Each folder keeps a record of the model's answers, from which the environment can be built again without
// a model. If answers are missing, the work done so far is kept.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GymError } from '../../envs/errors/gym-error.ts';
import { FILES, saveEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { prettyJson } from '../../envs/folder/pretty-json.ts';
import { Waiting, type ModelDoor } from '../../envs/model/model-door.ts';
import { asJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { CheckReport } from '../check/check-report.ts';
import { prepareFolder, type BuiltEnvironment } from '../compile/build.ts';
import { readInput, type InputOptions } from '../compile/input.ts';
import { DECISIONS_FILE } from '../compile/overrides.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { authorEnvironment, type Authored, type AuthorOptions } from './author-environment.ts';
import { authorTool } from './author-tool.ts';
import { againstEvidence } from './against-evidence.ts';
import { readEvidence } from './evidence.ts';
import type { EvidenceReport } from './play-evidence.ts';
import { shownEvidence } from './shown-evidence.ts';
import type { Material } from './questions.ts';
import { PLAN_FILE } from './plan-file.ts';
import { SETTLED_FILE, settledReplies } from './settled.ts';

export interface AuthoredEnvironment extends Omit<BuiltEnvironment, 'figures'> {
  /** The share of the given tools that have a working program. */
  readonly served: number;
  readonly scenarios: { readonly run: number; readonly failed: number };
  readonly mutants: {
    readonly tried: number;
    readonly killed: number;
    readonly equivalent: number;
    readonly rate: number;
  };
  readonly review: { readonly right: number; readonly partly: number; readonly wrong: number };
  /** The number of recorded calls, and the number of them that the environment answers like the service. */
  readonly evidence?: { readonly calls: number; readonly equal: number };
  readonly rounds: number;
  readonly tokens: { readonly prompt: number; readonly completion: number };
}

export interface AuthoredReport {
  readonly environments: AuthoredEnvironment[];
  readonly tools_in: number;
  readonly tools_flagged: { readonly environment: string; readonly tool: string; readonly reason: string }[];
  /** Names of environments for which answers of the model are missing. */
  readonly waiting: string[];
  readonly failed: { readonly name: string; readonly reason: string }[];
  readonly failures: { readonly environment: string; readonly check: CheckReport['failures'][number] }[];
}

export interface AuthoredOptions extends Omit<AuthorOptions, 'material' | 'recorded'>, InputOptions {
  readonly material: Pick<Material, 'notes'>;
  /** Files of calls recorded from the real services. */
  readonly evidenceFiles?: readonly string[];
  readonly onDone?: (name: string) => void;
}

export async function buildAuthored(
  input: string,
  out: string,
  options: AuthoredOptions,
  door: ModelDoor,
): Promise<AuthoredReport> {
  const { domains } = await readInput(input, options);
  prepareFolder(out);
  const report: AuthoredReport = {
    environments: [],
    tools_in: 0,
    tools_flagged: [],
    waiting: [],
    failed: [],
    failures: [],
  };
  let toolsIn = 0;
  await Promise.all(
    domains.map(async ({ name, title, texts }) => {
      const members = texts.map((text) => JSON.parse(text) as PoolTool);
      const tools = members.map(authorTool);
      if (tools.length === 0) return;
      toolsIn += tools.length;
      const dir = join(out, name);
      try {
        const own = door.open(join(dir, 'author', 'record.jsonl'));
        const names = new Set(tools.map((tool) => tool.name));
        const recorded = (options.evidenceFiles ?? [])
          .flatMap((file) => readEvidence(file, tools))
          .filter(({ tool }) => names.has(tool));
        const material = { ...options.material, evidence: shownEvidence(recorded) };
        const authored = await authorEnvironment(name, title, tools, { ...options, material, recorded }, own);
        const evidence = recorded.length === 0 ? undefined : againstEvidence(authored.environment, recorded);
        save(dir, authored, evidence);
        report.environments.push({
          ...summaryOf(dir, authored, own.spent.tokens),
          ...(evidence === undefined ? {} : { evidence: { calls: evidence.calls, equal: evidence.equal } }),
        });
        for (const { tool, gate, reason } of authored.flags)
          report.tools_flagged.push({ environment: name, tool, reason: `${gate}: ${reason}` });
        for (const check of authored.checked.failures) report.failures.push({ environment: name, check });
        options.onDone?.(name);
      } catch (error) {
        if (error instanceof Waiting) report.waiting.push(name);
        else if (error instanceof GymError) report.failed.push({ name, reason: error.message });
        else throw error;
      }
    }),
  );
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);
  report.environments.sort(byName);
  report.failed.sort(byName);
  report.waiting.sort();
  report.tools_flagged.sort((a, b) => (`${a.environment} ${a.tool}` < `${b.environment} ${b.tool}` ? -1 : 1));
  report.failures.sort((a, b) => (a.environment < b.environment ? -1 : a.environment > b.environment ? 1 : 0));
  return { ...report, tools_in: toolsIn };
}

function save(dir: string, authored: Authored, evidence: EvidenceReport | undefined): void {
  const { environment, recipe, draft } = authored;
  mkdirSync(dir, { recursive: true });
  saveEnvironment(dir, environment);
  if (recipe !== undefined) writeWhole(join(dir, FILES.recipe), prettyJson(asJson(recipe)));
  const { given: _given, programs: _programs, scenarios: _scenarios, tables: _tables, ...plan } = draft;
  writeWhole(join(dir, PLAN_FILE), prettyJson(asJson(plan)));
  writeWhole(join(dir, SETTLED_FILE), `${JSON.stringify(settledReplies(authored))}\n`);
  writeWhole(join(dir, DECISIONS_FILE), prettyJson(decisionsOf(authored)));
  if (evidence !== undefined) writeWhole(join(dir, 'author', 'evidence.json'), prettyJson(asJson(evidence)));
}

function decisionsOf(authored: Authored): JsonObject {
  const { flags, strength, dropped, unused, review, rounds, scenarios, environment } = authored;
  const { survivors, ...figures } = strength;
  return {
    format: 1,
    author: {
      rounds,
      served: `${environment.tools.length - flags.length} of ${environment.tools.length}`,
      scenarios,
      mutants: asJson(figures),
      survivors: survivors.slice(0, 50).map(({ place, operator, was, now }): Json => ({ place, operator, was, now })),
      flags: asJson(flags),
      dropped: asJson(dropped),
      unused: asJson(unused),
      review: asJson(Object.fromEntries([...review].sort(([a], [b]) => (a < b ? -1 : 1)))),
    },
  };
}

function summaryOf(
  dir: string,
  authored: Authored,
  tokens: { readonly prompt: number; readonly completion: number },
): AuthoredEnvironment {
  const { environment, checked, flags, strength, scenarios, review, rounds, draft } = authored;
  const flagged = new Set(flags.map(({ tool }) => tool));
  const opinions = [...review.values()];
  const majority = ({ right, partly, wrong }: (typeof opinions)[number]): 'right' | 'partly' | 'wrong' =>
    wrong > (right + partly + wrong) / 2 ? 'wrong' : right >= (right + partly + wrong) / 2 ? 'right' : 'partly';
  const count = (verdict: string): number => opinions.filter((each) => majority(each) === verdict).length;
  return {
    name: environment.name,
    path: dir,
    tools: environment.tools.length,
    reads: environment.tools.filter(({ effect }) => effect === 'read').length,
    writes: environment.tools.filter(({ effect }) => effect === 'write').length,
    tables: draft.sql.filter((each) => /^\s*CREATE\s+TABLE/i.test(each)).length,
    rows: environment.seed.length,
    checks: checked.checks,
    flags: flags.length,
    served: draft.given.filter(({ name }) => !flagged.has(name)).length / Math.max(draft.given.length, 1),
    scenarios,
    mutants: { tried: strength.mutants, killed: strength.killed, equivalent: strength.equivalent, rate: strength.rate },
    review: { right: count('right'), partly: count('partly'), wrong: count('wrong') },
    rounds,
    tokens,
  };
}
