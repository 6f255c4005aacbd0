// Tests the two halves of the lists of people's names: a person of one half never shares a name or an e-mail address
// with a person of the other half.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { buildEnvironments } from '../../../generator/compile/build.ts';
import { folder } from '../../support/played.ts';

const CLINIC = fileURLToPath(new URL('../../../fixtures/tools/clinic.mcp.json', import.meta.url));

async function people(names: 'a' | 'b' | undefined): Promise<{ names: Set<string>; emails: Set<string> }> {
  const out = join(folder(), 'built');
  for await (const _step of buildEnvironments(CLINIC, out, {
    seed: 3,
    rows: 2000,
    discovery: true,
    ...(names === undefined ? {} : { names }),
  }));
  const world = openEnvironment(join(out, 'clinic_mcp'));
  const rows = world.environment.seed.filter(({ table }) => table === 'patients').map(({ row }) => row);
  world.close();
  return {
    names: new Set(rows.flatMap((row) => String(row['name']).split(' '))),
    emails: new Set(rows.map((row) => String(row['email']))),
  };
}

test('two halves share nobody; without them they would', async () => {
  const [a, b, all] = [await people('a'), await people('b'), await people(undefined)];
  expect(a.names.size).toBeGreaterThan(100);
  const shared = (x: ReadonlySet<string>, y: ReadonlySet<string>): string[] => [...x].filter((each) => y.has(each));
  expect(shared(a.names, b.names)).toEqual([]);
  expect(shared(a.emails, b.emails)).toEqual([]);
  expect(shared(a.names, all.names).length).toBeGreaterThan(0);
  expect(shared(b.names, all.names).length).toBeGreaterThan(0);
});
