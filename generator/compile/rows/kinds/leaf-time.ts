// Makes a time inside a JSON value. The time does not depend on other columns of the row.
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { isClockTime, isDay, timeSense } from '../time-columns.ts';
import type { TableView } from '../world.ts';

export function shapedTime(leaf: ColumnPlan, table: TableView): Maker | undefined {
  const sense = timeSense(leaf, table);
  if (sense === undefined || sense === 'clock time' || isClockTime(leaf)) return undefined;
  const isAhead = sense === 'start' || sense === 'end' || sense === 'due' || sense === 'expiry';
  const time =
    sense === 'birth'
      ? (['-27000d', '-7000d'] as const)
      : isAhead
        ? (['1d', '40d'] as const)
        : (['-90d', '-1d'] as const);
  return { time, hours: [8, 19], step: 15, ...(isDay(leaf) || sense === 'birth' ? { day: true } : {}) };
}
