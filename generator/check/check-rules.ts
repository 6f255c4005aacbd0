// Checks the rules. The executable check of a rule must accept the good trace and report every bad trace. Each clause
// of a rule's text needs a bad trace, or a reason why code cannot check it; otherwise no verdict would enforce the
// clause.
import { GymError } from '../../envs/errors/gym-error.ts';
import { badTraces, type Rule, type Trace } from '../../envs/values/rule.ts';
import { evaluateRules, playTrace, ruleChecks, type TraceStep, type Violation } from '../../envs/verification/rules.ts';
import type { World } from '../../envs/world/world.ts';
import type { Report } from './check-report.ts';

export function checkRules(world: World, report: Report): void {
  const ids = new Set<string>();
  for (const { id } of world.environment.rules) {
    report.expect(!ids.has(id), `rule ${id}`, 'rule', 'two rules have this id');
    ids.add(id);
  }
  try {
    ruleChecks(world);
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    const place = String(error.fields['where'] ?? 'rules.json').split(':')[0] ?? 'rules.json';
    report.expect(false, place, 'rule', error.message);
    return;
  }
  for (const rule of world.environment.rules) {
    if (rule.check === undefined) continue;
    goodTrace(world, report, rule);
    const bad = badTraces(rule);
    report.expect(bad.length > 0, `rule ${rule.id}`, 'rule', 'it has a check but no bad trace');
    for (const [at, trace] of bad.entries()) badTrace(world, report, rule, trace, at);
    clauses(report, rule);
  }
}

function played(world: World, rule: Rule, trace: Trace): { steps: readonly TraceStep[]; fires: readonly Violation[] } {
  const steps = playTrace(world, trace);
  const start = { seed: 1, setup: { calls: [] } };
  return { steps, fires: evaluateRules(world, start, steps, trace.facts ?? {}, new Set([rule.id])) };
}

function goodTrace(world: World, report: Report, rule: Rule): void {
  const place = `rule ${rule.id}`;
  if (!report.expect(rule.good !== undefined, place, 'rule', 'it has a check but no good trace')) return;
  if (rule.good === undefined) return;
  const { steps, fires } = played(world, rule, rule.good);
  report.expect(
    fires.length === 0,
    place,
    'rule',
    () => `its check fires on its good trace, at event ${fires[0]?.step}`,
  );
  const refused = steps.findIndex((step) => step.kind === 'call' && !step.entry.ok);
  report.expect(refused < 0, place, 'rule', () => `event ${refused + 1} of its good trace is refused`);
}

function badTrace(world: World, report: Report, rule: Rule, trace: Trace, at: number): void {
  const { steps, fires } = played(world, rule, trace);
  const name = trace.clause === undefined ? 'its bad trace' : `its bad trace for "${trace.clause}"`;
  // only the last event may break the rule: an earlier breach would belong to another clause than the trace names
  report.expect(
    fires.some(({ step }) => step === steps.length),
    `rule ${rule.id}`,
    'rule',
    () =>
      fires.length === 0 ? `its check never fires on ${name}` : `its check fires on ${name} before the last event`,
  );
  report.expect(
    trace.clause === undefined || rule.text.includes(trace.clause),
    `rule ${rule.id}`,
    'rule',
    () => `its text does not say "${trace.clause ?? ''}", which bad trace ${at + 1} shows`,
  );
}

/** Matches words that limit something. Each of them makes a clause that an agent could break. */
const LIMITS =
  /\b(?:only|another|before|after|until|unless|within|while|once|twice|at (?:most|least)|the most|more than|first|oldest|never|nothing|no|not|must|own|same|one)\b/gi;

/**
 * Checks that every limiting word of the text lies in a clause with a bad trace, or in a clause that is declared
 * unchecked.
 */
function clauses(report: Report, rule: Rule): void {
  const { text } = rule;
  const bad = badTraces(rule);
  const limits = [...text.matchAll(LIMITS)];
  // a rule with a single limit needs only one bad trace
  if (limits.length <= 1 && bad.some(({ clause }) => clause === undefined)) return;
  const quotes = [...bad.map(({ clause }) => clause), ...(rule.unchecked ?? []).map(({ clause }) => clause)];
  const spans = quotes.flatMap((quote) => {
    const from = quote === undefined ? -1 : text.indexOf(quote);
    return from === -1 ? [] : [[from, from + (quote?.length ?? 0)] as const];
  });
  for (const { clause } of rule.unchecked ?? [])
    report.expect(
      text.includes(clause),
      `rule ${rule.id}`,
      'rule',
      `its text does not say "${clause}", which is said to be unchecked`,
    );
  for (const { 0: word, index } of limits)
    report.expect(
      spans.some(([from, to]) => from <= index && index + word.length <= to),
      `rule ${rule.id}`,
      'rule',
      () =>
        `no bad trace shows the clause around "${text.slice(Math.max(0, index - 20), index + word.length + 20).trim()}"; add one to bad, with the clause it shows, or say under unchecked why code cannot tell it`,
    );
}
