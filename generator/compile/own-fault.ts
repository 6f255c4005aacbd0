// Describes a fault of callgym for the build report: the message, the causes and the stack trace. Paths begin at the
// project's folder, so that the report is the same on every machine.
import { fileURLToPath } from 'node:url';

export interface OwnFault {
  readonly reason: string;
  /** The stack trace. Each entry is `function (file:line)`; the innermost call comes first. */
  readonly trace: readonly string[];
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MOST_FRAMES = 12;

export function ownFault(error: unknown): OwnFault {
  return { reason: `a fault of callgym: ${causes(error).join('; because: ')}`, trace: frames(error) };
}

function causes(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : causes(error.cause))];
}

function frames(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const innermost = frames(error.cause);
  const own = (error.stack ?? '').split('\n').flatMap((line) => {
    const found = /^\s*at (?:(?:async )?(.+?) \()?(?:file:\/\/)?(\/[^()?]*)(?:\?[^()]*)?:(\d+):\d+\)?$/.exec(line);
    if (found === null) return [];
    const [, name = 'top level', path = '', at = ''] = found;
    return path.startsWith(ROOT) && !path.includes('node_modules')
      ? [`${name} (${path.slice(ROOT.length)}:${at})`]
      : [];
  });
  return [...innermost, ...own].slice(0, MOST_FRAMES);
}
