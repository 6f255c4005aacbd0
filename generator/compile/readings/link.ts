import type { Step } from '../../../envs/values/program.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { frameOf } from '../results/frame.ts';
import { Placer } from '../results/place.ts';
import { returnStep } from '../results/print-shape.ts';
import type { Member, Shape } from '../results/shape.ts';
import { pairOf, tieNoun, type Link } from '../things/links.ts';
import { linkNeeds } from './known-needs.ts';
import { called } from './parts.ts';
import { refuse, type Domain, type Match, type ReadingRule, type Refusal } from './reading.ts';

/**
 * The rule for assign_member_to_card(card_id, member_id) and remove_member_from_card. The tool adds this pair of keys
 * to a link table, or removes it.
 */
export const linkRule: ReadingRule = {
  kind: 'link',
  effect: 'write',
  about: 'A verb that ties, or unties, two rows named by their keys, where another tool unties or lists such pairs.',
  match(tool, domain) {
    const [ties, unties] = [tool.senses.has('link'), tool.senses.has('unlink')];
    if (!ties && !unties) return refuse(0, `${tool.verb || 'nothing'} ties nothing`);
    const pair = pairOf(tool, domain.things);
    if (pair.length !== 2) return refuse(1, 'it does not name two rows');
    const link = domain.links.find(
      (each) =>
        pair.every(({ thing }) => thing === each.owner || thing === each.member) &&
        tieNoun(tool, each.member) === each.called,
    );
    const [one, other] = pair.map(({ thing }) => called(thing));
    if (link === undefined) return refuse(4, `no tool tells whether a ${one} has one ${other} or many`);
    const many = pair.find((each) => each.many);
    if (many !== undefined && (many.thing !== link.member || pair.every((each) => each.many)))
      return refuse(4, `${many.argument} names several rows, and nothing tells which of them is tied to which`);
    const more = tool.arguments.filter((node) => !pair.some(({ argument }) => argument === node.field.name));
    if (more.length > 0)
      return refuse(
        4,
        'it says more than which two rows',
        more.map(({ field }) => field.name),
      );
    return linkMatch(
      tool,
      link,
      pair,
      domain,
      ties && !(unties && /remove|delete|un|detach|revoke|leave/.test(tool.verb)),
    );
  },
};

function linkMatch(
  tool: ToolFacts,
  link: Link,
  pair: ReturnType<typeof pairOf>,
  domain: Domain,
  ties: boolean,
): Match | Refusal {
  const owner = pair.find(({ thing }) => thing === link.owner)?.argument ?? '';
  const { argument: member = '', many = false } = pair.find(({ thing }) => thing === link.member) ?? {};
  const placer = new Placer(tool, domain);
  const shape = wordShape(tool, placer, `${called(link.member)} ${ties ? 'added' : 'removed'}.`);
  if (shape === undefined || placer.unplaced.length > 0)
    return refuse(5, 'its result tells more than that it was done');
  return {
    rule: ties ? 'link' : 'unlink',
    effect: 'write',
    evidence: [
      {
        says: `${tool.verb} ${ties ? 'ties' : 'unties'} ${member} and ${owner}, the keys of ${called(link.member)} and ${called(link.owner)}`,
        weight: 5,
      },
    ],
    arguments: [
      { place: owner, role: 'key', is: `${link.table}.${link.ownerColumn}` },
      many
        ? { place: member, role: 'keys', is: `${link.member.table}.${link.member.own.column}` }
        : { place: member, role: 'key', is: `${link.table}.${link.memberColumn}` },
    ],
    leaves: placer.leaves,
    needs: linkNeeds(link, tool.name),
    tables: [
      {
        table: link.table,
        words: [...link.owner.words, ...link.member.words],
        kind: 'link',
        pair: [link.owner.table, link.member.table],
      },
    ],
    makes: ties ? [link.table] : [],
    doubts: [],
    program: (plan) => ({
      steps: [
        missing(link.owner, owner),
        ...(many
          ? eachTie(link, owner, member, ties)
          : [missing(link.member, member), ...oneTie(link, owner, member, ties)]),
        returnStep(shape, { plan, style: domain.style }),
      ],
      doubts: [],
    }),
  };
}

