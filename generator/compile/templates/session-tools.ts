// login, logout and "am I signed in": they write and read the one row of the session.
import type { Step } from '../../../envs/values/program.ts';
import { inMessage, reference, type Draft } from '../draft.ts';
import type { FieldNode } from '../fields.ts';
import { columnName } from '../fields.ts';
import type { ColumnPlan } from '../model.ts';
import { columnOf, keyOf } from '../placing.ts';
import { quoted, returnStep, sqlOf, type Out } from '../render.ts';
import { sessionOf, SESSION_TABLE } from '../session.ts';
import type { Reading } from './reading.ts';

const NO_COLUMN = new Set([
  'grant type',
  'scope',
  'remember me',
  'remember',
  'refresh token',
  'device',
  'device id',
  'redirect uri',
  'state',
  'otp',
  'code',
]);

export function loginReading(draft: Draft): Reading {
  const { model, tool } = draft;
  let who: { node: FieldNode; column: ColumnPlan }[] = [];
  let out: Out | undefined;
  return {
    kind: 'login',
    phase: 2,
    declare() {
      const session = sessionOf(model);
      if (session === undefined) return;
      const nodes = tool.arguments;
      who = nodes.flatMap((node) => {
        if (
          node.kind !== 'scalar' ||
          NO_COLUMN.has(node.field.words.join(' ')) ||
          (!node.field.required && nodes.some((each) => each.field.required))
        ) {
          draft.place(node, 'credential', 'accepted as it is');
          return [];
        }
        const key = keyOf(model, node.field, session.users.entity);
        const column =
          key?.entity === session.users.entity && key !== undefined
            ? model.keyColumn(session.users)
            : columnOf(model, session.users, node);
        model.use(session.users, column, 'filtered', tool.name);
        draft.place(node, 'credential', `${session.users.name}.${column.name}`);
        return [{ node, column }];
      });
      if (session.token)
        model.use(session.table, session.table.columns.get('access_token') as ColumnPlan, 'written', tool.name);
      model.use(session.table, session.table.columns.get('user_id') as ColumnPlan, 'written', tool.name);
      out =
        tool.result === undefined ? undefined : draft.result(undefined, { writes: true, known: known(session.token) });
    },
    write() {
      const session = sessionOf(model);
      if (session === undefined) return [{ fail: ['UNAVAILABLE', 'There is nothing to sign in to.'] }];
      const users = session.users;
      const key = quoted(users.key[0] ?? '');
      const first = who.find(({ node }) => !/password|secret|pin/.test(node.field.words.join(' ')))?.node;
      const secret = who.find(({ node }) => /password|secret|pin/.test(node.field.words.join(' ')));
      const conditions = who
        .filter((each) => each !== secret)
        .map(({ node, column }) => `${quoted(column.name)} = ${reference(node.field.path)}`);
      const steps: Step[] = [];
      steps.push({
        let: 'account',
        sql:
          conditions.length > 0
            ? `SELECT * FROM ${users.name} WHERE ${conditions.join(' AND ')} ORDER BY ${key} LIMIT 1`
            : `SELECT * FROM ${users.name} ORDER BY ${key} LIMIT 1`,
        else: [
          'UNAUTHENTICATED',
          first === undefined ? 'There is no account.' : `There is no account ${inMessage(first.field.path)}.`,
        ],
      });
      if (secret !== undefined)
        steps.push({
          require: `:account.${secret.column.name} = ${reference(secret.node.field.path)}`,
          else: ['UNAUTHENTICATED', 'The credentials are wrong.'],
        });
      const sets = [
        `user_id = :account.${users.key[0] ?? ''}`,
        ...(session.token ? ['access_token = :account.access_token'] : []),
      ];
      steps.push({ run: sqlOf(`UPDATE ${SESSION_TABLE}\nSET ${sets.join(', ')}\nWHERE id = 1`) });
      steps.push(
        returnStep(out ?? { kind: 'object', members: [['success', { kind: 'sql', sql: '1', as: 'boolean' }]] }, {
          table: SESSION_TABLE,
          where: 'id = 1',
        }),
      );
      return steps;
    },
  };
}

