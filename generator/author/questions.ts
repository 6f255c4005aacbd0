// Makes the questions of each stage from a draft. All questions of a stage are asked at the same time.
import type { ModelRequest } from '../../envs/model/model-request.ts';
import type { Scenario } from '../../envs/values/scenario.ts';
import type { Survivor } from '../mutation/measure-mutation.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { AuthorTool } from './author-tool.ts';
import { shownTool } from './author-tool.ts';
import { recipeOf, type Draft } from './draft.ts';
import type { FailedOutcome, Gated } from './gates.ts';
import { askingFor, type Sections } from './prompts.ts';

/** The largest number of tools for which one request asks for programs or scenarios. */
const SLICE = 8;
/** The largest number of tools that one request plans. More tools are planned in two steps. */
export const WIDE = 25;
const PLAN_SLICE = 20;
const MEND_SLICE = 8;
const SETTLE_SLICE = 8;
const PAIRS = 10;
const REVIEW_SLICE = 10;
const SHORT = 160;

export interface Material {
  readonly notes: string | undefined;
  readonly evidence: readonly unknown[];
}

function service(draft: Draft): Sections {
  return {
    service: draft.title,
    about: draft.purpose === '' ? undefined : draft.purpose,
  };
}

/** The heading above the recorded calls in a prompt. */
const EXCERPTS =
  'excerpts of calls recorded from the real service (binding; calls between them are left out, and the service may have held rows before the first)';

function materialOf({ notes, evidence }: Material): Sections {
  return {
    'what a person knows of this service (binding)': notes,
    [EXCERPTS]: evidence.length === 0 ? undefined : evidence,
  };
}

export function planQuestion(draft: Draft, material: Material): ModelRequest {
  return askingFor('plan', draft.name, ['plan'], {
    service: draft.title,
    ...materialOf(material),
    tools: draft.given.map(shownTool),
  });
}

export function entitiesQuestion(draft: Draft, material: Material): ModelRequest {
  return askingFor('entities', draft.name, ['entities', 'plan'], {
    service: draft.title,
    ...materialOf(material),
    tools: draft.given.map((tool) => ({
      name: tool.name,
      description: tool.description.slice(0, SHORT),
      arguments: Object.keys((tool.parameters['properties'] as object | undefined) ?? {}),
    })),
  });
}

export function planSliceQuestions(draft: Draft, material: Material): ModelRequest[] {
  return slices(draft.given, PLAN_SLICE).map((tools, at) =>
    askingFor('plan slice', `${draft.name} ${at + 1}`, ['plan-slice', 'plan'], {
      ...materialOf(material),
      'the whole': wholeOf(draft),
      'all tools': draft.given.map(({ name }) => name),
      'plan these': tools.map(shownTool),
    }),
  );
}

/** Returns the parts of the plan that every program and scenario must follow. */
function wholeOf(draft: Draft): unknown {
  return {
    title: draft.title,
    purpose: draft.purpose,
    clock: draft.clock,
    conventions: draft.conventions,
    sql: draft.sql.filter((each) => !/^\s*CREATE\s+VIEW/i.test(each)),
    views: draft.sql.filter((each) => /^\s*CREATE\s+VIEW/i.test(each)),
    roles: draft.roles,
    invariants: draft.invariants,
    anchors: draft.anchors,
  };
}

function toolsOf(draft: Draft): AuthorTool[] {
  return [
    ...draft.given,
    ...draft.added.map((tool): AuthorTool => ({
      name: tool.name,
      description: tool.description,
      audience: 'agent',
      parameters: { ...tool.parameters, type: 'object' },
    })),
  ];
}

function planned(draft: Draft, tools: readonly AuthorTool[]): unknown {
  return tools.map((tool) => ({ ...shownTool(tool), plan: draft.plans[tool.name] }));
}

function others(draft: Draft, tools: readonly AuthorTool[]): unknown {
  return toolsOf(draft)
    .filter((tool) => !tools.includes(tool))
    .map(
      ({ name }) =>
        `${name} (${draft.plans[name]?.effect ?? 'read'}): ${(draft.plans[name]?.does ?? '').slice(0, SHORT)}`,
    );
}

