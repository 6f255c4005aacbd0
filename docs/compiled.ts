// Writes the page of compiled environments: two bundled schema files, and the environments that the compiler makes from
// them without any change by a person.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prettyJson } from '../envs/folder/pretty-json.ts';
import { asJson } from '../envs/values/json.ts';
import { compileDomain } from '../generator/compile/compile-domain.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../generator/pool/pool-tool.ts';

const SHOWN = ['clinic.mcp.json', 'bakery.swagger.json'] as const;
const SCHEMAS = fileURLToPath(new URL('../fixtures/tools/', import.meta.url));

export function compiledPage(): string {
  const parts = SHOWN.map((file) => {
    const { schema, tools } = compiled(file);
    const programs = tools.map(
      ({ name, description, program }) =>
        `**${name}**: ${description.split('\n')[0] ?? ''}\n\n\`\`\`json\n${prettyJson(asJson(program)).trimEnd()}\n\`\`\``,
    );
    return `## fixtures/tools/${file}\n\n\`\`\`sql\n${schema.trimEnd()}\n\`\`\`\n\n${programs.join('\n\n')}`;
  });
  return `# Two compiled environments, as they are

<!-- Made by npm run docs from fixtures/tools. Do not edit. -->

\`callgym build\` makes these tables and programs of two bundled files of tool schemas; they are unedited. [How the compiler works](compiler.md).

${parts.join('\n\n')}
`;
}

function compiled(file: string): ReturnType<typeof compileDomain>['environment'] {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-docs-'));
  try {
    const pool = join(dir, 'pool.jsonl');
    makePool([join(SCHEMAS, file)], pool);
    const tools: PoolTool[] = [];
    readPool(pool, (tool) => void tools.push(tool));
    const [title = file] = file.split('.');
    return compileDomain(
      { name: title, title: `${title[0]?.toUpperCase() ?? ''}${title.slice(1)}`, description: '', tools },
      { seed: 1, discovery: true, overrides: {} },
    ).environment;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

