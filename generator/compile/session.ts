// Who is signed in: one row that login writes and that other tools need. Where no tool signs anybody in, the row names
// the current user from the start.
import type { Step } from '../../envs/values/program.ts';
import type { Draft } from './draft.ts';
import type { Model, TablePlan } from './model.ts';

export const SESSION_TABLE = 'session';

export interface SessionPlan {
  readonly table: TablePlan;
  /** Where people are. */
  readonly users: TablePlan;
  readonly hasLogin: boolean;
  /** Tools that hand the token over. */
  readonly token: boolean;
}

const sessions = new WeakMap<Model, SessionPlan>();

export function setSession(model: Model, plan: SessionPlan): void {
  sessions.set(model, plan);
}

export function sessionOf(model: Model): SessionPlan | undefined {
  return sessions.get(model);
}

const TOKEN = new Set([
  'access token',
  'auth token',
  'session token',
  'token',
  'authentication token',
  'session id',
  'user token',
]);

/** The steps that a tool begins with when it needs somebody signed in, or needs to know who it is. */
export function signIn(draft: Draft, needsUser: boolean): Step[] {
  const session = sessionOf(draft.model);
  if (session === undefined) return [];
  const token = draft.tool.arguments.find((node) => TOKEN.has(node.field.words.join(' ')));
  if (session.hasLogin && session.token && token !== undefined) {
    draft.signedIn = true;
    return [
      { use: 'signed_in' },
      {
        require: `:${token.field.name} = :session.access_token`,
        else: ['UNAUTHENTICATED', 'The access token is not valid.'],
      },
    ];
  }
  if (session.hasLogin && (needsUser || draft.signedIn)) {
    draft.signedIn = true;
    return [{ use: 'signed_in' }];
  }
  return needsUser ? [{ use: 'current_user' }] : [];
}
