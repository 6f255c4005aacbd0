// Runs the program that the environment wants after each write. If it refuses, the environment is at fault, because the
// write itself was allowed.
import type { Connection } from '../engine/connection.ts';
import { GymError } from '../errors/gym-error.ts';
import { runProgram } from '../program/run-program.ts';
import type { RunnableTool } from './runnable-tool.ts';

export function runAfter(connection: Connection, after: RunnableTool): void {
  const outcome = runProgram(after, {}, connection);
  if (outcome.error !== undefined) {
    throw new GymError('PROGRAM_FAULT', {
      tool: after.tool.name,
      step: 'after',
      what: `it must not fail, but: ${outcome.error.message}`,
    });
  }
}
