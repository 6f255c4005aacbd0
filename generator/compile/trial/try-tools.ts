// Finds examples by trying: for every tool a call that succeeds and a call for each of its errors, on sessions of the
// environment itself. Calls that a person keeps as examples come first. An error that no call reaches is taken out of a
// program, but not out of one that a person wrote.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { GymError } from '../../../envs/errors/gym-error.ts';
import { makeRandom, type Random } from '../../../envs/random.ts';
import { SessionStore, type CallAnswer } from '../../../envs/session/session-store.ts';
import { failuresOf, type VettedFailure } from '../../../envs/program/vet-program.ts';
import type { Environment } from '../../../envs/values/environment.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Step } from '../../../envs/values/program.ts';
import type { Tool, ToolCall, ToolExample } from '../../../envs/values/tool-schema.ts';
import { compileOnce, describeError } from '../../../envs/values/validator.ts';
import { World } from '../../../envs/world/world.ts';
import type { Plan } from '../plan/plan.ts';
import type { Match } from '../readings/reading.ts';
import { spoil } from './spoil-arguments.ts';
import { ArgumentGuesser } from './guess-arguments.ts';

export interface ToolOutcome {
  readonly good: boolean;
  readonly refused: boolean;
  /** A good call changed something. */
  readonly changed: boolean;
  readonly invalid: string | undefined;
  /** The message of the last refused call. */
  readonly refusal: string | undefined;
  readonly fault: string | undefined;
  /** The code of each check that no call reached. */
  readonly pruned: readonly string[];
}

interface GoodCall {
  readonly before: readonly ToolCall[];
  readonly arguments: JsonObject;
}

const TRIES = 14;
/** How many more calls are tried of a read whose result has gaps. */
const LOOKS = 8;
const MISFITS = 3;
/** How many other writes are tried before a call. */
const OTHERS = 10;
/** How many variations of a good call are tried. */
const SPOILED = 60;
const MOST_EXAMPLES = 8;

export function tryTools(
  environment: Environment,
  plan: Plan,
  matches: ReadonlyMap<string, Match>,
  seed: number,
  world: World,
  own: (name: string) => boolean,
): { environment: Environment; outcomes: ReadonlyMap<string, ToolOutcome> } {
  const finder = new Finder(world, plan, matches, seed);
  const found = finder.run();
  const tools = environment.tools.map((tool): Tool => {
    const each = found.get(tool.name);
    if (each === undefined) return tool;
    const program =
      each.unreached.length === 0 || own(tool.name)
        ? tool.program
        : pruned(tool.program, new Set(each.unreached), environment);
    return { ...tool, program, ...(each.examples.length > 0 ? { examples: each.examples } : {}) };
  });
  return {
    environment: { ...environment, tools },
    outcomes: new Map([...found].map(([name, each]) => [name, each.outcome])),
  };
}

interface Found {
  readonly examples: readonly ToolExample[];
  readonly outcome: ToolOutcome;
  readonly unreached: readonly number[];
}

interface Attempt {
  readonly answer: CallAnswer | undefined;
  readonly failure: VettedFailure | undefined;
  readonly fault: string | undefined;
  readonly committed: boolean;
}

class Finder {
  private readonly world: World;
  private readonly matches: ReadonlyMap<string, Match>;
  private readonly guesser: ArgumentGuesser;
  private readonly seed: number;
  private readonly store = new SessionStore();
  private readonly good = new Map<string, { before: readonly ToolCall[]; arguments: JsonObject }>();
  private sessions = 0;

  constructor(world: World, plan: Plan, matches: ReadonlyMap<string, Match>, seed: number) {
    this.world = world;
    this.matches = matches;
    this.guesser = new ArgumentGuesser(world, plan);
    this.seed = seed;
  }

