// The scripted user with its own device: it uses its tools when the agent asks for this, reads a screen when the
// agent asks for a state, and reports the results. A conditional instruction ("if the light is red, restart it") is
// followed only if the screen shows that the condition is true.
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { asJson } from '../agents/tool-answers.ts';
import type { Seat, Move } from '../episodes/players.ts';
import { factsAsked, type KnownFact } from './known-facts.ts';
import { OwnTools, type Instruction, type Unnamed } from './own-tools.ts';

/**
 * Returns the user's own device, such as a phone or a laptop: the parameters that each of the user's tools requires and
 * that have the same text in all of the user's calls in the solution. The agent need not tell these values to the user.
 */
export function deviceOf({ tools }: Seat['world'], calls: Task['gold']['calls']): ReadonlyMap<string, Json> {
  const own = calls.filter(({ by }) => by === 'user').map((call) => call.arguments as JsonObject);
  if (own.length === 0) return new Map();
  const demanded = [...tools.values()]
    .filter(({ tool }) => tool.audience === 'user')
    .map(({ tool }) => new Set((tool.parameters['required'] ?? []) as readonly string[]));
  return new Map(
    Object.entries(own[0] ?? {}).filter(
      ([name, value]) =>
        typeof value === 'string' &&
        demanded.every((names) => names.has(name)) &&
        own.every((args) => args[name] === value),
    ),
  ) as ReadonlyMap<string, Json>;
}

export class OwnDevice {
  private readonly tools: OwnTools;
  private readonly facts: readonly KnownFact[];
  private readonly known: string;
  private pending: readonly Instruction[] = [];
  private waiting: readonly Instruction[] = [];
  private unnamed: Unnamed | undefined;
  private told: string[] = [];
  /**
   * The agent's message that named no object, to which the user has asked which one is meant. `choices` lists the
   * possible objects.
   */
  private asked = '';
  private choices: readonly string[] = [];
  /** The part of the agent's message that was not an instruction. */
  rest = '';

  constructor(
    { tools, world, task }: Pick<Seat, 'tools' | 'world' | 'task'>,
    facts: readonly KnownFact[],
    known: string,
  ) {
    this.tools = new OwnTools(tools, {
      speech: world.environment.speech,
      tools: world.tools,
      facts,
      device: deviceOf(world, task.gold.calls),
    });
    this.facts = facts;
    this.known = known;
  }

  get isBusy(): boolean {
    return this.pending.length > 0;
  }

  /**
   * Does the actions that a message asks the user to do. If the message leaves several objects possible, asks which is
   * meant. If it names none, first looks for the object. Returns undefined if the message contains no instruction.
   */
  hear(text: string, before: string): Move | undefined {
    const { instructions, unclear, rest, unnamed } = this.tools.told(text, {
      before,
      known: this.known,
      asksFact: (part) => factsAsked(part, this.facts).length > 0,
    });
    this.rest = rest;
    if (instructions.length === 0 && unclear.length === 0 && this.asked !== '') {
      const whole = `${text} ${this.asked}`;
      this.asked = '';
      if (this.choices.some((choice) => text.includes(choice))) return this.hear(whole, before);
    }
    this.asked = unclear.length > 1 ? text : '';
    this.choices = unclear;
    if (unclear.length > 1)
      return { kind: 'say', text: `Which one do you mean, ${unclear.join(' or ')}?`, acts: ['ask'] };
    this.told = [];
    this.unnamed = unclear.length === 0 ? unnamed : undefined;
    if (this.unnamed !== undefined) return this.call([this.unnamed.look]);
    if (instructions.length === 0) return undefined;
    this.waiting = instructions.filter(({ when }) => when !== undefined);
    return this.call(instructions.filter(({ when }) => when === undefined));
  }

  /**
   * Continues after the user's own calls: returns a report, a question or further calls. If a switch was not set as
   * wanted, presses it again, but only once.
   */
  after(fresh: readonly EpisodeMessage[]): Move | { readonly kind: 'report'; readonly text: string } {
    const results = fresh.filter(({ role }) => role === 'tool').map(({ content }) => content);
    const found = this.foundIn(results[0] ?? '');
    if (found !== undefined) return found;
    const again = this.pending.filter((each, at) => each.again(results[at] ?? ''));
    if (again.length > 0) return this.call(again.map((each) => ({ ...each, again: () => false })));
    this.told.push(...this.pending.map((each, at) => each.tell(results[at] ?? '')));
    const seen = this.told.join(' ').toLowerCase();
    const next = this.waiting.filter(({ when }) => when !== undefined && seen.includes(when));
    this.waiting = [];
    if (next.length > 0) return this.call(next);
    this.pending = [];
    return { kind: 'report', text: [...new Set(this.told)].join(' ') };
  }

  /**
   * Continues with the object that the user has just looked up, or asks which one is meant if there are several.
   * Returns undefined if the user did not look one up, or if the result shows none.
   */
  private foundIn(result: string): Move | undefined {
    const { unnamed } = this;
    this.unnamed = undefined;
    if (unnamed === undefined) return undefined;
    const rows = rowsWith(asJson(result), unnamed.name);
    const open = rows.filter((row) => Object.values(row).some((value) => OPEN.test(String(value))));
    const things = [...new Set((open.length > 0 ? open : rows).map((row) => row[unnamed.name] as Json))];
    const [thing] = things;
    if (thing === undefined) return undefined;
    if (things.length === 1) return this.call([unnamed.with(thing)]);
    this.pending = [];
    return { kind: 'say', text: `Which one do you mean, ${things.map(String).join(' or ')}?`, acts: ['ask'] };
  }

  private call(instructions: readonly Instruction[]): Move {
    this.pending = instructions;
    return { kind: 'call', calls: instructions.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })) };
  }
}

/** Matches the state of an object that waits for an action of the user. */
const OPEN = /^(?:waiting|pending|open|unanswered|new|requested)$/i;

/** Returns the objects in a value that have a member of this name. */
function rowsWith(value: Json, name: string): JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => rowsWith(each, name));
  if (!isJsonObject(value)) return [];
  if (value[name] !== undefined) return [value];
  return Object.values(value).flatMap((each) => rowsWith(each as Json, name));
}
