// Makes sentences that the agent says while it works through a story: why it takes a branch, or a text with values that
// it found out. They are only words; no verdict requires them.
import { isJsonObject, type Json } from '../../../envs/values/json.ts';
import { kindsOfRows } from '../../../envs/world/kinds-of-rows.ts';
import type { World } from '../../../envs/world/world.ts';
import type { StoryStep } from '../../../envs/values/story.ts';
import { singular, splitName } from '../../../envs/words/split-words.ts';
import { amountSaid, isMoney, labelOf, spoken } from '../../../envs/words/spoken.ts';

/** A sentence, and the number of calls before it. If `answer` is set, the sentence gives the answer of this name. */
export interface Remark {
  readonly after: number;
  readonly answer?: string;
  readonly text?: string;
}

interface RemarkGround {
  /** Evaluates an expression over the values that the story knows so far. */
  value(expression: string): Json;
  /** The values that the user knows. */
  readonly known: ReadonlySet<Json>;
  /** The format for an amount of money. */
  readonly money: string | undefined;
  /** Returns the kind of the row that has this key, such as "bill". */
  thingOf(key: string): string | undefined;
}

const HOLE = /\{(money )?(:[^{}]+)\}/g;

/** Collects the remarks of one run. */
export class Remarks {
  readonly all: Remark[] = [];
  private readonly ground: RemarkGround;

  constructor(world: World, known: ReadonlySet<Json>, value: (expression: string) => Json) {
    const kinds = kindsOfRows(world);
    this.ground = { value, known, money: world.environment.speech?.money, thingOf: (key) => kinds.get(key) };
  }

  answer({ answer, says, be }: Extract<StoryStep, { answer: string }>, after: number): void {
    const text =
      says === undefined ? undefined : hasHoles(says) ? filled(says, this.ground) : named(says, be, this.ground);
    this.all.push({ after, answer, ...(text === undefined ? {} : { text }) });
  }

  tell(words: string, after: number): void {
    const text = filled(words, this.ground);
    if (text !== undefined) this.add(text, after);
  }

  private add(text: string, after: number): void {
    if (!this.all.some((each) => each.text === text)) this.all.push({ after, text });
  }

  /**
   * Adds a sentence that says why a branch is taken, unless the first step of the branch says so itself or declines.
   */
  why(condition: string, holds: boolean, first: StoryStep | undefined, after: number): void {
    if (first !== undefined && ('tell' in first || 'decline' in first)) return;
    const answer = first !== undefined && 'answer' in first ? this.ground.value(first.be) : null;
    const text = whyOf(condition, holds, this.ground, answer);
    if (text !== undefined) this.add(text, after);
  }
}

/** Tells whether a text has placeholders for values of the story, such as {:order.title} or {money :total / 100.0}. */
function hasHoles(text: string): boolean {
  return text.search(HOLE) !== -1;
}

export function expressionsIn(text: string): string[] {
  return [...text.matchAll(HOLE)].map(([, , expression = '']) => expression);
}

export function withExpressions(text: string, change: (expression: string) => string): string {
  return text.replaceAll(HOLE, (_all, money: string | undefined, each: string) => `{${money ?? ''}${change(each)}}`);
}

/** Fills the placeholders of a text. Returns undefined if a value is missing. */
function filled(text: string, ground: RemarkGround): string | undefined {
  let isWhole = true;
  const said = text.replaceAll(HOLE, (_all, money: string | undefined, expression: string) => {
    const value = ground.value(expression);
    if (value === null || typeof value === 'object') isWhole = false;
    const label = expression.split('.').at(-1) ?? '';
    return money === undefined ? sayValue(value, label, ground.money) : amountSaid(Number(value), ground.money);
  });
  return isWhole ? said : undefined;
}

function sayValue(value: Json, label: string, money: string | undefined): string {
  if (typeof value === 'number' && isMoney(label)) return amountSaid(value, money);
  return spoken(typeof value === 'string' && SNAKE.test(value) ? value.replaceAll('_', ' ') : value, label);
}

const SNAKE = /^[a-z]+(?:_[a-z]+)+$/;
const LONGEST = 60;
/** Matches names of fields that people use too. The agent does not say the values of other fields. */
const PLAIN =
  /(?:^| )(?:status|state|stage|tier|limit|amount|total|price|fee|cost|fare|balance|refund|stock|quantity|condition|priority)$/;
/** Matches keys that people do not say, such as u_248. */
const ODD_KEY = /^[a-z]_\w*\d/;
const KEY = /(?:^| )(?:id|number|no|key|code|ref|reference|iban)$/;
const NAME = /^(?:\w+ )?(?:title|name|subject)$/;
/** Matches names that belong to a person or place beside the row, such as "customer name". */
const PERSON = /^(?:first|last|full|user|customer|owner|member|guest|contact|patient|driver|city|street|company|file) /;
const COMPARES = /^:([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)+)\s*(?:=|<>|!=|<=|>=|<|>|IN\b|NOT IN\b)/i;

/**
 * Says the value that decides a condition: "the status of A10 is delayed". Returns undefined if the condition compares
 * no field that people speak of.
 */
