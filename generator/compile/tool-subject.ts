// What a tool does, as far as everything that speaks of it says so, and which entity it is about.
import type { Deed } from '../words/deeds.ts';
import { singular } from '../../envs/words/split-words.ts';
import { type Entity, EVENTS, GENERIC_LISTS, isEventOf, pathNoun } from './entities.ts';
import { columnName, type FieldNode } from './fields.ts';
import type { Model } from './model.ts';
import { findEntity, keyOf } from './placing.ts';
import type { DomainTool } from './read-tool.ts';

/** How much a tool reads and how much it writes, from everything that says so. */
export function effectOf(tool: DomainTool): { read: number; write: number; deeds: ReadonlyMap<Deed, number> } {
  const deeds = new Map<Deed, number>();
  const add = (deed: Deed, weight: number): void => void deeds.set(deed, (deeds.get(deed) ?? 0) + weight);
  tool.deeds.forEach((deed, at) => add(deed, 1 - at * 0.15));
  tool.saidDeeds.forEach((deed, at) => add(deed, 0.8 - at * 0.15));
  const hints = tool.pool.hints;
  if (hints?.read_only === true) add('read', 3);
  if (hints?.read_only === false) for (const deed of ['create', 'update'] as const) add(deed, 0.5);
  switch (tool.method) {
    case 'GET':
    case 'HEAD':
      add('read', tool.path.length > 0 ? 4 : 2);
      break;
    case 'DELETE':
      add('delete', 2.5);
      break;
    case 'PUT':
    case 'PATCH':
      add('update', 1.2);
      break;
    case 'POST':
      if (!tool.deeds.includes('read') || tool.deeds[0] === 'create') add('create', 0.7);
      break;
    default:
  }
  const sum = (test: (deed: Deed) => boolean): number =>
    [...deeds].filter(([deed]) => test(deed)).reduce((total, [, weight]) => Math.max(total, weight), 0);
  // notify_price_change(threshold) -> text: nothing goes out, something is told
  if (
    deeds.has('send') &&
    tool.result !== undefined &&
    !tool.arguments.some((node) =>
      /\b(message|text|body|content|subject|recipient|receiver|to|email|phone|user|channel|customer|id)\b/.test(
        node.field.words.join(' '),
      ),
    )
  ) {
    deeds.set('read', Math.max(deeds.get('read') ?? 0, (deeds.get('send') ?? 0) + 0.1));
    deeds.delete('send');
  }
  // report_damage(rental_id, description): it is told, not asked for
  if (
    tool.verb === 'report' &&
    tool.arguments.some(
      (node) =>
        node.field.required &&
        /(description|detail|reason|message|severity|comment|text)$/.test(node.field.words.join(' ')),
    )
  ) {
    deeds.set('create', 1.8);
    deeds.delete('read');
  }
  const read = sum((deed) => deed === 'read' || deed === 'compute');
  const write = sum((deed) => deed !== 'read' && deed !== 'compute');
  return { read, write, deeds };
}

