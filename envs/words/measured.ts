// Names that end in a unit: height_cm is a height in cm, and 9.25 of it are 9.25 cm.
import { plural } from './split-words.ts';

const UNIT = / (kg|g|km|m|cm|mm|lb|mile|minute|hour|day|second|percent|gb|mb|usd|eur|celsius)$/;
/** Units that are written in full. */
const WORD = /^(?:mile|minute|hour|day|second)$/;

export interface Measured {
  /** The name without its unit: height. */
  readonly what: string;
  readonly unit: string;
}

/** The name and the unit of a label, where it has one. */
export function measured(label: string): Measured | undefined {
  const unit = UNIT.exec(label)?.[1];
  return unit === undefined ? undefined : { what: label.slice(0, -unit.length - 1), unit };
}

/** 9.25 cm, 1 hour, 3 hours, 5 % */
export function withUnit(value: number, { unit }: Measured): string {
  if (unit === 'percent') return `${value} %`;
  return `${value} ${WORD.test(unit) && value !== 1 ? plural(unit) : unit}`;
}
