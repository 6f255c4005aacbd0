import { returnStep } from '../results/print-shape.ts';
import { Placer } from '../results/place.ts';
import { frameOf } from '../results/frame.ts';
import { columnFor } from '../things/columns.ts';
import { subjectOf } from '../things/known.ts';
import type { Shape } from '../results/shape.ts';
import { bind, bindingName, boundConditions, keyConditions, keyNeeds, needOf, roleOf } from './bind.ts';
import { needOfKnown } from './known-needs.ts';
import { called, findRow, rowConditions } from './parts.ts';
import { refuse, type ReadingRule } from './reading.ts';

/** get_order_status(order_id): this column of the row, never the whole row. */
export const attributeRule: ReadingRule = {
  kind: 'attribute',
  effect: 'read',
  about: 'A read of one column of a row named by its key.',
  match(tool, domain) {
    if (!tool.senses.has('show') && tool.verb !== 'check') return refuse(0, 'it does not show anything');
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined || subject.rest.length === 0) return refuse(0, 'it asks for no attribute');
    const { thing, rest } = subject;
    const named = columnFor(thing, rest, domain.things);
    const known = domain.known.get(thing.table)?.columns.get(named.column);
    const bindings = bind(tool, thing, domain);
    const { key } = bindings;
    if (key === undefined || !key.required)
      return refuse(
        2,
        `no thing has ${tool.arguments.map((node) => node.field.name).join(', ') || 'nothing'} as its key`,
      );
    if (bindings.scope.length < thing.scope.length)
      return refuse(3, `not all of the key of ${called(thing)} is asked for`);
    const more = rowConditions(tool, thing, bindings.values, domain, true);
    if (more.rest.length > 0 || bindings.others.some(({ kind }) => kind.kind !== 'shape' && kind.kind !== 'credential'))
      return refuse(
        3,
        `nothing tells what ${[...more.rest.map((each) => each.path.join('.')), ...bindings.others.map(({ node }) => node.field.name)].join(', ')} does to ${rest.join(' ')} of one ${called(thing)}`,
      );
    const placer = new Placer(tool, domain);
    if (tool.result === undefined && known === undefined) return refuse(4, `no ${called(thing)} has ${rest.join(' ')}`);
    let shape: Shape;
    if (tool.result === undefined)
      shape = {
        kind: 'object',
        members: [
          { name: key.path.join('_'), shape: { kind: 'column', column: thing.own.column }, whenNull: 'shown' },
          { name: rest.join('_'), shape: { kind: 'column', column: named.column }, whenNull: 'shown' },
        ],
      };
    else {
      const frame = frameOf(tool.result, thing);
      if (frame.kind === 'value' && known !== undefined && known.type === frame.value.field.type) {
        placer.leaf(frame.value, 'column', `${thing.table}.${named.column}`);
        shape = { kind: 'column', column: named.column };
      } else if (frame.kind === 'row' || frame.kind === 'word') {
        const node = frame.kind === 'row' ? frame.row : tool.result;
        if (
          node.kind !== 'object' ||
          !node.members.some((member) => columnFor(thing, member.field.words, domain.things).column === named.column)
        )
          return refuse(4, `its result does not tell ${rest.join(' ')}`);
        shape = placer.row(node, thing);
      } else return refuse(4, `its result does not tell ${rest.join(' ')}`);
    }
    if (placer.unplaced.length > 0)
      return refuse(5, `nothing tells ${placer.unplaced.slice(0, 3).join(', ')} of the result`);
    const binding = bindingName(thing, tool);
    return {
      rule: 'attribute',
      effect: 'read',
      evidence: [
        {
          says: `${tool.verb} shows ${rest.join(' ')} of the ${called(thing)} that ${key.path.join('.')} names`,
          weight: 5,
        },
      ],
      arguments: [
        roleOf(key, 'key', thing),
        ...bindings.scope.map((each) => roleOf(each, 'key', thing)),
        ...more.roles,
        ...bindings.others.map(({ node, kind }) => ({ place: node.field.name, role: kind.kind, is: '' })),
      ],
      leaves: placer.leaves,
      needs: [
        ...keyNeeds(thing, tool.name),
        needOf(thing, key, 'key', tool.name),
        ...more.needs,
        ...(known === undefined ? [] : [{ ...needOfKnown(thing, known, tool.name), use: 'shown' as const }]),
        ...placer.needs,
      ],
      tables: [],
      makes: [],
      doubts: [],
      program: (plan) => ({
        steps: [
          findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key),
          returnStep(
            shape,
            { plan, style: domain.style },
            { table: thing.table, where: boundConditions(thing, binding) },
          ),
        ],
        doubts: [],
      }),
    };
  },
};
