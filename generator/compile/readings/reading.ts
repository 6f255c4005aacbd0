// A reading: one way to understand a tool, with the evidence for it, its needs of the tables, and its program.
import type { Step } from '../../../envs/values/program.ts';
import type { Need, TableNeed } from '../plan/needs.ts';
import type { Plan } from '../plan/plan.ts';
import type { Things } from '../things/thing.ts';
import type { Known } from '../things/known.ts';
import type { Link } from '../things/links.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

export interface Evidence {
  readonly says: string;
  readonly weight: number;
}

export interface Role {
  /** The argument, or the leaf of the result. */
  readonly place: string;
  readonly role: string;
  /** table.column, where it is one. */
  readonly is: string;
  /** Optional for the API, but a call without it is refused: its default is not known. */
  readonly always?: true;
  /** Of a list: table.column of which its elements are values. */
  readonly elements?: string;
}

export interface Written {
  readonly steps: readonly Step[];
  /** Values that the plan does not determine: the total of a new order. */
  readonly doubts: readonly string[];
}

/** Every reading; the compiler of TypeScript asks the registry for its rule. */
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

/** A reading as flags, overrides and decisions name it: some readings come in two forms. */
export type RuleName = ReadingKind | 'unlink' | 'delete many' | 'create many' | 'update many';

export interface Match {
  readonly rule: RuleName;
  readonly effect: 'read' | 'write';
  readonly evidence: readonly Evidence[];
  readonly arguments: readonly Role[];
  readonly leaves: readonly Role[];
  readonly needs: readonly Need[];
  readonly tables: readonly TableNeed[];
  /** Values that had to be invented or have no explanation: each is a flag. */
  readonly doubts: readonly string[];
  /** Tables that it puts rows into. */
  readonly makes: readonly string[];
  readonly program: (plan: Plan) => Written;
}

/** The parts that most matches leave empty. */
export const NO_MORE = { tables: [], makes: [], doubts: [] } as const;

/** The frozen facts that a rule may use. */
export interface Domain {
  readonly tools: readonly ToolFacts[];
  readonly things: Things;
  readonly known: Known;
  readonly links: readonly Link[];
  /** The style of names in results that are not declared. */
  readonly style: 'camel' | 'snake';
  /** Arguments that a person declared as shaping: tool -> names. */
  readonly shaping: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ReadingRule {
  readonly kind: ReadingKind;
  readonly effect: 'read' | 'write';
  /** For a person: which tools it reads, and how. */
  readonly about: string;
  readonly match: (tool: ToolFacts, domain: Domain) => Match | Refusal;
}

/** The reason why a rule does not fit; the nearest refusal becomes the flag. */
export interface Refusal {
  readonly because: string;
  /** How near the rule came to a fit: the nearest refusal is reported. */
  readonly near: number;
  /** The arguments that the rule could not explain. */
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
