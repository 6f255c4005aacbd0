// A tool with all that a call needs: its program, query plans, argument check, result schema and tables.
import type { StatementPlan } from '../engine/connection.ts';
import type { ReturnShape } from '../engine/shape-result.ts';
import type { VettedProgram } from '../program/vet-program.ts';
import type { Tool } from '../values/tool-schema.ts';
import type { ProgramMasks } from './shared-reads.ts';
import type { CheckArguments } from './tool-arguments.ts';

export interface RunnableTool extends ProgramMasks {
  readonly tool: Tool;
  readonly program: VettedProgram;
  readonly plans: readonly StatementPlan[];
  readonly check: CheckArguments;
  readonly returns: ReturnShape;
}
