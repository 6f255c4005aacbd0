// The user's own tools. Finds in an agent's message the actions that the user should do with the tools: use one,
// look at something, or tell a state that a tool shows. Other files know the words for the tools, find the values and
// word the report.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { plainWords } from '../../envs/words/spoken.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { instruction, type Instruction } from './read-screen.ts';
import { argumentsIn, namesThing, OFF, ON } from './tool-values.ts';
import { hasVerb, isLook, ownTools, type OwnTool, type ToolGround } from './tool-words.ts';

export type { Instruction } from './read-screen.ts';

export interface Listening {
  /** The conversation before the message. */
  readonly before?: string;
  /** One text with everything that the user knows. */
  readonly known?: string;
  /** Tells whether a text asks for a fact that the user knows without a tool. */
  asksFact?(text: string): boolean;
}

export interface Told {
  readonly instructions: readonly Instruction[];
  /** The objects of which one is meant, if the message leaves several possible. */
  readonly unclear: readonly string[];
  /** The part of the message that is not an instruction. */
  readonly rest: string;
  /** An instruction for an object that has not been named, so that the user has to look it up. */
  readonly unnamed?: Unnamed | undefined;
}

/** An instruction that names no object, and a call that may show the object. */
export interface Unnamed {
  readonly look: Instruction;
  readonly name: string;
  /** Makes the complete instruction for this object. */
  with(thing: Json): Instruction;
}

const TELLS_TO =
  /\b(?:please|pls|could you|can you|would you|will you|try|go ahead and|you (?:need|should|can|may|must|will need) (?:to )?|now|next|first|then|kindly|i(?:'d| would) (?:like|need) you to|let's|have you tried|do this on your)\b|^\W*(?:\d+[.)]\s*)?(?:turn|switch|toggle|open|check|look|have a look|run|set|reset|reboot|restart|reseat|grant|enable|disable|connect|disconnect|remove|tap|press|go to|make|use|tell me|let me know|read me)\b/i;
/** Matches words with which the agent speaks about its own actions. */
const AGENT_DOES =
  /\b(?:shall|should|may|can|could|will|would|before|once|if|when|after) (?:i|we)\b|\b(?:i|we)(?:'m| am| can|'ll| will|'ve| have| could| are|(?:'d| would)(?! (?:like|need|want|ask) you))\b|\bwould you (?:like|want|prefer)\b/i;
