// Describes the outcome that a task wants in sentences: the acts of each side with their reasons, the content of the
// reply, and the final state.
import { isMoney, listed, labelOf, spoken } from '../../../envs/words/spoken.ts';
import { ownWords, singular } from '../../../envs/words/split-words.ts';
import type { Reason } from '../../../envs/verification/reasons.ts';
import { phraseOf } from '../../../generator/tasks/words.ts';
import type { Diff, EnvironmentShown, Json, JsonObject, ToolShown } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';
import { inUnits, moneyOf } from '../ui/roles.ts';

type Known = Pick<EnvironmentShown, 'tools' | 'rules' | 'tables' | 'money'>;
type GoldCall = Task['gold']['calls'][number];
type Called = Pick<GoldCall, 'name' | 'arguments'>;

/** A sentence mentions at most this many rows. The list of changes shows all of them. */
const MOST = 6;

export function rightEnd(task: Task, known: Known): readonly string[] {
  const { calls, declines = [], outputs, diff, end } = task.gold;
  const deeds = calls.flatMap((call) => deed(call, known));
  const rules = known.rules.filter(({ id }) => task.rules.includes(id));
  const because = rules.length === 0 ? '' : `, because of rule ${listed(rules.map(ruled))}`;
  const isRefused = outputs.some(({ type }) => type === 'reason');
  return [
    ...deeds,
    ...declines.map((call) => `The agent does not ${base(call, known)}${because}.`),
    ...(isRefused && declines.length === 0 ? [`The agent declines${because}.`] : []),
    ...outputs.map((output) => reply(output, known.money)),
    ...(end === 'transferred' ? ['The agent hands the user over to a person.'] : []),
    then(diff, known),
  ];
}

function reply({ key, type, value }: Task['gold']['outputs'][number], money: string | null): string {
  if (type === 'reason') return `The reply gives the reason: ${REASONS[value as Reason]}.`;
  const amount = type === 'money' && typeof value === 'number';
  return `The reply says the ${labelOf(key)}: ${amount ? inCurrency(value.toFixed(2), money) : told(value as Json, key, money)}.`;
}

const ruled = ({ id, text }: { readonly id: string; readonly text: string }): string => `${id} (“${text.trim()}”)`;

const REASONS: Readonly<Record<Reason, string>> = {
  no_tool: 'no tool does what the user asks for',
  missing_information: 'a value is missing that the user does not know',
  invalid_value: 'a value cannot be taken',
  not_allowed: 'the rules do not allow it',
  not_found: 'it does not exist',
};

/** Describes the change that a call makes, or the error that it gets. A read without an error gives no sentence. */
function deed(call: GoldCall, known: Known): string[] {
  const tool = known.tools.find(({ name }) => name === call.name);
  const who = call.by === 'agent' ? 'The agent' : call.by === 'user' ? 'The user' : 'The service';
  if (call.error !== undefined) {
    const again = ['UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED'].includes(call.error.code);
    if (again) return [`${call.name} fails once (${call.error.code}), and ${who.toLowerCase()} calls it again.`];
    return [`${who} tries to ${base(call, known)}; the service refuses: “${call.error.message}”`];
  }
  if (tool?.effect === 'read') return [];
  const { verb, rest } = said(call, known);
  return [`${who} ${verb === '' ? `calls ${call.name}` : thirdPerson(verb)}${rest}.`];
}

function base(call: Called, known: Known): string {
  const { verb, rest } = said(call, known);
  return `${verb === '' ? `call ${call.name}` : verb}${rest}`;
}

/** Returns the verb of a call, and the words after it: the object, the values and the user's reason. */
function said({ name, arguments: given }: Called, { tools }: Known): { readonly verb: string; readonly rest: string } {
  const tool = tools.find((each) => each.name === name);
  const { verb, noun, tail } = tool === undefined ? { verb: '', noun: '', tail: '' } : phrased(tool);
  const money = tool?.money ?? null;
  const values = Object.entries(given as JsonObject);
  const own = values.find(([key]) => noun !== '' && labelOf(key) === noun);
  const cause = values.find(([key]) => CAUSE.test(key));
  const object =
    verb === '' || noun === '' ? '' : own === undefined ? ` the ${noun}` : ` ${noun} ${quoted(own[1], '', money)}`;
  const others = values
    .filter((each) => each !== own && each !== cause)
    .map(([key, value]) => `${labelOf(key)} ${quoted(value, key, money)}`);
  const rest = [
    object,
    tail === '' ? '' : ` ${tail}`,
    others.length === 0 ? '' : ` (${others.join(', ')})`,
    cause === undefined ? '' : `, because “${String(cause[1])}”`,
  ];
  return { verb, rest: rest.join('') };
}

