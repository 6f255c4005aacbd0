// Facts that all people know about themselves, even if the task does not list them: name, e-mail, phone, date of
// birth, address. They are read from the row that the task's facts identify. The fact that the task says the user does
// not know is left out.
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { labelOf } from '../../envs/words/spoken.ts';
import type { KnownFact } from './known-facts.ts';

const OWN =
  /^(?:(?:first|last|full|given|family)_?name|name|surname|e_?mail(?:_address)?|(?:mobile_|tele)?phone(?:_number)?|birth_?date|date_of_birth|dob|postcode|zip(?:_?code)?|street|address|city|region|state)$/i;
const HOME = /^(?:street|address|city|region|state)$/i;
/**
 * The number of identifying facts that must agree with the row. If the task has only one such fact, that one is enough.
 */
const AGREEING = 2;

export function selfFacts(world: World, task: Task, told: readonly KnownFact[]): KnownFact[] {
  const who = told.filter((fact) => fact.who && typeof fact.value === 'string');
  if (who.length === 0 || world.environment === undefined) return [];
  const row = rowOf(world, task, who);
  if (row === undefined) return [];
  const unknown = task.user.unknown === undefined ? undefined : labelOf(task.user.unknown);
  return Object.entries(row).flatMap(([column, value]): KnownFact[] => {
    const label = labelOf(column);
    if (!OWN.test(column) || typeof value !== 'string' || value === '' || label === unknown) return [];
    // two kinds of values are left out: facts about the user that the task tells itself, and parts of an address for
    // which the task has a value
    if (told.some((fact) => fact.label === label && (fact.who || HOME.test(column)))) return [];
    return [{ key: column, value, say: 'asked', label, owner: undefined, who: true }];
  });
}

type Row = Readonly<Record<string, Json>>;

function rowOf(world: World, task: Task, who: readonly KnownFact[]): Row | undefined {
  const found: { row: Row; score: number }[] = [];
  for (const { table, row } of world.environment.seed) {
    const values = who.filter(({ key, value }) => (row as Row)[key] === value);
    if (values.length === 0) continue;
    found.push({ row: afterPatch(task, table, row as Row), score: values.length });
  }
  found.sort((one, other) => other.score - one.score);
  const [best, next] = found;
  if (best === undefined || best.score === next?.score) return undefined;
  return best.score >= Math.min(AGREEING, who.length) ? best.row : undefined;
}

function afterPatch(task: Task, table: string, row: Row): Row {
  const change = task.patch?.[table]?.updated.find(({ key }) =>
    Object.entries(key).every(([column, value]) => row[column] === value),
  );
  return change === undefined ? row : { ...row, ...(change.after as Row) };
}
