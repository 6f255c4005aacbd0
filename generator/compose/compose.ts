// Joins several environments into one. Each part keeps its tables, tools, rules and scenarios under names with a
// prefix. The policies become chapters of one policy, and all parts share one clock. If wanted, the parts also share
// the same people.
import { checkedAs } from '../../envs/values/json.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Environment } from '../../envs/values/environment.ts';
import type { Speech } from '../../envs/values/speech.ts';
import type { Step } from '../../envs/values/program.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { prefixOf, renamePart, SEPARATOR } from './rename-part.ts';
import { peopleOf, withPeople, type People } from './share-people.ts';
import { shiftBetween } from './shift-dates.ts';

export interface Composed {
  readonly environment: Environment;
  /** The parts have the same people in common; `keys` identify them in every part. */
  readonly shared: readonly { readonly kind: 'people'; readonly keys: readonly string[]; readonly parts: number }[];
}

export interface ComposeOptions {
  readonly name: string;
  /** Whether the same people appear in all parts. */
  readonly people: boolean;
}

/** The largest number of characters that the APIs of models allow in a tool's name. */
const LONGEST = 64;

export function compose(environments: readonly Environment[], { name, people }: ComposeOptions): Composed {
  const [first] = environments;
  if (first === undefined || environments.length < 2)
    throw badInput({ what: 'is one environment alone', mend: 'name two or more' });
  const prefixes = environments.map((each) => prefixOf(each.name).toLowerCase());
  const twice = prefixes.find((each, at) => prefixes.indexOf(each) !== at);
  if (twice !== undefined)
    throw badInput({
      path: twice,
      what: 'is the name of two parts',
      mend: 'give one of them another name in its environment.json',
    });
  for (const part of environments)
    for (const tool of part.tools)
      if (`${prefixOf(part.name)}${SEPARATOR}${tool.name}`.length > LONGEST)
        throw badInput({
          path: `${part.name} ${tool.name}`,
          what: `would have a name of more than ${LONGEST} characters`,
          mend: 'give the environment a shorter name',
        });
  const { clock } = first;
  let keys: readonly string[] = [];
  let met = 0;
  const source = people ? namesakes(environments) : undefined;
  const parts = environments.map((part) => {
    const own = source === undefined ? undefined : peopleOf(part);
    if (source === undefined || own === undefined) return part;
    met += 1;
    if (own.rows[0] === source.rows[0]) return part;
    const outcome = withPeople(part, source);
    if (outcome === undefined) return part;
    keys = [...new Set([...keys, ...outcome.keys])];
    return outcome.part;
  });
  const renamed = parts.map((part) => renamePart(part, shiftBetween(part.clock, clock)));
  return {
    environment: joined(name, environments, renamed),
    shared: met < 2 ? [] : [{ kind: 'people', keys, parts: met }],
  };
}

/**
 * Returns the people of the part with the most scenarios among the parts that have people. Their names are used in all
 * parts, because scenarios may name persons.
 */
function namesakes(environments: readonly Environment[]): People | undefined {
  const count = ({ scenarios }: Environment): number => scenarios?.scenarios.length ?? 0;
  return environments
    .toSorted((a, b) => count(b) - count(a))
    .map(peopleOf)
    .find((each) => each !== undefined);
}

