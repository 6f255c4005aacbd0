import { returnStep } from '../results/print-shape.ts';
import { answerRows } from '../results/answer.ts';
import { frameOf } from '../results/frame.ts';
import { subjectOf } from '../things/known.ts';
import { bind, keyNeeds } from './bind.ts';
import { filtersOf, refuseUnknown } from './filters.ts';
import { called, findRow } from './parts.ts';
import { refuse, type ReadingRule } from './reading.ts';

/** list_orders(status?), search_orders(query): the rows that fit, page by page. */
export const listRule: ReadingRule = {
  kind: 'list',
  effect: 'read',
  about: 'A read of a plural noun without its key shows rows: filtered, searched, ordered, page by page.',
  match(tool, domain) {
    if (!tool.senses.has('show') && !tool.senses.has('search')) return refuse(0, 'it does not show anything');
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return refuse(1, `no thing is called ${tool.noun.join(' ') || tool.name}`);
    const { thing } = subject;
    if (subject.rest.length > 0) return refuse(1, `${subject.rest.join(' ')} is no thing`);
    const bindings = bind(tool, thing, domain);
    const declaresRows = tool.result !== undefined && frameOf(tool.result, thing).kind === 'rows';
    if (bindings.key?.required === true) return refuse(2, `${bindings.key.path.join('.')} names one ${called(thing)}`);
    const isPlural = tool.plural || declaresRows || (tool.senses.has('search') && tool.verb === 'search');
    if (!isPlural) return refuse(2, `it asks for one ${called(thing)} and no key says which`);
    const last = tool.path.at(-1);
    if (last !== undefined && last.argument === undefined && !last.plural && !declaresRows)
      return refuse(3, 'its path does not end in a collection');
    const withKey =
      bindings.key === undefined
        ? bindings
        : { ...bindings, key: undefined, values: [...bindings.values, bindings.key] };
    const filters = filtersOf(tool, thing, withKey, domain);
    if (filters.unknown.length > 0) return refuseUnknown(filters.unknown);
    if (
      tool.verb === 'search' &&
      tool.arguments.every(
        (node) =>
          !filters.roles.some(
            (role) =>
              role.place.split('.')[0] === node.field.name &&
              ['text search', 'filter', 'range', 'ancestor', 'scope', 'linked'].includes(role.role),
          ),
      )
    )
      return refuse(4, 'it searches, and nothing says for what');
    const { page } = filters;
    const answer = answerRows(
      tool,
      thing,
      domain,
      {
        where: filters.where,
        order: filters.order,
        ...(page === undefined
          ? {}
          : { limit: page.limit, ...(page.offset === undefined ? {} : { offset: page.offset }) }),
      },
      page,
    );
    if (answer.placer.unplaced.length > 0)
      return refuse(5, `nothing tells ${answer.placer.unplaced.slice(0, 3).join(', ')} of the result`);
    // rows of a parent that is not there: NOT_FOUND, where the caller always names it
    const parents = bindings.values.filter(
      (each) =>
        each.required &&
        each.references !== undefined &&
        each.references !== thing.table &&
        (domain.things.byTable.get(each.references)?.scope.length ?? 1) === 0,
    );
    return {
      rule: 'list',
      effect: 'read',
      evidence: [
        {
          says: `${tool.verb} shows, ${tool.plural ? `${tool.noun.join(' ')} is plural` : 'the result is a list'}, no argument is the key of ${called(thing)}`,
          weight: 4,
        },
      ],
      arguments: filters.roles,
      leaves: answer.placer.leaves,
      needs: [...keyNeeds(thing, tool.name), ...filters.needs, ...answer.placer.needs],
      tables: domain.links
        .filter((link) => filters.needs.some((need) => need.table === link.table))
        .map((link) => ({
          table: link.table,
          words: [...link.owner.words, ...link.member.words],
          kind: 'link' as const,
          pair: [link.owner.table, link.member.table] as const,
        })),
      makes: [],
      doubts: filters.doubts,
      program: (plan) => ({
        steps: [
          ...parents.flatMap((each) => {
            const other = domain.things.byTable.get(each.references ?? '');
            return other === undefined || !plan.tables.some((table) => table.name === other.table)
              ? []
              : [
                  findRow(
                    other,
                    `the_${other.words.join('_')}`,
                    [`${other.own.column} = ${each.path.length === 1 ? `:${each.path[0] ?? ''}` : ''}`],
                    each,
                  ),
                ].filter(() => /^[A-Za-z_]\w*$/.test(each.path[0] ?? ''));
          }),
          returnStep(answer.shape, { plan, style: domain.style }),
        ],
        doubts: [],
      }),
    };
  },
};
