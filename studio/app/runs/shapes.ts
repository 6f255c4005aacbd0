// The data of a run and its episodes, as the server sends it and as a report file holds it.
import type { EpisodeRow, Players } from '../../../agents/report/episode-row.ts';
import type { Json, JsonObject } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';

export interface Group {
  readonly episodes: number;
  readonly pass: number;
  readonly interval: readonly [number, number];
}

export interface Figures {
  readonly judged?: number;
  readonly passes?: number;
  readonly tasks?: number;
  readonly turns?: number;
  readonly pass_hat?: Readonly<Record<string, number>>;
  readonly pass_hat_interval?: Readonly<Record<string, readonly [number, number]>>;
  readonly tool_errors?: { readonly episodes?: number; readonly recovered?: number };
  readonly alarms?: Readonly<Record<string, number>>;
  readonly by_environment?: Readonly<Record<string, Group>>;
  readonly by_kind?: Readonly<Record<string, Group>>;
  readonly by_capability?: Readonly<Record<string, Group>>;
  readonly by_difficulty?: Readonly<Record<string, Group>>;
  readonly by_calls?: Readonly<Record<string, Group>>;
  readonly failure_reasons?: Readonly<Record<string, number>>;
  readonly ends?: Readonly<Record<string, number>>;
}

export interface RunData {
  readonly head: JsonObject;
  readonly players: Players;
  readonly figures: Figures;
  readonly funnel: readonly {
    readonly name: string;
    readonly kept: number;
    readonly dropped: Readonly<Record<string, number>>;
  }[];
  readonly faults: Readonly<Record<string, number>>;
  readonly episodes: readonly EpisodeRow[];
  readonly systems: readonly string[];
  readonly refused: readonly { readonly episode: string; readonly reason: string }[];
  readonly piece: number;
  readonly progress?: Progress;
  readonly dir?: string;
}

export interface Progress {
  readonly done: number;
  readonly of: number | null;
  readonly complete: boolean;
  readonly failed: number;
  readonly attributed: number;
  /** The share of the run's file that was read, from 0 to 1. */
  readonly read: number;
}

export interface MessageShown {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly reasoning?: string;
  readonly untrained?: string;
  readonly decisive?: boolean;
  readonly calls?: readonly { readonly name: string; readonly args: string; readonly step: number | null }[];
  readonly name?: string;
  readonly ok?: boolean;
  readonly step?: number | null;
  readonly changes?: readonly string[];
}

export interface EpisodeDetail {
  readonly system: number;
  readonly system_text?: string;
  readonly user: { readonly persona: string; readonly goal: string };
  readonly gold: readonly { readonly by: string; readonly name: string; readonly args: string }[];
  readonly outputs: readonly { readonly key: string; readonly value: Json }[];
  readonly messages: readonly MessageShown[];
  readonly verdict: {
    readonly reward: 0 | 1 | null;
    readonly parts: Readonly<Record<string, boolean | null>>;
    readonly failures: readonly { readonly part: string; readonly step: number | null; readonly message: string }[];
    readonly unjudged: readonly string[];
  };
  readonly end: string;
  readonly why?: string;
  readonly fault?: { readonly reason: string; readonly step: number | null; readonly detail?: string };
  readonly alarms?: readonly { readonly kind: string; readonly step: number; readonly what: string }[];
  readonly task?: Task;
}

/** Loads the details of the episode with this index, from the server or from the report file. */
export type OpenEpisode = (at: number) => Promise<EpisodeDetail>;
