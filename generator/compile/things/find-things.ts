// things: facts of all tools -> the things that they are about. A noun is a thing when tools ask for its rows by a key, or
// when rows of it are made or listed. Ids whose noun no tool is about belong to the thing that is always asked for by them.
import { columnName, type FieldNode, type ValueType } from '../fields.ts';
import { idOf, NATURAL, spelled } from '../read/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { plural } from '../../../envs/words/split-words.ts';
import type { KeyPart, Thing, Things } from './thing.ts';

const SINGLE: ReadonlySet<string> = new Set(['show', 'update', 'delete', 'state', 'move']);

/** The nouns that tools are about, with the tools. */
type Heads = ReadonlyMap<string, readonly ToolFacts[]>;

export function findThings(tools: readonly ToolFacts[], forced: ForcedThings = {}): Things {
  const heads = headsOf(tools, forced);
  const aliases = aliasesOf(tools, heads, forced);
  const found: Thing[] = [];
  for (const [noun, about] of heads) {
    if (aliases.get(noun) !== noun && aliases.has(noun)) continue;
    const nouns = new Set([noun, ...[...aliases].filter(([, of]) => of === noun).map(([alias]) => alias)]);
    const mine = [...nouns].flatMap((each) => heads.get(each) ?? []);
    const thing = thingOf(noun, nouns, mine.length > 0 ? mine : about, tools, forced);
    if (thing !== undefined) found.push(thing);
  }
  return linked(found);
}

/** What a person says in overrides: the key of a noun, and nouns that are one thing. */
export interface ForcedThings {
  readonly [noun: string]: { readonly key?: string; readonly also?: readonly string[] };
}

/** The noun that a tool is about: the last collection of its path, or that of its name. */
export function headOf(tool: ToolFacts): readonly string[] {
  const collections = tool.path.filter((part) => part.words.length > 0);
  const last = collections.findLast((part) => part.plural || part.argument !== undefined);
  if (last !== undefined) return spelled(last.words);
  return spelled(tool.noun);
}

function headsOf(tools: readonly ToolFacts[], forced: ForcedThings): Heads {
  const heads = new Map<string, ToolFacts[]>();
  for (const tool of tools) {
    const noun = headOf(tool).join(' ');
    if (noun === '') continue;
    heads.set(noun, [...(heads.get(noun) ?? []), tool]);
  }
  for (const noun of Object.keys(forced)) if (!heads.has(noun)) heads.set(noun, []);
  return heads;
}

/** Every scalar that names a row, also in lists of ids and inside objects. */
export function idArguments(
  tool: ToolFacts,
): { node: FieldNode; noun: string; by: string; global: boolean; list: boolean }[] {
  return tool.arguments.flatMap((node) => {
    const list = node.kind === 'list' && node.item.kind === 'scalar';
    if (node.kind !== 'scalar' && !list) return [];
    const naming = idOf(node.field.words);
    return naming === undefined
      ? []
      : [{ node, noun: naming.noun.join(' '), by: naming.by, global: naming.global, list }];
  });
}

/** Noun -> the noun that it is another name of. */
function aliasesOf(tools: readonly ToolFacts[], heads: Heads, forced: ForcedThings): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const [noun, { also = [] }] of Object.entries(forced)) for (const each of also) aliases.set(each, noun);
  const keyed = new Set(tools.flatMap((tool) => idArguments(tool).map(({ noun }) => noun)));
  // an id of a noun that no tool is about, the sole one that tools of one noun ask for: a message of emails
  for (const noun of [...keyed].sort()) {
    if (noun === '' || heads.has(noun) || aliases.has(noun)) continue;
    const askers = new Set<string>();
    for (const tool of tools) {
      const ids = idArguments(tool).filter((each) => !each.list && each.node.field.required);
      const unknown = ids.filter((each) => !heads.has(each.noun) && each.noun !== '');
      if (
        unknown.length === 1 &&
        unknown[0]?.noun === noun &&
        !tool.plural &&
        isSingle(tool) &&
        ids.every((each) => each.noun !== headOf(tool).join(' '))
      )
        askers.add(headOf(tool).join(' '));
    }
    const open = [...askers].filter((head) => head !== '' && !keyed.has(head));
    const related = [...heads.keys()].filter((head) => head.startsWith(`${noun} `) || head.endsWith(` ${noun}`));
    const [only] = related.length === 1 ? related : open.length === 1 ? open : [];
    if (only !== undefined) aliases.set(noun, only);
  }
  // an organization that is described as "ID of the workspace"
  for (const tool of tools)
    for (const { node, noun } of idArguments(tool)) {
      if (noun === '' || heads.has(noun) || aliases.has(noun)) continue;
      const said = /\bid of (?:the |a |an )?([a-z]+)|^(?:the )?([a-z]+) id\b/i
        .exec(node.field.description)
        ?.slice(1)
        .find((each) => each !== undefined)
        ?.toLowerCase();
      if (said !== undefined && said !== noun && (heads.has(said) || keyed.has(said))) aliases.set(noun, said);
    }
  // labels of a board are labels; email labels are labels where nothing else is said of email labels
  for (const [noun, about] of heads) {
    if (aliases.has(noun) || keyed.has(noun)) continue;
    const words = noun.split(' ');
    for (let at = 1; at < words.length; at++) {
      const rest = words.slice(at).join(' ');
      const before = words.slice(0, at).join(' ');
      if (!heads.has(rest) && !keyed.has(rest)) continue;
      const isOwner = keyed.has(before) || heads.has(before);
      const onlyShown = about.every((tool) => tool.senses.has('show') || tool.senses.has('search'));
      if (isOwner || onlyShown) {
        aliases.set(noun, heads.has(rest) ? (aliases.get(rest) ?? rest) : noun);
        if (!heads.has(rest)) aliases.delete(noun);
        break;
      }
    }
  }
  return aliases;
}