const NOT = /\b(?:don't|do not|never|no need to|without)\b/i;
const LOOKS_AT =
  /\b(?:look|check|see|read|verify|view|open|watch|inspect|find out|go to|tell me|let me know|have a look|what|which|whether|show|shows)\b/i;
/** Matches a question about a state, such as "is it on?" or "what does it show?". */
const ASKS_STATE =
  /(?:^|[:,;.]\s*|\b(?:and|so|then|now|but)\s+)\W*(?:(?:is|are|was|were|does|do|did|has|have)(?:n't)?\b|what(?:'s| is| are| does| do|\b[^?]{0,20}\bcolou?r\b)|which (?:colou?r|mode|network|light)\b|how (?:fast|much|many|strong)\b|can you see\b|what (?:colou?r|kind|mode)\b)[^?]*\?/i;
const ASKS_WISH =
  /\b(?:you (?:want|wish|like|prefer|need|mean|agree|confirm)|would you|shall|should|correct|right\?|okay\?|ok\?|all right)(?!\w)/i;
/** Matches an expectation that the agent tells, which is not an instruction: "your display should show figures now". */
const FORECAST =
  /^(?!.*\b(?:please|could you|can you|would you)\b)\W*(?:(?:so|and|good|done|then)\W+)*(?:your|the|that|it|everything)\b[^?]*? (?:should|will) (?:now )?(?:show|see|work|say|be (?:fine|green|back|up|on|working|online|ready|visible|there|all right))\b/i;
/**
 * Matches the end of an instruction that asks the user to report afterwards, as in "pay it and let me know". This is
 * not an instruction to look at something.
 */
const REPORT_BACK =
  /(?:,|\s+and)\s*(?:please\s+)?(?:let me know|tell me)(?:\s+(?:when|once|as soon as)\b[^.;?!]*)?(?=[.!]*\s*$)/i;
/** Matches a request to check whether something is true. The verbs after "whether" are not instructions. */
const WHETHER =
  /\b(?:check|see|look|tell me|let me know|verify|confirm|know)\b[^.;:]*?\b(?:whether|if|that|what|how|when)\b.*$/i;
/** Matches a piece that only names the object of an instruction, such as "on phone: 07700 900980". */
const NAMES_ONLY = /^\W*(?:(?:on|for|at|in|with|of|under)\s+)?(?:the |your )?(?:\p{L}+ ?){1,3}:\s*\S+(?:\s\d+)*\W*$/iu;
const PRONOUN = /\b(?:it|its|them|this|that one|one)\b/i;
const OFF_AND_ON =
  /\boff\b,?\s+(?:and\s+)?(?:wait [^,.;]{1,30}(?:,|\band)\s*)?(?:and\s+)?(?:then\s+)?(?:(?:turn|switch)\s+(?:it|them)\s+)?(?:back\s+)?on\b(?: again)?/gi;
const BOTH = 'off+on';
/** Matches a state that a screen must show before the user acts, as in "if it is red, …". */
const WHEN =
  /\b(?:if|when|should|in case) [^,.;]{0,40}?(?:\b(?:is|shows?|says?|stays?|be)|'s)\s+(?:still |now )?(\p{L}+)/iu;
/** Matches a condition before an instruction. */
const CONDITION = /^\W*(?:if|when|once|in case|should) (?!(?:i|we)\b)[^,]*,\s*(?:then )?/i;
/** Words that are too general to show alone which state the agent asks for. */
const GENERAL = new Set(
  'status state name type kind date month amount number location service value time title top screen answer light'.split(
    ' ',
  ),
);
const FEW = 5;
const MOST_OF = 0.75;
const LEAST_WORDS = 3;

export class OwnTools {
  private readonly tools: readonly OwnTool[];

  constructor(listing: readonly Json[], ground: ToolGround = {}) {
    this.tools = ownTools(listing, ground);
  }

  instructionsIn(message: string, listening: Listening = {}): readonly Instruction[] {
    return this.told(message, listening).instructions;
  }

  told(message: string, { before = '', known = '', asksFact = () => false }: Listening): Told {
    const instructions: Instruction[] = [];
    let unclear: readonly string[] = [];
    let unnamed: Unnamed | undefined;
    const rest: string[] = [];
    if (this.tools.length === 0) return { instructions, unclear, rest: message };
    const plain = message.replaceAll(/’/g, "'").replaceAll(OFF_AND_ON, BOTH);
    const clauses = plain
      .split(/(?<=[.!?])\s+|\n+|;\s+|,?\s+(?:and then|then|after that|and also)\s+/i)
      .map((clause) => clause.replace(REPORT_BACK, ''));
    let telling = false;
    let heard = '';
    for (const clause of clauses) {
      const told = clause.replace(CONDITION, '');
      const begins = this.tools.some(({ verb }) => new RegExp(`^\\W*(?:\\d+[.)]\\s*)?${verb}\\b`, 'i').test(told));
      telling = TELLS_TO.test(told) || begins || (telling && /^(?:[-*•]|\d+[.)])/.test(clause.trim()));
      const said = `${heard} ${clause}`;
      const isFact = asksFact(clause);
      let isUsed = false;
      for (const part of AGENT_DOES.test(clause) || FORECAST.test(clause)
        ? []
        : this.parts(clause, heard, telling, isFact)) {
        const tool = this.meant(part, heard, telling, isFact);
        if (tool === undefined) continue;
        const { calls, unclear: open, missing } = argumentsIn(part, tool, { message: said, before, known });
        if (open.length > 1) unclear = open;
        if (missing !== undefined) unnamed ??= this.unnamed(tool, part, missing, known);
        for (const args of switched(calls, part, tool)) {
          isUsed = true;
          const isSame = ({ name, args: own }: Instruction): boolean =>
            name === tool.name && JSON.stringify(own) === JSON.stringify(args);
          if (instructions.some(isSame)) continue;
          const looked = instructions.some(({ name }) => this.looks(name));
          const when = looked && !tool.shows ? WHEN.exec(clause)?.[1]?.toLowerCase() : undefined;
          instructions.push({ ...instruction(tool, args, part), when: isOnOrOff(when) ? undefined : when });
        }
      }
      if (!isUsed) rest.push(clause);
      heard = said;
    }
    const isNone = instructions.length === 0;
    return { instructions, unclear: isNone ? unclear : [], rest: rest.join(' '), ...(isNone ? { unnamed } : {}) };
  }

  /**
   * Finds a tool that shows the missing objects, such as the prompts on the user's phone. Returns undefined if there is
   * none.
   */
  private unnamed(
    tool: OwnTool,
    part: string,
    { name, args }: { readonly name: string; readonly args: JsonObject },
    known: string,
  ): Unnamed | undefined {
    for (const each of this.tools) {
      if (!each.shows || !each.members.has(name)) continue;
      const [given, ...more] = argumentsIn('', each, { message: '', before: '', known }).calls;
      if (given !== undefined && more.length === 0)
        return {
          look: instruction(each, given, ''),
          name,
          with: (thing) => instruction(tool, { ...args, [name]: thing }, part),
        };
    }
    return undefined;
  }

  /** Tells whether a tool only shows something. */
  looks(name: string): boolean {
    return this.tools.some((tool) => tool.name === name && tool.shows);
  }

  /**
   * Splits a clause into parts for several tools: "switch the VPN off and mobile data on" has two. A part without a
   * tool of its own gets the verb of the part before it. A clause for one tool stays whole.
   */
  private parts(clause: string, heard: string, tells: boolean, isFact: boolean): string[] {
    // a piece that only names the object, as in "allow the location, on phone: 07700 900980", belongs to no other tool
    const pieces = clause.split(/,?\s+and\s+|,\s+/i).filter((piece) => !NAMES_ONLY.test(piece));
    if (pieces.length <= 1) return [clause];
    let lead = '';
    const whole = pieces.map((piece) => {
      const tool = this.meant(piece, heard, tells, isFact);
      const led = `${ON.test(piece) || OFF.test(piece) ? lead.replaceAll(/\b(?:on|off)\b/gi, ' ') : lead} ${piece}`;
      if (tool !== undefined && !tool.shows)
        lead = piece.replaceAll(new RegExp(`\\b(?:${tool.nouns.join('|')})s?\\b`, 'gi'), ' ');
      return tool === undefined && lead !== '' ? led : piece;
    });
    const meant = new Set(whole.map((piece) => this.meant(piece, heard, tells, isFact)));
    meant.delete(undefined);
    return meant.size > 1 ? whole : [clause];
  }

  private meant(text: string, heard: string, tells: boolean, isFact: boolean): OwnTool | undefined {
    const asks = ASKS_STATE.test(text) && !ASKS_WISH.test(text);
    const looks = asks || (tells && LOOKS_AT.test(text));
    const scored = this.tools.map((tool) => ({
      tool,
      score: tool.shows
        ? looks || (tells && !isLook(tool.verb))
          ? this.scoreLook(tool, text, { isFact, orders: tells && LOOKS_AT.test(text) })
          : 0
        : tells && !NOT.test(text)
          ? this.scoreAct(tool, text.replace(WHETHER, ' '), heard)
          : 0,
    }));
    const [best] = scored.sort((one, other) => other.score - one.score);
    return best !== undefined && best.score > 0 ? best.tool : undefined;
  }

  /** Returns a score: how well a request to look, or a question about a state, fits what the tool shows. */
  private scoreLook(tool: OwnTool, text: string, how: { readonly isFact: boolean; readonly orders: boolean }): number {
    const words = new Set(splitName(text));
    const { nouns, things, states } = tool;
    const isNamed = namesThing(text, tool) || [...things].some((noun) => words.has(noun));
    const own = nouns.filter((noun) => !things.has(noun));
    const hasNouns = own.length > 0 ? own.every((noun) => words.has(noun)) : isNamed;
    const near = isNamed ? 1 : 0;
    // if two tools show the same object, the one with more of its words in the instruction is preferred
    const said = (some: readonly string[]): number => some.filter((word) => words.has(word)).length;
    const more = how.orders ? said(nouns) / 10 + said(tool.does) / 100 : 0;
    if (hasNouns) return 4 + own.length + near + statesIn(states, words) + more;
    const shown = states.filter(
      (state) =>
        state.length > (how.isFact ? 1 : 0) &&
        state.every((word) => words.has(word)) &&
        (state.some((word) => !GENERAL.has(word)) || isNamed || nouns.some((noun) => words.has(noun))),
    );
    if (shown.length > 0) return 2 + statesIn(shown, words) + near;
    // an order such as "check the network status" may contain only some words of a tool or a state; it then counts
    // little
    const some = new Set([...nouns, ...states.flat()].filter((word) => words.has(word)));
    const isLikely = how.orders && !how.isFact && [...some].some((word) => !GENERAL.has(word) && !things.has(word));
    return isLikely ? some.size / 10 : 0;
  }

  private scoreAct(tool: OwnTool, text: string, heard: string): number {
    const words = new Set(splitName(text));
    const { verb, verbs, nouns, things, restarts, does } = tool;
    const both = text.includes(BOTH);
    const isDescribed =
      does.length >= LEAST_WORDS &&
      words.has(does[0] ?? '') &&
      does.filter((word) => words.has(word)).length >= does.length * MOST_OF;
    if (!hasVerb(verb, words) && ![...verbs].some((word) => words.has(word)) && !(both && restarts) && !isDescribed)
      return 0;
    const own = nouns.filter((noun) => !things.has(noun));
    const isOnly =
      [verb, ...verbs].some((word) => words.has(word)) &&
      !this.tools.some((each) => each !== tool && !each.shows && hasVerb(each.verb, new Set([verb])));
    const said = (noun: string): boolean => words.has(noun);
    const isMeant =
      own.length > 0 &&
      (own.every(said) ||
        (isOnly && (own.some(said) || PRONOUN.test(text))) ||
        (PRONOUN.test(text) && own.every((noun) => splitName(heard).includes(noun))));
    const isFor =
      own.length === 0 &&
      (namesThing(text, tool) ||
        [...things].some(said) ||
        PRONOUN.test(text) ||
        does.some((word) => word !== verb && words.has(word)) ||
        (isOnly && words.size <= FEW));
    if (!isMeant && !isFor && !isDescribed) return 0;
    return (
      1 +
      nouns.filter(said).length * 2 +
      (plainWords(text).includes(plainWords(tool.name.replaceAll('_', ' '))) ? 4 : 0) +
      (words.has(verb) ? 2 : 0) +
      (both && restarts ? 1 : 0) +
      (isDescribed ? 2 : 0)
    );
  }
}

/** Returns the number of words in the longest state that the text names. */
function statesIn(states: readonly (readonly string[])[], words: ReadonlySet<string>): number {
  return Math.max(0, ...states.filter((state) => state.every((word) => words.has(word))).map((state) => state.length));
}

/** If a switch has to be switched off and on again, returns two calls instead of one: one for off and one for on. */
function switched(calls: readonly JsonObject[], text: string, tool: OwnTool): readonly JsonObject[] {
  if (!text.includes(BOTH) || tool.restarts) return calls;
  const [name] = Object.entries(tool.properties).find(([, { type }]) => type === 'boolean') ?? [];
  if (name === undefined) return calls;
  return calls.flatMap((args) => [
    { ...args, [name]: false },
    { ...args, [name]: true },
  ]);
}

const isOnOrOff = (word: string | undefined): boolean => word === 'on' || word === 'off';
