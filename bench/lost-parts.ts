// Lists the parts of an author's record that are missing in the built environment, one line for each. Invariants and
// promises that no rows break are not listed, because every build of the record leaves them out.
import { checkedAs, type JsonObject } from '../envs/values/json.ts';

interface Left {
  readonly flags: readonly { readonly tool: string; readonly gate: string; readonly reason: string }[];
  readonly dropped: readonly { readonly what: string; readonly reason: string }[];
  readonly unused: readonly { readonly stage: string; readonly reason: string }[];
}

/**
 * Returns the missing parts. `decisions` is the content of decisions.json, which the build writes beside the
 * environment.
 */
export function lostParts(decisions: JsonObject): string[] {
  const { flags, dropped, unused } = checkedAs<Left>(decisions['author']);
  return [
    ...flags.map(({ tool, gate, reason }) => `flagged: ${tool}: ${gate}: ${reason}`),
    ...dropped
      .filter(({ what }) => what.startsWith('scenario '))
      .map(({ what, reason }) => `dropped: ${what}: ${reason}`),
    ...unused.map(({ stage, reason }) => `malformed (${stage}): ${reason}`),
  ];
}