const CAUSE = /(?:^|_)(?:reason|cause|why)$/i;

/** Puts a value into words as people say it. A text of several words that stays unchanged is put in quotation marks. */
function quoted(value: Json, key: string, money: string | null): string {
  if (Array.isArray(value)) return listed((value as readonly Json[]).map((each) => quoted(each, key, money)));
  return typeof value === 'string' && /\s/.test(value) && spoken(value, key) === value
    ? `“${value}”`
    : told(value, key, money);
}

/** Puts a value into words as people say it. An amount is in the environment's currency, if that is known. */
function told(value: Json, key: string, money: string | null): string {
  return money !== null && typeof value === 'number' && isMoney(key)
    ? inCurrency(Number.isInteger(value) ? String(value) : value.toFixed(2), money)
    : spoken(value, key);
}

function inCurrency(amount: string, money: string | null): string {
  return money === null ? amount : money.replace('{value}', () => amount);
}

/**
 * Returns the verb and the other words of a tool's name. If the description begins with the first word of the name,
 * this word is the verb, even if it is not a known one.
 */
function phrased(tool: Pick<ToolShown, 'name' | 'description'>): ReturnType<typeof phraseOf> {
  const found = phraseOf(tool);
  const [first = '', ...rest] = ownWords(tool.name);
  const opening = /^\p{L}+/u.exec(tool.description)?.[0].toLowerCase() ?? '';
  const opens = rest.length > 0 && [first, thirdPerson(first)].includes(opening);
  return opens && found.verb !== first ? { verb: first, noun: rest.join(' '), tail: '' } : found;
}

function thirdPerson(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  const form = /(?:s|x|z|ch|sh|o)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  return [form, ...rest].join(' ');
}

/** Describes the final state, for example: Then order A20001 is cancelled (before: pending). */
function then(diff: Diff, { tables, money }: Known): string {
  const amounts = moneyOf(tables);
  const facts = Object.entries(diff).flatMap(([table, { inserted, updated, deleted }]) => {
    const thing = nounOf(table);
    const keyOf = (row: JsonObject): string => Object.values(row).slice(0, 1).map(String).join('');
    return [
      ...updated.flatMap(({ key, before, after }) =>
        Object.entries(after as JsonObject).map(([column, now]) =>
          became(
            `${thing} ${Object.values(key as JsonObject)
              .map(String)
              .join(' ')}`,
            column,
            {
              was: (before as JsonObject)[column] ?? null,
              now,
              say: (value) =>
                amounts.has(`${table}.${column}`) && typeof value === 'number'
                  ? inCurrency(inUnits(value) as string, money)
                  : quoted(value, '', null),
            },
          ),
        ),
      ),
      ...(inserted as readonly JsonObject[]).map((row) => `${thing} ${keyOf(row)} is new`),
      ...(deleted as readonly JsonObject[]).map((row) => `${thing} ${keyOf(row)} is gone`),
    ];
  });
  if (facts.length === 0) return 'Nothing is changed.';
  const more = facts.length > MOST ? [`${facts.length - MOST} more changes are made`] : [];
  return `Then ${listed([...facts.slice(0, MOST), ...more])}.`;
}

interface Change {
  readonly was: Json;
  readonly now: Json;
  readonly say: (value: Json) => string;
}

function became(thing: string, column: string, { was, now, say }: Change): string {
  const before = was === null ? '' : ` (before: ${say(was)})`;
  if (/^(?:status|state)$/.test(column) && typeof now === 'string') return `${thing} is ${labelOf(now)}${before}`;
  if (now === null) return `${thing} has no ${labelOf(column)}${before}`;
  return `the ${labelOf(column)} of ${thing} is ${say(now)}${before}`;
}

function nounOf(table: string): string {
  const words = ownWords(table);
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ');
}
