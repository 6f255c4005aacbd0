// The report as others read it: our own JSON, a page, the artifact of NeMo Gym's quality control, and criteria as OpenEnv's
// validator writes them.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { canaryOf } from '../../envs/values/canary.ts';

export type Shape = 'callgym' | 'autoqc' | 'openenv' | 'page';

export const SHAPES: Readonly<Record<Shape, (report: JsonObject) => string>> = {
  callgym: (report) => `${JSON.stringify(report, null, 2)}\n`,
  autoqc: (report) => `${JSON.stringify(autoQc(report), null, 2)}\n`,
  openenv: (report) => `${JSON.stringify(criteria(report), null, 2)}\n`,
  page,
};

interface Read {
  readonly name: string;
  readonly hash: string;
  readonly checks: readonly { id: string; pass: boolean | null; figure: JsonObject; says: string }[];
}

function environmentsOf(report: JsonObject): readonly Read[] {
  return report['environments'] as unknown as readonly Read[];
}

const statusOf = (pass: boolean | null): string => (pass === null ? 'skipped' : pass ? 'passed' : 'failed');

/** What was evaluated, what was skipped and why, metrics, findings. */
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

function criteria(report: JsonObject): JsonObject {
  return {
    reports: environmentsOf(report).map(({ name, hash, checks }) => ({
      target: name,
      revision: hash,
      passed: checks.every(({ pass }) => pass !== false),
      criteria: checks.map(({ id, pass, says }) => ({ id, required: true, status: statusOf(pass), details: says })),
    })),
  };
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
