// Makes start and end times that are objects such as {dateTime, timeZone}. The end is after the start, on the same day
// and in the same zone.
import { isJsonObject, type Json, type JsonObject } from '../../../../envs/values/json.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { openColumns, type Claims, type TableView } from '../world.ts';

const BEGINS = /^(?:start|starts|begin|begins|from)(?: time| at)?$/;
const ENDS = /^(?:end|ends|finish|until)(?: time| at)?$/;

export function spans(table: TableView): Claims {
  const objects = openColumns(table).filter(
    ({ value, schema }) => value === 'json' && isJsonObject(schema['properties']),
  );
  const start = objects.find(({ words }) => BEGINS.test(words.join(' ')));
  const end = objects.find(({ words }) => ENDS.test(words.join(' ')));
  if (start === undefined || end === undefined) return {};
  return {
    _starts_at: { time: ['1d', '40d'], hours: [8, 16], step: 30 },
    _ends_at: { time: ['30m', '150m'], after: '_starts_at', step: 15 },
    _time_zone: { deck: ['Europe/Berlin', 'Europe/Vienna', 'Europe/Amsterdam', 'Europe/Zurich'] },
    [start.name]: partsOf(start, '_starts_at'),
    [end.name]: partsOf(end, '_ends_at'),
  };
}

/**
 * Makes the object of a start or an end. If the schema has a member for a moment and one for a day, only the moment is
 * filled, because APIs show only one of the two.
 */
function partsOf(column: ColumnPlan, moment: string): Maker {
  const properties = column.schema['properties'] as JsonObject;
  const made = Object.entries(properties).flatMap(([name, stated]): [string, Maker][] => {
    const maker = partOf(name, isJsonObject(stated as Json) ? (stated as JsonObject) : {}, moment);
    return maker === undefined ? [] : [[name, maker]];
  });
  const hasMoment = made.some(([name]) => /time$/i.test(name));
  return { object: Object.fromEntries(made.filter(([name]) => !hasMoment || !/^date$/i.test(name))) };
}

function partOf(name: string, schema: JsonObject, moment: string): Maker | undefined {
  if (schema['type'] !== 'string' && schema['type'] !== undefined) return undefined;
  if (/zone/i.test(name)) return { template: '{_time_zone}' };
  if (/^date$/i.test(name)) return { read: moment, as: 'day' };
  return /time|^at$|moment/i.test(name) ? { template: `{${moment}}` } : undefined;
}