function isSingle(tool: ToolFacts): boolean {
  return [...tool.senses].some((sense) => SINGLE.has(sense));
}

function thingOf(
  noun: string,
  nouns: ReadonlySet<string>,
  about: readonly ToolFacts[],
  tools: readonly ToolFacts[],
  forced: ForcedThings,
): Thing | undefined {
  const words = noun.split(' ');
  const evidence: string[] = [];
  const own = ownKey(nouns, about, tools, forced[noun]?.key, evidence);
  if (own === undefined) return undefined;
  const scope = own.global ? [] : scopeOf(about, own, nouns);
  if (scope.length > 0)
    evidence.push(`its tools always ask for ${scope.map((part) => part.words.join(' ')).join(', ')} too`);
  return {
    table: columnName([...words.slice(0, -1), plural(words.at(-1) ?? '')]),
    words,
    nouns,
    own: { column: own.natural ? columnName(own.words) : 'id', words: own.words, type: own.type },
    global: own.global,
    natural: own.natural,
    scope,
    parent: undefined,
    evidence,
  };
}

interface OwnKey {
  readonly words: readonly string[];
  readonly type: ValueType;
  readonly global: boolean;
  readonly natural: boolean;
}

function ownKey(
  nouns: ReadonlySet<string>,
  about: readonly ToolFacts[],
  tools: readonly ToolFacts[],
  said: string | undefined,
  evidence: string[],
): OwnKey | undefined {
  const scalar = (type: ValueType): ValueType => (type === 'integer' || type === 'real' ? 'integer' : 'text');
  if (said !== undefined) {
    const node = about.flatMap((tool) => tool.arguments).find((each) => each.field.name === said);
    evidence.push(`overrides.json names ${said} as its key`);
    const naming = idOf(node?.field.words ?? []);
    return {
      words: node?.field.words ?? [said],
      type: scalar(node?.field.type ?? 'text'),
      global: naming?.global ?? false,
      natural: naming === undefined,
    };
  }
  // an argument that bears the noun, or a bare id of a tool about it
  const single = about.filter((tool) => isSingle(tool) && !tool.plural);
  const bare = single.filter((tool) => !tool.senses.has('show') || tool.arguments.length > 0);
  for (const [list, where] of [[tools, 'an argument'] as const]) {
    const named = list
      .flatMap((tool) => idArguments(tool).map((each) => ({ ...each, tool })))
      .filter((each) => nouns.has(each.noun))
      .sort((a, b) => Number(b.global) - Number(a.global));
    const [best] = named;
    if (best !== undefined) {
      evidence.push(`${where} of ${best.tool.name} is its ${best.node.field.name}`);
      const node = best.list && best.node.kind === 'list' ? best.node.item : best.node;
      return {
        words: [best.by],
        type: scalar(node.field.type),
        global: best.global,
        natural: !best.global && !['number', 'iid', 'index', 'ts', 'no', 'num'].includes(best.by),
      };
    }
  }
  for (const tool of bare) {
    const inPath = tool.path.findLast((part) => part.argument !== undefined)?.argument;
    const id = idArguments(tool).find((each) => each.noun === '' || each.node.field.name === inPath);
    if (id !== undefined && (id.node.field.required || inPath === id.node.field.name)) {
      evidence.push(`${tool.name} asks for it by ${id.node.field.name}`);
      return {
        words: [id.by],
        type: scalar(id.node.field.type),
        global: id.global,
        natural: !id.global && !['number', 'iid', 'index', 'ts'].includes(id.by),
      };
    }
  }
  const given = about.length < 2 ? undefined : naturalKey(nouns, single, evidence);
  if (given !== undefined) return given;
  // rows that are made and shown, which no tool asks for one by one
  for (const tool of about.filter((each) => each.senses.has('show') || each.senses.has('search') || about.length > 1)) {
    const leaf = tool.result === undefined ? undefined : keyLeaf(tool.result, nouns);
    if (leaf !== undefined) {
      evidence.push(`${tool.name} shows its ${leaf.field.name}`);
      return { words: ['id'], type: scalar(leaf.field.type), global: true, natural: false };
    }
  }
  const made = about.find((tool) => tool.senses.has('create') || tool.senses.has('book') || tool.senses.has('send'));
  const shown = about.find((tool) => tool.senses.has('show') && tool.plural);
  if (made !== undefined && shown !== undefined) {
    evidence.push(`${made.name} makes them and ${shown.name} lists them`);
    return { words: ['id'], type: 'text', global: true, natural: false };
  }
  return undefined;
}

