// The environment's own files in an exported folder. A callgym server runs them.
import type { HubSubject } from './hub.ts';

export const ENVIRONMENT_AT = 'environment';

export function folderFiles({ folder, dashed }: HubSubject): [string, string][] {
  return [...folder].map(([name, text]) => [`${ENVIRONMENT_AT}/${dashed}/${name}`, text]);
}
