// npm run measure:gallery: measures how similar two domains of tau2-bench are, retail and airline, and writes
// docs/tau2-overlap.json. npm run docs compares the pairs of the gallery with these figures. The variable CALLGYM_DATA
// names the folder that contains tau2.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BAR_FILE, overlapOf, overlapTable, traitsOf } from './gallery-overlap.ts';
import { galleryFolders } from '../cli/gallery.ts';
import { loadEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import { prettyJson } from '../envs/folder/pretty-json.ts';
import { asJson } from '../envs/values/json.ts';
import { importTau2 } from '../generator/tau2/import-tau2.ts';
import { tau2Checkout } from '../bench/tau2-suite.ts';

const checkout = tau2Checkout(process.env['CALLGYM_DATA']);
if (checkout === undefined)
  process.stderr.write('the bar stays as it was recorded: CALLGYM_DATA names no folder with tau2\n');
else {
  const place = mkdtempSync(join(tmpdir(), 'callgym-overlap-'));
  try {
    const domains = importTau2({ checkout: checkout.dir, out: place, domains: ['retail', 'airline'] });
    const [retail, airline] = domains.map(({ path }) => traitsOf(loadEnvironment(path)));
    if (retail === undefined || airline === undefined) throw new Error('tau2 has no retail and airline there');
    writeWhole(BAR_FILE, prettyJson(asJson(overlapOf(retail, airline))));
  } finally {
    checkout.remove();
    rmSync(place, { recursive: true, force: true });
  }
}
process.stdout.write(`${overlapTable([...galleryFolders().values()].map((dir) => loadEnvironment(dir)))}\n`);