  run(): Map<string, Found> {
    const found = new Map<string, Found>();
    const rank = (name: string): number =>
      ['create', 'create many', 'link', 'update', 'state'].indexOf(this.matches.get(name)?.rule ?? '');
    const order = this.world.environment.tools
      .map((tool) => tool.name)
      .sort((a, b) => (rank(a) === -1 ? 99 : rank(a)) - (rank(b) === -1 ? 99 : rank(b)) || (a < b ? -1 : 1));
    for (const name of order) found.set(name, this.tool(name));
    // a tool that needs a call of another tool first is tried again, because that tool may have come later
    for (const name of order) {
      const each = found.get(name);
      if (
        each !== undefined &&
        !each.outcome.good &&
        each.outcome.invalid === undefined &&
        each.outcome.fault === undefined
      )
        found.set(name, this.tool(name));
    }
    return found;
  }

  private tool(name: string): Found {
    const runnable = this.world.tools.get(name);
    if (runnable === undefined) throw new TypeError(name);
    const { tool } = runnable;
    const drafted = this.matches.get(name);
    const random = makeRandom(this.seed, `examples ${name}`);
    const sites = failuresOf(runnable.program.steps);
    const open = new Set(sites);
    const examples: ToolExample[] = [];
    const seen = new Set<string>();
    const validate = this.validator(tool);
    let good: GoodCall | undefined;
    let changed = false;
    let invalid: string | undefined;
    let fault: string | undefined;
    let misfits = 0;
    let refusal: string | undefined;

    const attempt = (before: readonly ToolCall[], args: JsonObject): Attempt => {
      const result = this.call(tool, before, args);
      if (result.fault !== undefined) {
        fault ??= result.fault;
        return result;
      }
      const { answer } = result;
      if (answer === undefined) return result;
      if (!answer.ok) refusal = `${answer.error.code} ${answer.error.message}`;
      const code = answer.ok ? 'ok' : answer.error.code;
      const isNew = answer.ok
        ? good === undefined || (tool.effect === 'write' && !changed && result.committed)
        : result.failure !== undefined && open.has(result.failure);
      if (answer.ok) {
        const problem = validate(answer.result);
        if (problem !== undefined) {
          invalid ??= problem;
          misfits += 1;
          return result;
        }
        if (good === undefined || (tool.effect === 'write' && !changed && result.committed))
          good = { before, arguments: args };
        changed ||= result.committed;
      } else if (result.failure !== undefined) open.delete(result.failure);
      if (isNew && examples.length < MOST_EXAMPLES) {
        const text = JSON.stringify([before, args]);
        if (!seen.has(text)) {
          seen.add(text);
          examples.push({
            ...(before.length > 0 ? { before: before as ToolCall[] } : {}),
            arguments: args,
            expect: code,
          });
        }
      }
      return result;
    };

    const prefix: readonly ToolCall[] = [];
    const given = tool.examples ?? [];
    for (const each of given) attempt(each.before ?? [], each.arguments);
    const isDone = (): boolean => good !== undefined && (tool.effect === 'read' || changed) && open.size === 0;
    for (let at = 0; at < TRIES && !isDone(); at++) {
      const args = this.guesser.guess(tool, drafted, random, { full: at % 3 !== 1 });
      attempt(prefix, args);
      if (good !== undefined && at >= 5 && open.size > 0) break;
      // every result is wrong in the same way, so another call would not help
      if (good === undefined && (misfits >= MISFITS || fault !== undefined)) break;
    }
    // each row is tried in turn, because only few may be in the state that the tool asks for
    const keys =
      good === undefined && misfits < MISFITS && fault === undefined ? this.guesser.keysFor(tool, drafted) : [];
    for (const key of keys) {
      if (good !== undefined) break;
      const args = this.guesser.guess(tool, drafted, random, { full: false });
      attempt(prefix, { ...args, ...key });
    }
    if (good !== undefined && tool.effect === 'read')
      good = this.fuller(tool, drafted, random, good, examples, validate);
    const isHopeless = good === undefined && (misfits >= MISFITS || fault !== undefined);
    // still no good call: the tool is tried again after another write that touches the same rows
    if (!isHopeless && (good === undefined || (tool.effect === 'write' && !changed)))
      this.afterOthers(
        tool,
        drafted,
        random,
        prefix,
        attempt,
        () => good !== undefined && (tool.effect === 'read' || changed),
      );
    if (good !== undefined && open.size > 0) this.spoiled(tool, good, random, prefix, attempt, () => open.size === 0);
    if (good !== undefined && open.size > 0)
      this.afterOthers(tool, drafted, random, prefix, attempt, () => open.size === 0);
    if (good !== undefined) this.good.set(name, good);
    // every tool refuses an argument that it does not have
    if (!examples.some((each) => each.expect !== 'ok')) {
      const strange = { ...good?.arguments, no_such_argument: 1 };
      if (attempt(prefix, strange).answer?.ok === false)
        examples.push({ arguments: strange, expect: 'INVALID_ARGUMENT' });
    }
    const unreached = sites.flatMap((site, at) => (open.has(site) ? [at] : []));
    const kept = new Set(given.map((each) => JSON.stringify([each.before ?? [], each.arguments])));
    const others = examples.filter((each) => !kept.has(JSON.stringify([each.before ?? [], each.arguments])));
    return {
      examples: [...given, ...others].sort((a, b) => (a.expect === 'ok' ? 0 : 1) - (b.expect === 'ok' ? 0 : 1)),
      outcome: {
        good: good !== undefined,
        refused: examples.some((each) => each.expect !== 'ok'),
        changed,
        invalid,
        refusal,
        fault,
        pruned: unreached.map((at) => sites[at]?.code ?? ''),
      },
      unreached,
    };
  }

