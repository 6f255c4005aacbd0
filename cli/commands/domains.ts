// callgym domains: reads a pool of tools, links similar tools, and writes the groups (domains) and the dependencies
// between tools.
import { badInput } from '../../envs/errors/gym-error.ts';
import { writeWhole } from '../../envs/folder/environment-folder.ts';
import { asJson } from '../../envs/values/json.ts';
import {
  DEFAULT_OPTIONS,
  findDomains,
  type DomainOptions,
  type SweepRow,
} from '../../generator/domains/find-domains.ts';
import { domainsText } from '../../generator/domains/domains-text.ts';
import { embedTools } from '../../generator/domains/embeddings.ts';
import { FIELDS, type Field } from '../../generator/domains/features.ts';
import type { Command, Invocation } from '../command.ts';
import { peakMegabytes } from '../memory.ts';
import { numberOption, requiredOption, seedOption, wholeOption } from '../options.ts';
import type { Output } from '../output.ts';
import { counted } from '../output.ts';

/**
 * The similarity from which two tools count as alike, if embeddings are used. It is higher than for word vectors,
 * because even unlike texts have similar embeddings.
 */
const EMBEDDED_THRESHOLD = 0.6;
const SHOWN = 8;

export const domainsCommand: Command = {
  name: 'domains',
  usage: 'domains POOL --out FILE',
  about:
    'Links tools whose names, arguments, results and descriptions are alike, finds domains among them (seeded Louvain with bounds), and finds the outputs that feed arguments. Groups of the source are kept where their tools belong together. The order of the pool does not matter.',
  options: {
    out: { type: 'string', value: 'FILE', about: 'the domains to write, .json' },
    threshold: {
      type: 'string',
      value: 'T',
      about: `cosine from which tools are linked (default ${DEFAULT_OPTIONS.threshold}; with embeddings ${EMBEDDED_THRESHOLD})`,
    },
    min: { type: 'string', value: 'N', about: 'the fewest tools of a domain (default 3)' },
    max: { type: 'string', value: 'N', about: 'the most tools of a domain (default 60)' },
    seed: { type: 'string', value: 'N', about: 'seed of the communities and of the sample (default 1)' },
    'ignore-groups': { type: 'boolean', about: 'find all domains anew, without the groups of the source' },
    sample: { type: 'string', value: 'N', about: 'take only so many tools, drawn by the seed' },
    sweep: { type: 'string', value: 'T,T', about: 'also show edges, domains and modularity at these thresholds' },
    features: { type: 'string', value: 'A,B', about: `of ${FIELDS.join(', ')} (default all)` },
    embeddings: {
      type: 'string',
      value: 'MODEL',
      about: 'vectors from an OpenAI-compatible endpoint (OPENAI_BASE_URL), kept beside FILE',
    },
  },
  examples: [
    'callgym domains pool.jsonl --out domains.json',
    'callgym domains pool.jsonl --out domains.json --ignore-groups --sweep 0.2,0.3,0.4',
  ],
  args: { least: 1, most: 1 },
  async run({ args, options, output }) {
    const [pool = ''] = args;
    const out = requiredOption(options, 'out', 'name the file to write: --out domains.json');
    const { file, sweep, ...row } = await findDomains(pool, readOptions(options, out, output));
    writeWhole(out, domainsText(file));
    tell(output, out, file.domains, row, file.dependencies.length, sweep);
    return {
      summary: {
        ...row,
        dependencies: file.dependencies.length,
        ...(sweep.length > 0 ? { sweep: asJson(sweep) } : {}),
        seconds: output.seconds(),
        peak_rss_mb: peakMegabytes(),
      },
    };
  },
};

function readOptions(options: Invocation['options'], out: string, output: Output): DomainOptions {
  const { embeddings } = options;
  const threshold = numberOption(options, 'threshold', 0.01, 1);
  const min = wholeOption(options, 'min', 1, 1e6) ?? DEFAULT_OPTIONS.min;
  const max = wholeOption(options, 'max', 1, 1e6) ?? Math.max(DEFAULT_OPTIONS.max, min);
  if (max < min) throw badInput({ path: '--max', what: `is ${max}, less than --min ${min}` });
  const sample = wholeOption(options, 'sample', 1, 1e9);
  return {
    threshold: threshold ?? (embeddings === undefined ? DEFAULT_OPTIONS.threshold : EMBEDDED_THRESHOLD),
    min,
    max,
    seed: seedOption(options, DEFAULT_OPTIONS.seed),
    ignoreGroups: options['ignore-groups'] === true,
    sweep: readSweep(options['sweep']),
    fields: readFields(options['features']),
    ...(sample === undefined ? {} : { sample }),
    ...(typeof embeddings === 'string'
      ? {
          embed: (tools) =>
            embedTools(tools, embeddings, {}, `${out.replace(/\.json$/, '')}.embeddings.jsonl`, (text) =>
              output.progress(text),
            ),
        }
      : {}),
  };
}

function readSweep(text: string | boolean | undefined): number[] {
  if (typeof text !== 'string') return [];
  return text.split(',').map((each) => numberOption({ sweep: each }, 'sweep', 0.01, 1) ?? 0);
}

function readFields(text: string | boolean | undefined): readonly Field[] {
  if (typeof text !== 'string') return FIELDS;
  return text.split(',').map((each) => {
    const field = FIELDS.find((name) => name === each.trim());
    if (field === undefined)
      throw badInput({ path: '--features', what: `names ${each}`, mend: `there are ${FIELDS.join(', ')}` });
    return field;
  });
}

function tell(
  output: Output,
  out: string,
  domains: readonly { name: string; description: string }[],
  { tools, singletons, edges, modularity }: SweepRow & { tools: number },
  dependencies: number,
  sweep: readonly SweepRow[],
): void {
  output.line(
    `${output.bold(counted(domains.length, 'domain'))} of ${counted(tools, 'tool')} in ${out}; ${counted(singletons, 'tool')} stand alone`,
  );
  output.line(
    `  ${counted(edges, 'edge')}, modularity ${modularity}, ${counted(dependencies, 'dependency', 'dependencies')}`,
  );
  for (const { name, description } of domains.slice(0, SHOWN)) output.line(`  ${name}  ${output.dim(description)}`);
  if (domains.length > SHOWN) output.line(`  … and ${domains.length - SHOWN} more`);
  if (sweep.length === 0) return;
  output.line('\n  threshold      edges    domains singletons modularity');
  for (const each of sweep)
    output.line(
      `  ${[each.threshold, each.edges, each.domains, each.singletons, each.modularity].map((value, at) => String(value).padStart(at === 0 ? 9 : 10)).join(' ')}`,
    );
}
