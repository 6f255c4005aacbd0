// Makes questions that a result answers: the value of a field, the number of rows, the cheapest or latest row, or a
// sum. Each has exactly one right answer, and the result shows all values that the answer needs.
import type { Random } from '../../envs/random.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { TaskOutput } from '../../envs/values/task.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { plural, singular, splitName } from '../../envs/words/split-words.ts';
import { isMoney, plainWords, spoken } from '../../envs/words/spoken.ts';
import type { AnswerOrigin } from './answer-origin.ts';
import { pointer } from '../../envs/values/places.ts';
import { dateName, ordersBy, winnerPhrase, winningValue } from './winners.ts';
import { firstClause, OWN, owned, phraseOf } from './words.ts';

export interface Question {
  /** The question as a clause, such as "the total of order O-1". */
  readonly what: string;
  /** The answer. Its origin names call 0 until the caller sets the right call. */
  readonly output: TaskOutput;
}

/** Returns the place of an answer in a result. The call is 0 until a later step sets the right one. */
function origin(how: AnswerOrigin['how'], at: string, more: Pick<AnswerOrigin, 'item' | 'by'> = {}): AnswerOrigin {
  return { call: 0, at, how, ...more };
}

const DULL =
  /(^|_)(id|uuid|url|uri|link|href|token|hash|etag|image|avatar|html|page|offset|limit|cursor|ok|success|code|message|per_?page|page_?size|data|errors?)$|_id$|Id$|Url$|^next/i;
/** Matches names of lists that do not describe the items. */
const GENERIC =
  /^(values?|data|results?|infos?|information|lists?|responses?|objects?|records?|elements?|contents?|payload|body|items?)$/;
/** Matches words that may end the name of a list but are not nouns of its items. */
const NO_NOUN =
  /(^| )(now|all|about|at|by|since|current|active|recent|new|latest|nearby|available|open|due|info|stats?)$/;
/** Matches names of lists that are not the actual contents of a result, such as warnings. */
const ASIDE = /^_?(errors?|warnings?|links?|meta|metadata)$/i;
const LONGEST = 50;

export function questionOn(
  tool: Tool,
  result: Json,
  whose: string,
  told: readonly { readonly label: string; readonly value: Json }[],
  known: ReadonlySet<string>,
  random: Random,
): Question | undefined {
  const lists = listsIn(result, []);
  const among = told
    .map(({ label: name, value }) =>
      /query|search|keyword|term/.test(name)
        ? ` that match "${spoken(value)}"`
        : name.length <= 2
          ? ` with ${name} = ${spoken(value)}`
          : ` with the ${name} ${spoken(value, name)}`,
    )
    .join(' and')
    .replaceAll(' and with ', ' and ');
  // a single value is "the price for the country Austria", but rows of a list are "shops with the …"
  const given = among.replaceAll(/ with the /g, ' for the ');
  const makers: (() => Question | undefined)[] = [
    () => (isJsonObject(result) ? memberQuestion(result, tool, `${whose}${given}`, known, random) : undefined),
    ...lists.flatMap(({ items, name, at }) => {
      const stated = [name, phraseOf(tool).noun].map((each) => each.replace(/^list of /, ''));
      const named = stated
        .map((each) => each.replace(/ (all|list)$/, ''))
        .find((each) => each !== '' && !GENERIC.test(each));
      // a list called "items" in the result about an order holds items of the order, not orders
      const isOwner = named !== undefined && named !== name && plainWords(whose).includes(` ${named} `);
      const noun = !isOwner ? named : /^(item|element|record|content)s?$/.test(name) ? singular(name) : undefined;
      if (noun === undefined || NO_NOUN.test(noun)) return [];
      return [
        () => superlative(items, at, noun, `${whose}${among}`, random),
        // skip the number of all rows, because people do not ask for it
        () => (whose === '' && among === '' ? undefined : counted(items, at, noun, whose, among)),
        () => summed(items, at, noun, `${whose}${among}`),
      ];
    }),
  ];
  for (const make of random.shuffled(makers)) {
    const question = make();
    if (question !== undefined) return { ...question, what: owned(question.what) };
  }
  return undefined;
}

function listsIn(value: Json, path: readonly string[]): { items: readonly JsonObject[]; name: string; at: string }[] {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).filter((each) => isJsonObject(each));
    return items.length >= 2 && items.length <= 40 && items.length === value.length
      ? [{ items, name: splitName(path.at(-1) ?? '').join(' '), at: pointer(path) }]
      : [];
  }
  if (!isJsonObject(value) || path.length > 2) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    ASIDE.test(name) ? [] : listsIn(each as Json, [...path, name]),
  );
}

/** Returns the words with which people ask for a field of a result. */
function asked(name: string, value: Json): string {
  const [, what, unit] = / *(.+) (mb|gb|kb|kg|km|cm|mm|usd|eur|percent)$/.exec(label(name)) ?? [];
  if (typeof value === 'number' && what !== undefined)
    return `${what} in ${unit === 'percent' ? unit : unit?.toUpperCase().replace(/^K/, 'k')}`;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? dateName(name) : label(name);
}

function label(name: string): string {
  return splitName(name).join(' ');
}

/** Returns the type and value of an answer. Returns undefined for a field that people would not ask about. */
function typed(name: string, value: Json): { type: TaskOutput['type']; value: Json } | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'object' || DULL.test(name)) return undefined;
  const words = label(name);
  if (typeof value === 'number') {
    if (isMoney(words)) return { type: 'money', value };
    return Number.isInteger(value) && Math.abs(value) < 1e9 ? { type: 'count', value } : undefined;
  }
  if (value.length === 0 || value.length > LONGEST) return undefined;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return { type: 'date', value: value.slice(0, 10) };
  if (/^[A-Za-z]+[-_]?\d[\w-]*$/.test(value)) return { type: 'id', value };
  return /\p{L}{2}/u.test(value) ? { type: 'text', value } : undefined;
}

