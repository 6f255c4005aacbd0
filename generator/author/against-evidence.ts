// Compares calls that were recorded from the real service with an environment. The calls are played twice, with the
// environment's initial rows and with no rows, because a recording does not tell which rows the service had. The better
// result counts. Each call that the environment answers differently becomes a complaint about the called tool.
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { World } from '../../envs/world/world.ts';
import type { RecordedCall } from './evidence.ts';
import { playEvidence, type EvidenceReport } from './play-evidence.ts';
import { kindOf } from './shown-evidence.ts';

export interface EvidenceFound extends EvidenceReport {
  /** The start with which the environment answered more calls as the service did. */
  readonly begins: 'with its rows' | 'empty';
}

export function againstEvidence(environment: Environment, calls: readonly RecordedCall[]): EvidenceFound {
  const { scenarios: _scenarios, invariants: _invariants, promises: _promises, after: _after, ...bare } = environment;
  const found: EvidenceFound[] = [{ ...played(bare, calls), begins: 'with its rows' }];
  try {
    found.push({ ...played({ ...bare, seed: [] }, calls), begins: 'empty' });
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
  }
  found.sort((a, b) => b.equal - a.equal);
  return found[0] as EvidenceFound;
}

function played(environment: Environment, calls: readonly RecordedCall[]): EvidenceReport {
  const world = new World(environment, { pool: 1 });
  try {
    return playEvidence(world, calls);
  } finally {
    world.close();
  }
}

const PER_TOOL = 5;
const EARLIER = 4;

/**
 * Returns, for each tool, the first calls that the environment answers differently from the service, and the calls
 * before each of them.
 */
export function evidenceComplaints(
  environment: Environment,
  calls: readonly RecordedCall[],
): ReadonlyMap<string, readonly string[]> {
  const complaints = new Map<string, string[]>();
  const { unequal, begins } = againstEvidence(environment, calls);
  const kinds = new Set<string>();
  for (const { index, tool, kind, expected, got } of unequal) {
    const call = calls[index];
    const known = complaints.get(tool) ?? [];
    // calls of a tool that differ in the same way count as one error
    if (call === undefined || kind === 'unserved' || known.length >= PER_TOOL) continue;
    const spelled = `${tool} ${kind} ${kindOf(call)}`;
    if (kinds.has(spelled)) continue;
    kinds.add(spelled);
    const earlier = calls
      .slice(0, index)
      .filter(({ session }) => session === call.session)
      .slice(-EARLIER)
      .map((each) => `${each.tool}(${JSON.stringify(each.arguments)})${each.ok ? '' : ' refused'}`);
    known.push(
      `recorded (${begins === 'empty' ? 'from an empty service' : 'over the first rows'}${earlier.length === 0 ? '' : `, after ${earlier.join(', ')}`}): ${tool}(${JSON.stringify(call.arguments)}) ${call.ok ? 'gave' : 'was refused:'} ${expected}; yours ${kind === 'refused' ? 'refuses' : 'gives'} ${got}`,
    );
    complaints.set(tool, known);
  }
  return complaints;
}
