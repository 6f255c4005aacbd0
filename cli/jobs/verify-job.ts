// The work of the processes of `verify --jobs N`: judges one recorded episode, which is given by its position in
// episodes.jsonl.
import { LineFile } from '../../agents/runs/lines.ts';
import { LineVerifier, type VerifiedLine } from '../../agents/runs/verify-run.ts';
import type { Job } from './job.ts';

export interface VerifyItem {
  readonly at: number;
  readonly offset: number;
  readonly length: number;
}

export type VerifyJob = Job<{ readonly dir: string }, VerifyItem, VerifiedLine>;

export const verifyJob: VerifyJob = {
  async open({ dir }) {
    const verifier = new LineVerifier(dir);
    const lines = new LineFile(verifier.file);
    return {
      do: ({ at, offset, length }) => verifier.verify(lines.text(offset, length), offset, at),
      close() {
        lines.close();
        verifier.close();
      },
    };
  },
};