export function rowsQuestion(draft: Draft): ModelRequest {
  return askingFor('rows', draft.name, ['rows'], {
    ...service(draft),
    plan: wholeOf(draft),
    seed: draft.promises,
    tools: toolsOf(draft).map(({ name }) => `${name}: ${draft.plans[name]?.does ?? ''}`),
  });
}

export function programQuestions(draft: Draft): ModelRequest[] {
  return slices(toolsOf(draft), SLICE).map((tools, at) =>
    askingFor('programs', `${draft.name} ${at + 1}`, ['programs', 'language'], {
      plan: wholeOf(draft),
      'other tools': others(draft, tools),
      prefix: prefixOf(at),
      'write these': planned(draft, tools),
    }),
  );
}

export function scenarioQuestions(draft: Draft): ModelRequest[] {
  return slices(toolsOf(draft), SLICE).map((tools, at) =>
    askingFor('scenarios', `${draft.name} ${at + 1}`, ['scenarios', 'scenario-format'], {
      plan: wholeOf(draft),
      'what the rows hold': draft.promises.map(({ says, at_least: least, sql }) => ({ says, least, sql })),
      'other tools': others(draft, tools),
      prefix: prefixOf(at),
      'pin these': planned(draft, tools),
    }),
  );
}

export const prefixOf = (at: number): string => `${String.fromCodePoint(97 + (at % 26))}_`;

export function mendQuestions(
  draft: Draft,
  gated: Gated,
  doubts: ReadonlyMap<string, readonly string[]>,
  round: number,
): ModelRequest[] {
  const complaints = new Map(gated.tools);
  for (const [tool, more] of doubts) complaints.set(tool, [...(complaints.get(tool) ?? []), ...more]);
  const wrong = toolsOf(draft).filter(({ name }) => complaints.has(name));
  const parts = slices(wrong, MEND_SLICE);
  if (parts.length === 0 && gated.world.length > 0) parts.push([]);
  return parts.map((tools, at) =>
    askingFor(
      'mend',
      `${draft.name} ${at + 1}`,
      ['mend', 'language'],
      {
        plan: wholeOf(draft),
        'complaints about tables, rows, invariants and promises':
          at === 0 && gated.world.length > 0 ? gated.world.slice(0, 24) : undefined,
        seed: at === 0 && gated.world.length > 0 ? draft.promises : undefined,
        'rows there are': at === 0 && gated.world.length > 0 ? rowsShown(draft) : undefined,
        'other tools': tools.length === 0 ? undefined : others(draft, tools),
        'mend these':
          tools.length === 0
            ? undefined
            : tools.map((tool) => ({
                ...shownTool(tool),
                plan: draft.plans[tool.name],
                program: draft.programs[tool.name]?.program,
                examples: draft.programs[tool.name]?.examples,
                complaints: complaints.get(tool.name),
              })),
        fragments: tools.length === 0 ? undefined : draft.fragments,
      },
      round,
    ),
  );
}

function rowsShown(draft: Draft): unknown {
  return recipeOf(draft).tables.map(({ table, rows, count }) =>
    rows === undefined ? { table, made: count } : { table, rows: rows.slice(0, 12), of: rows.length },
  );
}

export function settleQuestions(draft: Draft, gated: Gated, round: number): ModelRequest[] {
  const failed = draft.scenarios.filter(({ name }) => gated.scenarios.has(name));
  return slices(failed, SETTLE_SLICE).map((scenarios, at) => {
    const called = new Set(scenarios.map((scenario) => calledAt(scenario, gated.scenarios.get(scenario.name))));
    const tools = toolsOf(draft).filter(({ name }) => called.has(name));
    return askingFor(
      'settle',
      `${draft.name} ${at + 1}`,
      ['settle', 'scenario-format', 'language'],
      {
        plan: wholeOf(draft),
        views: draft.views,
        fragments: draft.fragments,
        tools: tools.map((tool) => ({
          ...shownTool(tool),
          plan: draft.plans[tool.name],
          program: draft.programs[tool.name]?.program,
          examples: draft.programs[tool.name]?.examples,
        })),
        'failed scenarios': scenarios.map((scenario) => ({
          scenario,
          failed: shownOutcome(gated.scenarios.get(scenario.name)),
        })),
      },
      round,
    );
  });
}

function calledAt(scenario: Scenario, outcome: FailedOutcome | undefined): string {
  return scenario.steps[(outcome?.step ?? 1) - 1]?.name ?? '';
}

