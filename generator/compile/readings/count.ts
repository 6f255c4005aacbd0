import * as sql from '../programs/sql.ts';
import { columnFor } from '../things/columns.ts';
import { leavesOf } from '../fields.ts';
import { subjectOf } from '../things/known.ts';
import { bind, keyNeeds } from './bind.ts';
import { filtersOf, refuseUnknown } from './filters.ts';
import { refuse, type ReadingRule } from './reading.ts';
import { returnStep } from '../results/print-shape.ts';
import type { Shape } from '../results/shape.ts';

/** count_orders(status?): how many rows fit. */
export const countRule: ReadingRule = {
  kind: 'count',
  effect: 'read',
  about: 'How many rows of a thing fit the filters.',
  match(tool, domain) {
    const counts =
      tool.senses.has('count') || (tool.senses.has('show') && tool.noun.at(-1) === 'count' && tool.noun.length > 1);
    if (!counts) return refuse(0, 'it counts nothing');
    const noun = tool.noun.at(-1) === 'count' ? tool.noun.slice(0, -1) : tool.noun;
    const subject = subjectOf({ ...tool, noun, path: [] }, domain.things);
    if (subject === undefined || subject.rest.length > 0) return refuse(1, `no thing is called ${noun.join(' ')}`);
    const { thing } = subject;
    const bindings = bind(tool, thing, domain);
    if (bindings.key !== undefined) return refuse(2, 'it names one row');
    const filters = filtersOf(tool, thing, bindings, domain);
    if (filters.unknown.length > 0) return refuseUnknown(filters.unknown);
    const count: Shape = { kind: 'expression', expression: sql.countOf(thing.table, filters.where), as: 'plain' };
    const leaves = tool.result === undefined ? [] : leavesOf(tool.result);
    const [leaf] = leaves;
    if (leaves.length > 1 || (leaf !== undefined && leaf.field.type !== 'integer' && leaf.field.type !== 'real'))
      return refuse(4, 'its result is more than a number');
    void columnFor;
    const shape: Shape =
      tool.result?.kind === 'scalar'
        ? count
        : { kind: 'object', members: [{ name: leaf?.field.name ?? 'count', shape: count, whenNull: 'shown' }] };
    if (tool.result?.kind === 'object' && leaf !== undefined && leaf.field.path.length > 1)
      return refuse(4, 'its result is nested');
    return {
      rule: 'count',
      effect: 'read',
      evidence: [{ says: `${tool.verb} counts ${thing.words.join(' ')} rows`, weight: 5 }],
      arguments: filters.roles,
      leaves:
        leaf === undefined ? [] : [{ place: leaf.field.path.join('.') || '(whole)', role: 'count', is: thing.table }],
      needs: [...keyNeeds(thing, tool.name), ...filters.needs],
      tables: [],
      makes: [],
      doubts: filters.doubts,
      program: (plan) => ({ steps: [returnStep(shape, { plan, style: domain.style })], doubts: [] }),
    };
  },
};