/** The one required text by which all tools of single rows ask. */
function naturalKey(nouns: ReadonlySet<string>, single: readonly ToolFacts[], evidence: string[]): OwnKey | undefined {
  for (const name of NATURAL) {
    const names = new Set([name, ...[...nouns].map((each) => `${each} ${name}`), ...nouns]);
    const asked = single.map((tool) =>
      tool.arguments.find(
        (node) =>
          node.kind === 'scalar' &&
          node.field.required &&
          names.has(spelled(node.field.words).join(' ')) &&
          node.field.type !== 'boolean' &&
          node.field.choices.length === 0,
      ),
    );
    if (single.length === 0 || asked.some((node) => node === undefined)) continue;
    const [node] = asked;
    if (node === undefined) continue;
    evidence.push(`its tools ask for it by ${node.field.name}`);
    const bare = nouns.has(spelled(node.field.words).join(' '));
    return {
      words: bare ? ['name'] : name.split(' '),
      type: node.field.type === 'integer' ? 'integer' : 'text',
      global: false,
      natural: true,
    };
  }
  return undefined;
}

/** id, or order_id of an order, in the row that a result shows. */
export function keyLeaf(node: FieldNode, nouns: ReadonlySet<string>): FieldNode | undefined {
  if (node.kind === 'list') return keyLeaf(node.item, nouns);
  if (node.kind === 'scalar') return undefined;
  for (const member of node.members) {
    if (member.kind !== 'scalar') continue;
    const naming = idOf(member.field.words);
    if (naming !== undefined && naming.global && (naming.noun.length === 0 || nouns.has(naming.noun.join(' '))))
      return member;
  }
  const lists = node.members.filter((member) => member.kind !== 'scalar');
  return lists.length === 1 && lists[0] !== undefined ? keyLeaf(lists[0], nouns) : undefined;
}

/** Texts that all tools of one row ask for beside its own key: owner and repository of an issue. */
function scopeOf(about: readonly ToolFacts[], own: OwnKey, nouns: ReadonlySet<string>): KeyPart[] {
  const single = about.filter((tool) => isSingle(tool) && !tool.plural);
  if (single.length === 0) return [];
  const required = single.map(
    (tool) =>
      new Map(
        tool.arguments
          .filter(
            (node) =>
              node.kind === 'scalar' &&
              node.field.required &&
              node.field.choices.length === 0 &&
              (node.field.type === 'text' || node.field.type === 'integer'),
          )
          .filter((node) => !isOwn(node, own, nouns))
          .map((node) => [node.field.name, node]),
      ),
  );
  const [first, ...others] = required;
  // one tool proves no scope: it may be what the tool is about
  const makers = about.filter((tool) => tool.senses.has('create') || tool.plural);
  const everywhere = [...(first ?? new Map<string, FieldNode>())].filter(
    ([name]) =>
      others.every((each) => each.has(name)) &&
      makers.every((tool) => tool.arguments.some((node) => node.field.name === name)) &&
      single.length + makers.length >= 2,
  );
  return everywhere
    .filter(([, node]) => !node.field.description.toLowerCase().startsWith('new '))
    .map(([, node]) => ({
      column: columnName(spelled(node.field.words)),
      words: spelled(node.field.words),
      type: node.field.type === 'integer' ? 'integer' : 'text',
    }));
}

function isOwn(node: FieldNode, own: OwnKey, nouns: ReadonlySet<string>): boolean {
  const text = spelled(node.field.words).join(' ');
  const key = own.words.join(' ');
  return text === key || [...nouns].some((noun) => text === `${noun} ${key}` || text === noun);
}

/** Scopes that are the key of another thing name the parent. */
function linked(found: readonly Thing[]): Things {
  const byNoun = new Map<string, Thing>();
  for (const thing of found) for (const noun of thing.nouns) if (!byNoun.has(noun)) byNoun.set(noun, thing);
  const all = found.map((thing): Thing => {
    if (thing.scope.length === 0) return thing;
    const last = thing.scope.at(-1);
    const naming = last === undefined ? undefined : idOf(last.words);
    const parent = byNoun.get((naming?.noun ?? last?.words ?? []).join(' '));
    if (parent === undefined || parent === thing) return thing;
    // the parent's key is what its children are asked for by
    return { ...thing, parent: parent.table };
  });
  return {
    all,
    byTable: new Map(all.map((thing) => [thing.table, thing])),
    byNoun: new Map(all.flatMap((thing) => [...thing.nouns].map((noun): [string, Thing] => [noun, thing])).reverse()),
  };
}
