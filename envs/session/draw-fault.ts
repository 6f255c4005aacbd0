// Draws the simulated fault of a call, such as a timeout. The draw depends on the trial seed, the tool, the arguments
// and the number of earlier equal calls, so that other calls do not change it.
import { makeRandom } from '../random.ts';
import { ToolError } from '../errors/tool-error.ts';
import { FAULT_KINDS, type FaultKind } from '../values/fault.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import type { RunnableTool, World } from '../world/world.ts';
import { canonicalArguments, type Faults, type Session } from './session.ts';
import { writtenTables } from '../world/written-tables.ts';

/**
 * Tells whether a call can have a fault of this kind. A lost answer is possible only if the caller can find out whether
 * the write happened. A partial page is possible only if the result may be a list.
 */
function suffers(world: World, { tool }: RunnableTool, kind: FaultKind, key: string | undefined): boolean {
  if (kind === 'lost_answer')
    return tool.effect === 'write' && (key !== undefined || writtenTables(world, tool).unseen.length === 0);
  if (kind === 'partial_page') return tool.effect === 'read' && mayBeList(tool.returns);
  return true;
}

export function drawFault(
  session: Session,
  faults: Faults,
  runnable: RunnableTool,
  args: JsonObject,
  key: string | undefined,
): FaultKind | undefined {
  const { tool } = runnable;
  let calls = 0;
  let equal = 0;
  const canonical = canonicalJson(args);
  for (const entry of session.entries) {
    if (entry.name !== tool.name || entry.advance !== undefined) continue;
    calls += 1;
    if (canonicalArguments(entry) === canonical) equal += 1;
  }
  const planned = faults.planned?.find((each) => each.tool === tool.name && each.attempt === calls + 1);
  if (planned !== undefined) return planned.kind;
  const { drawn } = faults;
  if (drawn === undefined || (drawn.tools !== undefined && !drawn.tools.includes(tool.name))) return undefined;
  const random = makeRandom(faults.trialSeed, `fault\n${tool.name}\n${canonical}\n${equal + 1}`);
  if (random.real() >= drawn.rate) return undefined;
  const kinds = (drawn.kinds ?? FAULT_KINDS).filter((kind) => suffers(session.world, runnable, kind, key));
  return kinds.length === 0 ? undefined : random.pick(kinds);
}

/** Makes the error of a simulated fault that happens before the call runs. */
export function faultBefore(kind: Exclude<FaultKind, 'lost_answer' | 'partial_page'>): ToolError {
  return new ToolError(kind, BEFORE[kind]);
}

const BEFORE = {
  UNAVAILABLE: 'The service is temporarily unavailable. Nothing was changed; the call can be made again.',
  RATE_LIMITED: 'Too many requests at the moment. Nothing was changed; the call can be made again.',
  TIMEOUT: 'The request timed out before it was handled. Nothing was changed; the call can be made again.',
} as const;

export function lostAnswer(): ToolError {
  return new ToolError(
    'TIMEOUT',
    'The request timed out. It may have been carried out; look before making the call again.',
  );
}

/**
 * Makes an error that contains the first half of a list. Returns undefined if the result has no list of two or more
 * items.
 */
export function partialPage(result: Json): ToolError | undefined {
  const list = Array.isArray(result)
    ? (result as readonly Json[])
    : isJsonObject(result)
      ? (Object.values(result).find((each) => Array.isArray(each) && each.length > 1) as readonly Json[] | undefined)
      : undefined;
  if (list === undefined || list.length < 2) return undefined;
  const arrived = list.slice(0, Math.floor(list.length / 2));
  return new ToolError(
    'UNAVAILABLE',
    `Only the first ${arrived.length} of ${list.length} items arrived; the call can be made again.`,
    { partial: arrived },
  );
}

function mayBeList(returns: unknown): boolean {
  if (!isJsonObject(returns)) return returns !== false;
  const { type } = returns;
  return type === undefined || type === 'array' || type === 'object' || (Array.isArray(type) && type.includes('array'));
}