/** Returns the step that answers NOT_FOUND where the row does not exist. */
function missing(thing: Link['owner'], argument: string): Step {
  const row = sql.exists(thing.table, [sql.equal(sql.name(thing.own.column), sql.argument([argument]))]);
  return {
    refuse: sql.selectIf(sql.not(row)),
    else: ['NOT_FOUND', `There is no ${called(thing)} {${argument}}.`],
  };
}

/**
 * Returns the steps that add or remove one pair. They refuse to add a pair that exists or to remove one that does not.
 */
function oneTie(link: Link, owner: string, member: string, ties: boolean): Step[] {
  const pair = [
    [link.ownerColumn, sql.argument([owner])] as const,
    [link.memberColumn, sql.argument([member])] as const,
  ];
  const here = pair.map(([column, value]) => sql.equal(sql.name(column), value));
  const row = `The ${called(link.owner)} {${owner}} has`;
  return ties
    ? [
        {
          refuse: sql.selectFrom(link.table, here),
          else: ['CONFLICT', `${row} the ${called(link.member)} {${member}} already.`],
        },
        { run: sql.insertRow(link.table, pair) },
      ]
    : [
        {
          refuse: sql.selectIf(sql.not(sql.exists(link.table, here))),
          else: ['NOT_FOUND', `${row} no ${called(link.member)} {${member}}.`],
        },
        { run: sql.deleteRows(link.table, here) },
      ];
}

/**
 * Returns the steps of a tool such as add_products_to_collection(collection_id, product_ids). They add each pair that
 * is missing, or remove each pair that exists.
 */
function eachTie(link: Link, owner: string, members: string, ties: boolean): Step[] {
  const here = [
    sql.equal(sql.name(link.ownerColumn), sql.argument([owner])),
    sql.equal(sql.name(link.memberColumn), ':each_key'),
  ];
  const change: Step = ties
    ? {
        run: sql.insertRow(link.table, [
          [link.ownerColumn, sql.argument([owner])],
          [link.memberColumn, ':each_key'],
        ]),
        when: sql.not(sql.exists(link.table, here)),
      }
    : { run: sql.deleteRows(link.table, here) };
  return [
    {
      refuse: sql.selectIf(sql.strangerIn(sql.argument([members]), link.member.table, link.member.own.column)),
      else: ['NOT_FOUND', `Not every element of ${members} is the id of a ${called(link.member)}.`],
    },
    { each: sql.argument([members]), as: 'each_key', do: [change] },
  ];
}

/**
 * Returns the form of a result that shows no row, but only success, a message or repeated arguments. Returns undefined
 * where the result has other fields.
 */
export function wordShape(tool: ToolFacts, placer: Placer, message: string): Shape | undefined {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  if (tool.result === undefined)
    return {
      kind: 'object',
      members: [
        {
          name: 'success',
          shape: { kind: 'expression', expression: sql.literal(true), as: 'boolean' },
          whenNull: 'shown',
        },
      ],
    };
  const frame = frameOf(tool.result, undefined);
  if (frame.kind === 'value')
    return frame.value.field.type === 'boolean' || frame.value.field.type === 'text'
      ? placer.word(frame.value, text)
      : undefined;
  if (frame.kind !== 'word' && frame.kind !== 'row') return undefined;
  const nodes = frame.kind === 'word' ? frame.members : frame.row.members;
  return {
    kind: 'object',
    members: nodes.map((node): Member => {
      const echoed = placer.echo(node);
      const isWord = frame.kind === 'word' || /^(success|ok|message|status|error)$/.test(node.field.words.join(' '));
      if (echoed === undefined && !isWord) placer.unplaced.push(node.field.path.join('.'));
      return {
        name: node.field.name,
        shape: echoed ?? placer.word(node, text),
        whenNull: node.field.required || node.field.nullable ? 'shown' : 'left out',
      };
    }),
  };
}
