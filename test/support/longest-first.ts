// Orders the test files so that the longest begin first: a long file that begins late would keep one core busy while
// the others wait.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The seconds that each file took when `npm run measure:tests` recorded them. */
const SECONDS = JSON.parse(readFileSync(new URL('seconds.json', import.meta.url), 'utf8')) as Record<string, number>;
/** The seconds that a file without a record is assumed to take. */
const UNKNOWN = 5;

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification): number => SECONDS[relative(root, moduleId)] ?? UNKNOWN;
    const sorted = files.toSorted(
      (one, other) =>
        // a process can run files of only one project
        one.project.name.localeCompare(other.project.name, 'en') ||
        seconds(other) - seconds(one) ||
        (one.moduleId < other.moduleId ? -1 : 1),
    );
    return Promise.resolve(sorted);
  }
}

/**
 * Runs the shortest files first. In mutation testing this saves time, because a mutant ends at the first test that
 * fails.
 */
export class ShortestFirst extends LongestFirst {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toReversed();
  }
}
