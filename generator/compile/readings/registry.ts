// The readings, in the order in which they are tried and told. A new one is a file and a line here.
import { attributeRule } from './attribute.ts';
import { bookRule } from './book.ts';
import { countRule } from './count.ts';
import { createRule } from './create.ts';
import { deleteRule } from './delete.ts';
import { findRule } from './find.ts';
import { formulaRule } from './formula.ts';
import { getRule } from './get.ts';
import { linkRule } from './link.ts';
import { listRule } from './list.ts';
import { manyRule } from './many.ts';
import type { ReadingRule } from './reading.ts';
import { settingsRule } from './settings.ts';
import { stateRule } from './state.ts';
import { updateRule } from './update.ts';

export const READINGS: readonly ReadingRule[] = [
  getRule,
  findRule,
  attributeRule,
  listRule,
  countRule,
  manyRule,
  linkRule,
  stateRule,
  deleteRule,
  updateRule,
  bookRule,
  createRule,
  settingsRule,
  formulaRule,
];
