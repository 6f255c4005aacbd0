// Turns the task's stored solution into nodes: the user's facts, the calls and the answers. Each value lists the nodes
// from which it comes.
import type { Json } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';

export interface Node {
  readonly key: string;
  readonly title: string;
  readonly kind: 'user' | 'call' | 'answer';
  readonly lines: readonly {
    readonly name: string;
    readonly value: string;
    /** The keys of the nodes from which the value comes. */
    readonly from: readonly string[];
    readonly at: string;
  }[];
  readonly rank: number;
}

type Scalar = readonly [path: string, value: Json];

function scalars(value: Json, path = ''): Scalar[] {
  if (value === null || typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => scalars(each as Json, `${path}/${key}`));
}

export function nodesOf({ gold, user }: Task): Node[] {
  const ranks: number[] = [];
  const facts = user.facts.map(({ key }) => key);
  const calls = gold.calls.map(({ name, by, arguments: args, origins = [] }, at): Node => {
    const feeding = origins.flatMap(callsOf);
    const rank = Math.max(0, ...feeding.map((each) => ranks[each] ?? 0)) + 1;
    ranks[at] = rank;
    return {
      key: `call ${at}`,
      title: `${at + 1}. ${by === 'agent' ? '' : `${by}: `}${name}`,
      kind: 'call',
      rank,
      lines: scalars(args as Json).map(([path, value]) => {
        const origin = origins.find(
          ({ argument }) => argument === path || `/${argument}` === path || argument === path.slice(1),
        );
        return { name: path.slice(1), value: told(value), ...sourceOf(origin, facts) };
      }),
    };
  });
  const last = Math.max(0, ...calls.map(({ rank }) => rank));
  const outputs = gold.outputs.map((output, at): Node => ({
    key: `answer ${at}`,
    title: 'the reply says',
    kind: 'answer',
    rank: last + 1,
    lines: [
      {
        name: output.key,
        value:
          output.type === 'money' && typeof output.value === 'number'
            ? output.value.toFixed(2)
            : told(output.value as Json),
        ...sourceOf(output.origin, facts),
      },
    ],
  }));
  const teller: Node = {
    key: 'user',
    title: 'the user tells',
    kind: 'user',
    rank: 0,
    lines: user.facts.map(({ key, value }) => ({ name: key, value: told(value as Json), from: [], at: '' })),
  };
  return [teller, ...calls, ...outputs];
}

interface Origin {
  readonly from?: string;
  readonly call?: number;
  readonly at?: string;
  readonly expression?: string;
  readonly uses?: readonly number[];
}

/** Returns the calls from which a value comes: one call for a result, several for an expression. */
function callsOf({ call, uses = [] }: Origin): readonly number[] {
  return call === undefined ? uses : [call];
}

function sourceOf(
  origin: Origin | undefined,
  facts: readonly string[],
): { readonly from: readonly string[]; readonly at: string } {
  if (origin === undefined) return { from: [], at: '' };
  const calls = callsOf(origin).map((each) => `call ${each}`);
  return {
    from: origin.from === 'user' || names(origin.expression, facts) ? ['user', ...calls] : calls,
    at: origin.at ?? origin.expression ?? origin.from ?? '',
  };
}

/** Tells whether an expression uses a fact of the user. */
function names(expression: string | undefined, facts: readonly string[]): boolean {
  const named = expression?.match(/:\w+/g) ?? [];
  return named.some((each) => facts.includes(each.slice(1)));
}

function told(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
