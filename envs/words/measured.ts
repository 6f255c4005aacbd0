// Reads names that end with a unit. The name height_cm has the unit cm, so its value 9.25 is said as "9.25 cm".
import { plural } from './split-words.ts';

const UNIT = / (kg|g|km|m|cm|mm|lb|mile|minute|hour|day|second|percent|gb|mb|usd|eur|celsius)$/;
/** Matches units that are whole words and so have a plural. */
const WORD = /^(?:mile|minute|hour|day|second)$/;

export interface Measured {
  /** The name without its unit: height for height_cm. */
  readonly what: string;
  readonly unit: string;
}

/** Splits a label such as "height cm" into name and unit. Returns undefined for a label without a unit. */
export function measured(label: string): Measured | undefined {
  const unit = UNIT.exec(label)?.[1];
  if (unit === undefined) return undefined;
  const what = label.slice(0, -unit.length - 1);
  // the last word of "times a day" and "price per hour" is not a unit of the value
  return / (?:a|an|per|each|every|of)$/.test(what) ? undefined : { what, unit };
}

/** Writes a value with its unit, for example 9.25 cm, 1 hour, 3 hours or 5 %. */
export function withUnit(value: number, { unit }: Measured): string {
  if (unit === 'percent') return `${value} %`;
  return `${value} ${WORD.test(unit) && value !== 1 ? plural(unit) : unit}`;
}
