// Writes the pages about the environments that ship with callgym. docs/gallery.md says how they differ; a page
// docs/gallery/NAME.md shows an environment's tables, tools, rules and one played scenario. npm run docs runs this.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { overlapTable } from './gallery-overlap.ts';
import { galleryFolders } from '../cli/gallery.ts';
import { loadEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import type { Environment } from '../envs/values/environment.ts';
import type { Tool } from '../envs/values/tool-schema.ts';
import { World } from '../envs/world/world.ts';
import { playScenario } from '../generator/check/scenarios/play-scenario.ts';

const MADE = '<!-- Made by npm run docs from the environments. Do not edit. -->';
const MOST_TEXT = 300;

export function writeGalleryPages(): void {
  const environments = [...galleryFolders()].map(([, dir]) => loadEnvironment(dir));
  const page = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  mkdirSync(page('gallery'), { recursive: true });
  writeWhole(page('gallery.md'), overview(environments));
  for (const environment of environments) writeWhole(page(`gallery/${environment.name}.md`), pageOf(environment));
}

function overview(environments: readonly Environment[]): string {
  const rows = environments.map((each) => {
    const own = each.tools.filter(({ audience }) => audience !== 'control');
    const users = own.filter(({ audience }) => audience === 'user').length;
    return `| [${each.name}](gallery/${each.name}.md) | ${own.length}${users === 0 ? '' : ` (${users} the user's)`} | ${tablesOf(each).length} | ${each.seed.length} | ${each.rules.length} (${each.rules.filter(({ check }) => check !== undefined).length} checked) | ${each.scenarios?.scenarios.length ?? 0} | ${namingOf(own)} | ${envelopeOf(own)} | ${nestedOf(own)} | ${pagingOf(own)} |`;
  });
  return `# The gallery

${MADE}

\`callgym gallery\` lists the environments that ship; \`gallery:NAME\` stands for the folder of one wherever a command takes an environment. Those under \`gallery/\` were written by a model through \`build --author\` from tools and notes of our own, and improved by hand: \`gallery/NAME/author\` holds the tools, the notes, the settled replies, and policy and rules. These folders are in a checkout and not in the npm package. \`npm run gallery -- NAME\` builds one from them again, through every gate, and compares the bytes of all but \`decisions.json\`, which tells how it was authored.

| environment | tools | tables | rows | rules | scenarios | names | results | arguments | pages |
| --- | --- | ---: | ---: | --- | ---: | --- | --- | --- | --- |
${rows.join('\n')}

## How alike they are

The bar is a pair that is known for its likeness, retail and airline of tau2-bench: no pair of the gallery is to be more alike. \`npm run measure:gallery\` measures the bar again where it has tau2's data.

${overlapTable(environments)}
`;
}

function tablesOf({ schema }: Environment): string[] {
  return [...schema.matchAll(/^\s*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?["`]?(\w+)/gim)].map(([, name]) => name ?? '');
}

function namingOf(tools: readonly Tool[]): string {
  const names = tools.map(({ name }) => name);
  if (names.some((name) => name.includes('.'))) return 'dotted';
  if (names.some((name) => name.includes('-'))) return 'kebab';
  if (names.every((name) => /^[a-z]+$/.test(name))) return 'one word';
  if (names.every((name) => /^[A-Z]/.test(name))) return 'pascal';
  return names.some((name) => /[a-z][A-Z]/.test(name)) ? 'camel' : 'snake';
}

function envelopeOf(tools: readonly Tool[]): string {
  const members = tools.map(({ returns }) => Object.keys(((returns as { properties?: object } | undefined)?.properties ?? {}) as object));
  const count = (wanted: (names: readonly string[]) => boolean): number => members.filter(wanted).length;
  if (count((names) => names.includes('data')) > tools.length / 2) return 'data and meta';
  for (const list of ['nodes', 'hits', 'results'])
    if (count((names) => names.includes(list)) > 1) return `bare, lists in ${list}`;
  return count((names) => names.includes('items')) > 1 ? 'bare, lists in items' : 'bare';
}

function nestedOf(tools: readonly Tool[]): string {
  const isNested = tools.some(({ parameters }) =>
    Object.values((parameters['properties'] ?? {}) as Record<string, { type?: unknown }>).some(
      ({ type }) => type === 'object',
    ),
  );
  return isNested ? 'nested' : 'flat';
}

function pagingOf(tools: readonly Tool[]): string {
  const names = new Set(tools.flatMap(({ parameters }) => Object.keys((parameters['properties'] ?? {}) as object)));
  if (names.has('page')) return 'numbers';
  if (names.has('cursor') || names.has('page_cursor') || (names.has('first') && names.has('after'))) return 'cursors';
  if (names.has('skip')) return 'skip and take';
  return names.has('offset') || names.has('limit') ? 'limits' : 'none';
}

function pageOf(environment: Environment): string {
  const { name, title, description, schema, policy, rules, invariants = [], tools } = environment;
  const shown = tools
    .filter(({ audience }) => audience !== 'control')
    .map(
      (tool) =>
        `| \`${tool.name}\` | ${tool.audience} | ${tool.effect} | ${oneLine(tool.description)} |`,
    );
  const parts = [
    `# ${title}`,
    MADE,
    `\`gallery:${name}\`. ${description}`,
    `## Tools\n\n| tool | whose | effect | says |\n| --- | --- | --- | --- |\n${shown.join('\n')}`,
    `## Tables\n\n\`\`\`sql\n${schema.trim()}\n\`\`\``,
    ...(invariants.length === 0 ? [] : [`## Truths\n\n${invariants.map(({ says }) => `- ${says}`).join('\n')}`]),
    ...(rules.length === 0
      ? policy === ''
        ? []
        : [`## Policy\n\n${policy.trim()}`]
      : [`## Rules\n\n${rules.map(({ id, text, check }) => `${id}. ${text}${check === undefined ? '' : ' *(checked)*'}`).join('\n')}`]),
    ...story(environment),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Plays the scenario that calls the most different tools, and writes its calls and results. */
function story(environment: Environment): string[] {
  const suite = environment.scenarios;
  if (suite === undefined) return [];
  const different = (steps: readonly { readonly name: string }[]): number => new Set(steps.map(({ name }) => name)).size;
  const [chosen] = suite.scenarios.toSorted((a, b) => different(b.steps) - different(a.steps) || b.steps.length - a.steps.length);
  if (chosen === undefined) return [];
  const world = new World(environment, { pool: 1 });
  const lines: string[] = [];
  playScenario(world, suite, chosen, (session, store) => {
    const last = store.log(session).at(-1);
    if (last === undefined) return;
    const answer = JSON.stringify(last.ok ? last.result : last.error);
    lines.push(`${last.name}(${JSON.stringify(last.arguments)})\n  ${answer.length > MOST_TEXT ? `${answer.slice(0, MOST_TEXT)}…` : answer}`);
  });
  world.close();
  return [`## A story: ${chosen.name}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}
