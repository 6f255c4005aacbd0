// Draws environments of the gallery for laws that hold in all of them. The gallery grows, but a test run should not
// become longer, so a digest of the names decides.
import { galleryFolders } from '../../cli/gallery.ts';
import { sha256 } from '../../envs/values/hash.ts';

/** Draws `most` environments. Returns the name and the folder of each. */
export function drawnFromGallery(most: number): readonly (readonly [name: string, dir: string])[] {
  return [...galleryFolders()].sort(([one], [other]) => (sha256(one) < sha256(other) ? -1 : 1)).slice(0, most);
}
