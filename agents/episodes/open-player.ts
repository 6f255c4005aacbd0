// Opens the agent or user with this name. Details may follow a colon, as in openai:MODEL. Throws an error of one
// line if no player has the name.
import { badInput } from '../../envs/errors/gym-error.ts';
import type { PlayerKind, PlayerOptions, SitDown } from './players.ts';

export async function openPlayer(
  side: 'agent' | 'user',
  kinds: readonly PlayerKind[],
  name: string,
  options: PlayerOptions,
): Promise<SitDown> {
  const [first = ''] = name.split(':', 1);
  const kind = kinds.find((each) => each.name === first);
  if (kind === undefined)
    throw badInput({
      path: side,
      what: `${JSON.stringify(name.slice(0, 60))} is not known`,
      mend: `there are ${kinds.map((each) => each.name).join(', ')}`,
    });
  const spec = name.includes(':') ? name.slice(first.length + 1) : '';
  return kind.open(spec, options);
}
