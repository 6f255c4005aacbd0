// The words of an oracle about its calls, from the environment's speech: its proposals, its reports, the answers of a
// story in sentences, and the reason for declining something. Where the environment has no words of its own, these
// functions give nothing, and the oracle uses plain words.
import type { Random } from '../../envs/random.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { StoryStep } from '../../envs/values/story.ts';
import type { Task } from '../../envs/values/task.ts';
import { keysOf } from '../../envs/verification/alarms.ts';
import { walkLeaves, type Known } from '../../envs/verification/derivable.ts';
import { replyOf } from '../../envs/verification/script.ts';
import { labelOf, spoken } from '../../envs/words/spoken.ts';
import type { World } from '../../envs/world/world.ts';
import type { Seat } from '../episodes/players.ts';
import { askForYes, deedOf, detailOf, thingOf } from './oracle-words.ts';
import { amountSaid, framed } from './speech.ts';

interface Step {
  readonly by: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

export class OracleReport {
  private readonly world: World;
  private readonly task: Task;
  private readonly known: Known;
  private readonly random: Random;
  private readonly shown: Json[] = [];
  private done: { readonly full: string; readonly plain: string | undefined }[] = [];
  private guided = false;

  constructor({ world, task }: Seat, known: Known, random: Random) {
    this.world = world;
    this.task = task;
    this.known = known;
    this.random = random;
  }

  /** How amounts are said about a tool. */
  private money(tool?: string): string | undefined {
    const speech = this.world.environment.speech;
    return speech?.tools[tool ?? '']?.money ?? speech?.money;
  }

  add({ name, arguments: args }: Step, result: Json): void {
    this.shown.push(result);
    if (this.world.tools.get(name)?.tool.effect !== 'write') return;
    const words = this.words(name, 'told', args, result);
    if (words === undefined) return;
    const frames = this.world.environment.speech?.tools[name]?.told?.filter((frame) => !FIGURE.test(frame));
    this.done.push({
      full: words,
      plain: framed(frames, { arguments: args, result, shown: this.shown, money: this.money(name) }, this.random),
    });
  }

  /** The acts of a user with their own tool, in the user's words. */
  heard({ name, arguments: args }: Step): void {
    const words = this.words(name, 'told', args);
    if (words !== undefined) this.done.push({ full: words, plain: words });
  }

  /** Asks for a yes; the first time in the environment's own words, where it has such words. */
  proposal(step: Step, times: number, wish: string): string {
    const words = times > 1 ? undefined : this.words(step.name, 'proposes', step.arguments);
    return words === undefined
      ? askForYes(this.deed(step), this.details(step), times, wish, this.random)
      : askForYes(words, [], times, wish, this.random);
  }

  guide({ name, arguments: args }: Step): string | undefined {
    this.guided = true;
    return this.words(name, 'guides', args);
  }

  /** The changes since the last question for them. */
  deeds(): string | undefined {
    const told = [...new Set(this.done.map(({ full }) => full))].join('\n');
    this.done = [];
    return told === '' ? undefined : told;
  }

  /** The last words: the changes, and the answers. */
  reply(): string | undefined {
    const { gold, rules } = this.task;
    if (this.world.environment.speech === undefined) return undefined;
    if (gold.end === 'refused') {
      const [declined] = gold.declines ?? [];
      const frames = this.world.environment.speech.tools[declined?.name ?? '']?.declines?.[rules[0] ?? ''];
      return framed(
        frames,
        { arguments: (declined?.arguments ?? {}) as JsonObject, shown: this.shown, money: this.money(declined?.name) },
        this.random,
      );
    }
    if (gold.end !== 'done') return undefined;
    const answers = gold.outputs.map((output) => {
      const { says, money = this.money() } =
        answerIn((this.task.story?.steps ?? []) as readonly StoryStep[], output.key) ?? {};
      if (says === undefined) return replyOf({ ...this.task, gold: { ...gold, outputs: [output] } });
      return says.replace('{value}', () =>
        output.type === 'money' ? amountSaid(Number(output.value), money) : spoken(output.value as Json),
      );
    });
    // beside an answer, a reader could take another figure for the answer
    const plain = [...new Set(this.done.flatMap((each) => each.plain ?? []))].join('\n');
    const deeds = answers.length === 0 ? this.deeds() : plain === '' ? undefined : plain;
    const closing = this.guided ? framed(this.world.environment.speech.closes, NOTHING, this.random) : undefined;
    const parts = [deeds, ...answers, closing].filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : parts.join(' ');
  }

  /**
   * The values that the change will have: those that were told, computed or shown, so that the user's yes covers them.
   */
  private details({ name: tool, arguments: args }: Step): string[] {
    const found: string[] = [];
    walkLeaves(args, (value, path) => {
      const name = path.at(-1) ?? '';
      if (value === null || typeof value === 'boolean' || labelOf(name) === thingOf(tool)) return;
      // the user has not heard the ids of the rows that belong to the thing
      if (this.known.isTold(value, name) || !this.isKey(value)) found.push(detailOf(name, value));
    });
    return [...new Set(found)].slice(0, MOST_DETAILS);
  }

  /** cancel_order of A20001 -> cancel order A20001; where no argument is the thing's id, cancel the order. */
  private deed({ name, arguments: args }: Step): string {
    const id = Object.entries(args).find(([key, value]) => labelOf(key) === thingOf(name) && this.isKey(value));
    return deedOf(name, id?.[1] as string | undefined);
  }

  private isKey(value: Json): boolean {
    return typeof value === 'string' && this.world.templateHolds(keysOf(this.world), value);
  }

  private words(
    name: string,
    kind: 'proposes' | 'told' | 'guides',
    args: JsonObject,
    result?: Json,
  ): string | undefined {
    const frames = this.world.environment.speech?.tools[name]?.[kind];
    const told = {
      arguments: args,
      shown: this.shown,
      money: this.money(name),
      ...(result === undefined ? {} : { result }),
    };
    return framed(frames, told, this.random);
  }
}

const MOST_DETAILS = 4;
/** A frame with a member of a result that is an amount. */
const FIGURE = /refunded|amount|total|price|balance|credit/;
const NOTHING = { arguments: {}, shown: [] };

/** The step in which a story gives an answer. */
function answerIn(
  steps: readonly StoryStep[],
  key: string,
): Extract<StoryStep, { readonly answer: string }> | undefined {
  for (const step of steps) {
    if ('answer' in step && step.answer === key) return step;
    const inner =
      'each' in step
        ? step.do
        : 'if' in step
          ? [...step.do, ...(step.else ?? [])]
          : 'try' in step
            ? [...step.try, ...step.else]
            : [];
    const found = answerIn(inner, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
