// The format numbers of files that callgym writes and that other programs, or a later callgym, read. A format is a
// whole number; new optional keys do not change it (docs/decisions/file-formats.md). An older file passes through its
// migrations, one version at a time. A newer file is refused with an error of one line.
import { badInput } from '../errors/gym-error.ts';
import type { JsonObject } from '../values/json.ts';

export interface FileFormat {
  /** The kind of file, as errors name it: "an environment". */
  readonly kind: string;
  readonly current: number;
  /** The migrations, each by the version that it takes. Each migration returns the value in the next version. */
  readonly migrations: Readonly<Record<number, (value: JsonObject) => JsonObject>>;
}

export const ENVIRONMENT_FILE: FileFormat = { kind: 'an environment', current: 1, migrations: {} };
export const RUN_FILE: FileFormat = { kind: 'a run', current: 1, migrations: {} };

/**
 * Converts a value to the current format. A value without a valid format number is returned unchanged; the code that
 * reads the file checks it.
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
