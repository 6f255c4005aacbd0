// Handles promises: statements of a tool's description that the planned program does not cover. For each promise, steps
// are added that keep it, or the program refuses calls that depend on it, or the tool is flagged with a quote of the
// statement.
import { changesRows, stepsInside, type Step } from '../../../envs/values/program.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match, Role } from '../readings/reading.ts';
import { eitherOf } from '../read/either-form.ts';
import { alsoSetsRule } from './also-sets.ts';
import { boundsRule } from './bounds.ts';
import { byName } from './by-name.ts';
import { comparedRule } from './compared.ts';
import { argumentsRule, conditionsRule, credentialRule, formRule, leftOutRule, selectionRule } from './conditions.ts';
import { confirmRule } from './confirm.ts';
import { defaultsRule } from './defaults.ts';
import { formatsRule } from './formats.ts';
import { legendsRule } from './legends.ts';
import { limitsRule } from './limits.ts';
import { oneOfTwoRule } from './one-of-two.ts';
import { pathIdsRule } from './path-ids.ts';
import type { PromiseRule, Promised } from './promise.ts';
import { isThingOf } from '../things/thing.ts';
import { promisedFields } from '../read/promised-fields.ts';
import { missingField, unseenRow, untoldRow } from './returned.ts';
import { requiredWhenRule } from './required-when.ts';
import { sharedRulesRule } from './shared-rules.ts';
import { standInsRule } from './stand-ins.ts';
import { uniqueRule } from './unique.ts';
import { untoldEffectRule } from './untold-effect.ts';
import { unreadRule } from './unread.ts';
import { actionsRule, unsupportedRule } from './unsupported.ts';

export const PROMISES: readonly PromiseRule[] = [
  conditionsRule,
  argumentsRule,
  comparedRule,
  formRule,
  leftOutRule,
  selectionRule,
  credentialRule,
  actionsRule,
  pathIdsRule,
  oneOfTwoRule,
  requiredWhenRule,
  standInsRule,
  confirmRule,
  defaultsRule,
  limitsRule,
  legendsRule,
  formatsRule,
  boundsRule,
  unsupportedRule,
  uniqueRule,
  sharedRulesRule,
  alsoSetsRule,
  untoldEffectRule,
  unreadRule,
];

/**
 * Returns the plan of the tool with steps added that keep the promises. If a promise cannot be kept, returns the reason
 * as a text.
 */
export function keepPromises(tool: ToolFacts, match: Match, domain: Domain, isChosen: boolean): Match | string {
  // a person has settled these doubts in overrides.json, by choosing what the tool does or by naming an argument under
  // `shapes`
  const shaping = domain.shaping.get(tool.name);
  const promised = PROMISES.flatMap((rule) => rule.find(tool, match, domain)).filter(
    (each) =>
      !(isChosen && each.kind === 'doubt') && !(each.kind === 'refused' && shaping?.has(each.argument) === true),
  );
  const required = new Set(tool.arguments.filter(({ field }) => field.required).map(({ field }) => field.name));
  const doubts = promised.flatMap((each) => {
    if (each.kind === 'doubt') return [each.why];
    return each.kind === 'refused' && each.isValue !== true && required.has(each.argument)
      ? [`nothing tells what ${each.argument} does`]
      : [];
  });
  if (doubts.length > 0) return together(doubts);
  const unseen = isChosen ? undefined : unseenRow(tool, match, domain);
  if (unseen !== undefined) return unseen;
  return withReturns(tool, promised.length === 0 ? match : withSteps(match, promised), domain, isChosen);
}

/** Joins the doubts to one text. A sentence that several rules quote is quoted only the first time. */
function together(doubts: readonly string[]): string {
  const quoteOf = (doubt: string): string => /"(.+)"/.exec(doubt)?.[1] ?? doubt;
  return doubts.filter((each, at) => !doubts.slice(0, at).some((before) => before.includes(quoteOf(each)))).join('; ');
}

