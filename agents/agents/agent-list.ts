// The agents that a run can choose by name. To add an agent, write a file in this folder and add a line below.
import { openPlayer } from '../episodes/open-player.ts';
import type { PlayerKind, PlayerOptions, SitDown } from '../episodes/players.ts';
import { hackerAgent } from './hacker.ts';
import { humanAgent } from './human.ts';
import { noisyAgent } from './noisy.ts';
import { noopAgent } from './noop.ts';
import { openaiAgent } from './openai.ts';
import { oracleAgent } from './oracle.ts';
import { randomAgent } from './random.ts';
import { replayAgent } from './replay.ts';

export const AGENTS: readonly PlayerKind[] = [
  openaiAgent,
  oracleAgent,
  noisyAgent,
  noopAgent,
  hackerAgent,
  randomAgent,
  replayAgent,
  humanAgent,
];

export function openAgent(name: string, options: PlayerOptions): Promise<SitDown> {
  return openPlayer('agent', AGENTS, name, options);
}