function known(token: boolean): ReadonlyMap<string, string> {
  const values: [string, string][] = [
    ['user_id', 'user_id'],
    ['id', 'user_id'],
    ['expire_in', '3600'],
    ['expires_in', '3600'],
    ['token_type', "'Bearer'"],
  ];
  if (token)
    for (const name of ['access_token', 'token', 'auth_token', 'session_token', 'session_id', 'api_token', 'jwt'])
      values.push([name, 'access_token']);
  return new Map(values);
}

export function logoutReading(draft: Draft): Reading {
  let out: Out | undefined;
  return {
    kind: 'logout',
    phase: 2,
    declare() {
      for (const node of draft.specific(false)) draft.place(node, 'credential', 'accepted as it is');
      out = draft.tool.result === undefined ? undefined : draft.result(undefined, { writes: true });
    },
    write() {
      const session = sessionOf(draft.model);
      return [
        { let: 'session', sql: `SELECT user_id FROM ${SESSION_TABLE} WHERE id = 1` },
        { require: ':session.user_id IS NOT NULL', else: ['PRECONDITION_FAILED', 'Nobody is signed in.'] },
        {
          run: `UPDATE ${SESSION_TABLE} SET user_id = NULL${session?.token === true ? ', access_token = NULL' : ''} WHERE id = 1`,
        },
        returnStep(out ?? { kind: 'object', members: [['success', { kind: 'sql', sql: '1', as: 'boolean' }]] }),
      ];
    },
  };
}

export function loginStatusReading(draft: Draft): Reading {
  let out: Out | undefined;
  return {
    kind: 'login status',
    phase: 2,
    declare() {
      for (const node of draft.specific(true)) draft.place(node, 'credential', 'accepted as it is');
      const leaves = new Map<string, string>();
      const visit = (node: FieldNode): void => {
        if (node.kind === 'object') node.members.forEach(visit);
        else if (node.kind === 'scalar')
          leaves.set(
            columnName(node.field.words),
            node.field.type === 'boolean'
              ? 'user_id IS NOT NULL'
              : /user|account|name|id/.test(node.field.words.join(' '))
                ? "coalesce(CAST(user_id AS TEXT), '')"
                : "iif(user_id IS NULL, 'logged out', 'logged in')",
          );
      };
      if (draft.tool.result !== undefined) visit(draft.tool.result);
      out = draft.tool.result === undefined ? undefined : draft.result(undefined, { known: leaves });
    },
    write() {
      return [
        returnStep(
          out ?? {
            kind: 'object',
            members: [['logged_in', { kind: 'sql', sql: 'user_id IS NOT NULL', as: 'boolean' }]],
          },
          { table: SESSION_TABLE, where: 'id = 1' },
        ),
      ];
    },
  };
}

/** It shows what it is given. */
export function echoReading(draft: Draft, node: FieldNode): Reading {
  return {
    kind: 'echo',
    phase: 2,
    declare() {
      draft.place(node, 'operand', 'shown as it is');
    },
    write() {
      const { result } = draft.tool;
      const sql = reference(node.field.path);
      const name = result?.kind === 'object' ? (result.members[0]?.field.name ?? 'shown') : undefined;
      return name === undefined
        ? [{ return: sql, shape: 'json' }]
        : [{ return: `SELECT json_object('${name.replaceAll("'", "''")}', json(${sql}))`, shape: 'json' }];
    },
  };
}

export function clockReading(draft: Draft): Reading {
  let out: Out | undefined;
  return {
    kind: 'clock',
    phase: 2,
    declare() {
      for (const node of draft.specific(true)) {
        draft.place(node, 'unused', 'none');
        draft.flag('unused argument', `${node.field.name}: the session has one clock`);
      }
      out = draft.tool.result === undefined ? undefined : draft.result(undefined);
    },
    write() {
      return [
        returnStep(out ?? { kind: 'object', members: [['current_time', { kind: 'sql', sql: 'now()', as: 'plain' }]] }),
      ];
    },
  };
}
