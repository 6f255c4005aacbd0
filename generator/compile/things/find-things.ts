// Finds the kinds of rows that the tools are about, called things; each becomes a table. A noun is a thing if tools ask
// for its rows by a key, create them or list them. An id with any other noun belongs to the thing whose tools always
// take this id.
import { columnName, type FieldNode, type ValueType } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { NAMED_ROWS, PEOPLE } from '../../lexicon/nouns.ts';
import { plural, singular } from '../../../envs/words/split-words.ts';
import { headOf, withoutSet } from './head-of.ts';
import { idArguments, isAbove } from './id-arguments.ts';
import { withKeyForms } from './key-forms.ts';
import { naturalKey } from './natural-key.ts';
import { companionsOf, isSingle, scopeOf, type OwnKey } from './scope-of.ts';
import { isMadeAs } from './made-as.ts';
import type { Thing, Things } from './thing.ts';

/** For each noun of a tool's name or path, the tools with this noun. */
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
  return withKeyForms(linked(found), tools);
}

/** Decisions of a person in overrides.json: the key of a noun, and other nouns for the same rows. */
export interface ForcedThings {
  readonly [noun: string]: { readonly key?: string; readonly also?: readonly string[] };
}

function headsOf(tools: readonly ToolFacts[], forced: ForcedThings): Heads {
  const heads = new Map<string, ToolFacts[]>();
  for (const tool of tools) {
    const noun = withoutSet(headOf(tool), tool, tools).join(' ');
    if (noun === '') continue;
    heads.set(noun, [...(heads.get(noun) ?? []), tool]);
  }
  for (const noun of Object.keys(forced)) if (!heads.has(noun)) heads.set(noun, []);
  return heads;
}

/** Returns the other names of nouns: each other name is mapped to the noun with the same rows. */
function aliasesOf(tools: readonly ToolFacts[], heads: Heads, forced: ForcedThings): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const [noun, { also = [] }] of Object.entries(forced)) for (const each of also) aliases.set(each, noun);
  const keyed = new Set(tools.flatMap((tool) => idArguments(tool).map(({ noun }) => noun)));
  for (const noun of [...keyed].sort()) {
    if (noun === '' || heads.has(noun) || aliases.has(noun)) continue;
    const only = onlyIdOf(noun, tools, heads, keyed);
    if (only !== undefined) aliases.set(noun, only);
  }
  // a description may name another noun: the argument `organization` is described as "ID of the workspace"
  for (const { node, noun } of tools.flatMap(idArguments)) {
    if (noun === '' || heads.has(noun) || aliases.has(noun)) continue;
    const said = /\bid of (?:the |a |an )?([a-z]+)|^(?:the )?([a-z]+) id\b/i
      .exec(node.field.description)
      ?.slice(1)
      .find((each) => each !== undefined)
      ?.toLowerCase();
    if (said !== undefined && said !== noun && (heads.has(said) || keyed.has(said))) aliases.set(noun, said);
  }
  for (const [noun, about] of heads) aliasLonger(noun, about, heads, keyed, aliases);
  for (const [noun, person] of rolesOf(tools, heads, keyed)) if (!aliases.has(noun)) aliases.set(noun, person);
  return aliases;
}

/**
 * Returns the noun whose tools take this id, if there is exactly one: message_id in tools about emails is the id of an
 * email.
 */
function onlyIdOf(
  noun: string,
  tools: readonly ToolFacts[],
  heads: Heads,
  keyed: ReadonlySet<string>,
): string | undefined {
  // depends_on_task_id refers to a second task, so it is not another name for the id
  if ([...heads.keys()].some((head) => head !== '' && noun.endsWith(` ${head}`))) return undefined;
  const isBelow = (head: string): boolean => {
    const before = head.endsWith(` ${noun}`) ? head.slice(0, -noun.length - 1) : '';
    return isAbove(noun, heads.get(before) ?? [], before);
  };
  const askers = new Set(
    tools
      .filter((tool) => asksOnlyFor(noun, tool, heads))
      .map((tool) => headOf(tool).join(' '))
      .filter((head) => !isBelow(head)),
  );
  const open = [...askers].filter((head) => head !== '' && !keyed.has(head));
  const related = [...heads.keys()]
    .filter((head) => head.startsWith(`${noun} `) || (head.endsWith(` ${noun}`) && askers.has(head)))
    .filter((head) => !VIEWED.test(head))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const [first = ''] = related;
  if (related.length > 0 && related.every((head) => head === first || head.startsWith(`${first} `))) return related[0];
  return open.length === 1 ? open[0] : undefined;
}

function asksOnlyFor(noun: string, tool: ToolFacts, heads: Heads): boolean {
  const ids = idArguments(tool).filter((each) => !each.list && each.node.field.required);
  const unknown = ids.filter(
    (each) =>
      !heads.has(each.noun) && each.noun !== '' && !namesAnother(each.node.field.description, headOf(tool), heads),
  );
  return (
    unknown.length === 1 &&
    unknown[0]?.noun === noun &&
    !tool.plural &&
    isSingle(tool) &&
    ids.every((each) => each.noun !== headOf(tool).join(' '))
  );
}

