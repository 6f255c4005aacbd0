// Sets of a domain: what is followed, starred, put on a list; and the tools that put in and take out.
import { stem } from '../words/deeds.ts';
import { plural } from '../../envs/words/split-words.ts';
import { generalRole } from './argument-roles.ts';
import type { Entity } from './entities.ts';
import { columnName, leavesOf } from './fields.ts';
import type { Model } from './model.ts';
import { findEntity, keyOf } from './placing.ts';
import type { Context } from './propose.ts';
import type { DomainTool } from './read-tool.ts';
import { sessionOf } from './session.ts';
import { effectOf } from './tool-subject.ts';

export interface SetPlan {
  readonly name: readonly string[];
  readonly target: Entity;
  readonly owner: Entity | undefined;
}

/** The sets of a domain: what is followed, starred, put on a list. A set needs a way in or out, and usually a list. */
export function findSets(tools: readonly DomainTool[], model: Model): Map<string, SetPlan> {
  const found = new Map<string, SetPlan & { votes: number }>();
  const user = model.entities.find((entity) => entity.words.join(' ') === 'user');
  const owner = sessionOf(model) === undefined ? undefined : user;
  for (const tool of tools) {
    const { read, write } = effectOf(tool);
    if (read >= write) continue;
    const container = containerOf(tool) ?? markOf(tool);
    const keys = tool.arguments
      .filter((node) => node.kind === 'scalar' && node.field.required)
      .flatMap((node) => {
        const key = keyOf(model, node.field, undefined);
        return key === undefined ? [] : [{ node, entity: key.entity }];
      });
    const others =
      tool.arguments.filter((node) => node.field.required && generalRole(node.field, false) === undefined).length -
      keys.length;
    if (others > 0) continue;
    const counted =
      tool.noun.length === 0 &&
      countedVerb(tool.verb, tools) !== undefined &&
      !model.entities.some((entity) => entity.names.includes(tool.verb));
    const links =
      counted || tool.deeds.includes('link') || tool.deeds.includes('unlink') || tool.saidDeeds.includes('link');
    if (!links) continue;
    if (keys.length === 1 && keys[0] !== undefined) {
      const { entity } = keys[0];
      const name = container ?? linkVerb(tool, tools);
      if (name === undefined || findEntity(model, name) === entity) continue;
      if (
        container === undefined &&
        countedVerb(tool.verb, tools) === undefined &&
        !tools.some((each) => mentions(each, name, tool))
      )
        continue;
      vote(found, name, {
        name: [...name],
        target: entity,
        owner: owner === entity || owner === undefined ? owner : owner,
      });
    } else if (
      keys.length === 2 &&
      keys[0] !== undefined &&
      keys[1] !== undefined &&
      keys[0].entity !== keys[1].entity
    ) {
      const inPath = tool.path.length > 0;
      if (inPath && tool.method !== 'PUT' && tool.method !== 'DELETE' && tool.method !== 'POST') continue;
      if (inPath) continue;
      const to = tool.words.findIndex((word) => word === 'to' || word === 'from' || word === 'in');
      const ownerWords = to === -1 ? [] : tool.words.slice(to + 1);
      const [first, second] = [keys[0].entity, keys[1].entity];
      const holder =
        [first, second].find((entity) => entity.words.join(' ') === ownerWords.join(' ')) ??
        (tool.noun.join(' ') === first.words.join(' ') ? second : first);
      const target = holder === first ? second : first;
      if (
        model.entities.some(
          (entity) => entity.words.join(' ') === tool.noun.join(' ') && entity !== first && entity !== second,
        )
      )
        continue;
      vote(found, [...holder.words, ...target.words], {
        name: [...holder.words, columnName(target.words) === '' ? 'link' : `${target.table}`],
        target,
        owner: holder,
      });
    }
  }
  return new Map([...found].map(([name, plan]) => [name, plan]));
}

export function vote(found: Map<string, SetPlan & { votes: number }>, name: readonly string[], plan: SetPlan): void {
  const text = name.join(' ');
  const known = found.get(text);
  found.set(text, { ...(known ?? plan), votes: (known?.votes ?? 0) + 1 });
}

