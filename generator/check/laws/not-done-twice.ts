// Law: a tool that checks a row before it changes it refuses to set a status that the row already has, unless the call
// gives the status, or to remove a row a second time.
import type { Law } from './law.ts';
import { scalarsOf } from './shown-values.ts';

export const notDoneTwice: Law = {
  name: 'not done twice',
  aboutWrite(room, { tool, played, diff, session }) {
    const changes = Object.values(diff);
    const given = new Set(scalarsOf(played.args));
    const status = changes.some(({ updated }) =>
      updated.some(({ before, after }) =>
        Object.entries(after).some(
          ([column, value]) =>
            /(^|_)(status|state)$/.test(column) &&
            typeof value === 'string' &&
            !given.has(value) &&
            before[column] !== value,
        ),
      ),
    );
    const removes =
      changes.some(({ deleted }) => deleted.length === 1) &&
      changes.every(({ inserted, deleted }) => inserted.length === 0 && deleted.length <= 1);
    // only a tool that checks the row before it changes it can refuse
    const program = JSON.stringify(tool.program);
    const looks =
      program.includes('PRECONDITION_FAILED') ||
      (removes && program.includes('NOT_FOUND') && !/ORDER BY/.test(program));
    const makes = changes.some(({ inserted }) => inserted.length > 0);
    if (!(status || removes) || !looks || makes) return;
    const fork = room.fork(session);
    const again = room.read(fork, tool, played.args);
    room.hold(this, tool, !again.ok, 'the same call succeeds again');
    room.close(fork);
  },
};
