// Finds conditions and side effects that the description states but the program does not handle, such as "only drafts
// can be deleted" or "also notifies the owner".
import { given } from '../programs/sql.ts';
import { deedsOf } from '../read/deeds.ts';
import { saysReplaced, saysStays } from '../read/said-change.ts';
import { adjectiveOf } from '../things/adjective.ts';
import { isAdvice } from './advice.ts';
import { keepsBounds } from './bounds.ts';
import { alsoSets } from './also-sets.ts';
import { withoutOrder } from '../read/said-order.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { saysCompared } from './compared.ts';
import { isRemark } from './remarks.ts';
import { filterWords, saysHidden, saysTaken, storesGiven, tieWords } from './restated.ts';
import { saysForm } from './formats.ts';
import { saysRequired } from './required-when.ts';
import { withoutStandIn } from './stand-ins.ts';
import { isUniqueKey as keyExists, saysUnique } from './unique.ts';
import { saysOfOthers, stateGuards, unkeptRule, type StateGuard } from './state-conditions.ts';
import type { Match } from '../readings/reading.ts';
import { roleOf, type PromiseRule, type Promised } from './promise.ts';

const CONDITIONS: readonly RegExp[] = [
  /\bonly\s+(?:if|when|works?|applies|allowed|possible|available|valid|supported|the (?:owner|author|creator|admin\w*))\b/i,
  /\bonly\s+(?:[\w-]+\s+){1,3}(?:can|may|are|is)\b/i,
  /\b(?:can|may|must|will|works?)\s+only\b/i,
  /\b(?:cannot|can't|can not|may not|must not|won't|not allowed|not permitted|not possible|fails|will fail|rejected|refused|returns? an error|throws|errors? if)\b.*\b(?:if|when|unless|once|after|until|while|that (?:is|are|has|have))\b/i,
  /\b(?:if|when|unless|once|until)\b.*\b(?:cannot|can't|fails|will fail|rejected|refused|not allowed)\b/i,
  /\bcan(?:not|'t| not) be (?!undone|reversed|recovered|restored|empty|blank|null|used|more|less|longer)\w+/i,
  /\bmust (?:already |first |not |still |currently )*(?:be (?:in\b|an? (?:member|owner|admin)|open|active|pending|draft|closed|archived|published|enabled|empty|owned|assigned|connected|paused|running|stopped|unpaid|paid)|have\b|exist\b|belong|come before|come after)/i,
  /\b(?:latest|most recent|newest|oldest)\b/i,
  /\b(?:for|on behalf of|as) (?:the )?(?:authenticated|current|logged[- ]in|calling) (?:user|account)\b/i,
  /\bunless\b/i,
  /^when\b.*\b(?:returns?|also|automatically|triggers?)\b/i,
  /\bif (?:it|one|the \w+|they|there|any|no \w+)(?: \w+){0,2}? (?:already exists?|exists?|does(?: not|n't) (?:already )?exist|is missing|is not found|is already)\b/i,
  /\b(?:creates?|created|creating) (?:it|one|them|missing)\b/i,
  /\b(?:and|with|including) (?:all )?(?:of )?(?:its|their|any|the)? ?(?:sub\w+|children|nested \w+|descendants|contained \w+|child \w+)\b/i,
  /\b(?:upserts?|overwrites?|overwritten|idempotent)\b|\breplac(?:es?|ing)\b.*\b(?:all|existing|entire|whole|current)\b/i,
  /\bappend(?:s|ed|ing)?\b/i,
];

/**
 * Patterns of conditions for a whole write. They are not applied to an argument's description, where the same words may
 * describe only the argument's form.
 */
const OF_WRITES: readonly RegExp[] = [
  /^(?:note:? )?only\b(?!.*\b(?:returns?|shows?|changes?|updates?)\b)/i,
  /\bmust (?:not |already |still |currently |first )*(?:be|have|exist|belong|contain|come)\b/i,
  /\b(?:at most|no more than|up to|maximum of|limit of) \d+\b.*\b(?:per|each)\b/i,
  /\b(?:each|every|one|an?) \w+ (?:can|may) (?:only )?(?:have|hold|borrow|own|belong)\b/i,
  /\b(?:fails|refused|rejected|not allowed|not possible|errors?)\b.*\b(?:if|when|unless|for)\b/i,
];

/** Patterns of forms and limits of one argument that only its description states, not its schema. */
const OF_ARGUMENTS: readonly RegExp[] = [
  /\b(?:may|must|can|should)(?: not|not|n't) be (?:in the (?:past|future)|before|after|earlier|later|empty|negative)\b/i,
  /\bmust be (?:in the (?:past|future)|after|before|earlier|later|unique|a multiple|greater|less|at least|between|one of the)\b/i,
  /\brequired (?:if|when|for|with|unless)\b|\b(?:mutually exclusive|cannot be (?:used|combined) with|instead of|either this|only (?:valid|used|relevant|applies|applicable) (?:if|when|for|with))\b/i,
  /\b(?:use|pass|set(?: this)? to|send) (?:0|-1|null|an empty string|'[^']*'|"[^"]*") (?:to|for|if)\b|\b(?:0|-1|null|empty) (?:means|returns|leaves|for|to|removes|clears|disables)\b/i,
  /\bin the form\b(?! of a| of an)|\b(?:relative|natural language|human[- ]readable) (?:date|time)s?\b/i,
];

/** Matches words such as "required if": a call that leaves the argument out can break this demand. */
const REQUIRED = /\brequired (?:if|when|for|with|unless)\b/i;

/** Matches words that say that the result leaves out a part of a row. */
const LEFT_OUT =
  /\b(?:excluded|omitted|left out|not (?:included|returned|shown|contained)|(?:does|do) not (?:return|include|contain|show))\b|\bwithout (?:its|their|the) \w+/i;

const EFFECTS: readonly RegExp[] = [
  /\b(?:are|is|will be|gets?) (?:also |automatically )?(?:deleted|removed|archived|closed|cancell?ed|moved|notified|unassigned|released)\b.*\b(?:as well|too|with it)\b|\balso (?:deleted|removed|archived|closed|cancell?ed|moved)\b/i,
  /\b(?:and|also|then) (?:automatically )?(?:notif(?:y|ies)|sends?|emails?|creates?|deletes?|removes?|updates?|moves?|archives?|closes?|assigns?|adds?|refunds?|charges?|cancels?|restarts?|triggers?)\b/i,
  /\bautomatically (?!handl|retr|pagin|detect|format|convert|generat|batch)\w+|\b(?:in addition to|additionally)\b/i,
  /\b(?:notif(?:y|ies|ied|ication)|confirmation (?:e-?mail|message))\b/i,
  /\bmov(?:e[sd]?|ing) (?:\w+ ){0,3}to (?:the )?(?:trash|bin|archive)\b|\bsoft[- ]delet/i,
  /\b(?:triggers?|kicks? off|(?<!^)starts? a|queues? (?:it|the|an?|up)|asynchronous(?:ly)?|in the background)\b/i,
];

const READS: readonly RegExp[] = [
  /\b(?:current|authenticated|logged[- ]in|calling|connected) (?:user|account)(?:'s)?\b(?!.*\baccess)/i,
  /\b(?:assigned to|owned by|belonging to|created by|shared with) (?:you|me|the user)\b/i,
  /\b(?:most recent|latest|newest|recently|upcoming|past|trending|popular|nearest|closest|similar|related)\b/i,
  /\b(?:sorted|ordered|order of|descending|ascending|alphabetical|chronological)\b/i,
  /\b(?:excluding|excludes|except|not including|does not include|do not include|without (?:the )?(?:archived|deleted))\b/i,
  /\bonly (?!the (?:first|top)|a (?:subset|few)|returns? the)(?:returns?|shows?|lists?|includes?|the|active|open|public|published|non|un)\w*/i,
  /\b(?:aggregat|statistic|percentage|average|ranking|relevance|recommend)/i,
];

/** Matches a first sentence whose adjective restricts the rows, such as "List public boards". */
const ADJECTIVE =
  /^(?:list|get|retrieve|fetch|show|search|find|return|view)s? (?:a list of |the list of |all |the |your |details of )*(public|private|active|inactive|open|closed|unread|unresolved|pending|enabled|disabled|published|unpublished|visible|hidden|favou?rite|starred|pinned|deleted|archived|expired|overdue|running|failed|completed|unassigned|own(?:ed)?|joined|subscribed|scheduled)\b/i;

function found(
  text: string,
  patterns: readonly RegExp[],
  isKept: (said: string) => boolean = saysStays,
): string | undefined {
  return sentencesOf(text).find(
    (sentence) => !isAdvice(sentence) && !isKept(sentence) && patterns.some((pattern) => pattern.test(sentence)),
  );
}

/**
 * Tells whether the text only says that an update replaces the given values or keeps the other values. Every update
 * does this anyway.
 */
const isChange = (said: string): boolean => saysStays(said) || saysReplaced(said);

const told = (sentence: string): string => (sentence.length > 240 ? `${sentence.slice(0, 237)}…` : sentence);

/**
 * Tells whether the further actions of a sentence only store values that the call gives, as in "and assigns it to a
 * crew".
 */
function onlyStores(said: string, tool: ToolFacts, match: Match, patterns: readonly RegExp[]): boolean {
  const { first, others } = deedsOf(said);
  return (
    others.length > 0 &&
    others.every((deed) => storesGiven(deed, tool, match)) &&
    !patterns.some((pattern) => pattern.test(first))
  );
}

export const conditionsRule: PromiseRule = {
  kind: 'condition',
  about: 'A sentence that says when a write is allowed, or what else it does: nothing keeps it.',
  examples: [
    ['Delete an invoice. Only drafts can be deleted.', 'Only drafts can be deleted.'],
    ['Ships an order and notifies the customer.', 'Ships an order and notifies the customer.'],
    ['Adds a tag. Fails when the note is locked.', 'Fails when the note is locked.'],
    ['Saves a key. Creates it if it does not exist.', 'Creates it if it does not exist.'],
    ['Moves the file to the trash.', 'Moves the file to the trash.'],
    ['Adds a lease. The flat must be vacant.', 'The flat must be vacant.'],
    ['Lends a kayak. At most 3 kayaks per guest.', 'At most 3 kayaks per guest.'],
    ['Deletes a page. Its children are deleted as well.', 'Its children are deleted as well.'],
  ],
  nevers: [
    'Create a note in a notebook.',
    'Use this only when the user asks for it.',
    'Deletes a label. This cannot be undone.',
    'Add a card to a list on a board.',
    'Should be called after the ticket was read.',
    'Prefer cancel_task.',
    'Only the properties that are given change.',
    'Omitted fields stay unchanged.',
    'Create a new queue.',
  ],
  reads: (text) => found(text, [...CONDITIONS, ...OF_WRITES, ...EFFECTS]),
  find(tool, match, domain) {
    if (match.effect !== 'write') return [];
    if (match.rule === 'put') return [];
    const guards = stateGuards(tool, match, domain);
    const also = alsoSets(tool, match, domain);
    const patterns = [...CONDITIONS, ...OF_WRITES, ...(tool.senses.has('send') ? [] : EFFECTS)];
    const isKept = (said: string): boolean =>
      guards.some((guard) => guard.sentence === said) ||
      also.some(({ sentence }) => sentence === said) ||
      onlyStores(said, tool, match, patterns) ||
      saysOfOthers(said, tool, domain) ||
      match.keeps?.includes(said) === true ||
      saysUnique(said, tool, match, domain) ||
      saysTaken(said, match, domain) ||
      keyExists(said, match) ||
      tieWords(said, tool, match).length > 0 ||
      saysForm(said, tool, match) ||
      isUniqueKey(said, match) ||
      isRemark(said, tool, match, domain) ||
      saysCompared(said, tool, match, domain) ||
      (match.rule === 'update' ? isChange(said) : saysStays(said));
    const sentence = found(tool.description, patterns, isKept);
    if (sentence !== undefined) return [{ kind: 'doubt', why: `nothing keeps "${told(sentence)}"` }];
    const unkept = unkeptRule(tool, match, domain);
    if (unkept !== undefined) return [{ kind: 'doubt', why: `nothing keeps "${told(unkept)}"` }];
    const which = /^(?:state|update|delete)/.test(match.rule) ? adjectiveOf(tool) : undefined;
    const isAsked =
      match.arguments.some(({ role, is }) => role === 'from' && is === which) ||
      guards.some((guard) => guard.sentence === sentencesOf(tool.description)[0]);
    if (which !== undefined && !isAsked) return [{ kind: 'doubt', why: `nothing keeps that it must be ${which}` }];
    const ofArguments = tool.arguments.flatMap((node): Promised[] => {
      if (/^(?:shape|credential|paging|not simulated|)$/.test(roleOf(match, node)) && !node.field.required) return [];
      if (roleOf(match, node) === 'confirm') return [];
      const isOwn = match.rule === 'update' ? isChange : saysStays;
      const isSaid = (said: string): boolean => isOwn(said) || saysCompared(said, tool, match, domain, node);
      const said = found(withoutStandIn(node), CONDITIONS, isSaid);
      if (said === undefined) return [];
      const { name, required, schema } = node.field;
      const isOpen = !required && [undefined, null, false, ''].some((each) => each === schema['default']);
      return isOpen
        ? [{ kind: 'refused', argument: name, when: given([name]), says: `The argument ${name} is not simulated.` }]
        : [{ kind: 'doubt', why: `nothing keeps "${told(said)}" of ${name}` }];
    });
    return [...ofArguments, ...guards, ...guards.flatMap(({ open }) => (open === undefined ? [] : [leftOpen(open)]))];
  },
};

const leftOpen = ({ argument, when }: NonNullable<StateGuard['open']>): Promised => ({
  kind: 'refused',
  argument,
  when,
  says: `Leaving ${argument} as it is is not simulated here: name one.`,
});

/**
 * Tells whether a sentence such as "The key must be unique" needs no further check: a create already refuses a key that
 * exists.
 */
const isUniqueKey = (said: string, match: Match): boolean =>
  /\b(?:key|name|slug|id|code|identifier|email|number)\b.*\bunique\b/i.test(said) &&
  match.rule === 'create' &&
  match.arguments.some(
    ({ role, is }) => role === 'key' && said.toLowerCase().includes(is.split('.')[1]?.split('_').at(-1) ?? is),
  );

const OBTAINED =
  /\b(?:obtained|returned|received|issued|retrieved|comes?|got|gotten)\b[^.]*\b(?:from|by|through|via)\b|\bfrom (?:the )?(?:log ?in|authenticat\w+)/i;

export const credentialRule: PromiseRule = {
  kind: 'credential',
  about: 'A token that another tool hands out: nothing checks it.',
  examples: [['The access token obtained from the login tool', 'from another tool']],
  nevers: ['Your API key', 'Bearer token of the account'],
  reads: (text) => (OBTAINED.test(text) ? 'from another tool' : undefined),
  find: (tool, match) =>
    tool.arguments.flatMap((node): Promised[] =>
      node.field.required && roleOf(match, node) === 'credential' && OBTAINED.test(node.field.description)
        ? [{ kind: 'doubt', why: `nothing hands out ${node.field.name}, nor checks it` }]
        : [],
    ),
};

const ofArgument = (text: string): string | undefined =>
  OF_ARGUMENTS.some((pattern) => pattern.test(text))
    ? (sentencesOf(text).find((each) => OF_ARGUMENTS.some((pattern) => pattern.test(each))) ?? text)
    : undefined;

/**
 * Removes statements such as "null clears it": an update already clears the column where the schema allows null, and
 * where it does not, no call can give null.
 */
const withoutNull = (text: string): string =>
  text
    .replaceAll(
      /[^.;,(]*\bnull\b[^.;,)]*\b(?:clear|remove|unset|unassign|delete|reset|detach|none|no)\w*[^.;,)]*/gi,
      '',
    )
    .replaceAll(/[^.;,(]*\b(?:clear|remove|unset|unassign|reset|detach)\w*[^.;,)]*\bnull\b[^.;,)]*/gi, '');

export const argumentsRule: PromiseRule = {
  kind: 'condition of an argument',
  about: 'A form, a bound or a special value of an argument that only prose states: the argument is refused.',
  examples: [
    ['The day of the visit. May not be in the past.', 'May not be in the past.'],
    ['Tag to look for; use 0 to leave out tagged rows', 'use 0 to leave out tagged rows'],
    ['End of the stay, required if start is set', 'End of the stay, required if start is set'],
  ],
  nevers: ['The day of the visit', 'Number of guests', 'Title of the note'],
  reads: ofArgument,
  find: (tool, match, domain) =>
    tool.arguments.flatMap((node): Promised[] => {
      if (/^(?:shape|credential|paging|confirm|not simulated|)$/.test(roleOf(match, node))) return [];
      const about = sentencesOf(withoutStandIn(node))
        .filter(
          (sentence) =>
            !saysCompared(sentence, tool, match, domain, node) &&
            !saysRequired(sentence, tool, node) &&
            !(match.effect === 'write' && roleOf(match, node) === 'value' && keepsBounds(sentence, node)),
        )
        .join(' ');
      const said = ofArgument(match.rule === 'update' ? withoutNull(about) : about);
      if (said === undefined || saysUnique(said, tool, match, domain)) return [];
      return node.field.required || (match.effect === 'write' && REQUIRED.test(said))
        ? [{ kind: 'doubt', why: `nothing keeps "${told(said)}" of ${node.field.name}` }]
        : [
            {
              kind: 'refused',
              argument: node.field.name,
              when: given([node.field.name]),
              says: `The argument ${node.field.name} is not simulated.`,
            },
          ];
    }),
};

/** Matches words for an answer that is not a list of rows, such as a tree, an outline or a text. */
const IN_FORM =
  /\b(?:as|in) (?:an? |the )?(?:indented |nested |formatted |plain[- ]?|human[- ]readable |ascii |hierarchical )*(?:tree|outline|hierarchy|markdown|csv|html|xml|yaml|diagram|chart|graph|(?:text )?table)\b|\b(?:full|whole|complete|entire) \w+ (?:tree|hierarchy|outline)\b/i;

export const formRule: PromiseRule = {
  kind: 'form of the answer',
  about: 'A read that answers with a tree, an outline or a text: the answer is a list of rows.',
  examples: [
    ['Return the full location tree as an indented outline.', 'Return the full location tree as an indented outline.'],
    ['List tasks as a markdown table.', 'List tasks as a markdown table.'],
  ],
  nevers: ['List the trees of a park.', 'Get a table of a base.', 'List charts.'],
  reads: (text) => found(text, [IN_FORM]),
  find(tool, match) {
    if (match.effect !== 'read' || tool.result !== undefined || match.rule === 'formula') return [];
    const said = found(tool.description, [IN_FORM]);
    return said === undefined ? [] : [{ kind: 'doubt', why: `nothing gives the form of "${told(said)}"` }];
  },
};

export const leftOutRule: PromiseRule = {
  kind: 'left out',
  about: 'A sentence that says what the answer leaves out: the answer shows the whole row.',
  examples: [['List the notes. Their text is excluded from the result.', 'Their text is excluded from the result.']],
  nevers: ['List the notes.', 'Get a note with its text.'],
  reads: (text) => found(text, [LEFT_OUT]),
  find(tool, match) {
    if (tool.result !== undefined || match.rule === 'formula' || match.rule.startsWith('delete')) return [];
    if (match.rule.startsWith('update') && isChange(tool.description)) return [];
    const said = found(tool.description, [LEFT_OUT], (each) => saysHidden(each, tool, match));
    return said === undefined ? [] : [{ kind: 'doubt', why: `nothing tells how "${told(said)}" is kept` }];
  },
};

export const selectionRule: PromiseRule = {
  kind: 'selection',
  about: 'A sentence that says which rows a read shows, or in which order: no column tells them.',
  examples: [
    ['Lists trips, sorted by departure.', 'Lists trips, sorted by departure.'],
    ['Get the most recent readings of a gauge.', 'Get the most recent readings of a gauge.'],
    ['Shows tasks assigned to the current user.', 'Shows tasks assigned to the current user.'],
  ],
  nevers: ['List all boards that the user has access to.', 'Get a card by its id.'],
  reads: (text) => found(text, READS),
  find(tool, match) {
    if (match.effect !== 'read' || match.rule === 'formula') return [];
    const first = sentencesOf(tool.description)[0] ?? '';
    const adjective = ADJECTIVE.exec(first)?.[1]?.toLowerCase();
    const isNamed =
      adjective === undefined ||
      [...tool.restricting, ...tool.noun].includes(adjective) ||
      match.arguments.some(({ role, is }) => role === 'from' && is === adjective);
    if (!isNamed && !tool.arguments.some((node) => node.field.words.includes(adjective)))
      return [{ kind: 'doubt', why: `nothing tells which rows are ${adjective}` }];
    const isOrdered = match.arguments.some(({ role }) => role === 'order');
    const about = isOrdered ? withoutOrder(tool.description) : tool.description;
    const sentence = found(
      about,
      READS,
      (said) => saysStays(said) || saysHidden(said, tool, match) || filterWords(said, tool, match).length > 0,
    );
    const isTold = tool.restricting.length > 0 && match.arguments.every(({ role }) => role !== 'doubt');
    if (sentence === undefined || (isTold && /recent|latest|newest/i.test(sentence))) return [];
    return [{ kind: 'doubt', why: `nothing tells which rows "${told(sentence)}" means` }];
  },
};
