// A reading: one way to understand a tool, with the evidence for it, what it needs of the tables, and its program.
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
}

export interface Written {
  readonly steps: readonly Step[];
  /** What the plan does not tell: the total of a new order. */
  readonly doubts: readonly string[];
}

export interface Match {
  readonly rule: string;
  readonly effect: 'read' | 'write';
  readonly evidence: readonly Evidence[];
  readonly arguments: readonly Role[];
  readonly leaves: readonly Role[];
  readonly needs: readonly Need[];
  readonly tables: readonly TableNeed[];
  /** What had to be invented or stays unexplained: each is a flag. */
  readonly doubts: readonly string[];
  /** Tables that it puts rows into. */
  readonly makes: readonly string[];
  readonly program: (plan: Plan) => Written;
}

/** All that a rule may look at; frozen. */
export interface Domain {
  readonly tools: readonly ToolFacts[];
  readonly things: Things;
  readonly known: Known;
  readonly links: readonly Link[];
  /** Names in the API's answers are written like this where nothing is declared. */
  readonly style: 'camel' | 'snake';
  /** Arguments that a person called shaping: tool -> names. */
  readonly shaping: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ReadingRule {
  readonly kind: string;
  readonly effect: 'read' | 'write';
  /** It puts rows into a table: tools of other rules may need them. */
  readonly makesRows?: true;
  /** For a person: which tools it reads, and how. */
  readonly about: string;
  readonly match: (tool: ToolFacts, domain: Domain) => Match | Refusal;
}

/** Why a rule does not fit; the most telling one becomes the flag. */
export interface Refusal {
  readonly because: string;
  /** How near it came: the nearest refusal is told. */
  readonly near: number;
  /** The arguments that stand in the way. */
  readonly faults?: readonly string[];
}

export function isRefusal(value: Match | Refusal): value is Refusal {
  return 'because' in value;
}

export const refuse = (near: number, because: string, faults: readonly string[] = []): Refusal =>
  faults.length === 0 ? { because, near } : { because, near, faults };

export function weightOf(match: Match): number {
  return match.evidence.reduce((sum, { weight }) => sum + weight, 0);
}
