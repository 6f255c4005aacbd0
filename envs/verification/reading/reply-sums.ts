// Sums over the words of a message: how many words and values the wish explains, how many it does not, and how rare the
// unexplained ones are. These numbers have the same meaning for every task, so that a model fitted to the messages of
// some tasks works for others.
import type { ProposalGround } from './proposal-ground.ts';
import type { Situation } from './reply-features.ts';
import { KnownWords, tokensOf, type Mark, type Token, type TokenGround } from './reply-tokens.ts';

export type Sums = ReadonlyMap<string, number>;

export function replySums(message: string, situation: Situation, common: ReadonlySet<string>): Sums {
  return sumsOf(tokensOf(message, known(groundOf(situation)), common));
}

function groundOf({ told, tools, shown }: Situation): TokenGround {
  const wish = `${told} ${tools.join(' ').replaceAll('_', ' ')}`;
  return { wish, own: '', others: '', shown, order: 'month-first' };
}

/** Tells whether a sentence contains a value of the wish, names the wished action, and denies something. */
export function namedOf(
  sentence: string,
  situation: Situation,
): { readonly value: boolean; readonly deed: boolean; readonly denied: boolean } {
  const marks = new Set(
    tokensOf(sentence, known(groundOf(situation)), new Set()).flatMap((token) => token.marks.map(([mark]) => mark)),
  );
  return { value: marks.has('value wish'), deed: marks.has('deed same'), denied: marks.has('denied') };
}

export function proposalSums(proposal: string, ground: ProposalGround, common: ReadonlySet<string>): Sums {
  const slots = ground.changes.flatMap((change) => change.slots);
  const namesOf = (pick: 'own' | 'others'): string =>
    slots.flatMap((slot) => slot[pick].map(({ value }) => String(value))).join(' . ');
  const tools = ground.changes.map(({ words }) => words.join(' '));
  return sumsOf(
    tokensOf(
      proposal,
      known({
        wish: [ground.told, ...tools].join(' '),
        own: namesOf('own'),
        others: namesOf('others'),
        shown: '',
        order: ground.order,
      }),
      common,
    ),
  );
}

/** The known words of the last few situations. They are kept, because many messages are about the same wish. */
const recent: { readonly key: string; readonly words: KnownWords }[] = [];
const MOST_RECENT = 8;

function known(ground: TokenGround): KnownWords {
  const key = JSON.stringify(ground);
  const at = recent.findIndex((each) => each.key === key);
  const found = recent[at] ?? { key, words: new KnownWords(ground) };
  if (at !== -1) recent.splice(at, 1);
  recent.unshift(found);
  recent.length = Math.min(recent.length, MOST_RECENT);
  return found.words;
}

/** The marks that are also counted separately for sentences that deny, ask and state. */
const APART_SUMS = new Set<Mark>(['strange', 'wish', 'near', 'deed same', 'deed other', 'deed more', 'others']);
const ORDINARY = 0.55;
const RARE = 0.75;

function sumsOf(tokens: readonly Token[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string, by = 1): void => {
    counts.set(name, (counts.get(name) ?? 0) + by);
  };
  let rarest = 0;
  for (const token of tokens) {
    const marks = new Map<Mark, number>(token.marks);
    const mood = marks.has('denied') ? 'no' : marks.has('question') ? 'asks' : 'says';
    const aside = marks.has('apart') || marks.has('supposed');
    for (const name of marks.keys()) {
      if (name !== 'rare' && name !== 'near') add(name);
      if (APART_SUMS.has(name)) add(`${name} ${mood}`);
    }
    if (marks.has('strange')) {
      const rare = marks.get('rare') ?? 1.2;
      const far = 1 - (marks.get('near') ?? 0);
      const much = Math.max(0, rare - ORDINARY) * far;
      add('strangeness', much);
      if (!aside) add(`strangeness ${mood}`, much);
      if (rare > RARE) add('strange and rare');
      if (marks.has('capital')) add('strange name');
      rarest = Math.max(rarest, rare * far);
    }
    if (marks.has('value strange') && !aside) add(marks.has('money') ? 'strange amount' : 'strange value');
    if (marks.has('value others') && !marks.has('value wish') && !marks.has('value own')) add('value of others alone');
    if (marks.has('others') && !marks.has('wish') && !marks.has('own'))
      add(`word of others alone${aside ? ' aside' : ''}`);
  }
  const sums = new Map<string, number>([
    ['tokens', Math.log(tokens.length + 1) / 4],
    ['rarest', rarest],
  ]);
  for (const [name, count] of counts) {
    sums.set(name, Math.log1p(count));
    sums.set(`${name} of all`, (8 * count) / (tokens.length + 5));
  }
  return sums;
}
