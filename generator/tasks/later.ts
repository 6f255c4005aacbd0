// Makes conversations in which the user's wishes change: the user changes their mind before the agent acts, or adds a
// wish at the end. The expected calls fulfil the last version, and an agent that acts on the first version must fail.
import type { Random } from '../../envs/random.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import { spoken } from '../../envs/words/spoken.ts';
import type { Draft } from './draft-task.ts';
import type { Fact, PlannedCall } from './plan.ts';
import { goalCall, personsOf, planGoal, writesOf, type Ground } from './plan-goals.ts';
import { wish } from './wish.ts';

const INSTEAD = [
  (now: string, was: string): string => `Actually, I've changed my mind: ${now} instead of ${was}, please.`,
  (now: string): string => `Hold on. Please make that ${now} after all.`,
  (now: string, was: string): string => `Wait, I said ${was}, but I'd like ${now}.`,
  (now: string, was: string): string => `Sorry, it has to be ${now}, not ${was}.`,
];

/**
 * Changes the draft so that the user first wants another value. Returns undefined if no argument of the draft's calls
 * can have another value.
 */
export function withSecondThoughts(ground: Ground, draft: Draft): Draft | undefined {
  const { random } = ground;
  if (draft.later !== undefined || draft.faults !== undefined || draft.declines !== undefined) return undefined;
  const writes = draft.calls.filter((call) => isAgentWrite(ground, call));
  for (const call of random.shuffled(writes))
    for (const fact of random.shuffled(draft.facts)) {
      const name = Object.keys(call.arguments).find((key) => call.arguments[key] === fact.value);
      const told = spoken(fact.value, fact.key);
      if (
        name === undefined ||
        fact.role !== 'what' ||
        PARTS.test(fact.key) ||
        !isOnce(draft.opening, told) ||
        told.length < 2
      )
        continue;
      if (draft.calls.filter((each) => canonicalJson(each.arguments).includes(canonicalJson(fact.value))).length > 1)
        continue;
      const other = otherValue(ground, draft, call, name, fact);
      if (other === undefined) continue;
      const was = spoken(other, fact.key);
      const unit = unitSaid(draft.opening, told) ?? UNITS[fact.key.replace(/_\d+$/, '')] ?? '';
      const text = random.pick(INSTEAD)(asQuote(`${told}${unit}`), asQuote(`${was}${unit}`));
      return {
        ...draft,
        opening: draft.opening.replace(told, () => was),
        later: [{ kind: 'instead', call, text, was: { ...call.arguments, [name]: other } }],
        laterKeys: new Set([fact.key]),
        aside: `At first you say ${was}; when the agent is about to do it, you change your mind.`,
        tags: [...new Set([...draft.tags, 'change of mind'])].sort(),
      };
    }
  return undefined;
}

/**
 * Puts a sentence, or a title of several words, into quotation marks, so that the user's own words stay distinct from
 * it.
 */
