import { returnStep } from '../results/print-shape.ts';
import { answerRow } from '../results/answer.ts';
import { childName, childrenOf, countsOf } from '../results/children.ts';
import type { Member, Shape } from '../results/shape.ts';
import { isObjectColumn } from '../things/object-column.ts';
import type { KnownColumn } from '../things/known-column.ts';
import { subjectOf } from '../things/known.ts';
import type { Thing } from '../things/thing.ts';
import { bind, bindingName, boundConditions, keyConditions, keyNeeds, needOf, roleOf } from './bind.ts';
import { called, findRow, rowConditions } from './parts.ts';
import { needOfKnown } from './known-needs.ts';
import { refuse, type Domain, type ReadingRule } from './reading.ts';
import { partOfKey, withoutKey } from './unproven.ts';

/** get_order(order_id): the row with this key, or NOT_FOUND. */
export const getRule: ReadingRule = {
  kind: 'get',
  effect: 'read',
  about: 'A read that names one row by its key shows that row.',
  match(tool, domain) {
    if (!tool.senses.has('show')) return refuse(0, 'it does not show anything');
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return refuse(1, `no thing is called ${tool.noun.join(' ') || tool.name}`);
    const { thing } = subject;
    const part = subject.rest.length === 0 ? undefined : partOf(subject.rest, thing, domain);
    if (subject.rest.length > 0 && (part === undefined || tool.result !== undefined))
      return refuse(1, `${subject.rest.join(' ')} is no thing`);
    // list_folder may show the files in the folder
    if (tool.verb === 'list') return refuse(2, `nothing tells the rows that a ${called(thing)} holds`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const { key } = bindings;
    // several rows by the key of one are its children or its versions
    if (tool.plural && tool.result === undefined && key !== undefined)
      return refuse(3, `${key.path.join('.')} names one ${called(thing)}, and several are asked for`);
    if (key === undefined) return withoutKey(tool.arguments, 2);
    if (!key.required)
      return refuse(3, `${key.path.join('.')} may be left out: then nothing says which ${called(thing)}`);
    const partial = partOfKey(thing, bindings);
    if (partial !== undefined) return partial;
    const more = rowConditions(tool, thing, bindings.values, domain, true);
    if (more.rest.length > 0)
      return refuse(
        4,
        `nothing tells what ${more.rest.map((each) => each.path.join('.')).join(', ')} does to one ${called(thing)}`,
        more.rest.map((each) => each.path[0] ?? ''),
      );
    const strange = bindings.others.filter(({ kind }) => kind.kind !== 'shape' && kind.kind !== 'credential');
    if (strange.length > 0)
      return refuse(
        4,
        `nothing tells what ${strange.map(({ node }) => node.field.name).join(', ')} does to one ${called(thing)}`,
        strange.map(({ node }) => node.field.name),
      );
    const answer = answerRow(tool, thing, domain, '');
    if (answer.placer.unplaced.length > 0)
      return refuse(5, `nothing tells ${answer.placer.unplaced.slice(0, 3).join(', ')} of the result`);
    const children = part === undefined ? childrenOf(tool, thing, domain) : [];
    for (const each of children) answer.placer.whole(each.thing);
    const counts = part === undefined ? countsOf(tool, thing, domain) : [];
    const shape: Shape =
      part !== undefined
        ? { kind: 'column', column: part.column }
        : children.length + counts.length === 0 || answer.shape.kind !== 'whole'
          ? answer.shape
          : {
              ...answer.shape,
              more: [
                ...children.map((each): Member => ({
                  name: childName(each, domain.style),
                  shape: each.rows,
                  whenNull: 'shown',
                })),
                ...counts.map(({ member }) => member),
              ],
            };
    if (answer.rowless) return refuse(4, 'its result tells nothing of a row');
    const binding = bindingName(thing, tool);
    return {
      rule: 'get',
      effect: 'read',
      evidence: [
        {
          says: `${tool.verb} shows${part === undefined ? '' : ` the ${part.words.join(' ')}`}, ${key.path.join('.')} is the key of ${called(thing)}`,
          weight: 4,
        },
      ],
      arguments: [
        roleOf(key, 'key', thing),
        ...bindings.scope.map((each) => roleOf(each, 'key', thing)),
        ...more.roles,
        ...bindings.others.map(({ node, kind }) => ({ place: node.field.name, role: kind.kind, is: '' })),
      ],
      leaves: answer.placer.leaves,
      needs: [
        ...keyNeeds(thing, tool.name),
        needOf(thing, key, 'key', tool.name),
        ...more.needs,
        ...(part === undefined ? answer.placer.needs : [needOfKnown(thing, part, tool.name)]),
        ...children.flatMap((each) => [...keyNeeds(each.thing, tool.name), ...each.needs]),
        ...counts.flatMap((each) => each.needs),
      ],
      tables: [...children, ...counts].flatMap((each) => each.tables),
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

/** get_vehicle_settings(vehicle_id): the object that the row keeps under this name. */
function partOf(rest: readonly string[], thing: Thing, domain: Domain): KnownColumn | undefined {
  return [...(domain.known.get(thing.table)?.columns.values() ?? [])].find(
    (known) => known.given && isObjectColumn(known) && known.words.join(' ') === rest.join(' '),
  );
}
