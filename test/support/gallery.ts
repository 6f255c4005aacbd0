// Draws some environments of the gallery for tests that hold for all of them. The gallery grows, but the tests should
// not become slower, so only some are taken; a digest of the names decides which.
import { galleryFolders } from '../../cli/gallery.ts';
import { sha256 } from '../../envs/values/hash.ts';

/** Draws `most` environments. Returns the name and the folder of each. */
export function drawnFromGallery(most: number): readonly (readonly [name: string, dir: string])[] {
  return [...galleryFolders()].sort(([one], [other]) => (sha256(one) < sha256(other) ? -1 : 1)).slice(0, most);
}
