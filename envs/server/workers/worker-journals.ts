// Names the journal file of each worker: FILE for a server without workers, otherwise FILE.worker-0 and so on. If the
// number of workers has changed, the sessions in the files are distributed again. The id of a session decides its
// worker.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Journal } from '../../session/journal.ts';
import { markOf } from '../capabilities.ts';

export function journalOf(file: string, worker: number, workers: number): string {
  return workers === 1 ? file : `${file}.worker-${worker}`;
}

/**
 * Distributes the sessions of the old journals over the new ones. Must be called while no server has the journals open.
 */
export function dealJournals(file: string, workers: number): void {
  const wanted = Array.from({ length: workers }, (_each, worker) => journalOf(file, worker, workers));
  const found = [file, ...partsOf(file)].filter((each) => existsSync(each));
  if (found.every((each) => wanted.includes(each)) && (found.length === 0 || found.length === workers)) return;
  Journal.deal(found, wanted, (id) => markOf(id) % workers);
}

function partsOf(file: string): string[] {
  const dir = dirname(file);
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.startsWith(`${basename(file)}.worker-`) && /\.worker-\d+$/.test(name))
    .map((name) => join(dir, name));
}