function withSteps(match: Match, promised: readonly Promised[]): Match {
  const refused = promised.flatMap((each) => (each.kind === 'refused' ? [each] : []));
  const names = [...new Set(refused.filter(({ isValue }) => isValue !== true).map(({ argument }) => argument))];
  const always = new Set(refused.filter(({ when }) => when.startsWith('json_type(')).map(({ argument }) => argument));
  const needed = new Set(refused.filter(({ when }) => when.endsWith(' IS NULL')).map(({ argument }) => argument));
  const steps = promised.flatMap((each): Step[] => {
    if (each.kind === 'doubt' || each.kind === 'state' || each.kind === 'effect') return [];
    return each.kind === 'unique'
      ? []
      : [{ fail: [each.kind === 'guard' ? 'INVALID_ARGUMENT' : 'UNAVAILABLE', each.says], when: each.when }];
  });
  const guards = promised.filter((each) => each.kind === 'state');
  // a row that must be open needs no second check that it is not closed
  const isImplied = (guard: (typeof guards)[number]): boolean =>
    !guard.allowed &&
    guards.some(
      (each) =>
        each.allowed && each.place === guard.place && !each.states.some((state) => guard.states.includes(state)),
    );
  const states = guards.filter(
    (each, at) => guards.findIndex(({ when }) => when === each.when) === at && !isImplied(each),
  );
  const effects = promised.filter((each) => each.kind === 'effect');
  const unsimulated = names.length === 0 ? [] : [`of ${names.join(', ')} not everything is simulated`];
  return {
    ...match,
    needs: [
      ...match.needs,
      ...[...states, ...effects].flatMap(({ needs }) => needs),
      ...promised.flatMap((each) => (each.kind === 'guard' ? (each.needs ?? []) : [])),
    ],
    tables: [...match.tables, ...states.flatMap(({ tables = [] }) => tables)],
    evidence: [
      ...match.evidence,
      ...[...effects.map(({ says }) => says), ...unsimulated].map((says) => ({ says, weight: 0 })),
    ],
    arguments: match.arguments.map((role): Role => ({
      ...role,
      ...(always.has(role.place) ? { role: 'not simulated' } : {}),
      ...(needed.has(role.place) ? { always: true } : {}),
    })),
    program(plan) {
      const written = match.program(plan);
      return {
        ...written,
        steps: [
          ...steps,
          ...withEffects(
            guarded(written.steps, [...states, ...promised.filter((each) => each.kind === 'unique')]),
            effects.map(({ step }) => step(plan)),
          ),
        ],
      };
    },
  };
}

/**
 * Inserts the checks of a row's state before the first step that changes a row. Checks of the rows that refer to the
 * row come first: the few rows that fail them may all fail another check too, whose message would then hide theirs.
 */
function guarded(
  steps: readonly Step[],
  states: readonly Extract<Promised, { kind: 'state' | 'unique' }>[],
): readonly Step[] {
  // these checks go before an existing check such as "is returned already": a row that fails both checks then gets the
  // message that the description promises
  const isCheck = (step: Step): boolean => 'require' in step && step.else[0] === 'PRECONDITION_FAILED';
  const found = steps.findIndex((step) => isCheck(step) || changesRows(step) || stepsInside(step).length > 0);
  const at = found === -1 ? steps.length - 1 : found;
  const checks = states.map(({ kind, says, when }): Step => ({
    fail: [kind === 'unique' ? 'CONFLICT' : 'PRECONDITION_FAILED', says],
    when,
  }));
  return [...steps.slice(0, at), ...checks, ...steps.slice(at)];
}

/** Inserts the additional changes of the row before the last step, because the last step shows the row. */
const withEffects = (steps: readonly Step[], effects: readonly Step[]): readonly Step[] =>
  effects.length === 0 ? steps : [...steps.slice(0, -1), ...effects, ...steps.slice(-1)];

function withReturns(tool: ToolFacts, match: Match, domain: Domain, isChosen: boolean): Match {
  const named = tool.arguments.some((node) => eitherOf(node, tool) !== undefined);
  const promises = !isChosen && promisedFields(tool.description, isThingOf(domain.things)).length > 0;
  if (!named && !promises && match.effect === 'write') return match;
  return {
    ...match,
    program(plan) {
      const written = match.program(plan);
      const steps = named ? byName(tool, match, plan, written.steps) : written.steps;
      const missing = promises ? missingField(tool, match, plan, domain) : undefined;
      const untold = isChosen ? undefined : untoldRow(tool, match, plan, domain);
      const doubts = [typeof steps === 'string' && !isChosen ? steps : undefined, missing, untold].filter(
        (each) => each !== undefined,
      );
      return {
        steps: typeof steps === 'string' ? written.steps : steps,
        doubts: [...written.doubts, ...doubts],
      };
    },
  };
}