function shownOutcome(outcome: FailedOutcome | undefined): unknown {
  if (outcome?.kind !== 'failed') return outcome?.detail;
  const answer = JSON.stringify(outcome.answer);
  return {
    step: outcome.step,
    difference: outcome.detail,
    call: outcome.call,
    answer: answer.length > 1500 ? `${answer.slice(0, 1500)}…` : outcome.answer,
  };
}

/**
 * Shows pairs of answers: one from the program, one from a copy of the program with a fault that no scenario notices. A
 * hash decides which of the two is called A, so that the order tells the model nothing.
 */
export function sharpenQuestions(
  draft: Draft,
  survivors: readonly Survivor[],
  round: number,
): { request: ModelRequest; pairs: readonly Pair[] }[] {
  return slices(survivors, PAIRS).map((part, at) => {
    const pairs = part.map((survivor): Pair => ({ survivor, service: isFirst(survivor) ? 'A' : 'B' }));
    const names = new Set(part.flatMap(({ difference }) => difference.calls.map(({ name }) => name)));
    const request = askingFor(
      'sharpen',
      `${draft.name} ${at + 1}`,
      ['sharpen', 'scenario-format'],
      {
        plan: wholeOf(draft),
        prefix: `s${round}${prefixOf(at)}`,
        tools: planned(
          draft,
          toolsOf(draft).filter(({ name }) => names.has(name)),
        ),
        pairs: pairs.map(({ survivor: { difference }, service: side }, index) => ({
          pair: index + 1,
          calls: difference.calls.slice(-3).map(({ by: _by, ...call }) => call),
          A: shownPart(difference, side === 'A' ? difference.was : difference.now),
          B: shownPart(difference, side === 'A' ? difference.now : difference.was),
        })),
      },
      round,
    );
    return { request, pairs };
  });
}

export interface Pair {
  readonly survivor: Survivor;
  readonly service: 'A' | 'B';
}

function isFirst({ place, operator, now }: Survivor): boolean {
  return Number.parseInt(sha256(`${place}${operator}${now}`).slice(0, 2), 16) % 2 === 0;
}

const MOST_ANSWER = 900;
const BEFORE = 300;

/**
 * Cuts a long answer to the part around the first difference between the two answers, so that the model sees the
 * difference.
 */
function shownPart({ was, now }: Survivor['difference'], text: string): string {
  if (Math.max(was.length, now.length) <= MOST_ANSWER) return text;
  let at = 0;
  while (at < was.length && was[at] === now[at]) at += 1;
  const from = Math.max(0, at - BEFORE);
  const part = text.slice(from, from + MOST_ANSWER);
  return `${from > 0 ? '…' : ''}${part}${from + MOST_ANSWER < text.length ? '…' : ''}`;
}

/** The point of view of each reviewer. Reviewers that differ only by their random seed give the same opinion. */
const EYES = [
  'You use this service every day. Does each call do what you came for, and does the answer tell you what you need next?',
  'You keep the books. Does every row that changed follow from the call, does a row that had to change stand still, do sums, states and times agree with each other?',
  'You wrote the real API of such a service. Are members, their forms, empty answers, errors and their codes, limits and orders such as its documentation would promise?',
] as const;

export function reviewQuestions(
  draft: Draft,
  transcripts: ReadonlyMap<string, readonly unknown[]>,
  reviewers: number,
  from: number,
): ModelRequest[] {
  const tools = toolsOf(draft).filter(({ name }) => transcripts.has(name));
  return slices(tools, REVIEW_SLICE).flatMap((part, at) =>
    Array.from({ length: reviewers }, (_each, reviewer) =>
      askingFor(
        'review',
        `${draft.name} ${at + 1}`,
        ['review'],
        {
          ...service(draft),
          'your eye': EYES[(reviewer + from - 1) % EYES.length],
          tools: part.map((tool) => ({ ...shownTool(tool), transcript: transcripts.get(tool.name) })),
        },
        reviewer + from,
      ),
    ),
  );
}

function slices<T>(all: readonly T[], size: number): T[][] {
  // parts of even size, because a last part with a single tool would cost a whole request
  const parts = Math.ceil(all.length / size);
  return Array.from({ length: parts }, (_each, at) =>
    all.slice(Math.round((at * all.length) / parts), Math.round(((at + 1) * all.length) / parts)),
  );
}
