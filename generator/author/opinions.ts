// Collects the opinions of reviewers about tools, and finds the tools that a majority of reviewers calls wrong.
import type { ReviewReply } from './replies.ts';

export interface Opinion {
  readonly right: number;
  readonly partly: number;
  readonly wrong: number;
  readonly whys: readonly string[];
}

export class Opinions {
  readonly byTool = new Map<string, Opinion>();
  /** Tools that a majority of reviewers calls wrong, each with the reviewers' reasons. */
  readonly wrong = new Map<string, string>();
  private readonly round = new Map<string, { right: number; partly: number; wrong: number; whys: string[] }>();

  /** Adds one reviewer's opinions to those of this round. */
  add(reply: ReviewReply): void {
    for (const [tool, { verdict, why }] of Object.entries(reply.tools)) {
      const known = this.round.get(tool) ?? { right: 0, partly: 0, wrong: 0, whys: [] };
      known[verdict] += 1;
      if (verdict !== 'right' && why !== undefined) known.whys.push(why);
      this.round.set(tool, known);
    }
  }

  /** Ends a round. Its opinions replace earlier opinions about the same tools. */
  settle(): void {
    for (const [tool, opinion] of this.round) {
      const { right, partly, wrong, whys } = opinion;
      this.byTool.set(tool, opinion);
      if (wrong > (right + partly + wrong) / 2) this.wrong.set(tool, whys.join(' / '));
      else this.wrong.delete(tool);
    }
    this.round.clear();
  }
}
