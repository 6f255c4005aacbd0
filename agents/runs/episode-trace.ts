// Records the trace spans of one episode: one for the episode and one for each turn. Without a tracer, does nothing.
import type { OpenSpan, Tracer } from '../../envs/tracing/tracer.ts';
import type { RemoteSession } from '../http/gym-client.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

interface TracedEpisode {
  readonly id: string;
  readonly world: World;
  readonly task: Task;
  readonly trial: number;
}

export class EpisodeTrace {
  readonly episode: OpenSpan | undefined;
  /** The episode's session. Its requests become spans below the span of the current turn. */
  session: RemoteSession | undefined;
  private current: OpenSpan | undefined;
  private turns = 0;

  constructor(tracer: Tracer | undefined, { id, world, task, trial }: TracedEpisode) {
    this.episode = tracer?.begin('episode', {
      attributes: {
        'callgym.episode': id,
        'callgym.environment': world.environment.name,
        'callgym.task': task.id,
        'callgym.trial': trial,
      },
    });
  }

  turn(side: 'agent' | 'user'): void {
    if (this.episode === undefined) return;
    this.current?.end();
    this.turns += 1;
    this.current = this.episode.child('turn', { attributes: { 'callgym.side': side, 'callgym.turn': this.turns } });
    if (this.session !== undefined) this.session.under = this.current;
  }

  turnsEnded(): void {
    this.current?.end();
    this.current = undefined;
    if (this.session !== undefined) this.session.under = this.episode;
  }

  end(reason: string, reward: number | null, why: string | undefined): void {
    this.episode?.set({ 'callgym.end': reason, ...(reward === null ? {} : { 'callgym.reward': reward }) });
    this.episode?.end(reason === 'infrastructure' ? (why ?? reason) : undefined);
  }
}