/**
 * Treats a longer noun as a name of a shorter one: "board labels" are labels, unless tools treat them as rows of their
 * own.
 */
function aliasLonger(
  noun: string,
  about: readonly ToolFacts[],
  heads: Heads,
  keyed: ReadonlySet<string>,
  aliases: Map<string, string>,
): void {
  if (aliases.has(noun) || keyed.has(noun)) return;
  const words = noun.split(' ');
  for (let at = 1; at < words.length; at++) {
    const rest = words.slice(at).join(' ');
    const before = words.slice(0, at).join(' ');
    if (!heads.has(rest) && !keyed.has(rest)) continue;
    // if calls find a category within a budget, a "category budget" is not a budget
    if (isAbove(rest, heads.get(before) ?? [], before)) continue;
    // if "issue labels" are the only labels, label_ids are ids of issue labels
    if (!heads.has(rest) && [...heads.keys()].filter((head) => head.endsWith(` ${rest}`)).length === 1) {
      if (!aliases.has(rest)) aliases.set(rest, noun);
      return;
    }
    if (isMadeAs(noun, rest, heads, keyed)) aliases.set(rest, noun);
    const isOwner = keyed.has(before) || heads.has(before);
    const onlyShown = about.every((tool) => tool.senses.has('show') || tool.senses.has('search'));
    const restricts = /(?:ed|ing|able|ive|ous)$/.test(before);
    if (!isOwner && (!onlyShown || restricts)) continue;
    if (heads.has(rest)) aliases.set(noun, aliases.get(rest) ?? rest);
    return;
  }
}

/** Treats roles as people: the members of a group are users if a tool adds a user to a group as a member. */
function rolesOf(tools: readonly ToolFacts[], heads: Heads, keyed: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, { readonly person: string; readonly pair: string }>();
  for (const tool of tools) {
    if (!tool.senses.has('link')) continue;
    const nouns = idArguments(tool).flatMap(({ noun, node }) => (node.field.required && noun !== '' ? [noun] : []));
    const person = nouns.find((noun) => PEOPLE.has(noun.split(' ').at(-1) ?? '') && heads.has(noun));
    const owner = nouns.find((noun) => noun !== person);
    const role = headOf(tool).at(-1) ?? '';
    if (nouns.length !== 2 || person === undefined || owner === undefined || nouns.includes(role)) continue;
    if (!PEOPLE.has(role) && !ROLE.test(role)) continue;
    for (const head of heads.keys())
      if (head === role || head === `${owner} ${role}`)
        if (!keyed.has(head)) found.set(head, { person, pair: `${owner} ${person} ${role}` });
  }
  // watchers and voters of an issue are both users but different sets, so neither can be replaced by "user"
  const pairs = new Map([...found.values()].map(({ pair }) => [pair, pair.split(' ').slice(0, -1).join(' ')]));
  const isOnly = (pair: string): boolean => [...pairs.values()].filter((each) => each === pairs.get(pair)).length === 1;
  return new Map([...found].flatMap(([noun, { person, pair }]) => (isOnly(pair) ? [[noun, person] as const] : [])));
}
const ROLE =
  /^(?:member|participant|attendee|follower|watcher|subscriber|collaborator|student|player|guest|voter|invitee|moderator|admin|editor|viewer)$/;

/** Matches nouns of views: project_id in get_project_status is the id of a project, not of its status. */
const VIEWED =
  / (?:status|state|info|detail|summary|stat|statistic|count|history|setting|metadata|overview|content|file|progress|report|usage|metric|log|activity)$/;