function whyOf(condition: string, holds: boolean, ground: RemarkGround, answer: Json): string | undefined {
  const [parts, isEach] = partsOf(condition);
  // if "a AND b" is true, all parts are true; if it is false, a false part decides
  const decides = isEach ? !holds : holds;
  for (const part of parts) {
    const path = COMPARES.exec(part);
    if (path === null) continue;
    if (decides && parts.length > 1 && isTruthy(ground.value(part)) !== holds) continue;
    const members = (path[2] ?? '').split('.').slice(1);
    const label = labelOf(members.at(-1) ?? '');
    const value = ground.value(`:${path[1] ?? ''}${path[2] ?? ''}`);
    if (!PLAIN.test(label) || value === null || value === answer) continue;
    if (typeof value === 'object' || typeof value === 'boolean') continue;
    if (String(value).length > LONGEST) continue;
    const row = ground.value(`:${[path[1] ?? '', ...members.slice(0, -1)].join('.')}`);
    const thing = thingIn(row, ground);
    if (thing !== undefined) return `The ${label} of ${thing} is ${sayValue(value, label, ground.money)}.`;
  }
  return undefined;
}

const isTruthy = (value: Json): boolean => value !== null && value !== 0 && value !== '' && value !== false;

/**
 * Replaces "it" or "its" at the beginning of an answer by the name of the row, because sentences about other rows may
 * stand next to it. Returns undefined if the row has no name, or if the sentence has another form.
 */
function named(says: string, be: string, ground: RemarkGround): string | undefined {
  const path = /^(:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\.[A-Za-z_]\w*$/.exec(be.trim())?.[1];
  if (path === undefined || !/^Its? /.test(says)) return undefined;
  const row = ground.value(path);
  const thing = thingIn(row, ground);
  if (thing === undefined) return undefined;
  const its = /^Its ((?:[\p{L}-]+ ){1,4}?)(?=(?:is|was|are|were|has|comes|runs|ends)\b)/u.exec(says);
  if (its !== null) return `The ${its[1] ?? ''}of ${thing} ${says.slice(its[0].length)}`;
  // only a sentence such as "It is …" is changed; "It doesn't touch your leave" is about more than the row
  return IT_IS.test(says) ? `${thing.replace(/^the /, 'The ')} ${says.slice(3)}` : undefined;
}

/** Matches the first word of a field name that belongs to another person, not to the row itself. */
const PARTY = /^(?:from|to|sender|recipient|owner|author|by|customer|user|member|manager|assignee|contact)$/;
const IT_IS =
  /^It (?:is|was|has|had|will be|costs?|comes|came|runs|ran|ends|ended|starts?|started|begins?|began|stands|weighs|holds)\b/;

/** Names a row by its title, by its key if the user knows the key, or by its kind. The key is the row's first field. */
function thingIn(row: Json, { known, thingOf }: RemarkGround): string | undefined {
  if (!isJsonObject(row)) return undefined;
  const texts = Object.entries(row).flatMap(([key, each]): [string, string][] =>
    typeof each === 'string' && each.length > 2 && each.length <= LONGEST ? [[key, each]] : [],
  );
  const [own = ''] = splitName(Object.keys(row)[0] ?? '');
  // the title of a mail is its subject, not the name of its sender
  const titles = texts.filter(([key]) => isTitle(splitName(key).join(' ')));
  const title = (titles.find(([key]) => splitName(key).length === 1 || splitName(key)[0] === own) ??
    titles.find(([key]) => !PARTY.test(splitName(key)[0] ?? '')))?.[1];
  if (title !== undefined) return title.includes(' ') ? `"${title}"` : title;
  const [[label, key] = ['', null]] = Object.entries(row);
  if (typeof key !== 'string' || !KEY.test(splitName(label).join(' '))) return undefined;
  if (known.has(key) && /\p{L}/u.test(key) && !ODD_KEY.test(key)) return key;
  const noun = thingOf(key);
  return noun === undefined ? undefined : `the ${noun.split(' ').map(singular).join(' ')}`;
}

const isTitle = (label: string): boolean => NAME.test(label) && !PERSON.test(label);

/**
 * Splits a condition at AND or at OR, outside brackets and quotes. The boolean is true if all parts must hold, that is,
 * for AND or a single part. A condition with BETWEEN gives no parts.
 */
function partsOf(condition: string): [string[], boolean] {
  for (const word of ['OR', 'AND']) {
    const parts: string[] = [];
    let depth = 0;
    let from = 0;
    for (const { 0: token, index } of condition.matchAll(/'[^']*'|[()]|\b(?:AND|OR|BETWEEN)\b/g)) {
      if (token === '(') depth += 1;
      else if (token === ')') depth -= 1;
      else if (depth === 0 && token === 'BETWEEN') return [[], false];
      else if (depth === 0 && token === word) {
        parts.push(condition.slice(from, index).trim());
        from = index + word.length;
      }
    }
    if (parts.length > 0) return [[...parts, condition.slice(from).trim()], word === 'AND'];
  }
  return [[condition.trim()], true];
}
