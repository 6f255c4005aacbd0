// Converts errors that SQLite raises while a tool runs. If the arguments of the call caused the error, it becomes a
// ToolError for the agent. Otherwise it is a fault of callgym.
import Database from 'better-sqlite3';
import { GymError } from '../errors/gym-error.ts';
import { KeyTaken, ToolError } from '../errors/tool-error.ts';
import { MAX_STORED_BYTES, SIZE_CONSTRAINT } from '../sql/functions.ts';
import type { StatementSlot } from '../engine/statement-slot.ts';

export function mapSqliteError(error: unknown, slot: StatementSlot, tool: string): unknown {
  if (error instanceof RangeError) return new ToolError('INVALID_ARGUMENT', 'A number is too large.');
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  const what = message.replace(/^.*constraint failed: /, '');
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return new KeyTaken(columnNames(what));
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return slot.vetted.verb === 'delete'
        ? new ToolError('CONFLICT', 'Other entries still refer to it.')
        : new ToolError('NOT_FOUND', 'It refers to an entry that does not exist.');
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return new ToolError('INVALID_ARGUMENT', `${columnNames(what)} must have a value.`);
    case 'SQLITE_CONSTRAINT_CHECK':
      if (what === SIZE_CONSTRAINT)
        return new ToolError('LIMIT_EXCEEDED', `A text is longer than ${MAX_STORED_BYTES} bytes.`);
      return new ToolError('INVALID_ARGUMENT', `A value is not allowed: ${what}.`);
    case 'SQLITE_CONSTRAINT_DATATYPE':
    case 'SQLITE_MISMATCH':
      return new ToolError('INVALID_ARGUMENT', `A value has the wrong type: ${message}.`);
    case 'SQLITE_TOOBIG':
      return new GymError('BUDGET_EXCEEDED', { tool, limit: 1_000_000_000, unit: 'characters' });
    case 'SQLITE_ERROR':
      // preparing the statement succeeded, so the values of the call must have caused this error
      return new ToolError('INVALID_ARGUMENT', `${sentence(message)}.`);
    default:
      return new GymError('PROGRAM_FAULT', { tool, step: slot.where, what: `${code}: ${message}` });
  }
}

/** Drops the names of tables: "orders.order_id, orders.line" becomes "order_id, line". */
function columnNames(what: string): string {
  return what.replace(/\b[A-Za-z_][A-Za-z0-9_]*\./g, '').replace(/^index '(.*)'$/, '$1');
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
