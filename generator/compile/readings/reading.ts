// A reading is one way to understand a tool. It holds the reasons that speak for it, the columns that the tool needs,
// and the tool's program.
import type { Step } from '../../../envs/values/program.ts';
import type { Need, TableNeed } from '../plan/needs.ts';
import type { Plan } from '../plan/plan.ts';
import type { Things } from '../things/thing.ts';
import type { Known } from '../things/known.ts';
import type { Link } from '../things/links.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { NameStyle } from '../results/name-style.ts';

export interface Evidence {
  readonly says: string;
  readonly weight: number;
}

export interface Role {
  /** The name of the argument, or the path of the result's field. */
  readonly place: string;
  readonly role: string;
  /** The column as table.column, or an empty text where no column fits. */
  readonly is: string;
  /** If true, the program refuses a call without this optional argument, because the default is not known. */
  readonly always?: true;
  /** For a list, the column whose values the elements are, as table.column. */
  readonly elements?: string;
}

export interface Written {
  readonly steps: readonly Step[];
  /**
   * Values that the program cannot determine, such as the total of a new order. A tool with such a value is flagged.
   */
  readonly doubts: readonly string[];
}

/** The names of all readings. TypeScript reports a name without a rule in the registry. */
export type ReadingKind =
  | 'get'
  | 'find'
  | 'list'
  | 'many'
  | 'link'
  | 'element'
  | 'assign'
  | 'state'
  | 'delete'
  | 'update'
  | 'put'
  | 'book'
  | 'create'
  | 'formula';

/**
 * The name of a reading in flags, overrides and decisions. Some readings have two forms, such as `link` and `unlink`.
 */
export type RuleName = ReadingKind | 'unlink' | 'delete many' | 'create many' | 'update many';

export interface Match {
  readonly rule: RuleName;
  readonly effect: 'read' | 'write';
  readonly evidence: readonly Evidence[];
  readonly arguments: readonly Role[];
  readonly leaves: readonly Role[];
  readonly needs: readonly Need[];
  readonly tables: readonly TableNeed[];
  /** Values that the compiler invented or cannot determine. A tool with such a value is flagged. */
  readonly doubts: readonly string[];
  /** The tables into which the tool inserts rows. */
  readonly makes: readonly string[];
  /** For a delete, the tables whose rows are deleted with the row, because the description says so. */
  readonly carries?: readonly string[];
  /** Sentences of the description that the program fulfils, such as "It starts as open". */
  readonly keeps?: readonly string[];
  readonly program: (plan: Plan) => Written;
}

/** The parts of a match that most readings leave empty. */
export const NO_MORE = { tables: [], makes: [], doubts: [] } as const;

/** The facts about all tools of a domain. A rule may read them but never changes them. */
export interface Domain {
  readonly tools: readonly ToolFacts[];
  readonly things: Things;
  readonly known: Known;
  readonly links: readonly Link[];
  /** The style of field names, such as snake case, in results without a schema. */
  readonly style: NameStyle;
  /**
   * By the name of each tool, the arguments that a person listed under `shapes` in overrides.json. They only shape the
   * result.
   */
  readonly shaping: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ReadingRule {
  readonly kind: ReadingKind;
  readonly effect: 'read' | 'write';
  /** Tells people which tools the rule fits, and how it understands them. */
  readonly about: string;
  readonly match: (tool: ToolFacts, domain: Domain) => Match | Refusal;
}

/**
 * The reason why a rule does not fit a tool. If no rule fits, the compiler reports the refusal with the highest `near`.
 */
export interface Refusal {
  readonly because: string;
  /** How close the rule came to a fit; a higher number is closer. */
  readonly near: number;
  /** The arguments for which the rule found no meaning. */
  readonly faults?: readonly string[];
}

export function isRefusal(value: object): value is Refusal {
  return 'because' in value;
}

export const refuse = (near: number, because: string, faults: readonly string[] = []): Refusal =>
  faults.length === 0 ? { because, near } : { because, near, faults };

export function weightOf(match: Match): number {
  return match.evidence.reduce((sum, { weight }) => sum + weight, 0);
}
