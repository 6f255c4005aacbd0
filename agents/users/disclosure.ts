// Decides how the user tells its facts. The user tells a fact when the agent asks for it, and answers a list item by
// item. A fact that the user told wrongly is corrected in the next message. The user never invents a fact, except the
// small mistake in a fact that the task wants told wrongly at first.
import { listed, plainWords, says, spoken } from '../../envs/words/spoken.ts';
import type { Random } from '../../envs/random.ts';
import type { Sentence } from '../language/sentences.ts';
import { factsInSentences, partsOf } from './half-asked.ts';
import { tellUnknown } from './unknown-asked.ts';
import { factsAsked, type KnownFact } from './known-facts.ts';
import { shortly, tellFact } from './tell-fact.ts';
import { mistaken } from './mistaken.ts';

export class Disclosure {
  readonly facts: readonly KnownFact[];
  private readonly random: Random;
  /** The facts that the user told wrongly, each with the words that it said. */
  private readonly wrong = new Map<KnownFact, string>();
  private readonly mended = new Set<KnownFact>();
  private readonly told = new Set<KnownFact>();
  /** The user's first message in lower case, without punctuation. */
  private readonly opening: string;

  constructor(facts: readonly KnownFact[], random: Random, opening = '') {
    this.facts = facts;
    this.random = random;
    this.opening = plainWords(opening);
  }

  /** Corrects the facts that the user told wrongly and has not corrected yet. Returns undefined if there are none. */
  mend(): { readonly text: string; readonly facts: readonly KnownFact[] } | undefined {
    const owed = this.owed();
    if (owed.length === 0) return undefined;
    for (const [fact] of owed) this.mended.add(fact);
    return {
      text: `Sorry, I made a mistake: ${listed(owed.map(([fact, said]) => `${tellFact(fact)}, not ${said}`))}.`,
      facts: owed.map(([fact]) => fact),
    };
  }

  owed(): (readonly [KnownFact, string])[] {
    return [...this.wrong].filter(([fact]) => !this.mended.has(fact));
  }

  /**
   * Returns the facts that the sentences ask for. If a sentence asks for a certain fact, general words such as "your
   * details" add no further facts.
   */
  asked(asks: readonly Sentence[]): KnownFact[] {
    const open = this.facts.filter((fact) => !this.told.has(fact) && !says(this.opening, fact.value, fact.label));
    const found = factsInSentences(
      asks.map(({ text }) => text),
      this.facts,
      this.told,
      open,
    );
    const whole = this.facts.filter(({ who }) => who).length;
    const named = new Set(found.filter((facts) => facts.some(({ who }) => !who) || facts.length < whole).flat());
    return this.facts.filter((fact) =>
      named.size > 0 ? named.has(fact) : found.some((facts) => facts.includes(fact)),
    );
  }

  /**
   * Adds to `parts` the facts that the agent asks for, and says which identifying facts the user does not know. A list
   * of questions is answered with a list. `mended` holds facts that were just told.
   */
  inform(asks: readonly Sentence[], mended: readonly KnownFact[], parts: string[], acts: Set<string>): void {
    const items = asks.filter(({ item }) => item === true);
    const asked = this.asked(asks).filter((fact) => !mended.includes(fact));
    if (this.checkValues(asks, asked)) {
      parts.push(this.random.pick(["Yes, that's right.", 'Yes, exactly.']));
      acts.add('confirm');
    }
    const unknown = tellUnknown(asks, this.facts, asked);
    if (asked.length === 0) {
      if (unknown === undefined) return;
      parts.push(unknown);
      acts.add('inform');
      return;
    }
    if (items.length > 1) {
      const { text, told } = this.tellItems(items, (fact) => mended.includes(fact));
      if (told >= asked.length) {
        parts.push(parts.length > 0 ? `\n${text}` : text);
        acts.add('inform');
        return;
      }
    }
    parts.push(
      this.tell(
        asked,
        MAY_YES.test(asks.map(({ text }) => text).join(' ')),
        asks.length === 1 && asks.every(({ text }) => partsOf(text).length < 2 && !ASKS_TWO.test(text)),
      ),
      ...(unknown === undefined ? [] : [unknown]),
    );
    acts.add('inform');
  }

  /**
   * Tells facts. With `mayYes`, the answer may begin with "Yes". With `isOne`, the agent asked for one thing, so that
   * the value alone may be the answer; after several questions it would be unclear which one it answers.
   */
  tell(asked: readonly KnownFact[], mayYes = false, isOne = false): string {
    for (const fact of asked) this.told.add(fact);
    if (
      asked.every(({ who, say }) => who && say !== 'wrong_first') &&
      asked.every(({ value }) => typeof value === 'string')
    )
      return `${this.random.pick(['', '', "It's ", 'Sure, '])}${identity(asked)}.`;
    const start = this.random.pick(['', '', '', 'Sure, ', 'Of course: ', mayYes ? 'Yes, ' : '']);
    const told = asked.map((fact) => this.asTold(fact));
    const [only] = told;
    const short = isOne && told.length === 1 && only !== undefined ? shortly(only) : undefined;
    if (short !== undefined)
      return `${start === '' && !isKey(short, only?.label) ? capital(short) : capital(`${start}it's ${short}`)}.`;
    return `${capital(`${start}${listed(told.map(tellFact))}`)}.`;
  }

