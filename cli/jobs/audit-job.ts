// The work of the processes of `audit --jobs N`: audits one task at a time. The process keeps the last environment
// open, because the next task often has the same one.
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { auditOne, type Audited, type AuditOptions } from '../../generator/tasks/audit.ts';
import type { Job } from './job.ts';

export interface AuditItem {
  readonly dir: string;
  readonly task: Task;
  readonly options: AuditOptions;
}

export type AuditJob = Job<null, AuditItem, Audited>;

export const auditJob: AuditJob = {
  async open() {
    let open: { readonly dir: string; readonly world: World } | undefined;
    return {
      do({ dir, task, options }) {
        if (open?.dir !== dir) {
          open?.world.close();
          open = { dir, world: openEnvironment(dir) };
        }
        return auditOne(open.world, task, options);
      },
      close: () => open?.world.close(),
    };
  },
};