/** What a tool is about. */
export function subjectOf(tool: DomainTool, model: Model): { entity: Entity; score: number; why: string } | undefined {
  const scores = new Map<Entity, { score: number; why: string }>();
  const add = (entity: Entity | undefined, score: number, why: string): void => {
    if (entity === undefined) return;
    const known = scores.get(entity);
    if (known === undefined) scores.set(entity, { score, why });
    else scores.set(entity, { score: known.score + score, why: `${known.why}, ${why}` });
  };
  const path = pathNoun(tool);
  if (path !== undefined) add(findEntity(model, path), 5, `path ${path.join(' ')}`);
  const exact = model.entities.find((entity) => entity.names.includes(tool.noun.join(' ')));
  // book_race(race_id) makes a booking of the race, not a race
  const isGiven =
    exact !== undefined &&
    (makes(tool) || tool.verb in EVENTS) &&
    tool.path.length === 0 &&
    tool.arguments.some(
      (node) =>
        node.kind === 'scalar' &&
        node.field.required &&
        keyOf(model, node.field, undefined)?.entity === exact &&
        !exact.key.natural,
    );
  if (exact !== undefined) add(exact, isGiven ? 1 : 3, `noun ${tool.noun.join(' ')}`);
  else {
    for (let end = tool.noun.length; end > 0; end--) {
      const entity = findEntity(model, tool.noun.slice(0, end));
      if (entity === undefined) continue;
      add(entity, end === tool.noun.length ? 2.2 : 1.4, `noun ${tool.noun.slice(0, end).join(' ')}`);
      break;
    }
  }
  // comment(tweet_id): the verb is the thing
  if (tool.noun.length === 0 || exact === undefined)
    add(
      model.entities.find((entity) => entity.names.includes(tool.verb)),
      tool.noun.length === 0 ? 2 : 0.8,
      `verb ${tool.verb}`,
    );
  // borrow_book(book_id, member_id) makes a loan, where loans are known
  const event = model.entities.find((entity) => isEventOf(tool.verb, entity.words));
  if (
    event !== undefined &&
    tool.path.length === 0 &&
    !tool.arguments.some((node) => node.kind === 'scalar' && keyOf(model, node.field, undefined)?.entity === event)
  )
    add(event, exact === event ? 1 : 3.6, `${tool.verb} makes a ${event.words.join(' ')}`);
  // return_book(loan_id): the key says which row changes
  if (tool.path.length === 0 && !makesNew(tool) && effectOf(tool).write > effectOf(tool).read) {
    const keys = tool.arguments
      .filter((node) => node.kind === 'scalar' && node.field.required)
      .flatMap((node) => keyOf(model, node.field, undefined) ?? [])
      .filter((key) => key.role.length === 0);
    const [only] = keys;
    // by its own name: the receiver of a message is no user to be deleted
    const isNamed =
      only !== undefined &&
      tool.arguments.some(
        (node) => node.field.words.slice(0, only.entity.words.length).join(' ') === only.entity.words.join(' '),
      );
    if (keys.length === 1 && only !== undefined && only.entity !== exact && isNamed)
      add(only.entity, 3.2, 'the only key that is given');
  }
  // get_user_id, get_symbol_by_name: the key is what is wanted
  const wanted = model.entities.find(
    (entity) =>
      tool.noun.length > 0 &&
      (columnName(tool.noun) === entity.key.column ||
        (tool.noun.length === 1 && entity.key.natural && tool.noun[0] === entity.key.column)),
  );
  add(wanted, 2.2, `noun ${tool.noun.join(' ')}`);
  if (tool.result !== undefined) resultSubject(tool.result, model, add, 0, makes(tool));
  for (const node of tool.arguments) {
    if (node.kind !== 'scalar') continue;
    const key = keyOf(model, node.field, undefined);
    if (key !== undefined && key.role.length === 0)
      add(key.entity, node.field.required ? 0.7 : 0.2, `key ${node.field.name}`);
  }
  const best = [...scores].sort(
    ([a, x], [b, y]) => y.score - x.score || b.score - a.score || (a.table < b.table ? -1 : 1),
  )[0];
  return best === undefined || best[1].score < 0.6 ? undefined : { entity: best[0], ...best[1] };
}

const makesNew = (tool: DomainTool): boolean =>
  tool.deeds[0] === 'create' ||
  tool.saidDeeds[0] === 'create' ||
  tool.deeds[0] === 'send' ||
  tool.verb in EVENTS ||
  tool.deeds[0] === 'link';

/** A tool that makes something returns the key of what it made. */
function makes(tool: DomainTool): boolean {
  return tool.deeds.includes('create') || tool.saidDeeds.includes('create') || tool.deeds.includes('send');
}

function resultSubject(
  node: FieldNode,
  model: Model,
  add: (entity: Entity | undefined, score: number, why: string) => void,
  depth: number,
  isMade: boolean,
): void {
  if (depth > 2) return;
  if (node.kind === 'list') {
    const words = node.field.words.filter((word) => word !== 'list');
    if (words.length > 0 && !GENERIC_LISTS.has(words.join(' ')))
      add(findEntity(model, words), 1.2, `list ${node.field.name}`);
    else if (node.item.kind === 'object') resultSubject(node.item, model, add, depth + 1, isMade);
    return;
  }
  if (node.kind !== 'object') return;
  const first = isMade
    ? node.members.find((member) => member.kind === 'scalar' && keyOf(model, member.field, undefined) !== undefined)
    : node.members[0];
  for (const member of node.members) {
    if (member.kind === 'scalar') {
      const key = keyOf(model, member.field, undefined);
      if (key !== undefined && key.role.length === 0)
        add(key.entity, member === first ? (isMade ? 1.6 : 1.1) : 0.3, `result ${member.field.name}`);
    } else if (member.kind === 'list' || GENERIC_LISTS.has(member.field.words.join(' ')))
      resultSubject(member, model, add, depth + 1, isMade);
    else {
      const entity = findEntity(model, member.field.words);
      if (entity === undefined && node.members.length <= 2) resultSubject(member, model, add, depth + 1, isMade);
      else add(entity, 0.8, `result ${member.field.name}`);
    }
  }
}

export function isLogin(tool: DomainTool): boolean {
  if (tool.deeds[0] === 'login' || (tool.deeds.length === 0 && tool.saidDeeds[0] === 'login')) return true;
  return (
    tool.saidDeeds[0] === 'login' &&
    tool.arguments.some((node) => /password|secret|pin|user/.test(node.field.words.join(' ')))
  );
}

export function looksPlural(tool: DomainTool, entity?: Entity): boolean {
  const raw = (tool.pool.original.name ?? tool.pool.name)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const noun = tool.noun.at(-1) ?? '';
  return (
    ['list', 'search', 'browse', 'all', 'history'].some((word) => tool.words.includes(word)) ||
    raw.some(
      (word) =>
        word.length > 3 &&
        word.endsWith('s') &&
        ((word !== noun && singular(word) === noun) ||
          (entity !== undefined && entity.words.at(-1) !== word && singular(word) === entity.words.at(-1))),
    )
  );
}