/** Tells whether the description gives the id to another noun, such as "User ID of the receiver". */
function namesAnother(description: string, head: readonly string[], heads: Heads): boolean {
  const said = /^(?:the |an? )?([a-z]+) id\b|\bid of (?:the |an? )?([a-z]+)/i.exec(description);
  const noun = (said?.[1] ?? said?.[2])?.toLowerCase();
  return noun !== undefined && heads.has(noun) && !head.includes(noun);
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
  const asked = own.global ? [] : scopeOf(about, own, nouns);
  const scope = asked.length > 0 || !own.natural ? asked : companionsOf(nouns, tools);
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

/** Returns the key of a noun's rows, from overrides.json, an argument, a result or a name that is unique. */
function ownKey(
  nouns: ReadonlySet<string>,
  about: readonly ToolFacts[],
  tools: readonly ToolFacts[],
  said: string | undefined,
  evidence: string[],
): OwnKey | undefined {
  if (said !== undefined) {
    const node = about.flatMap((tool) => tool.arguments).find((each) => each.field.name === said);
    evidence.push(`overrides.json names ${said} as its key`);
    const naming = idOf(node?.field.words ?? []);
    return {
      words: node?.field.words ?? [said],
      type: keyType(node?.field.type ?? 'text'),
      global: naming?.global ?? false,
      natural: naming === undefined,
    };
  }
  const single = about.filter((tool) => isSingle(tool) && !tool.plural);
  return (
    askedKey(nouns, tools, single, evidence) ??
    naturalKey(nouns, about, tools, evidence) ??
    shownKey(nouns, about, tools, evidence)
  );
}

const keyType = (type: ValueType): ValueType => (type === 'integer' || type === 'real' ? 'integer' : 'text');

/**
 * Returns the key with which tools ask for a row: an id with the noun in its name, or `id` in a tool about the noun.
 */
function askedKey(
  nouns: ReadonlySet<string>,
  tools: readonly ToolFacts[],
  single: readonly ToolFacts[],
  evidence: string[],
): OwnKey | undefined {
  const [best] = tools
    .flatMap((tool) => idArguments(tool).map((each) => ({ ...each, tool })))
    .filter((each) => nouns.has(each.noun))
    .sort((a, b) => Number(b.global) - Number(a.global));
  if (best !== undefined) {
    evidence.push(`an argument of ${best.tool.name} is its ${best.node.field.name}`);
    const node = best.list && best.node.kind === 'list' ? best.node.item : best.node;
    return {
      words: [best.by],
      type: keyType(node.field.type),
      global: best.global,
      natural: !best.global && !['number', 'iid', 'index', 'ts', 'no', 'num'].includes(best.by),
    };
  }
  for (const tool of single.filter((each) => !each.senses.has('show') || each.arguments.length > 0)) {
    const inPath = tool.path.findLast((part) => part.argument !== undefined)?.argument;
    const id = idArguments(tool).find((each) => each.noun === '' || each.node.field.name === inPath);
    if (id === undefined || (!id.node.field.required && inPath !== id.node.field.name)) continue;
    evidence.push(`${tool.name} asks for it by ${id.node.field.name}`);
    return {
      words: [id.by],
      type: keyType(id.node.field.type),
      global: id.global,
      natural: !id.global && !['number', 'iid', 'index', 'ts'].includes(id.by),
    };
  }
  return undefined;
}

/** Returns the key of rows that tools create and show, if no tool asks for a row by a key. */
function shownKey(
  nouns: ReadonlySet<string>,
  about: readonly ToolFacts[],
  tools: readonly ToolFacts[],
  evidence: string[],
): OwnKey | undefined {
  const invented: OwnKey = { words: ['id'], type: 'text', global: true, natural: false };
  for (const tool of about.filter((each) => each.senses.has('show') || each.senses.has('search') || about.length > 1)) {
    const leaf = tool.result === undefined ? undefined : keyLeaf(tool.result, nouns);
    if (leaf === undefined) continue;
    evidence.push(`${tool.name} shows its ${leaf.field.name}`);
    return { ...invented, type: keyType(leaf.field.type) };
  }
  const made = about.find((tool) => tool.senses.has('create') || tool.senses.has('book') || tool.senses.has('send'));
  const shown = about.find((tool) => tool.senses.has('show') && tool.plural);
  const last = [...nouns][0]?.split(' ').at(-1) ?? '';
  const isNamed = NAMED_ROWS.has(last) && shown?.result === undefined && !areTexts(nouns, tools);
  if (shown === undefined || (made === undefined && !isNamed)) return undefined;
  evidence.push(
    made === undefined
      ? `${shown.name} lists them, and people know them by a name`
      : `${made.name} makes them and ${shown.name} lists them`,
  );
  return invented;
}

/** Tells whether some tool gives these nouns as a list of texts, as `tags` often are. Such texts are not rows. */
const areTexts = (nouns: ReadonlySet<string>, tools: readonly ToolFacts[]): boolean =>
  tools.some((tool) =>
    tool.arguments.some(({ kind, field }) => kind === 'list' && nouns.has(field.words.map(singular).join(' '))),
  );

/** Returns the key field of the row in a result: `id`, or order_id of an order. */
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

/** Finds the parent of each table: if its key includes the key of a second table, the second is its parent. */
function linked(found: readonly Thing[]): Things {
  const byNoun = new Map<string, Thing>();
  for (const thing of found) for (const noun of thing.nouns) if (!byNoun.has(noun)) byNoun.set(noun, thing);
  const all = found.map((thing): Thing => {
    if (thing.scope.length === 0) return thing;
    const last = thing.scope.at(-1);
    const naming = last === undefined ? undefined : idOf(last.words);
    const parent = byNoun.get((naming?.noun ?? last?.words ?? []).join(' '));
    if (parent === undefined || parent === thing) return thing;
    // the scope ends in the parent's key: tools that ask for a child also ask for it
    return { ...thing, parent: parent.table };
  });
  return {
    all,
    byTable: new Map(all.map((thing) => [thing.table, thing])),
    byNoun: new Map(all.flatMap((thing) => [...thing.nouns].map((noun): [string, Thing] => [noun, thing])).reverse()),
  };
}
