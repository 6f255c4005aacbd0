// Fetches an environment that this server lacks, by name or hash, from a folder of environments or from another server.
// This server computes the hash of the received files itself, so that it need not trust the sender.
import { EnvironmentStore, type EnvironmentFiles } from '../folder/environment-files.ts';
import type { EnvironmentShelf } from '../server/environment-shelf.ts';

export interface FetchParts {
  readonly store: EnvironmentStore;
  /** The control token, which all servers of the cluster share. */
  readonly token: string;
}

const TIMEOUT_MS = 20_000;
/** The largest number of servers that one fetch asks. */
const ASKED = 8;

/** Fetches the environment. Resolves to true if this server has the environment now. */
export async function fetchEnvironment(
  { store, token }: FetchParts,
  shelf: EnvironmentShelf,
  nameOrHash: string,
  urls: readonly string[],
): Promise<boolean> {
  const there = store.find(nameOrHash);
  if (there !== undefined) {
    shelf.add(there, nameOrHash);
    return true;
  }
  for (const url of urls.slice(0, ASKED)) {
    try {
      const answer = await fetch(`${url}/environments/${encodeURIComponent(nameOrHash)}/files`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) continue;
      const { hash, files } = (await answer.json()) as { hash: string; files: EnvironmentFiles };
      shelf.add(store.put(hash, files), hash);
      return true;
    } catch {
      // the server at this URL failed, but the next one may still send the environment
    }
  }
  return false;
}
