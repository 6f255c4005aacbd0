// A report file is a run whose data is a part of the page. The episodes are compressed in pieces, and a piece is
// unpacked only when it is needed.
import type { JSX } from 'preact';
import { Run } from './run.tsx';
import type { EpisodeDetail, OpenEpisode, RunData } from './shapes.ts';

/** The number of unpacked pieces that stay in memory. */
const KEPT = 8;

/** Returns the run whose data is part of the page, or undefined. */
export function reportInPage(): RunData | undefined {
  const text = document.getElementById('data')?.textContent;
  return text === undefined || text === null ? undefined : (JSON.parse(text) as RunData);
}

function opener(piece: number): OpenEpisode {
  const opened = new Map<number, readonly EpisodeDetail[]>();
  return async (at) => {
    const number = Math.floor(at / piece);
    let episodes = opened.get(number);
    if (episodes === undefined) {
      const text = document.getElementById(`piece-${number}`)?.textContent ?? '';
      const packed = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      episodes = JSON.parse(await new Response(stream).text()) as readonly EpisodeDetail[];
      for (const oldest of opened.keys()) if (opened.size >= KEPT) opened.delete(oldest);
      opened.set(number, episodes);
    }
    const found = episodes[at % piece];
    if (found === undefined) throw new Error('The page lacks this episode.');
    return found;
  };
}

let open: OpenEpisode | undefined;

export function Report({ data }: { readonly data: RunData }): JSX.Element {
  open ??= opener(data.piece);
  return (
    <div class="page wide run">
      <Run data={data} open={open} progress={undefined} />
    </div>
  );
}
