// Tests the laws of law-list.ts, which hold in every environment, on the tools that list rows, the tools that show one
// row, and the calls that succeeded in earlier checks.
import type { World } from '../../../envs/world/world.ts';
import type { Report } from '../check-report.ts';
import type { Played } from '../check-roles.ts';
import { LAWS } from './law-list.ts';
import { LawRoom } from './law-room.ts';

const READS_TRIED = 3;

export function checkLaws(world: World, report: Report, good: ReadonlyMap<string, readonly Played[]>): void {
  const room = new LawRoom(world, report);
  for (const law of LAWS) {
    for (const lister of room.listers) law.aboutList?.(room, lister);
    for (const getter of room.getters) law.aboutGetter?.(room, getter);
  }
  for (const [name, played] of good) {
    const tool = world.tools.get(name)?.tool;
    if (tool === undefined || tool.audience === 'control') continue;
    if (tool.effect === 'read') {
      for (const each of played.slice(0, READS_TRIED)) for (const law of LAWS) law.aboutRead?.(room, tool, each);
      continue;
    }
    const [first] = played;
    const written = first === undefined ? undefined : room.write(tool, first.before, first.args);
    if (first === undefined || written === undefined) continue;
    for (const law of LAWS) law.aboutWrite?.(room, { tool, played: first, ...written });
    room.close(written.session);
  }
}
