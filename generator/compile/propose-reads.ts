// The ways to read a tool that reads.
import { generalRole } from './argument-roles.ts';
import { type Entity, GENERIC_LISTS } from './entities.ts';
import type { FieldNode } from './fields.ts';
import { listIn } from './list-in.ts';
import type { Model, TablePlan } from './model.ts';
import { findEntity } from './placing.ts';
import type { Add, Context } from './propose.ts';
import type { DomainTool } from './read-tool.ts';
import { sessionOf } from './session.ts';
import { lookupReading, lookupTable } from './templates/lookup.ts';
import { getReading, listReading } from './templates/read-entity.ts';
import { settingsGet, settingsTable } from './templates/settings.ts';
import { looksPlural } from './tool-subject.ts';

export function readProposals(
  tool: DomainTool,
  context: Context,
  subject: { entity: Entity; score: number; why: string } | undefined,
  table: TablePlan | undefined,
  key: FieldNode | undefined,
  add: Add,
): void {
  const { model } = context;
  const session = sessionOf(model);
  const list = tool.result === undefined ? undefined : listIn(tool.result);
  if (
    table !== undefined &&
    session?.users === table &&
    key === undefined &&
    list === undefined &&
    !looksPlural(tool) &&
    specific0(tool).length === 0
  )
    add('get', 3.4, 'the row of the current user', (draft) => getReading(draft, table));
  // the amenities of a hotel are no hotels
  const isOther =
    key !== undefined &&
    tool.noun.length > 1 &&
    subject !== undefined &&
    !subject.entity.names.some((name) => name.split(' ').at(-1) === tool.noun.at(-1));
  const isMany = list !== undefined || (tool.result === undefined && !isOther && looksPlural(tool, subject?.entity));
  const specific = tool.arguments.filter((node) => generalRole(node.field, true) === undefined);
  const required = specific.filter((node) => node.field.required);
  if (subject !== undefined && table !== undefined) {
    const sure = Math.min(subject.score / 4, 1);
    // view_cart(user_id), of which nobody says what it shows: all that is in it
    const isContainer =
      tool.result === undefined &&
      key === undefined &&
      /^(cart|basket|wishlist|watchlist|playlist|history|agenda|itinerary|inbox|queue|list|log)$/.test(
        tool.noun.at(-1) ?? '',
      );
    if (isContainer && required.length > 0)
      add('list', 3.6 + sure, `${subject.why}; what it holds`, (draft) => listReading(draft, table, false));
    const inner = innerList(tool, list, model, subject.entity);
    // GET /prospects/{id}: one row, whatever it is wrapped in
    const isOne =
      key !== undefined &&
      key.field.inPath === true &&
      tool.path.at(-1)?.argument === key.field.name &&
      !tool.path.some(({ words }) => words.includes('by'));
    // get_order(order_id) -> order_id, status, items: an order, not a list of them
    const said = key?.field.words.join(' ');
    const isTold =
      key?.field.required === true &&
      tool.result?.kind === 'object' &&
      !looksPlural(tool, subject.entity) &&
      tool.result.members.some((member) => member.kind === 'scalar' && member.field.words.join(' ') === said) &&
      tool.result.members.filter((member) => member.kind === 'scalar').length >= 2;
    if (key !== undefined && (key.field.required || !isMany))
      add(
        'get',
        2 + sure + (isTold ? 2.6 : isMany && !inner && !isOne ? 0 : 0.6),
        `${subject.why}; ${key.field.name} is its key`,
        (draft) => getReading(draft, table),
      );
    const owned =
      tool.prose.has('my') ||
      /\b(current|authenticated|logged[- ]in|your own)\b/i.test(tool.description) ||
      tool.words.includes('my');
    if (isMany && !isStatistic(tool))
      add(
        'list',
        (key !== undefined && key.field.required && (inner || isOne) ? 1.6 : 2.4) + sure,
        `${subject.why}; many rows`,
        (draft) => listReading(draft, table, owned),
      );
    else if (key === undefined) {
      if (required.length > 0 || specific.some((node) => node.kind === 'scalar'))
        add(
          'get',
          1.7 + sure,
          `${subject.why}; found by ${specific
            .map((node) => node.field.name)
            .slice(0, 3)
            .join(', ')}`,
          (draft) => getReading(draft, table),
        );
      add(
        'list',
        1.2 + sure + (looksPlural(tool, subject.entity) ? (required.length === 0 ? 1.4 : 0.8) : 0),
        subject.why,
        (draft) => listReading(draft, table, owned),
      );
    }
  }
  const noun = lookupNoun(tool);
  if (specific.length > 0) {
    const penalty = subject === undefined ? 0 : Math.min(subject.score / 3, 1.2);
    add(
      'lookup',
      2 - penalty,
      `facts about ${noun.join(' ')} by ${specific
        .map((node) => node.field.name)
        .slice(0, 3)
        .join(', ')}`,
      (draft) => lookupReading(draft, lookupTable(model, noun), list !== undefined),
    );
  } else if (list !== undefined) {
    add('lookup', subject === undefined ? 2.1 : 0.8, `a fixed list of ${noun.join(' ')}`, (draft) =>
      lookupReading(draft, lookupTable(model, noun), true),
    );
  }
  if (list === undefined || specific.length === 0)
    add(
      'settings get',
      (list === undefined &&
      specific.length > 0 &&
      specific.every(
        (node) =>
          node.kind === 'scalar' &&
          node.field.choices.length > 1 &&
          /option|category|type|kind|section|view|part|info|metric|field|item|component|what/.test(
            node.field.words.join(' '),
          ),
      )
        ? 2.2
        : required.length === 0 && list === undefined
          ? 2
          : 0.6) - (subject === undefined ? 0 : Math.min(subject.score / 4, 1)),
      'no key: the one row that all share',
      (draft) => settingsGet(draft, settingsTable(model, context.settings.name, context.settings.words)),
    );
}

const specific0 = (tool: DomainTool): readonly FieldNode[] =>
  tool.arguments.filter((node) => node.field.required && generalRole(node.field, true) === undefined);

/** get_message_stats: figures about rows, not the rows. */
const isStatistic = (tool: DomainTool): boolean =>
  ['stat', 'statistic', 'summary', 'metric', 'analytic', 'analytics', 'insight'].includes(tool.noun.at(-1) ?? '') &&
  tool.noun.length > 1;

/** get_order(order_id) -> {items: […]}: the list is within the row, not of rows. */
function innerList(tool: DomainTool, list: FieldNode | undefined, model: Model, entity: Entity): boolean {
  if (list === undefined || list.kind !== 'list') return false;
  const words = list.field.words.filter((word) => word !== 'list');
  const other = findEntity(model, words);
  if (list.field.path.length === 0) return false;
  return other !== undefined
    ? other !== entity
    : !GENERIC_LISTS.has(words.join(' ')) && !tool.noun.includes(words.at(-1) ?? '');
}

function lookupNoun(tool: DomainTool): readonly string[] {
  const noun = tool.noun.filter((word) => !['nearest', 'matching', 'best', 'top'].includes(word));
  if (noun.length > 0 && noun.length <= 3) return noun;
  if (tool.path.length > 0) {
    const part = tool.path.findLast((each) => each.words.length > 0 && each.words.length <= 3);
    if (part !== undefined) return part.words;
  }
  const words = tool.words.filter((word) => word !== tool.verb).slice(0, 3);
  return words.length > 0 ? words : ['fact'];
}
