// Environments of the gallery for laws that hold in all of them. The gallery grows and the time of a test run does not:
// the environments that are tried are drawn by the digest of their names.
import { galleryFolders } from '../../cli/gallery.ts';
import { sha256 } from '../../envs/values/hash.ts';

/** Draws the given number of environments, each as its name and its folder. */
export function drawnFromGallery(most: number): readonly (readonly [name: string, dir: string])[] {
  return [...galleryFolders()].sort(([one], [other]) => (sha256(one) < sha256(other) ? -1 : 1)).slice(0, most);
}
