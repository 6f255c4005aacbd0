// The ways to read a tool that writes.
import type { Deed } from '../words/deeds.ts';
import { generalRole } from './argument-roles.ts';
import { type Entity, isDeedPart, isEventOf } from './entities.ts';
import { type FieldNode, leavesOf } from './fields.ts';
import type { TablePlan } from './model.ts';
import type { Add, Context } from './propose.ts';
import type { DomainTool } from './read-tool.ts';
import { keyOf } from './placing.ts';
import { sessionOf } from './session.ts';
import { adjustReading, amountArgument, transferKeys, transferReading } from './templates/adjust.ts';
import { appendReading } from './templates/append.ts';
import { createManyReading, listOfRows } from './templates/create-many.ts';
import { createReading } from './templates/create.ts';
import { clearReading, deleteReading } from './templates/delete.ts';
import { outboxReading, outboxTable } from './templates/outbox.ts';
import { settingsSet, settingsTable } from './templates/settings.ts';
import { transitionReading } from './templates/transition.ts';
import { updateReading } from './templates/update.ts';
import { effectOf, subjectOf } from './tool-subject.ts';

export function writeProposals(
  tool: DomainTool,
  context: Context,
  subject: { entity: Entity; score: number; why: string } | undefined,
  table: TablePlan | undefined,
  key: FieldNode | undefined,
  add: Add,
  weight: (...deeds: Deed[]) => number,
): void {
  const { model } = context;
  const specific = tool.arguments.filter((node) => generalRole(node.field, false) === undefined);
  const payload = specific.filter((node) => node !== key);
  const amount = amountArgument(payload);
  const holder =
    amount === undefined || weight('move', 'create', 'send', 'update') === 0
      ? undefined
      : [...(subject === undefined ? [] : [subject.entity]), ...model.entities].find(
          (entity) => transferKeys(model, entity, specific) !== undefined,
        );
  if (holder !== undefined)
    add(
      'transfer',
      holder === subject?.entity ? 3.5 : 3.5 + weight('move') * 2,
      'two keys of one table and an amount',
      (draft) => transferReading(draft, model.tableOf(holder)),
    );
  if (subject !== undefined && table !== undefined) {
    const sure = Math.min(subject.score / 4, 1);
    // link_issues(from_key, to_key): a pair of rows, no third one
    if (
      /^(link|relate|connect|associate)$/.test(tool.verb) &&
      key === undefined &&
      tool.path.length === 0 &&
      specific.length >= 2
    )
      add('outbox', 4.4 + sure, `pairs of ${subject.entity.words.join(' ')}`, (draft) =>
        outboxReading(draft, outboxTable(model, [...subject.entity.words, 'link'])),
      );
    const inPath = key !== undefined && tool.path.some((part) => part.argument === key.field.name);
    const deedPath = isDeedPart(tool);
    const isPost =
      tool.method === 'POST' && tool.path.length > 0 && !deedPath && tool.path.at(-1)?.argument === undefined;
    const rows = listOfRows(tool, table, payload);
    if (rows !== undefined && (isPost || weight('create') > 0))
      add('create many', 4 + sure, `each of the ${rows.field.name} is a new row`, (draft) =>
        createManyReading(draft, table, rows),
      );
    if (isPost)
      add('create', 2.8 + sure, `posted to ${tool.path.at(-1)?.words.join(' ') ?? ''}`, (draft) =>
        createReading(draft, table),
      );
    // register_user(user_name), but not add_label(issue_key)
    const isNamed =
      tool.noun.length === 0 ||
      tool.path.length > 0 ||
      payload.length >= 2 ||
      subject.entity.names.some((name) => tool.noun.join(' ').endsWith(name) || name.endsWith(tool.noun.join(' ')));
    if (
      weight('create') > 0 &&
      (key === undefined || (subject.entity.key.natural && isNamed) || (!inPath && !subject.entity.key.natural))
    )
      add(
        'create',
        1.2 + weight('create') + sure - (key !== undefined && !subject.entity.key.natural ? 2.5 : 0),
        `${subject.why}; a new row`,
        (draft) => createReading(draft, table),
      );
    if (key === undefined && isEventOf(tool.verb, subject.entity.words))
      add('create', 3.4 + sure, subject.why, (draft) => createReading(draft, table));
    // set_timer(minutes) -> timer_id
    const isMinted =
      key === undefined &&
      tool.path.length === 0 &&
      tool.result !== undefined &&
      leavesOf(tool.result).some(
        (leaf) =>
          leaf.kind === 'scalar' &&
          keyOf(model, leaf.field, undefined)?.entity === subject.entity &&
          !tool.arguments.some((node) => node.field.name === leaf.field.name),
      );
    if (isMinted && weight('delete', 'transition') < 1)
      add('create', 3 + sure, `${subject.why}; its key comes back`, (draft) => createReading(draft, table));
    if (weight('link') > 0 && key === undefined)
      add('create', 1.4 + sure, `${subject.why}; a new row`, (draft) => createReading(draft, table));
    if (weight('send') > 0 && key === undefined && subject.score >= 2)
      add('create', 2 + sure, `${subject.why}; what is sent is a new row`, (draft) => createReading(draft, table));
    const single = key ?? (payload.length > 0 ? undefined : undefined);
    if (weight('update') > 0 && (payload.length > 0 || key !== undefined))
      add(
        'update',
        1.3 + weight('update') + sure - (key === undefined ? 1 : 0) - (payload.length === 0 ? 1 : 0),
        `${subject.why}; other values`,
        (draft) => updateReading(draft, table),
      );
    // rate_trainer(trainer_id, stars): an opinion changes nothing else
    if (Object.hasOwn(OPINIONS, tool.verb) && key !== undefined && payload.length > 0 && tool.path.length === 0)
      add('outbox', 4.4 + sure, `an opinion on ${subject.entity.words.join(' ')}`, (draft) =>
        outboxReading(draft, outboxTable(model, [...subject.entity.words, OPINIONS[tool.verb] ?? ''])),
      );
    // upgrade_membership(plan): what it becomes is said
    if (
      /^(upgrade|downgrade|promote|demote|extend|prolong|transition)$/.test(tool.verb) &&
      key !== undefined &&
      payload.length === 1
    )
      add('update', 4.4 + sure, `${subject.why}; what it becomes is given`, (draft) => updateReading(draft, table));
    if (weight('transition') > 0 || deedPath) {
      const shown = key !== undefined ? 0 : -1;
      add(
        'transition',
        1.2 +
          Math.max(weight('transition'), deedPath ? 1.2 : 0) +
          sure +
          shown +
          (payload.length <= 1 ? 0.2 : 0) -
          (payload.length > 3 ? 0.5 : 0),
        `${subject.why}; its status`,
        (draft) => transitionReading(draft, table),
      );
    }
    const cancels = weight('transition') > 0 && weight('delete') > 0 && tool.method !== 'DELETE';
    if (weight('delete', 'unlink') > 0)
      add(
        'delete',
        1.4 +
          weight('delete', 'unlink') +
          sure -
          (cancels ? (hasStatus(context, subject.entity) ? 0.9 : 0.1) : 0) -
          (specific.length === 0 ? 1.5 : 0),
        `${subject.why}; the row goes`,
        (draft) => deleteReading(draft, table),
      );
    if ((weight('clear') > 0 || (weight('delete') > 0 && tool.words.includes('all'))) && key === undefined)
      add('clear', 1.8 + weight('clear') + sure, `${subject.why}; all rows go`, (draft) => clearReading(draft, table));
    const isMine = sessionOf(model)?.users === table && key === undefined;
    if (amount !== undefined && (key !== undefined || isMine) && payload.length <= 2) {
      if (weight('increase') > 0)
        add('increase', 1.6 + weight('increase') + sure, `${amount.field.name} is put in`, (draft) =>
          adjustReading(draft, table, true),
        );
      if (weight('decrease') > 0)
        add('decrease', 1.6 + weight('decrease') + sure, `${amount.field.name} is taken out`, (draft) =>
          adjustReading(draft, table, false),
        );
    }
    const listed = payload.find((node) => node.kind === 'list');
    // who makes a group with its members does not add to one
    const isNew = (isPost && !inPath) || /^(create|make|new|register|open|define|establish|provision)$/.test(tool.verb);
    if (
      key !== undefined &&
      payload.length === 1 &&
      listed !== undefined &&
      !isNew &&
      weight('create', 'link', 'unlink') > 0
    )
      add(
        weight('unlink') > weight('link', 'create') ? 'take from list' : 'add to list',
        4.2 + sure,
        `${key.field.name} and a list`,
        (draft) => appendReading(draft, table, weight('unlink') <= weight('link', 'create')),
      );
    if (single !== undefined && payload.length > 0)
      add('update', 1 + sure, `${subject.why}; other values`, (draft) => updateReading(draft, table));
  }
  const money = sessionOf(model)?.users;
  if (subject === undefined && money !== undefined && amount !== undefined && payload.length <= 2) {
    if (weight('increase') > weight('decrease'))
      add('increase', 2.4 + weight('increase'), 'into what the current user has', (draft) =>
        adjustReading(draft, money, true),
      );
    else if (weight('decrease') > 0)
      add('decrease', 2.4 + weight('decrease'), 'out of what the current user has', (draft) =>
        adjustReading(draft, money, false),
      );
  }
  const hasReceiver = specific.some((node) =>
    /message|text|body|content|subject|recipient|to|receiver|email|phone|reason|comment|feedback/.test(
      node.field.words.join(' '),
    ),
  );
  if (weight('send') > 0 && hasReceiver)
    add(
      'outbox',
      2.2 + weight('send') * 0.4 - (subject !== undefined && subject.score >= 2 ? 0.6 : 0),
      'something is sent',
      (draft) => outboxReading(draft, outboxTable(model, outboxNoun(tool))),
    );
  const penalty = subject === undefined ? 0 : Math.min(subject.score / 3, 1.3);
  add('settings set', 1.9 - penalty - (specific.length > 6 ? 0.5 : 0), 'no key: the one row that all share', (draft) =>
    settingsSet(draft, settingsTable(model, context.settings.name, context.settings.words)),
  );
  add('outbox', 0.5, 'it is only kept', (draft) => outboxReading(draft, outboxTable(model, outboxNoun(tool))));
}

const OPINIONS: Readonly<Record<string, string>> = { rate: 'rating', review: 'review', report: 'report' };

function hasStatus(context: Context, entity: Entity): boolean {
  return context.tools.some(
    (tool) =>
      tool.result !== undefined &&
      leavesOf(tool.result).some(
        (leaf) =>
          leaf.field.type === 'text' &&
          /(^| )(status|state)$/.test(leaf.field.words.join(' ')) &&
          effectOf(tool).read > 0,
      ) &&
      subjectOf(tool, context.model)?.entity === entity,
  );
}

function outboxNoun(tool: DomainTool): readonly string[] {
  const noun = tool.noun.filter((word) => word !== 'customer');
  if (['send', 'email', 'text', 'notify', 'contact'].includes(tool.verb))
    return noun.length > 0 && tool.verb === 'send'
      ? noun
      : [
          ...(tool.verb === 'contact' ? noun : []),
          tool.verb === 'email' ? 'email' : tool.verb === 'notify' ? 'notification' : 'message',
        ];
  return noun.length > 0 ? [...noun, 'request'] : [tool.verb || 'request', 'request'];
}
