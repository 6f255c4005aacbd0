// The format numbers of files that callgym writes and that other programs or a later callgym read. A new optional key
// does not change the number (docs/decisions/file-formats.md). An older file is converted one version at a time. A file
// with a greater number is refused with an error of one line.
import { badInput } from '../errors/gym-error.ts';
import type { JsonObject } from '../values/json.ts';

export interface FileFormat {
  /** The kind of file, in the words of an error message: "an environment". */
  readonly kind: string;
  readonly current: number;
  /** The conversions. The one under a number takes a value of that version and returns it in the next version. */
  readonly migrations: Readonly<Record<number, (value: JsonObject) => JsonObject>>;
}

export const ENVIRONMENT_FILE: FileFormat = { kind: 'an environment', current: 1, migrations: {} };
export const RUN_FILE: FileFormat = { kind: 'a run', current: 1, migrations: {} };

/**
 * Converts a value to the current format. A value without a whole number as its format is returned unchanged; the code
 * that reads the file then reports it.
 */
export function migrate(value: JsonObject, format: FileFormat, file: string): JsonObject {
  const { kind, current, migrations } = format;
  const { format: written } = value;
  if (typeof written !== 'number' || !Number.isInteger(written) || written === current) return value;
  if (written > current)
    throw badInput({
      file,
      path: '/format',
      what: `is ${written}, ${kind} of a later callgym; this one reads ${current}`,
      mend: 'use a newer callgym',
    });
  let migrated = value;
  for (let version = written; version < current; version++) {
    const step = migrations[version];
    if (step === undefined)
      throw badInput({ file, path: '/format', what: `is ${written}, which no callgym has written for ${kind}` });
    migrated = { ...step(migrated), format: version + 1 };
  }
  return migrated;
}
