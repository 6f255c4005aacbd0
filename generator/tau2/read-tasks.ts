// Converts tau2-bench tasks: set-up calls, the user's wishes, the expected actions with their results in callgym,
// assertions, and the parts on which the reward depends.
import { badInput } from '../../envs/errors/gym-error.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { GoldCall, Task } from '../../envs/values/task.ts';
import type { Audience, ToolCall } from '../../envs/values/tool-schema.ts';
import type { VerdictPart } from '../../envs/values/verdict.ts';
import { setupOf } from '../../envs/verification/judge.ts';
import type { World } from '../../envs/world/world.ts';

export interface Tau2Action {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly requestor?: 'assistant' | 'user';
}

export interface Tau2Call {
  readonly env_type: 'assistant' | 'user';
  readonly func_name: string;
  readonly arguments?: JsonObject;
}

export interface Tau2Task {
  readonly id: string | number;
  readonly user_scenario?: { readonly persona?: string | null; readonly instructions?: Json };
  readonly ticket?: string | null;
  readonly initial_state?: {
    readonly initialization_data?: Json;
    readonly initialization_actions?: readonly Tau2Call[] | null;
    readonly message_history?: Json;
  } | null;
  readonly evaluation_criteria?: {
    readonly actions?: readonly Tau2Action[] | null;
    readonly env_assertions?: readonly (Tau2Call & { readonly assert_value?: boolean })[] | null;
    readonly communicate_info?: readonly string[] | null;
    readonly nl_assertions?: readonly string[] | null;
    readonly reward_basis?: readonly string[] | null;
  } | null;
}

/** For each part of tau2's reward, the parts of callgym's verdict that judge the same. */
const BASIS: Readonly<Record<string, readonly VerdictPart[]>> = {
  DB: ['state', 'collateral'],
  ACTION: ['calls'],
  ENV_ASSERTION: ['assertions'],
  NL_ASSERTION: ['assertions'],
  COMMUNICATE: ['outputs'],
};

const SIDE = { assistant: 'agent', user: 'user' } as const;

/**
 * Returns the name of the tool for a set-up or assertion function. If the function is not a tool of this side, it is a
 * control tool, whose name has the side as a prefix.
 */
export function controlName(world: World, side: 'assistant' | 'user', name: string): ToolCall['name'] {
  const own = world.tools.get(name)?.tool;
  if (own?.audience === SIDE[side]) return name;
  const prefixed = `${side === 'user' ? 'user' : 'agent'}_${name}`;
  return world.tools.has(prefixed) ? prefixed : name;
}

export function setupCalls(world: World, task: Tau2Task): ToolCall[] {
  return (task.initial_state?.initialization_actions ?? []).map((call) => {
    const name = controlName(world, call.env_type, call.func_name);
    return { by: world.tools.get(name)?.tool.audience ?? 'control', name, arguments: call.arguments ?? {} };
  });
}

export function toTask(world: World, task: Tau2Task): Task {
  for (const part of ['initialization_data', 'message_history'] as const)
    if (!isEmpty(task.initial_state?.[part]))
      throw badInput({ path: `task ${task.id}/initial_state/${part}`, what: 'is not understood yet' });
  const criteria = task.evaluation_criteria ?? {};
  const setup = setupCalls(world, task);
  const basis = [...new Set((criteria.reward_basis ?? ['DB', 'COMMUNICATE']).flatMap((each) => BASIS[each] ?? []))];
  const draft = {
    id: String(task.id),
    environment: world.hash,
    session_seed: 1,
    ...(setup.length === 0 ? {} : { setup }),
  };
  const { calls, diff } = playGold(world, draft, criteria.actions ?? []);
  const writes = calls.some((call) => world.tools.get(call.name)?.tool.effect === 'write');
  const outputs = (criteria.communicate_info ?? []).map((value, at) => ({
    key: `communicate ${at + 1}`,
    type: 'contains' as const,
    value,
  }));
  return {
    ...draft,
    kind: calls.some((call) => call.by === 'user')
      ? 'dual'
      : writes
        ? outputs.length > 0
          ? 'mixed'
          : 'write'
        : 'read',
    user: userOf(task),
    gold: { calls, diff, outputs, end: 'done' },
    assertions: [
      ...(criteria.env_assertions ?? []).map(({ env_type, func_name, arguments: args, assert_value }) => ({
        name: controlName(world, env_type, func_name),
        arguments: args ?? {},
        expect: assert_value ?? true,
      })),
      ...(criteria.nl_assertions ?? []).map((text) => ({ text })),
    ],
    rules: [],
    basis,
    tags: ['tau2-bench'],
    difficulty: { tools: calls.length, information: 0, interaction: calls.some((call) => call.by === 'user') ? 1 : 0 },
  };
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every((each) => isEmpty(each as Json));
}

/** Plays the expected actions in callgym, and returns their results and changes. */
function playGold(
  world: World,
  draft: Pick<Task, 'session_seed' | 'setup'>,
  actions: readonly Tau2Action[],
): Pick<Task['gold'], 'calls' | 'diff'> {
  const store = new SessionStore();
  const session = store.create({ id: 'gold', world, seed: draft.session_seed, setup: setupOf(draft as Task) });
  try {
    const calls = actions.map((action): GoldCall => {
      const by: Audience = SIDE[action.requestor ?? 'assistant'];
      const call = { by, name: action.name, arguments: action.arguments };
      const answer = store.call(session, call);
      return answer.ok ? { ...call, result: answer.result } : { ...call, error: answer.error };
    });
    return { calls, diff: store.diff(session) };
  } finally {
    store.close(session);
  }
}

function userOf({ user_scenario, ticket }: Tau2Task): Task['user'] {
  const { persona, instructions } = user_scenario ?? {};
  const said = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  if (instructions === null || typeof instructions !== 'object' || Array.isArray(instructions))
    return { persona: persona ?? '', opening: said(ticket), goal: said(instructions), facts: [] };
  const { reason_for_call, task_instructions, known_info, unknown_info } = instructions as JsonObject;
  const fact = (key: string, value: Json | undefined): Task['user']['facts'][number][] =>
    said(value) === '' ? [] : [{ key, value: said(value), say: 'asked' }];
  return {
    persona: persona ?? '',
    opening: said(ticket),
    goal: [said(reason_for_call), said(task_instructions)].filter((each) => each !== '').join('\n\n'),
    facts: [...fact('known', known_info), ...fact('unknown', unknown_info)],
  };
}
