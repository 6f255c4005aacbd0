// Lists the files in an exported folder that describe the environment. A callgym server loads these files.
import type { HubSubject } from './hub.ts';

export const ENVIRONMENT_AT = 'environment';

export function folderFiles({ folder, dashed }: HubSubject): [string, string][] {
  return [...folder].map(([name, text]) => [`${ENVIRONMENT_AT}/${dashed}/${name}`, text]);
}