  /** A call that shows more takes the place of an example whose result has gaps. */
  private fuller(
    tool: Tool,
    drafted: Match | undefined,
    random: Random,
    good: GoodCall,
    examples: ToolExample[],
    validate: (result: Json) => string | undefined,
  ): GoodCall {
    const shownBy = (call: GoodCall): Shown | undefined => {
      const { answer } = this.call(tool, call.before, call.arguments);
      return answer?.ok === true && validate(answer.result) === undefined ? shown(answer.result) : undefined;
    };
    let best = good;
    let most = shownBy(good);
    for (let at = 0; at < LOOKS && most !== undefined && most.gaps > 0; at++) {
      const args = this.guesser.guess(tool, drafted, random, { full: at % 3 === 2 });
      const other = { before: good.before, arguments: args };
      const found = shownBy(other);
      if (found !== undefined && found.places > most.places) [best, most] = [other, found];
    }
    const at = examples.findIndex((each) => each.expect === 'ok');
    const example = examples[at];
    if (best !== good && example !== undefined) examples[at] = { ...example, arguments: best.arguments };
    return best;
  }

  private call(tool: Tool, before: readonly ToolCall[], args: JsonObject): Attempt {
    const session = this.store.create({ id: `e${++this.sessions}`, world: this.world, seed: 1 });
    try {
      for (const call of before) {
        const { ok } = this.store.call(session, {
          by: call.by ?? this.audienceOf(call.name),
          name: call.name,
          arguments: call.arguments,
        });
        if (!ok) return { answer: undefined, failure: undefined, fault: undefined, committed: false };
      }
      const { answer, failure } = this.store.make(session, { by: tool.audience, name: tool.name, arguments: args });
      return {
        answer,
        failure: answer.ok ? undefined : (failure as VettedFailure | undefined),
        fault: undefined,
        committed: answer.ok && (session.entries.at(-1)?.committed ?? false),
      };
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      return { answer: undefined, failure: undefined, fault: error.message, committed: false };
    } finally {
      this.store.close(session);
    }
  }

  private audienceOf(name: string): Tool['audience'] {
    return this.world.tools.get(name)?.tool.audience ?? 'agent';
  }

  /** Tries the tool after another write: a row that was added can be removed, a slot that was booked is taken. */
  private afterOthers(
    tool: Tool,
    drafted: Match | undefined,
    random: Random,
    prefix: readonly ToolCall[],
    attempt: (before: readonly ToolCall[], args: JsonObject) => Attempt,
    done: () => boolean,
  ): void {
    const mine = new Set(this.tablesOf(tool.name));
    let tried = 0;
    for (const [name, each] of this.good) {
      if (done() || tried >= OTHERS) return;
      const other = this.world.tools.get(name);
      if (
        other === undefined ||
        other.tool.effect !== 'write' ||
        name === tool.name ||
        !this.tablesOf(name).some((table) => mine.has(table))
      )
        continue;
      tried += 1;
      const before = [
        ...each.before.filter((call) => !prefix.some((first) => first.name === call.name)),
        { by: other.tool.audience, name, arguments: each.arguments },
      ];
      for (let at = 0; at < 2 && !done(); at++) {
        const args = this.guesser.guess(tool, drafted, random, {
          full: at === 0,
          like: each.arguments,
          likeMatch: this.matches.get(name),
        });
        attempt([...prefix, ...before], args);
      }
    }
  }

