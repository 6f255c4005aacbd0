// The exports of the studio that other programs may use. docs/library.md describes each of them.
export { studioPage, type StudioPage } from './page.ts';
export { studio, type StudioOptions } from './server/studio.ts';
