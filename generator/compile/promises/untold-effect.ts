// Flags a write of a row that may also change the state of its parent row. Example: items can be `claimed`, and no tool
// of items sets this state. accept_claim(claim_id) does not say whether it sets the item to `claimed`, so its program
// might be wrong.
import { sameState, stateOf } from '../../lexicon/verbs.ts';
import { called } from '../readings/parts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { isStateColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import type { PromiseRule } from './promise.ts';

const ENDINGS = /(?:i?fication|ication|ation|ition|tion|sion|ing|ment|al|e|y)$/;
/** States in which a row no longer affects its parent row. */
const CALLED_OFF = /^(?:cancel+ed|rejected|declined|denied|withdrawn|expired|deleted|revoked)$/;

/** Tells whether a state is derived from a noun: `claimed` from claim, `reserved` from reservation. */
function isNamedAfter(state: string, noun: string): boolean {
  if (sameState(state, stateOf(noun))) return true;
  const stem = noun.replace(ENDINGS, '');
  return stem.length > 3 && new RegExp(`^${stem}i?e?d$`).test(state);
}

/** Returns the kind of rows that the tool makes or whose state it sets, unless the state is one of CALLED_OFF. */
function changedBy(match: Match, domain: Domain): Thing | undefined {
  const led = match.needs.find(
    ({ use, state }) => use === 'set' && typeof state === 'string' && !CALLED_OFF.test(state),
  );
  const table = match.makes[0] ?? (match.rule === 'state' ? led?.table : undefined);
  return domain.things.byTable.get(table ?? '');
}

/** Tells whether some tool of these rows sets the state by its verb, or writes the column. */
function isLed(thing: Thing, column: string, state: string, domain: Domain): boolean {
  return (
    domain.known.get(thing.table)?.columns.get(column)?.given === true ||
    domain.tools.some(({ verb, noun }) => thing.nouns.has(noun.join(' ')) && sameState(stateOf(verb), state))
  );
}

export const untoldEffectRule: PromiseRule = {
  kind: 'untold effect',
  about: 'A state of the row above that is named after the rows of the tool, and to which no tool leads.',
  examples: [
    ['claim: claimed', 'claimed'],
    ['reservation: reserved', 'reserved'],
    ['booking: booked', 'booked'],
  ],
  nevers: ['claim: closed', 'comment: completed', 'order: old'],
  reads(text) {
    const [noun = '', state = ''] = text.split(': ');
    return isNamedAfter(state, noun) ? state : undefined;
  },
  find(_tool, match, domain) {
    const below = changedBy(match, domain);
    if (below === undefined) return [];
    const noun = below.words.at(-1) ?? '';
    return [...(domain.known.get(below.table)?.columns.values() ?? [])].flatMap(({ references }) => {
      const above = domain.things.byTable.get(references ?? '');
      if (above === undefined || above === below) return [];
      return [...(domain.known.get(above.table)?.columns.values() ?? [])]
        .filter(({ column }) => isStateColumn(column))
        .flatMap(({ column, choices }) =>
          choices
            .map(String)
            .filter(
              (state) =>
                isNamedAfter(state.toLowerCase(), noun) &&
                !isLed(above, column, state, domain) &&
                !match.needs.some((need) => need.table === above.table && need.state === state),
            )
            .map((state) => ({
              kind: 'doubt' as const,
              why: `nothing tells whether the ${called(above)} becomes ${state}, to which no tool leads`,
            })),
        );
    });
  },
};