/** Matches field names that say nothing about the field's content. */
const OUTCOME = /^(result|output|answer|value)$/;

/** Tells whether the user knows a value, or the day of a time. People do not ask for values that they know. */
function isKnown(value: Json, known: ReadonlySet<string>): boolean {
  return known.has(canonicalJson(value)) || known.has(canonicalJson(String(value).slice(0, 10)));
}

function memberQuestion(
  result: JsonObject,
  tool: Tool,
  whose: string,
  known: ReadonlySet<string>,
  random: Random,
): Question | undefined {
  const members = Object.entries(result).flatMap(([name, value]) => {
    // users do not ask for their own name, address or the like
    const isOwn =
      whose.startsWith(OWN) &&
      /name|mail|phone|birth|born|since|joined|regist|address|street|city|post|zip|country|tier/.test(label(name));
    const answer = isOwn || isKnown(value as Json, known) ? undefined : typed(name, value as Json);
    return answer === undefined ? [] : [{ name, value: value as Json, answer }];
  });
  if (members.length === 0) return undefined;
  const { name, value, answer } = random.pick(members);
  return {
    what: OUTCOME.test(label(name))
      ? `what comes out when you ${firstClause(tool)}${whose}`
      : `the ${asked(name, value)}${whose}`,
    output: {
      key: label(name).replaceAll(' ', '_'),
      ...answer,
      origin: origin('value', pointer([name])),
    } as TaskOutput,
  };
}

/** Returns the plural, such as "products" for "product". */
function many(noun: string): string {
  const words = noun.split(' ');
  return [...words.slice(0, -1), plural(singular(words.at(-1) ?? ''))].join(' ');
}

/** Asks for the cheapest or latest item. The answer is the name of this item, or its value if items have no names. */
function superlative(
  items: readonly JsonObject[],
  at: string,
  noun: string,
  whose: string,
  random: Random,
): Question | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const names = Object.keys(first);
  const isDate = (value: Json | undefined): boolean => /^\d{4}-\d\d-\d\d/.test(String(value));
  const order = random
    .shuffled(names)
    .find(
      (name) =>
        ordersBy(name, isDate(first[name])) &&
        items.every(
          (item) => typeof item[name] === typeof first[name] && (typeof item[name] === 'number' || isDate(item[name])),
        ),
    );
  if (order === undefined) return undefined;
  const up = random.real() < 0.5;
  const sorted = [...items].sort((a, b) => ((a[order] as number | string) < (b[order] as number | string) ? -1 : 1));
  const [winner, second] = up ? [sorted[0], sorted[1]] : [sorted.at(-1), sorted.at(-2)];
  if (winner === undefined || second === undefined || winner[order] === second[order]) return undefined;
  const telling = names.find(
    (name) =>
      name !== order &&
      /(name|title|label|subject|status)$|^(name|title)/.test(label(name)) &&
      items.every((item) => typeof item[name] === 'string' && (item[name] as string).length <= LONGEST) &&
      items.filter((item) => item[name] === winner[name]).length === 1,
  );
  const extreme = { column: order, isFirst: up };
  if (telling !== undefined)
    return {
      what: `the ${label(telling)} of the ${winnerPhrase(extreme, noun, whose)}`,
      output: {
        key: `${label(telling)}_of_the_${winnerPhrase(extreme, noun)}`.replaceAll(' ', '_'),
        type: 'text',
        value: winner[telling],
        among: items.map((item) => item[telling]).filter((value) => value !== winner[telling]),
        from: items.map((item) => item[telling]),
        origin: origin(up ? 'least' : 'most', at, { item: pointer([telling]), by: pointer([order]) }),
      } as TaskOutput,
    };
  const answer = typed(order, winner[order] as Json);
  if (answer === undefined) return undefined;
  return {
    what: `the ${winningValue(extreme)} among the ${many(noun)}${whose}`,
    output: {
      key: winningValue(extreme).replaceAll(' ', '_'),
      ...answer,
      origin: origin(up ? 'least' : 'most', at, { item: pointer([order]), by: pointer([order]) }),
    } as TaskOutput,
  };
}

function counted(
  items: readonly JsonObject[],
  at: string,
  noun: string,
  whose: string,
  among: string,
): Question | undefined {
  const owner = /^ of (?!mine$)(.+)$/.exec(whose)?.[1];
  const isShort = owner !== undefined && among === '';
  return {
    what: isShort ? `how many ${many(noun)} ${owner} has` : `how many ${many(noun)} there are${whose}${among}`,
    output: {
      key: `number_of_${noun.replaceAll(' ', '_')}`,
      type: 'count',
      value: items.length,
      origin: origin('count', at),
    } as TaskOutput,
  };
}

function summed(items: readonly JsonObject[], at: string, noun: string, whose: string): Question | undefined {
  const [first] = items;
  const name = Object.keys(first ?? {}).find(
    (each) => isMoney(label(each)) && items.every((item) => typeof item[each] === 'number'),
  );
  if (name === undefined) return undefined;
  const cents = items.reduce((sum, item) => sum + Math.round(Number(item[name]) * 100), 0);
  return {
    what: `the sum of the ${plural(label(name))} of all the ${many(noun)}${whose}`,
    output: {
      key: `sum_of_${label(name)}`.replaceAll(' ', '_'),
      type: 'money',
      value: cents / 100,
      from: [...new Set(items.map((item) => item[name]))],
      origin: origin('sum', at, { item: pointer([name]) }),
    } as TaskOutput,
  };
}
