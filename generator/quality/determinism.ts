// Opens the environment twice, plays the expected calls in both worlds, and compares log, rows and verdict byte for
// byte.
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { sha256 } from '../../envs/values/hash.ts';
import { canonicalJson } from '../../envs/values/json.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { Task } from '../../envs/values/task.ts';
import { goldScript, play } from '../../envs/verification/script.ts';
import type { World } from '../../envs/world/world.ts';
import type { QualitySubject } from './quality-subject.ts';

export function determinism(subject: QualitySubject): QualityCheck {
  const again = openEnvironment(subject.dir);
  try {
    const same = again.hash === subject.world.hash;
    const different = subject.tasks.filter((task) => !same || digestOf(subject.world, task) !== digestOf(again, task));
    return {
      id: 'determinism',
      pass: same && different.length === 0,
      figure: {
        tasks: subject.tasks.length,
        different: different.map(({ id }) => id),
        digest: sha256(subject.tasks.map((task) => digestOf(subject.world, task)).join('\n')),
      },
      says: `${subject.tasks.length - different.length} of ${subject.tasks.length} tasks give the same bytes in two worlds opened apart; all must`,
    };
  } finally {
    again.close();
  }
}

function digestOf(world: World, task: Task): string {
  const { log, rows, verdict } = play(world, task, goldScript(world, task));
  return sha256(canonicalJson({ log, rows, verdict }));
}
