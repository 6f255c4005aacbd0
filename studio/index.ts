// The public names of the studio, on which other programs may rely. Each name is in docs/library.md.
export { studioPage, type StudioPage } from './page.ts';
export { studio, type StudioOptions } from './server/studio.ts';
