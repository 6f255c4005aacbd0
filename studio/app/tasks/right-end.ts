// The right end of a task as sentences: the acts of each side with their reasons, the content of the reply, and the
// state at the end. Values stand in quotation marks as they are.
import { listed, labelOf, spoken } from '../../../envs/words/spoken.ts';
import { ownWords, singular } from '../../../envs/words/split-words.ts';
import type { Reason } from '../../../envs/verification/reasons.ts';
import { phraseOf } from '../../../generator/tasks/words.ts';
import type { Diff, EnvironmentShown, Json, JsonObject } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';

type Known = Pick<EnvironmentShown, 'tools' | 'rules'>;
type GoldCall = Task['gold']['calls'][number];
type Called = Pick<GoldCall, 'name' | 'arguments'>;

/** The most rows that a sentence tells of; the list of changes has all of them. */
const MOST = 6;

export function rightEnd(task: Task, known: Known): readonly string[] {
  const { calls, declines = [], outputs, diff, end } = task.gold;
  const told = calls.flatMap((call) => deed(call, known));
  const rules = known.rules.filter(({ id }) => task.rules.includes(id));
  const because = rules.length === 0 ? '' : `, because of rule ${listed(rules.map(ruled))}`;
  const isRefused = outputs.some(({ type }) => type === 'reason');
  return [
    ...told,
    ...declines.map((call) => `The agent does not ${base(call, known)}${because}.`),
    ...(isRefused && declines.length === 0 ? [`The agent declines${because}.`] : []),
    ...outputs.map(({ key, type, value }) =>
      type === 'reason'
        ? `The reply gives the reason: ${REASONS[value as Reason]}.`
        : `The reply says the ${labelOf(key)}: ${spoken(value as Json, key)}.`,
    ),
    ...(end === 'transferred' ? ['The agent hands the user over to a person.'] : []),
    then(diff),
  ];
}

const ruled = ({ id, text }: { readonly id: string; readonly text: string }): string => `${id} (“${text.trim()}”)`;

const REASONS: Readonly<Record<Reason, string>> = {
  no_tool: 'no tool does what the user asks for',
  missing_information: 'a value is missing that the user does not know',
  invalid_value: 'a value cannot be taken',
  not_allowed: 'the rules do not allow it',
  not_found: 'it does not exist',
};

/** The change that a call makes, in words; a call that only reads rows gives none. */
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

/** The verb of a call, and the words after it: its object, its values and the reason that the user gave. */
function said({ name, arguments: given }: Called, { tools }: Known): { readonly verb: string; readonly rest: string } {
  const tool = tools.find((each) => each.name === name);
  const { verb, noun, tail } = tool === undefined ? { verb: '', noun: '', tail: '' } : phraseOf(tool);
  const values = Object.entries(given as JsonObject);
  const own = values.find(([key]) => noun !== '' && labelOf(key) === noun);
  const cause = values.find(([key]) => CAUSE.test(key));
  const object =
    verb === '' || noun === '' ? '' : own === undefined ? ` the ${noun}` : ` ${noun} ${quoted(own[1], '')}`;
  const others = values
    .filter((each) => each !== own && each !== cause)
    .map(([key, value]) => `${labelOf(key)} ${quoted(value, key)}`);
  const rest = [
    object,
    tail === '' ? '' : ` ${tail}`,
    others.length === 0 ? '' : ` (${others.join(', ')})`,
    cause === undefined ? '' : `, because “${String(cause[1])}”`,
  ];
  return { verb, rest: rest.join('') };
}

const CAUSE = /(?:^|_)(?:reason|cause|why)$/i;

/** A value as people say it; words of the user in quotation marks, just as they are. */
function quoted(value: Json, key: string): string {
  if (Array.isArray(value)) return listed((value as readonly Json[]).map((each) => quoted(each, key)));
  return typeof value === 'string' && /\s/.test(value) && spoken(value, key) === value
    ? `“${value}”`
    : spoken(value, key);
}

/** cancel -> cancels, carry out -> carries out */
function thirdPerson(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  const form = /(?:s|x|z|ch|sh|o)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  return [form, ...rest].join(' ');
}

/** The state at the end: order A20001 is cancelled (before: pending). */
function then(diff: Diff): string {
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

function became(thing: string, column: string, { was, now }: { readonly was: Json; readonly now: Json }): string {
  const before = was === null ? '' : ` (before: ${quoted(was, column)})`;
  if (/^(?:status|state)$/.test(column) && typeof now === 'string') return `${thing} is ${labelOf(now)}${before}`;
  if (now === null) return `${thing} has no ${labelOf(column)}${before}`;
  return `the ${labelOf(column)} of ${thing} is ${quoted(now, column)}${before}`;
}

function nounOf(table: string): string {
  const words = ownWords(table);
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ');
}
