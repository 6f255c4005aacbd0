// The answers of the studio's routes.
import type { Diff } from '../../envs/values/diff.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Scenario } from '../../envs/values/scenario.ts';
import type { ToolCall, ToolExample } from '../../envs/values/tool-schema.ts';

export type { Diff, Json, JsonObject, Scenario, ToolCall, ToolExample };

/** SQL as an environment writes it: as one text, or as a list of lines. */
export type SqlText = string | { readonly lines: readonly string[] };

export interface Overview {
  readonly environments: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly origin: string;
    readonly editable: boolean;
  }[];
  readonly runs: readonly RunHead[];
  readonly live_users: boolean;
  /** The callgym command as this person must type it, and the path of tool schemas that can be compiled. */
  readonly typed: { readonly callgym: string; readonly schemas: string };
}

export interface RunHead {
  readonly dir: string;
  /** The agent's name, or empty if the run's folder does not tell it. */
  readonly agent: string;
  readonly user: string;
  readonly trials: number;
}

export interface ColumnShown {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly generated: boolean;
  readonly role: string | null;
}

export interface TableShown {
  readonly name: string;
  readonly rows: number;
  readonly key: readonly string[];
  readonly checks: readonly string[];
  readonly sql: string;
  readonly columns: readonly ColumnShown[];
  readonly refers: readonly {
    readonly columns: readonly string[];
    readonly table: string;
    readonly references: readonly string[];
  }[];
}

export interface ToolShown {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly returns: Json;
  readonly audience: 'agent' | 'user' | 'control';
  readonly effect: 'read' | 'write';
  readonly program: readonly JsonObject[];
  readonly examples: readonly ToolExample[];
  /**
   * The examples that a person may change. For a compiled tool, the examples that the compiler found are not among
   * them.
   */
  readonly kept: readonly ToolExample[];
  /** True if the compiler added the tool because no listed tool shows these rows. */
  readonly added: boolean;
  readonly http: { readonly method: string; readonly path: string } | null;
  readonly flag: string | null;
  /** The format for amounts of money in this tool, with {value} for the number. */
  readonly money: string | null;
  readonly decision: {
    readonly reading?: string | null;
    readonly why?: string;
    readonly instead?: readonly { readonly reading: string; readonly why: string }[];
    readonly overridden?: boolean;
  } | null;
  readonly scenarios: readonly string[];
}

export interface EnvironmentShown {
  readonly name: string;
  readonly hash: string;
  readonly title: string;
  readonly description: string;
  readonly origin: string;
  readonly clock: string;
  readonly policy: string;
  readonly editable: boolean;
  /** The format for amounts of money, with {value} for the number, or null if the currency is unknown. */
  readonly money: string | null;
  readonly compiled: boolean;
  readonly overrides: boolean;
  /** The number of tasks that can be played. A task made for an older version of the environment cannot be played. */
  readonly tasks: number;
  readonly rules: readonly { readonly id: string; readonly text: string; readonly check: SqlText | null }[];
  readonly invariants: readonly { readonly name: string; readonly sql: SqlText; readonly says: string }[];
  readonly tables: readonly TableShown[];
  readonly views: readonly { readonly name: string; readonly reads: readonly string[]; readonly sql: string }[];
  readonly tools: readonly ToolShown[];
  readonly scenarios: readonly Scenario[];
  /** Named steps that several programs share. */
  readonly fragments: Readonly<Record<string, readonly JsonObject[]>>;
}

export interface RowsShown {
  readonly table: string;
  readonly columns: readonly string[];
  readonly total: number;
  readonly found: number;
  readonly offset: number;
  readonly rows: readonly (readonly Json[])[];
  readonly changes?: Diff[string] | null;
}

export interface SessionShown {
  readonly id: string;
  readonly environment: string;
  readonly hash: string;
  readonly step: number;
  readonly task?: string;
}

export type Answer =
  | { readonly step: number; readonly ok: true; readonly result: Json }
  | {
      readonly step: number;
      readonly ok: false;
      readonly error: { readonly code: string; readonly message: string; readonly details?: Json };
    };