  private tablesOf(name: string): string[] {
    return (
      this.world.tools.get(name)?.program.statements.flatMap(({ vetted }) => [...vetted.reads, ...vetted.writes]) ?? []
    );
  }

  /** Variations of a good call that should be refused: each argument wrong in turn, the same call twice, not signed in. */
  private spoiled(
    tool: Tool,
    good: { before: readonly ToolCall[]; arguments: JsonObject },
    random: Random,
    prefix: readonly ToolCall[],
    attempt: (before: readonly ToolCall[], args: JsonObject) => Attempt,
    done: () => boolean,
  ): void {
    attempt([...good.before, { by: tool.audience, name: tool.name, arguments: good.arguments }], good.arguments);
    for (const args of spoil(
      this.guesser.nodeOf(tool),
      tool,
      good.arguments,
      this.matches.get(tool.name),
      random,
    ).slice(0, SPOILED)) {
      if (done()) return;
      attempt(good.before, args);
    }
    const drafted = this.matches.get(tool.name);
    for (let at = 0; at < TRIES && !done(); at++) {
      const args = this.guesser.guess(tool, drafted, random, {
        full: at % 2 === 0,
        loose: true,
      });
      attempt(prefix, args);
    }
  }

  private validator(tool: Tool): (result: Json) => string | undefined {
    if (tool.returns === undefined) return () => undefined;
    let validate: ReturnType<typeof compileOnce>;
    try {
      validate = compileOnce(tool.returns as JsonObject);
    } catch (error) {
      const what = `its returns are no JSON Schema: ${(error as Error).message}`;
      return () => what;
    }
    return (result) => {
      if (validate(plainJson(result))) return undefined;
      const { path, what } = describeError(validate.errors?.[0] as ErrorObject);
      return `${path === '' ? 'it' : path} ${what}`;
    };
  }
}

/** How many places of a result carry a value (all elements of a list are one place), and how many are empty. */
interface Shown {
  readonly places: number;
  readonly gaps: number;
}

function shown(result: Json): Shown {
  const places = new Set<string>();
  let gaps = 0;
  const walk = (value: Json, path: string): void => {
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      gaps += 1;
      return;
    }
    places.add(path);
    if (Array.isArray(value)) for (const each of value as readonly Json[]) walk(each, `${path}/*`);
    else if (isJsonObject(value))
      for (const [name, each] of Object.entries(value)) walk(each as Json, `${path}/${name}`);
  };
  walk(result, '');
  return { places: places.size, gaps };
}

/** A program without the errors at these places; errors within fragments stay. */
function pruned(program: readonly Step[], gone: ReadonlySet<number>, environment: Environment): Tool['program'] {
  let at = 0;
  const walk = (steps: readonly Step[], keep: boolean): Step[] =>
    steps.flatMap((step): Step[] => {
      if ('let' in step) {
        if (step.else === undefined) return [step];
        const { else: _else, ...rest } = step;
        return gone.has(at++) && !keep ? [rest as Step] : [step];
      }
      if ('require' in step || 'refuse' in step || 'fail' in step)
        return gone.has(at++) && !keep && !('fail' in step && step.fail[0] !== 'INVALID_ARGUMENT') ? [] : [step];
      if ('do' in step) {
        const inner = walk(step.do, keep);
        return inner.length === 0 ? [] : [{ ...step, do: inner }];
      }
      if ('use' in step) {
        walk(environment.fragments?.[step.use] ?? [], true);
        return [step];
      }
      return [step];
    });
  return walk(program, false);
}
