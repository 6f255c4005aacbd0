// The order of test files: the longest begin first, so that no core waits at the end for a file that began late.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The seconds that each file took when they were recorded (`npm run measure:tests`). */
const SECONDS = JSON.parse(readFileSync(new URL('seconds.json', import.meta.url), 'utf8')) as Record<string, number>;
/** A file that was not recorded begins before the short ones. */
const UNKNOWN = 5;

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification): number => SECONDS[relative(root, moduleId)] ?? UNKNOWN;
    const sorted = files.toSorted(
      (one, other) =>
        // a process takes files of one project only
        one.project.name.localeCompare(other.project.name, 'en') ||
        seconds(other) - seconds(one) ||
        (one.moduleId < other.moduleId ? -1 : 1),
    );
    return Promise.resolve(sorted);
  }
}
