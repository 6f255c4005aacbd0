// Writes the page about mutation testing from Stryker's report. It shows, folder by folder, the share of mutants
// (copies of the code with one changed line) that tests notice, and the mutants that no test noticed.
import { sha256 } from '../envs/values/hash.ts';

/** The page shows at most this many unnoticed mutants. */
const SHOWN = 40;

interface Place {
  readonly line: number;
  readonly column: number;
}
export interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored';
  readonly location: { readonly start: Place; readonly end: Place };
}
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[]; readonly source: string }>>;
}

/** Returns the page. `sample` says which part of the folders was changed, and `note` stands after the table. */
export function mutationPage(
  files: MutationReport['files'],
  folders: readonly string[],
  sample: string,
  note = '',
): string {
  const of = (folder: string): Mutant[] =>
    Object.entries(files).flatMap(([name, { mutants }]) => (name.startsWith(folder) ? mutants : []));
  const survivors = Object.entries(files)
    .flatMap(([name, { mutants, source }]) =>
      mutants
        .filter((each) => each.status === 'Survived')
        .map(
          (each) =>
            `- ${name}:${each.location.start.line} ${codeAt(source, each)} -> ${asCode(each.replacement ?? '')}`,
        ),
    )
    .sort((one, other) => (sha256(one) < sha256(other) ? -1 : 1))
    .slice(0, SHOWN);
  return `# Mutation testing

<!-- Made by npm run measure:mutants. Do not edit. -->

[Stryker](https://stryker-mutator.io) spoils the code in one place at a time; a good suite fails for each. This is a sample: ${sample}. Texts are not spoiled. Tests: those of [mutation-config.ts](../test/support/mutation-config.ts), a part of the suite that runs in a minute; long tests and stories notice more.

| folder | mutants | noticed | survived | not run | score, % |
| --- | --- | --- | --- | --- | --- |
${folders.map((folder) => line(`\`${folder}\``, of(folder))).join('\n')}
${line('both', folders.flatMap(of))}
${note === '' ? '' : `\n${note}\n`}
Some that survived, by digest:

${survivors.join('\n')}
`;
}

function counted(mutants: readonly Mutant[], ...statuses: Mutant['status'][]): number {
  return mutants.filter((each) => statuses.includes(each.status)).length;
}

function line(name: string, mutants: readonly Mutant[]): string {
  const killed = counted(mutants, 'Killed', 'Timeout');
  const left = counted(mutants, 'Survived');
  const uncovered = counted(mutants, 'NoCoverage');
  const total = killed + left + uncovered;
  return `| ${name} | ${total} | ${killed} | ${left} | ${uncovered} | ${total === 0 ? '-' : ((100 * killed) / total).toFixed(1)} |`;
}

/** Returns the first line of the original code that a mutant replaced. */
function codeAt(source: string, { location: { start, end } }: Mutant): string {
  const text = source.split('\n')[start.line - 1] ?? '';
  return asCode(text.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined));
}

function asCode(text: string): string {
  const [first = ''] = text.split('\n');
  return `\`${first.length > 60 ? `${first.slice(0, 60)} …` : first}\``;
}
