// Tests a user who changes a wish. The oracle's proposal of the first wish must say the value that the user then
// replaces, so that the user notices it.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OracleReport } from '../../agents/agents/oracle-report.ts';
import type { Seat } from '../../agents/episodes/players.ts';
import { loadEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../envs/random.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { Known } from '../../envs/verification/derivable.ts';
import { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

const loaded = loadEnvironment(fileURLToPath(new URL('../../gallery/ward', import.meta.url)));
/** This phrase for a proposal does not mention the reason. */
const FRAMES = { proposes: ['admit {name} today'] };
const ward = new World({ ...loaded, speech: { ...loaded.speech, tools: { patient_register: FRAMES } } });

const WAS: JsonObject = {
  name: 'Philippa Vyse',
  born_on: '1971-11-22',
  sex: 'woman',
  bay: 'C',
  doctor_id: 'ST-0175',
  reason: 'Knee swollen after an old operation',
  expected_on: '2031-11-05',
};

function proposed(final?: JsonObject): string[] {
  return [1, 2, 3, 4, 5, 6].map((seed) => {
    const seat = part<Seat>({ world: ward, task: { gold: { calls: [] } } });
    const report = new OracleReport(seat, new Known(), makeRandom(seed, 'oracle'));
    return report.proposal([{ name: 'patient_register', arguments: WAS }], 0, final);
  });
}

test('a proposal of a first wish says the value that the user will replace', () => {
  const final = { ...WAS, reason: 'Gallstones, in pain since the night' };
  for (const text of proposed(final)) expect(text).toContain('Knee swollen after an old operation');
  expect(proposed().some((text) => !text.includes('Knee swollen'))).toBe(true);
});

test('a proposal of a first wish says no key of a row', () => {
  for (const text of proposed({ ...WAS, doctor_id: 'ST-0170' })) expect(text).not.toContain('ST-0175');
});
