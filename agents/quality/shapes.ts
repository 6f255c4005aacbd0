// Writes the quality report in four forms: callgym's own JSON, a page, the JSON of NeMo Gym's quality control, and the
// report of OpenEnv's validator.
import { canaryOf } from '../../envs/values/canary.ts';
import { checkedAs, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { openEnvValidation } from '../hub/open-env-manifest.ts';

export type Shape = 'callgym' | 'autoqc' | 'openenv' | 'page';

export const SHAPES: Readonly<Record<Shape, (report: JsonObject) => string>> = {
  callgym: (report) => `${JSON.stringify(report, null, 2)}\n`,
  autoqc: (report) => `${JSON.stringify(autoQc(report), null, 2)}\n`,
  openenv: (report) => `${JSON.stringify(openEnv(report), null, 2)}\n`,
  page,
};

interface Read {
  readonly name: string;
  readonly hash: string;
  readonly tools: readonly string[];
  readonly tasks: number;
  readonly checks: readonly { id: string; pass: boolean | null; figure: JsonObject; says: string }[];
}

function environmentsOf(report: JsonObject): readonly Read[] {
  return checkedAs<readonly Read[]>(report['environments']);
}

const statusOf = (pass: boolean | null): string => (pass === null ? 'skipped' : pass ? 'passed' : 'failed');

function autoQc(report: JsonObject): JsonObject {
  const environments = environmentsOf(report);
  return {
    schema_version: '1.0',
    tool: { name: 'callgym', version: report['callgym'] ?? null },
    seed: report['seed'] ?? null,
    environments: environments.map(({ name, hash, checks }) => ({
      environment: name,
      revision: hash,
      evaluated: checks.filter(({ pass }) => pass !== null).map(({ id }) => id),
      skipped: checks.filter(({ pass }) => pass === null).map(({ id, says }) => ({ check: id, reason: says })),
      metrics: Object.fromEntries(checks.map(({ id, figure }) => [id, figure])),
      findings: checks
        .filter(({ pass }) => pass === false)
        .map(({ id, says }) => ({ check: id, severity: 'error', message: says })),
      verdict: checks.some(({ pass }) => pass === false) ? 'fail' : 'pass',
    })),
  };
}

/** OpenEnv's names for our checks. Checks that are not listed keep our names. */
const OPENENV_IDS: Readonly<Record<string, readonly string[]>> = {
  tool_declarations: ['runtime.tool_declaration_accuracy'],
  determinism: ['runtime.episode_determinism', 'semantic.verifier_determinism'],
  isolation: ['runtime.episode_isolation'],
  gold_leaks: ['semantic.no_solution_leakage'],
  planes: ['runtime.oracle_containment'],
  oracle: ['semantic.oracle_max'],
  reward_floor_and_gap: ['semantic.floor_gap'],
};
const OPENENV_LEVELS = [2, 3];

/** Writes a report in version 1 of OpenEnv's schema, or a list of such reports if there are several environments. */
function openEnv(report: JsonObject): Json {
  const reports = environmentsOf(report).map(({ name, hash, tools, tasks, checks }): JsonObject => {
    const { reward, resources, network, capabilities, task_distribution, types } = openEnvValidation({
      hash,
      tools,
      tasks,
    });
    return {
      report_schema_version: '1',
      target: name,
      source_digest: hash,
      signature: 'openenv.yaml',
      manifest: {
        manifest_schema_version: '1',
        name,
        version: report['callgym'] ?? null,
        signature: 'openenv.yaml',
        reward: reward ?? null,
        resources: resources ?? null,
        network: network ?? null,
        capabilities: capabilities ?? null,
        task_distribution: task_distribution ?? null,
        types: types ?? null,
      },
      policy_version: 'v1',
      lane: 'local',
      levels_run: OPENENV_LEVELS,
      results: checks.flatMap(({ id, pass, figure, says }) =>
        (OPENENV_IDS[id] ?? [`semantic.callgym_${id}`]).map((check) => ({
          check_id: check,
          status: pass === null ? 'skip' : pass ? 'pass' : 'fail',
          measured: figure,
          evidence: [says],
          remediation: pass === false ? 'see docs/quality.md of callgym for the bar' : null,
          // the duration is a constant, because measured ones would make the reports of two runs differ
          duration_s: 0,
        })),
      ),
      verdict: checks.some(({ pass }) => pass === false) ? 'fail' : 'pass',
    };
  });
  const [only] = reports;
  return reports.length === 1 && only !== undefined ? only : reports;
}

function page(report: JsonObject): string {
  const parts = environmentsOf(report).map(({ name, hash, checks }) => {
    const rows = checks.map(
      ({ id, pass, says }) => `| ${id.replaceAll('_', ' ')} | ${statusOf(pass)} | ${says.replaceAll('|', '\\|')} |`,
    );
    const figures = checks
      .filter(({ figure }) => Object.keys(figure).length > 0)
      .map(({ id, figure }) => `### ${id.replaceAll('_', ' ')}\n\n${list(figure)}`);
    return [
      `## ${name}`,
      `Hash \`${hash}\`, canary \`${canaryOf(hash)}\`.`,
      `| check | result | finding |\n| --- | --- | --- |\n${rows.join('\n')}`,
      ...figures,
    ].join('\n\n');
  });
  return `# Quality report\n\ncallgym ${String(report['callgym'])}, seed ${String(report['seed'])}. The same command gives the same bytes.\n\n${parts.join('\n\n')}\n`;
}

const SHOWN = 200;

function list(figure: JsonObject): string {
  return Object.entries(figure)
    .map(([key, value]) => `- ${key.replaceAll('_', ' ')}: ${shown(value)}`)
    .join('\n');
}

function shown(value: Json): string {
  const text = Array.isArray(value)
    ? value.length === 0
      ? 'none'
      : value.map((each) => (isJsonObject(each) ? JSON.stringify(each) : String(each))).join('; ')
    : isJsonObject(value)
      ? Object.entries(value)
          .map(([key, each]) => `${key} ${isJsonObject(each) ? JSON.stringify(each) : String(each)}`)
          .join(', ')
      : String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
}
