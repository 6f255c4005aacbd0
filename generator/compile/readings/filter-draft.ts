// Collects the conditions of a list tool, while the compiler goes through the arguments of the tool one by one.
import type { Need } from '../plan/needs.ts';
import type * as sql from '../programs/sql.ts';
import type { Role } from './reading.ts';

export interface Unknown {
  readonly why: string;
  readonly argument?: string;
}

export interface Draft {
  readonly where: sql.Expr[];
  order: sql.Expr[];
  readonly roles: Role[];
  readonly needs: Need[];
  readonly unknown: Unknown[];
  readonly doubts: string[];
}
