import { returnStep } from '../results/print-shape.ts';
import { answerRow } from '../results/answer.ts';
import { subjectOf } from '../things/known.ts';
import { bind, bindingName, boundConditions, keyConditions, keyNeeds, needOf, roleOf } from './bind.ts';
import { called, findRow, rowConditions } from './parts.ts';
import { refuse, type ReadingRule } from './reading.ts';

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
    if (subject.rest.length > 0) return refuse(1, `${subject.rest.join(' ')} is no thing`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const { key } = bindings;
    if (key === undefined)
      return refuse(
        2,
        `no thing has ${tool.arguments.map((node) => node.field.name).join(', ') || 'nothing'} as its key`,
      );
    if (!key.required)
      return refuse(3, `${key.path.join('.')} may be left out: then nothing says which ${called(thing)}`);
    if (bindings.scope.length < thing.scope.length)
      return refuse(
        3,
        `the key of ${called(thing)} is ${[...thing.scope, thing.own].map((part) => part.words.join(' ')).join(' + ')}, and not all of it is asked for`,
      );
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
    if (answer.rowless) return refuse(4, 'its result tells nothing of a row');
    const binding = bindingName(thing, tool);
    return {
      rule: 'get',
      effect: 'read',
      evidence: [{ says: `${tool.verb} shows, ${key.path.join('.')} is the key of ${called(thing)}`, weight: 4 }],
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
        ...answer.placer.needs,
      ],
      tables: [],
      makes: [],
      doubts: [],
      program: (plan) => ({
        steps: [
          findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key),
          returnStep(
            answer.shape,
            { plan, style: domain.style },
            { table: thing.table, where: boundConditions(thing, binding) },
          ),
        ],
        doubts: [],
      }),
    };
  },
};
