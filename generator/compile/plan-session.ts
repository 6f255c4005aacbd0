// Whether a domain knows a current user: tools that sign somebody in, or that speak of "my" and "the authenticated user".
// Then there is a table of users, one row that says who it is, and rows belong to whoever made them.
import type { Entity } from './entities.ts';
import { leavesOf } from './fields.ts';
import type { Model, TablePlan } from './model.ts';
import { isLogin } from './tool-subject.ts';
import type { DomainTool } from './read-tool.ts';
import { SESSION_TABLE, setSession, type SessionPlan } from './session.ts';

const CURRENT =
  /\b(current(ly)? (user|logged|authenticated)|authenticated user|logged[- ]in user|signed[- ]in user|current user)\b/i;

export interface SessionSigns {
  readonly hasLogin: boolean;
  readonly speaksOfUser: boolean;
}

export function sessionSigns(tools: readonly DomainTool[]): SessionSigns {
  const hasLogin =
    tools.some((tool) => tool.path.length === 0 && (isLogin(tool) || tool.deeds[0] === 'logout')) &&
    tools.some((tool) => isLogin(tool));
  const speaksOfUser = tools.some((tool) => CURRENT.test(tool.description) || tool.words.includes('my'));
  return { hasLogin, speaksOfUser };
}

/** The entity of the people who sign in, made where no key names one. */
export function usersOf(
  tools: readonly DomainTool[],
  entities: readonly Entity[],
  signs: SessionSigns,
): Entity | undefined {
  if (!signs.hasLogin && !signs.speaksOfUser) return undefined;
  const known = ['user', 'customer', 'member', 'account']
    .map((word) => entities.find((entity) => entity.words.join(' ') === word))
    .find((entity) => entity !== undefined);
  if (known !== undefined) return known;
  const named = tools.some((tool) =>
    [...tool.arguments, ...(tool.result === undefined ? [] : leavesOf(tool.result))].some(
      (node) => node.field.words.slice(0, 2).join(' ') === 'user name',
    ),
  );
  return {
    words: ['user'],
    table: 'users',
    key: named
      ? { column: 'user_name', type: 'text', natural: true }
      : { column: 'user_id', type: 'text', natural: false },
    names: ['user'],
    evidence: ['somebody signs in'],
    score: 2,
  };
}

const TOKENS = new Set(['access token', 'auth token', 'session token', 'authentication token', 'user token']);

export function planSession(
  model: Model,
  tools: readonly DomainTool[],
  users: Entity,
  signs: SessionSigns,
): SessionPlan {
  const logins = tools.filter(isLogin);
  const gives = logins.some(
    (tool) =>
      tool.result !== undefined &&
      leavesOf(tool.result).some((leaf) => /(^| )(token|session id)$/.test(leaf.field.words.join(' '))),
  );
  const takes = tools.some(
    (tool) => !isLogin(tool) && tool.arguments.some((node) => TOKENS.has(node.field.words.join(' '))),
  );
  const token = signs.hasLogin && gives && takes;
  const table = model.table(SESSION_TABLE, ['session'], 'session', ['id']);
  table.about = signs.hasLogin ? 'Who is signed in; nobody at first.' : 'Who the current user is.';
  model.column(table, {
    name: 'id',
    words: ['id'],
    valueType: 'integer',
    schema: {},
    description: '',
    nullable: false,
    choices: [1],
  });
  const target = model.tableOf(users);
  model.column(table, {
    name: 'user_id',
    words: ['user', 'id'],
    valueType: users.key.type,
    schema: {},
    description: '',
    nullable: signs.hasLogin,
    references: target.name,
    ...(signs.hasLogin ? { onDelete: 'SET NULL' as const } : { system: 'owner' as const }),
  });
  if (token) {
    model.column(table, {
      name: 'access_token',
      words: ['access', 'token'],
      valueType: 'text',
      schema: {},
      description: '',
      nullable: true,
    });
    model.column(target, {
      name: 'access_token',
      words: ['access', 'token'],
      valueType: 'text',
      schema: {},
      description: 'What signing in gives.',
      nullable: false,
      unique: true,
    });
  }
  const plan: SessionPlan = { table, users: target, hasLogin: signs.hasLogin, token };
  setSession(model, plan);
  return plan;
}

const OWNER =
  /^(created_by|author|author_id|owner|owner_id|creator|creator_id|posted_by|sender|sender_id|user|user_id|user_name|customer_id|member_id|account_id|requester|requester_id|submitted_by|uploaded_by|reporter|reporter_id|poster)$/;

/** Columns that name whoever made a row, where no tool that makes one is told. */
export function assignOwners(
  model: Model,
  session: SessionPlan,
  created: ReadonlySet<string>,
  told: (table: TablePlan, column: string) => boolean,
  owned: ReadonlySet<string>,
): void {
  for (const table of model.tables.values()) {
    if (table.kind !== 'entity' || table === session.users) continue;
    const owner = [...table.columns.values()].find(
      (column) => column.references === session.users.name && OWNER.test(column.name) && !told(table, column.name),
    );
    if (owner !== undefined && created.has(table.name)) {
      owner.system = 'owner';
      continue;
    }
    const references = [...table.columns.values()].some(
      (column) => column.references === session.users.name && !told(table, column.name),
    );
    if (!references && owned.has(table.name)) {
      const entity = session.users.entity;
      if (entity === undefined) continue;
      model.column(table, {
        name: table.columns.has('created_by') ? 'owner' : 'created_by',
        words: ['created', 'by'],
        valueType: entity.key.type,
        schema: {},
        description: '',
        nullable: false,
        references: session.users.name,
        system: 'owner',
      });
    }
  }
}