function joined(name: string, originals: readonly Environment[], parts: readonly Environment[]): Environment {
  const [first] = parts as readonly [Environment, ...Environment[]];
  const locales = new Set(parts.flatMap(({ locale }) => locale ?? []));
  const [locale] = locales;
  const titles = originals.map(({ title }) => title);
  const after = afterOf(parts);
  const merge = <T>(pick: (part: Environment) => Readonly<Record<string, T>> | undefined): Record<string, T> =>
    Object.assign({}, ...parts.map((part) => pick(part) ?? {})) as Record<string, T>;
  const list = <T>(pick: (part: Environment) => readonly T[] | undefined): T[] =>
    parts.flatMap((part) => pick(part) ?? []);
  const fragments = merge((part) => part.fragments);
  const invariants = list((part) => part.invariants);
  const promises = list((part) => part.promises);
  const unseen = merge((part) => part.unseen);
  const scenarios = list((part) => part.scenarios?.scenarios);
  const stories = list((part) => part.stories);
  const speaking = list((part) => (part.speech === undefined ? [] : [part.speech]));
  return {
    format: first.format,
    name,
    title: titles.join(' + '),
    description: `Several services in one place: ${originals.map(({ title, description }) => `${title} (${description.replace(/\.$/, '')})`).join('; ')}.`,
    origin: 'composed',
    clock: first.clock,
    ...(locales.size === 1 && locale !== undefined ? { locale } : {}),
    columns: merge((part) => part.columns),
    documents: merge((part) => part.documents),
    arguments: parts.every((part) => part.arguments === 'strict') ? 'strict' : 'loose',
    ...(after === undefined ? {} : { after: after.name }),
    ...(invariants.length === 0 ? {} : { invariants }),
    ...(promises.length === 0 ? {} : { promises }),
    ...(Object.keys(unseen).length === 0 ? {} : { unseen }),
    ...(Object.keys(fragments).length === 0 ? {} : { fragments }),
    schema: parts
      .map(({ schema }) => schema.trimEnd())
      .join('\n\n')
      .concat('\n'),
    tools: [...list((part) => part.tools), ...(after?.made === undefined ? [] : [after.made])],
    seed: list((part) => part.seed),
    policy: policyOf(originals, parts),
    rules: list((part) => part.rules),
    ...(stories.length === 0 ? {} : { stories }),
    ...(speaking.length === 0 ? {} : { speech: speechOf(speaking) }),
    ...(scenarios.length === 0 ? {} : { scenarios: { views: merge((part) => part.scenarios?.views), scenarios } }),
  };
}

/** Joins the phrases with which users of the parts speak about the tools. */
function speechOf(parts: readonly Speech[]): Speech {
  const roles = Object.assign({}, ...parts.map((part) => part.roles ?? {})) as NonNullable<Speech['roles']>;
  const closes = [...new Set(parts.flatMap((part) => part.closes ?? []))];
  return {
    tools: Object.assign({}, ...parts.map(({ tools }) => tools)) as Speech['tools'],
    ...(closes.length === 0 ? {} : { closes }),
    ...(Object.keys(roles).length === 0 ? {} : { roles }),
  };
}

/** Joins the policies as chapters, one for each part. The headings of each policy move one level down. */
function policyOf(originals: readonly Environment[], parts: readonly Environment[]): string {
  const chapters = parts.flatMap(({ policy }, at) => {
    const { name = '', title = '' } = originals[at] ?? {};
    const text = policy.trim().replaceAll(/^(#{1,5}) /gm, '#$1 ');
    const tools = `Its tools begin with \`${prefixOf(name)}${SEPARATOR}\`.`;
    return text === ''
      ? [`## ${title}\n\n${tools}`]
      : [text.startsWith('## ') ? text.replace('\n', `\n\n${tools}\n`) : `## ${title}\n\n${tools}\n\n${text}`];
  });
  return [
    '# Several services',
    `You serve ${originals.length} services at once. The rules of each hold for its own tools.`,
    ...chapters,
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * Returns the tool that runs after every change. If several parts have such a tool, a new tool runs all of them one
 * after the other.
 */
function afterOf(parts: readonly Environment[]): { name: string; made?: Tool } | undefined {
  const found = parts.flatMap(({ after, tools }) => tools.filter(({ name }) => name === after));
  const [only] = found;
  if (only === undefined) return undefined;
  if (found.length === 1) return { name: only.name };
  const steps = found.flatMap(({ program }) =>
    checkedAs<readonly Step[]>(program).filter((step) => !('return' in step)),
  );
  const last = checkedAs<readonly Step[]>(only.program).filter((step) => 'return' in step);
  const name = 'after_every_change';
  return {
    name,
    made: {
      ...only,
      name,
      description: 'After every change: what follows from it in each service.',
      program: checkedAs<Tool['program']>([...steps, ...last]),
    },
  };
}
