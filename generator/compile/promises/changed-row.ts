// Compares the row that the planned program changes with the row that the description says is changed. "Move a member
// to another plan" changes the member, not the plan. "Turn a flag on or off in an environment" changes the flag only in
// that environment, and no column of the flag holds the environment.
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { saidObject } from '../read/said-object.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { escaped } from '../things/nouns-of.ts';

const BRINGS = /^(?:put|place|move|add|store|save|register|file|transfer|assign|park|dock|book|list|publish)/;

/**
 * Returns words such as "in an environment" if they limit the change to a place, but the program would store the
 * place's id in the row. Otherwise returns undefined.
 */
export function placeOfChange(first: string, tool: ToolFacts, match: Match): string | undefined {
  if (match.rule !== 'update' || BRINGS.test(tool.verb) || /^(?:puts?|places?|moves?)\b/i.test(first)) return undefined;
  const written = match.arguments.filter(({ role }) => role === 'value').map(({ place }) => place);
  if (written.length < 2) return undefined;
  for (const { field } of tool.arguments) {
    const noun = idOf(field.words)?.noun.join(' ') ?? '';
    if (noun === '' || !field.required || !written.includes(field.name)) continue;
    const said = new RegExp(
      String.raw`\b(?:in|for|of|within|on|at) (?:an?|the|one|your|this|its|each|given|specific)(?: [a-z]+)? ${escaped(noun)}\b`,
      'i',
    ).exec(first);
    if (said !== null) return said[0];
  }
  return undefined;
}

/**
 * Returns the noun that the description says is changed, where the planned program changes something else. For example,
 * "Move a member to another plan" changes the member, but the program would change the plan.
 */
export function actsOnOther(first: string, tool: ToolFacts, match: Match, domain: Domain): string | undefined {
  if (!/^(?:update|state|put|assign|delete)/.test(match.rule)) return undefined;
  const [said] = saidObject(first, tool);
  const mine = domain.things.byTable.get(match.needs[0]?.table ?? '');
  if (said === undefined || mine === undefined || mine.nouns.has(said)) return undefined;
  const other = domain.things.byNoun.get(said);
  return other === mine ? undefined : (other?.words.join(' ') ?? said);
}