/** add_stock_to_watchlist, add_to_favorites: the words after to, from, in. */
function containerOf(tool: DomainTool): readonly string[] | undefined {
  const at = tool.words.findIndex((word) => word === 'to' || word === 'from');
  if (at === -1) return undefined;
  const words = tool.words.slice(at + 1).filter((word) => !['my', 'the', 'a'].includes(word));
  return words.length > 0 &&
    words.length <= 2 &&
    /list|favorite|favourite|wishlist|cart|collection|bookmark|queue|library|watchlist/.test(words.join(' '))
    ? words
    : undefined;
}

/** add_favorite(restaurant_id): a mark on something. */
function markOf(tool: DomainTool): readonly string[] | undefined {
  const [word = ''] = tool.noun;
  return tool.noun.length === 1 && /^(favorite|favourite|bookmark|wishlist|watchlist|pin)$/.test(word)
    ? tool.noun
    : undefined;
}

/** retweet(tweet_id), where somebody shows a retweet_count. */
function countedVerb(verb: string, tools: readonly DomainTool[]): string | undefined {
  const shown = tools.some(
    (tool) =>
      tool.result !== undefined && leavesOf(tool.result).some((leaf) => leaf.field.words.join(' ') === `${verb} count`),
  );
  return shown ? plural(verb) : undefined;
}

/** follow, unfollow -> following. */
function linkVerb(tool: DomainTool, others: readonly DomainTool[]): readonly string[] | undefined {
  const verb = tool.verb.replace(/^un/, '');
  const counted = tool.noun.length === 0 && tool.verb === verb ? countedVerb(verb, others) : undefined;
  if (counted !== undefined) return [counted];
  const names: Readonly<Record<string, string>> = {
    follow: 'follows',
    subscribe: 'subscription',
    like: 'liked',
    star: 'starred',
    favorite: 'favorite',
    favourite: 'favourite',
    bookmark: 'bookmark',
    block: 'blocked',
    mute: 'muted',
    join: 'joined',
    save: 'saved',
    watch: 'watched',
    friend: 'friend',
  };
  return names[verb] === undefined ? undefined : [names[verb]];
}

function mentions(tool: DomainTool, name: readonly string[], self: DomainTool): boolean {
  const [word = ''] = name;
  return (
    tool !== self &&
    (tool.words.includes(word) ||
      tool.words.some(
        (each) => each === `un${self.verb}` || `un${each}` === self.verb || each === self.verb.replace(/^un/, ''),
      ))
  );
}

export function setOf(tool: DomainTool, context: Context): SetPlan | undefined {
  const container = containerOf(tool);
  const names = [
    container,
    linkVerb(tool, context.tools),
    tool.noun,
    tool.words.filter((word) => word !== tool.verb && word !== 'all' && word !== 'my'),
  ].flatMap((words) => (words === undefined || words.length === 0 ? [] : [words.join(' ')]));
  for (const name of names) {
    const set =
      context.sets.get(name) ??
      [...context.sets].find(([key]) => !key.includes(' ') && !name.includes(' ') && stem(key) === stem(name))?.[1];
    if (set !== undefined) return set;
  }
  // list_saved_recipes, where recipes are saved
  const named = [...context.sets.values()].find(
    ({ name, target }) =>
      name.length === 1 && tool.words.includes(name[0] ?? '') && tool.words.includes(target.words.at(-1) ?? ''),
  );
  if (named !== undefined) return named;
  const { read, write } = effectOf(tool);
  if (read >= write) return undefined;
  const keys = tool.arguments
    .filter((node) => node.kind === 'scalar' && node.field.required)
    .flatMap((node) => keyOf(context.model, node.field, undefined)?.entity ?? []);
  if (keys.length !== 2 || tool.path.length > 0) return undefined;
  return [...context.sets.values()].find(
    (set) =>
      set.owner !== undefined &&
      keys.includes(set.owner) &&
      keys.includes(set.target) &&
      keys[0] !== keys[1] &&
      (tool.deeds.includes('link') || tool.deeds.includes('unlink')),
  );
}
