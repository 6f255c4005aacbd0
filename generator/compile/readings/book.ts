import { idOf } from '../../fields/id-of.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import { bind } from './bind.ts';
import { createMatch } from './create.ts';
import { called } from './parts.ts';
import { refuse, type Domain, type ReadingRule } from './reading.ts';

/** For each verb of taking, such as `borrow`, the nouns of the rows that a tool with this verb may create. */
export const MADE: Readonly<Record<string, readonly string[]>> = {
  book: ['booking', 'reservation', 'appointment', 'ticket'],
  reserve: ['reservation', 'booking', 'hold'],
  rent: ['rental', 'booking', 'lease'],
  hire: ['rental', 'hire', 'booking'],
  borrow: ['loan', 'borrowing', 'checkout'],
  lend: ['loan'],
  checkout: ['checkout', 'loan'],
  order: ['order', 'purchase'],
  buy: ['purchase', 'order'],
  purchase: ['purchase', 'order'],
  enroll: ['enrollment', 'registration'],
  register: ['registration'],
  schedule: ['appointment', 'booking', 'visit'],
  request: ['request'],
};

/**
 * The rule for tools such as borrow_book(book_id, member_id): the tool creates a loan that refers to the book, not a
 * book.
 */
export const bookRule: ReadingRule = {
  kind: 'book',
  effect: 'write',
  about:
    'A verb that takes a thing, named by its key, makes a row of another thing that refers to it: a loan, a reservation.',
  match(tool, domain) {
    const nouns = MADE[tool.verb];
    if (nouns === undefined || !tool.senses.has('book')) return refuse(0, `${tool.verb || 'nothing'} takes nothing`);
    const subject = subjectOf(tool, domain.things);
    if (subject !== undefined) {
      const { key } = bind(tool, subject.thing, domain);
      if (key === undefined) return refuse(0, `${called(subject.thing)} is what it makes`);
    }
    const made = nouns
      .map((noun) => domain.things.byNoun.get(noun))
      .find(
        (thing): thing is Thing =>
          thing !== undefined &&
          refersToGiven(
            tool.arguments.map((node) => node.field.words),
            thing,
            domain,
          ),
      );
    if (made === undefined)
      return refuse(4, `it takes ${tool.noun.join(' ')}, and no tool shows what that makes (${nouns.join(', ')})`);
    return createMatch(
      tool,
      made,
      domain,
      `${tool.verb} makes a ${called(made)} of the ${tool.noun.join(' ')} that is named`,
    );
  },
};

function refersToGiven(names: readonly (readonly string[])[], made: Thing, domain: Domain): boolean {
  return names.some((words) => {
    const naming = idOf(words);
    const thing = naming === undefined ? undefined : domain.things.byNoun.get(naming.noun.join(' '));
    return thing !== undefined && thing !== made;
  });
}
