// Tells the user's facts: the user tells the facts that it is asked for, item by item when the question is a list. A
// fact that it tells wrongly at first is corrected in its next message. It never invents anything.
import { listed, plainWords, says, spoken } from '../../envs/words/spoken.ts';
import type { Random } from '../../envs/random.ts';
import type { Sentence } from '../language/sentences.ts';
import { factsAsked, mistaken, tellFact, type KnownFact } from './known-facts.ts';

export class Disclosure {
  readonly facts: readonly KnownFact[];
  private readonly random: Random;
  /** Facts that were told wrongly, each with the wrong words. */
  private readonly wrong = new Map<KnownFact, string>();
  private readonly mended = new Set<KnownFact>();

  constructor(facts: readonly KnownFact[], random: Random) {
    this.facts = facts;
    this.random = random;
  }

  /** Corrects the facts that were told wrongly, each of them once. */
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

  /** Facts that the sentences ask for; when a sentence names one, "your details" adds no others. */
  asked(asks: readonly Sentence[]): KnownFact[] {
    const found = asks.map(({ text }) => factsAsked(text, this.facts));
    const whole = this.facts.filter(({ who }) => who).length;
    const named = new Set(found.filter((facts) => facts.some(({ who }) => !who) || facts.length < whole).flat());
    return this.facts.filter((fact) =>
      named.size > 0 ? named.has(fact) : found.some((facts) => facts.includes(fact)),
    );
  }

  tell(asked: readonly KnownFact[]): string {
    if (
      asked.every(({ who, say }) => who && say !== 'wrong_first') &&
      asked.every(({ value }) => typeof value === 'string')
    )
      return `${this.random.pick(['', "It's ", 'Sure, '])}${identity(asked)}.`;
    const start = this.random.pick(['', '', 'Sure, ', 'Of course: ', 'Yes, ']);
    return `${capital(`${start}${listed(asked.map((fact) => this.word(fact)))}`)}.`;
  }

  /** Answers a list with a list; the user says of an item that it does not know it. */
  tellItems(items: readonly Sentence[], skip: (fact: KnownFact) => boolean): { text: string; told: number } {
    const said = new Set<KnownFact>();
    let told = 0;
    const lines = items.map(({ text }, at) => {
      const facts = factsAsked(text, this.facts).filter((fact) => !said.has(fact) && !skip(fact));
      for (const fact of facts) said.add(fact);
      told += facts.length;
      const words =
        facts.length === 0 ? `I don't know that, sorry` : capital(listed(facts.map((fact) => this.word(fact))));
      return `${at + 1}. ${words}.`;
    });
    return { text: lines.join('\n'), told };
  }

  private word(fact: KnownFact): string {
    if (fact.say !== 'wrong_first' || this.wrong.has(fact)) return tellFact(fact);
    const value = mistaken(fact.value, (length) => this.random.int(0, length - 1));
    this.wrong.set(fact, spoken(value, fact.label));
    return tellFact({ ...fact, value });
  }

  /**
   * Checks values in questions. "Is your postcode 60629?": a right value leaves `asked`, a wrong one stays to be told.
   * "A or B?": the known one is added to `asked`. True when every asked fact was right.
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

/** A yes before facts: "Yes, the status is open." */
const AGREES = /^(?:Yes, (?:that's right|exactly)\.|(?:Yes|Sure|Of course)[,:]) ?/;

/** What was told, without the yes before it. */
export function withoutYes(parts: readonly string[]): string[] {
  return parts
    .map((part) => part.replace(AGREES, ''))
    .filter((part) => part !== '')
    .map(capital);
}

/** Begins with a capital, except for an e-mail address, whose spelling stays. */
export function capital(text: string): string {
  return /^\S*@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The identity of the user, as people write it: Elisa Carter, 97212. */
function identity(facts: readonly KnownFact[]): string {
  return facts
    .map(({ value, label }) => ({ said: spoken(value, label), isFirst: label === 'first name' }))
    .map(({ said, isFirst }) => (isFirst ? `${said} ` : `${said}, `))
    .join('')
    .replace(/[, ]+$/, '');
}
