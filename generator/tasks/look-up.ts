// Finds the calls that show the key of a row, by working backwards from the row. Also finds the facts that the user
// must say so that the agent can make these calls.
import type { Random } from '../../envs/random.ts';
import type { Session } from '../../envs/session/session.ts';
import { canonicalJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { Atlas, Row } from './atlas.ts';
import type { Described, Fact, PlannedCall } from './plan.ts';
import type { Stage } from './stage.ts';
import { isWholeList } from './whole-list.ts';
import { extremeOf, isOfRow, itemWith, sharedWith, tellApart } from './tell-apart.ts';
import { identifies, isPerson } from './words.ts';
import { bareName, splitName } from '../../envs/words/split-words.ts';

export interface Looked {
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly described?: Described;
}

const DEEPEST = 3;
/** The chance that the user asks for a row by its rank, such as "the cheapest", if the row has such a rank. */
const EXTREME = 0.35;
/** The chance that the user accepts any one of several rows that share a value. */
const ANY = 0.3;

/**
 * Finds the calls that show the key of a row, and the facts that the user must say for these calls. Returns undefined
 * if no tool shows the key.
 */
export function lookUp(
  atlas: Atlas,
  stage: Stage,
  session: Session,
  row: Row,
  value: Json,
  random: Random,
  ties = false,
  depth = 0,
): Looked | undefined {
  if (depth > DEEPEST) return undefined;
  for (const tool of random.shuffled(atlas.tools((each) => each.effect === 'read' && each.audience === 'agent'))) {
    const built = readArguments(atlas, stage, session, tool, row, value, random, depth);
    if (built === undefined) continue;
    const call: PlannedCall = { by: 'agent', name: tool.name, arguments: built.arguments };
    const outcome = stage.call(session, call);
    if (!outcome.ok) continue;
    const item = itemWith(outcome.result, value);
    if (item === undefined) continue;
    const calls = [...built.calls, call];
    if (item.siblings.length <= 1) return { calls, facts: built.facts };
    // a list identifies only its own rows: a list of loans can identify a loan, but not the borrower whom a loan names
    if (!isOfRow(item.item, row)) continue;
    const ranks = random.real() < EXTREME && isWholeList(atlas, row.table, call.arguments, item.siblings.length);
    const extreme = ranks ? extremeOf(item.item, item.siblings, value, ties, random) : undefined;
    if (extreme !== undefined)
      return { calls, facts: built.facts, described: { row, value, by: [], ...extreme, ...ofWhat(built.facts) } };
    const shared = ties && random.real() < ANY ? sharedWith(item.item, item.siblings, value, random) : undefined;
    const by = shared?.by ?? tellApart(item.item, item.siblings, value, random, isPerson(row.table));
    if (by === undefined) continue;
    return {
      calls,
      facts: [
        ...built.facts,
        ...by.map(({ label, value: said }): Fact => ({
          key: `${bareName(row.table)} ${label}`,
          value: said,
          role: 'which',
        })),
      ],
      described: {
        row,
        value,
        by,
        ...(shared === undefined ? {} : { alike: shared.alike }),
        ...ofWhat(built.facts),
      },
    };
  }
  return undefined;
}

/** Returns the words for the row that an earlier call found by its name, on the way to this row. */
export function ofWhat(facts: readonly Fact[]): { of?: string } {
  const named = facts.findLast(
    ({ role, key, value }) => role === 'which' && key.endsWith(' name') && typeof value === 'string',
  );
  if (named === undefined) return {};
  return { of: `${isPerson(named.key.split(' ')[0] ?? '') ? '' : 'the '}${String(named.value)}` };
}

/** Finds arguments with which a read leads to the row. They are keys and values of rows that belong to the row. */
function readArguments(
  atlas: Atlas,
  stage: Stage,
  session: Session,
  tool: Tool,
  row: Row,
  value: Json,
  random: Random,
  depth: number,
): (Looked & { readonly arguments: JsonObject }) | undefined {
  const args: Record<string, Json> = {};
  const calls: PlannedCall[] = [];
  const facts: Fact[] = [];
  for (const leaf of atlas.leaves(tool)) {
    if (!leaf.required) continue;
    const { meaning } = leaf;
    if (leaf.path.length !== 1) return undefined;
    const name = leaf.path[0] ?? '';
    if (meaning.kind === 'key') {
      const near = atlas.related(row, meaning.table).find((each) => each.values[meaning.column] !== value);
      if (near === undefined || near === row) return undefined;
      const key = near.values[meaning.column] as Json;
      const looked = calls.some((call) => canonicalJson(call.arguments).includes(canonicalJson(key)))
        ? { calls: [], facts: [] }
        : lookUp(atlas, stage, session, near, key, random, false, depth + 1);
      if (looked === undefined) return undefined;
      calls.push(...looked.calls);
      facts.push(...looked.facts);
      args[name] = key;
      continue;
    }
    if (meaning.kind === 'fact') {
      const near = row.table === meaning.table ? row : atlas.related(row, meaning.table)[0];
      const said = near?.values[meaning.column];
      if (near === undefined || said === undefined || said === null || said === value) return undefined;
      facts.push(
        identifies(near.table, meaning.column)
          ? { key: name, value: said, role: 'who', row: near }
          : { key: `${bareName(near.table)} ${splitName(name).join(' ')}`, value: said, role: 'which' },
      );
      args[name] = said;
      continue;
    }
    if (meaning.kind === 'search') {
      const title = titleOf(row);
      if (title === undefined) return undefined;
      facts.push({ key: `${bareName(row.table)} name`, value: title, role: 'which' });
      args[name] = title;
      continue;
    }
    return undefined;
  }
  return { calls, facts, arguments: args };
}

export function titleOf(row: Row): string | undefined {
  for (const name of ['title', 'name', 'label', 'display_name', 'full_name', 'subject'])
    if (typeof row.values[name] === 'string') return row.values[name];
  const found = Object.entries(row.values).find(
    ([column, value]) => typeof value === 'string' && /(^|_)(name|title)$/.test(column),
  );
  return found === undefined ? undefined : (found[1] as string);
}
