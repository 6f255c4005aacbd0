// Lists all rules that offer a reading of a tool, in the order in which the compiler tries them. A new rule needs a
// file, a name in `ReadingKind` and a line here.
import { assignRule } from './assign.ts';
import { bookRule } from './book.ts';
import { createRule } from './create.ts';
import { deleteRule } from './delete.ts';
import { elementRule } from './element.ts';
import { findRule } from './find.ts';
import { formulaRule } from './formula.ts';
import { getRule } from './get.ts';
import { linkRule } from './link.ts';
import { listRule } from './list.ts';
import { manyRule } from './many.ts';
import { putRule } from './put.ts';
import type { ReadingKind, ReadingRule } from './reading.ts';
import { stateRule } from './state.ts';
import { updateRule } from './update.ts';

const BY_KIND: Readonly<Record<ReadingKind, ReadingRule>> = {
  get: getRule,
  find: findRule,
  list: listRule,
  many: manyRule,
  link: linkRule,
  element: elementRule,
  assign: assignRule,
  state: stateRule,
  delete: deleteRule,
  update: updateRule,
  put: putRule,
  book: bookRule,
  create: createRule,
  formula: formulaRule,
};

export const READINGS: readonly ReadingRule[] = Object.values(BY_KIND);