export function asQuote(value: string): string {
  const isTitle = !/[\d,"]/.test(value) && value.split(' ').length >= TITLE_WORDS;
  return isTitle || /[.!?]$/.test(value) ? `"${value.replace(/\.$/, '')}"` : value;
}

const TITLE_WORDS = 4;

/** Returns the unit that follows a whole number in the first message, if there is one. */
function unitSaid(opening: string, told: string): string | undefined {
  const rest = opening.slice(opening.indexOf(told) + told.length);
  return /^\d+$/.test(told)
    ? /^ (?:GB|MB|gigabytes|megabytes|percent|dollars|euros|pounds)\b/.exec(rest)?.[0]
    : undefined;
}

/** The unit to say after a bare number, for words in the name of the fact. */
const UNITS: Readonly<Record<string, string>> = {
  dollars: ' dollars',
  gigabytes: ' GB',
  megabytes: ' MB',
  percent: ' percent',
  percentage: ' percent',
};

/** Matches names of facts about which users do not change their mind, such as parts of an address or a reason. */
const PARTS = /street|city|region|state|postcode|zip|country|name|reason|body|text|message|note|description/i;

/** Adds one more wish of the same person, which the person tells after the other wishes are fulfilled. */
export function withLateWish(ground: Ground, draft: Draft): Draft | undefined {
  const { atlas, stage, random } = ground;
  if (draft.later !== undefined || draft.declines !== undefined || draft.outputs.length > 0) return undefined;
  if (draft.calls.some(({ by }) => by !== 'agent')) return undefined;
  const tool = random.pick(writesOf(atlas));
  const session = stage.begin(1, draft.setup);
  try {
    if (!draft.calls.every((call) => stage.call(session, call).ok)) return undefined;
    const planned = planGoal(ground, session, tool, personsOf(atlas, draft.rows));
    if (planned === undefined) return undefined;
    const call = goalCall(planned);
    const made = new Set(draft.calls.map((each) => canonicalJson(each)));
    const looks = planned.calls.filter((each) => !made.has(canonicalJson(each)));
    if (draft.calls.some(({ name }) => name === call.name)) return undefined;
    const outcome = stage.call(session, call);
    if (!outcome.ok || !outcome.committed) return undefined;
    const facts = planned.facts.filter(({ key }) => !draft.facts.some((each) => each.key === key));
    if (facts.length < planned.facts.filter(({ role }) => role !== 'who').length) return undefined;
    const words = wish(planned.goal, planned.described, new Set(), random);
    const [first = call] = looks;
    return {
      ...draft,
      calls: [...draft.calls, ...looks, call],
      facts: [...draft.facts, ...facts],
      rows: [...new Set([...draft.rows, ...planned.goal.rows])],
      keep: [...(draft.keep ?? []), ...planned.keep, ...looks],
      wants: `${draft.wants}; and ${words}`,
      later: [{ kind: 'also', call: first, text: random.pick(LATE_WISHES)(words) }],
      laterKeys: new Set(facts.filter(({ role }) => role !== 'who').map(({ key }) => key)),
      aside: 'The last of these comes to your mind only when the rest is done.',
      tags: [...new Set([...draft.tags, 'late wish'])].sort(),
    };
  } finally {
    stage.end(session);
  }
}

export const LATE_WISHES = [
  (words: string): string => `Yes, there is one more thing: please ${words}.`,
  (words: string): string => `Oh, while I have you here: could you also ${words}?`,
  (words: string): string => `One thing I nearly forgot. Please ${words}.`,
];

function isAgentWrite({ atlas }: Ground, { by, name }: PlannedCall): boolean {
  return by === 'agent' && atlas.world.tools.get(name)?.tool.effect === 'write';
}

/** Tells whether the first message contains the value exactly once, as a separate word. */
function isOnce(opening: string, told: string): boolean {
  const at = opening.indexOf(told);
  if (at === -1 || opening.indexOf(told, at + 1) !== -1) return false;
  return !/[\p{L}\p{N}]/u.test(`${opening[at - 1] ?? ' '}`) && !/[\p{L}\p{N}]/u.test(opening[at + told.length] ?? ' ');
}

const TRIED = 4;

/** Finds another value with which the call succeeds too. */
function otherValue(ground: Ground, draft: Draft, call: PlannedCall, name: string, fact: Fact): Json | undefined {
  const { stage, random } = ground;
  const value = fact.value;
  for (const other of othersLike(ground, call, name, value, random).slice(0, TRIED)) {
    if (canonicalJson(other) === canonicalJson(value) || draft.opening.includes(spoken(other, fact.key))) continue;
    const session = stage.begin(1, draft.setup);
    try {
      const made = draft.calls.slice(0, draft.calls.indexOf(call)).every((each) => stage.call(session, each).ok);
      const outcome = stage.call(session, { ...call, arguments: { ...call.arguments, [name]: other } });
      if (made && outcome.ok && outcome.committed) return other;
    } finally {
      stage.end(session);
    }
  }
  return undefined;
}

/**
 * Returns values that a person may first have wanted: another choice, a near number or a near day. Returns none for
 * names, titles and other texts, because people do not change their mind about those within one conversation.
 */
function othersLike({ atlas }: Ground, call: PlannedCall, name: string, value: Json, random: Random): Json[] {
  const tool = atlas.world.tools.get(call.name)?.tool;
  const leaf = tool === undefined ? undefined : atlas.leaves(tool).find(({ path }) => path.join('.') === name);
  if (leaf?.meaning.kind === 'choice') return random.shuffled(leaf.meaning.values.filter((each) => each !== value));
  if (typeof value === 'number') return nearNumbers(value);
  return typeof value === 'string' ? nearDays(value) : [];
}

/**
 * Returns numbers near a number. For whole numbers they are about as round as the number itself: 300 gives 400, 200 and
 * 500.
 */
export function nearNumbers(value: number): number[] {
  if (!Number.isInteger(value)) return [value + 5, value - 1];
  const step = [100, 10, 5, 1].find((each) => value % each === 0 && value >= 2 * each) ?? 1;
  return [value + step, value - step, value + 2 * step].filter((each) => each > 0);
}

/** Returns days near a day in the same month. Days after the 28th are left out, because some months lack them. */
export function nearDays(value: string): string[] {
  const [, month = '', of = ''] = /^(\d{4}-\d\d)-(\d\d)$/.exec(value) ?? [];
  return [1, 2, -1, 3]
    .map((each) => Number(of) + each)
    .filter((day) => month !== '' && day >= 1 && day <= 28)
    .map((day) => `${month}-${String(day).padStart(2, '0')}`);
}