  /**
   * Answers a list of questions with a list. An item for which the user knows no fact is answered with "I don't know
   * that". `told` is the number of facts in the answer.
   */
  tellItems(items: readonly Sentence[], skip: (fact: KnownFact) => boolean): { text: string; told: number } {
    const said = new Set<KnownFact>();
    let told = 0;
    const lines = items.map(({ text }, at) => {
      const facts = factsAsked(text, this.facts).filter((fact) => !said.has(fact) && !skip(fact));
      for (const fact of facts) {
        said.add(fact);
        this.told.add(fact);
      }
      told += facts.length;
      const words =
        facts.length === 0
          ? `I don't know that, sorry`
          : capital(listed(facts.map((fact) => tellFact(this.asTold(fact)))));
      return `${at + 1}. ${words}.`;
    });
    return { text: lines.join('\n'), told };
  }

  /**
   * Returns the fact as the user tells it now. A fact that the task wants told wrongly at first has a wrong value the
   * first time.
   */
  private asTold(fact: KnownFact): KnownFact {
    if (fact.say !== 'wrong_first' || this.wrong.has(fact)) return fact;
    const value = mistaken(fact.value, (length) => this.random.int(0, length - 1));
    this.wrong.set(fact, spoken(value, fact.label));
    return { ...fact, value };
  }

  /**
   * Checks values in the agent's questions. For "Is your postcode 60629?", a right value is removed from `asked`, and a
   * wrong one stays there to be told. For "A or B?", the user's fact with one of these values is added. Returns true if
   * a question had a right value and nothing else is left to tell.
   */
  checkValues(asks: readonly Sentence[], asked: KnownFact[]): boolean {
    let agreed = false;
    for (const { text: sentence } of asks) {
      const plain = plainWords(sentence);
      if (/\bor\b/i.test(sentence)) {
        const chosen = this.facts.find(
          (fact) => !asked.includes(fact) && typeof fact.value !== 'boolean' && says(plain, fact.value, fact.label),
        );
        if (chosen !== undefined) asked.push(chosen);
        continue;
      }
      if (!CHECKS.test(sentence)) continue;
      const right = asked.filter((fact) => says(plain, fact.value, fact.label));
      if (right.length === 0) continue;
      for (const fact of right) asked.splice(asked.indexOf(fact), 1);
      agreed ||= asked.length === 0;
    }
    return agreed;
  }
}

const CHECKS =
  /^\W*(?:so |and |then |just |great |thanks |thank you |okay |ok |,)*(?:is|are|was|did|do|does|am i|have i)\b/i;

/** Matches the beginning of a question that may be answered with "Yes, …", such as "Could you tell me …?" */
const MAY_YES = /\b(?:can|could|may|might|would|will) (?:i|we|you)\b/i;

/** Matches a yes at the beginning of an answer, as in "Yes, the status is open." */
const AGREES = /^(?:Yes, (?:that's right|exactly)\.|(?:Yes|Sure|Of course)[,:]) ?/;

/** Removes the yes at the beginning of each part of a message. */
export function withoutYes(parts: readonly string[]): string[] {
  return parts
    .map((part) => part.replace(AGREES, ''))
    .filter((part) => part !== '')
    .map(capital);
}

/** Tells whether a value begins with a small letter that must stay small, such as ord_1004, iPhone or a user name. */
const isKey = (said: string, label = ''): boolean =>
  /^\p{Ll}(?:\S*[\d_@./-]|\p{Ll}*\p{Lu})/u.test(said) || (/^\p{Ll}\S*$/u.test(said) && CODED.test(label));

/** Matches names of values that must keep their exact letters. */
const CODED =
  /(?:user ?name|login|handle|nick|code|key|id|password|path|folder|file|branch|host|slug|tag|alias|domain)$/;

/** Matches a question for two values of one kind: "From which city and to which city?" */
const ASKS_TWO = /\b(what|which|who|when|where|how)\b.*\band\b.*\b(?:what|which|who|when|where|how)\b/i;

/** Makes the first letter a capital, except in an e-mail address. */
export function capital(text: string): string {
  return /^\S*@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes the facts that identify the user as people write them: Elisa Carter, 97212. */
function identity(facts: readonly KnownFact[]): string {
  return facts
    .map(({ value, label }) => ({ said: spoken(value, label), isFirst: label === 'first name' }))
    .map(({ said, isFirst }) => (isFirst ? `${said} ` : `${said}, `))
    .join('')
    .replace(/[, ]+$/, '');
}
