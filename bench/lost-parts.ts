// Lists the parts of an author's record that an environment lost, a line for each. Invariants and promises that nothing
// breaks are no loss: the gates leave them out of every build of that record.
import { checkedAs, type JsonObject } from '../envs/values/json.ts';

interface Left {
  readonly flags: readonly { readonly tool: string; readonly gate: string; readonly reason: string }[];
  readonly dropped: readonly { readonly what: string; readonly reason: string }[];
  readonly unused: readonly { readonly stage: string; readonly reason: string }[];
}

/** `decisions` is the content of decisions.json, which the author writes beside the environment. */
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
