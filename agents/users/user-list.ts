// The players that can be the user. To add a player, write a file in this folder and add a line below.
import { openPlayer } from '../episodes/open-player.ts';
import type { PlayerKind, PlayerOptions, SitDown } from '../episodes/players.ts';
import { openaiUser } from './openai.ts';
import { scriptedUser } from './scripted.ts';

export const USERS: readonly PlayerKind[] = [scriptedUser, openaiUser];

export function openUser(name: string, options: PlayerOptions): Promise<SitDown> {
  return openPlayer('user', USERS, name, options);
}
