// Judges the agent's words: they must contain the answers that the task asks for, refuse if the task demands a refusal,
// give the right reason, and claim nothing that the log contradicts.
import { isJsonObject, plainJson, type Json } from '../values/json.ts';
import { leavesOf } from '../values/places.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Task, TaskOutput } from '../values/task.ts';
import type { VerdictFailure } from '../values/verdict.ts';
import { proposedPart } from '../words/asked-part.ts';
import { clausesOf, plainMarks } from '../words/clauses.ts';
import { dateOrderOf, type DateOrder } from '../words/dates-said.ts';
import { numbersSaid } from '../words/numbers-said.ts';
import { plainWords, spoken } from '../words/spoken.ts';
import type { World } from '../world/world.ts';
import { isGrounded, judgeAnswer, saysAnswer, type Answered } from './answers.ts';
import { earlyClaims } from './early-claims.ts';
import { claimsIn, consentFaults, falseClaims, isChange, keysShown, type ClaimGround } from './claims.ts';
import { readRefusal, type RefusalRead } from './refusals.ts';
import { schemaForbids } from './schema-forbids.ts';
import { traceOf, type Said } from './trace.ts';
import { worldValues } from './world-values.ts';

export interface WordsGround {
  readonly world: World;
  readonly task: Task;
  readonly log: readonly LogEntry[];
  readonly messages: readonly EpisodeMessage[];
}

/** A failure in the agent's words. If `unread` is true, it is uncertain whether the words contain the answer. */
export type WordsFailure = Omit<VerdictFailure, 'part'> & { readonly unread?: boolean };

const MOST_REASONS = 2;

/**
 * Judges the values that the agent must say. A refusal counts here with any reason, because `judgeReason` judges the
 * reason.
 */
export function judgeOutputs(ground: WordsGround): WordsFailure[] {
  const { outputs } = ground.task.gold;
  return answeredOutputs(ground).flatMap((answered, at): WordsFailure[] => {
    if (answered.pass === true) return [];
    const expected = (outputs[at]?.value ?? null) as Json;
    const { found, message } = answered;
    return [{ step: null, expected, found, message, ...(answered.pass === null ? { unread: true } : {}) }];
  });
}

/** Tells for each output whether the agent said it. If not, tells the value that the agent said instead. */
export function answeredOutputs(ground: WordsGround): Answered[] {
  const { task, log, messages, world } = ground;
  const { outputs } = task.gold;
  const { said } = traceOf(log, messages);
  const order = orderOf(world);
  return outputs.map((output) =>
    output.type === 'contains'
      ? contains(output, said)
      : output.type === 'reason'
        ? judgeRefusal(output, ground)
        : judgeAnswer(output, outputs, said, log, { order }),
  );
}

/** Tells whether the agent gave the right reason for refusing. Returns undefined if its words show no reason. */
export function judgeReason(ground: WordsGround): { readonly pass: boolean; readonly found: Json } | undefined {
  const wanted = ground.task.gold.outputs.find(({ type }) => type === 'reason')?.value;
  const read = refusalsIn(ground).findLast(({ declines }) => declines);
  if (wanted === undefined || read === undefined || read.reasons.length === 0) return undefined;
  const { reasons } = read;
  return { pass: reasons.length <= MOST_REASONS && reasons.some((each) => each === wanted), found: [...reasons] };
}

function refusalsIn({ task, log, messages, world }: WordsGround): RefusalRead[] {
  const { gold } = task;
  const wish = {
    told: toldBy(task, messages),
    tools: [...(gold.declines ?? []), ...gold.calls.filter(({ error }) => error !== undefined)].map(({ name }) => name),
    ...reasonOf(task),
    shown: `${world.environment.policy} ${log.map((entry) => JSON.stringify(entry.result ?? entry.error ?? null)).join(' ')}`,
  };
  return traceOf(log, messages)
    .said.filter(({ role }) => role === 'assistant')
    .map(({ text }) => readRefusal(text, wish));
}

function reasonOf({ gold }: Task): { reason?: string } {
  const reason = gold.outputs.find(({ type }) => type === 'reason')?.value;
  return reason === undefined ? {} : { reason: String(reason) };
}

function judgeRefusal(output: TaskOutput, ground: WordsGround): Answered {
  const { log, world, task } = ground;
  const reads = refusalsIn(ground);
  // an announced action that is followed by a refusal does not count as a claim
  const declined = reads.findLastIndex(({ declines }) => declines);
  const [claim] = reads.flatMap(({ claims }, at) => claims.filter(({ kind }) => kind === 'done' || at >= declined));
  if (claim !== undefined && !log.some(isChange))
    return { pass: false, found: claim.text, message: 'the reply claims something that was not done' };
  const unread = reads.some((each) => each.unread);
  if (!reads.some(({ declines }) => declines) && !unread)
    return {
      pass: false,
      found: null,
      message: reads.some(({ elsewhere }) => elsewhere)
        ? 'something else is declined than what the user asked for'
        : 'nothing that the agent said declines the wish',
    };
  const from = (output.from ?? []).filter((each) => each !== 'INVALID_ARGUMENT' || !schemaForbids(world, task));
  if (!isGrounded({ ...output, from } as TaskOutput, log.slice(1)))
    return { pass: false, found: null, message: 'it is declined, but nothing was looked up that shows why' };
  return declined === -1 ? { pass: null, found: null, message: UNREAD } : { pass: true };
}

const UNREAD = 'whether the reply declines the wish cannot be read with certainty';

/**
 * Returns the claims that the log contradicts, data that were told before any call had succeeded, and the changes that
 * differ from the proposal to which the user agreed.
 */
export function judgeClaims({ world, task, log, messages }: WordsGround): WordsFailure[] {
  const order = orderOf(world);
  const told = toldBy(task, messages);
  const found: WordsFailure[] = [];
  const { steps } = traceOf(log, messages);
  const written = knownAhead(world, task);
  let proposal = '';
  let agreed: readonly string[] | undefined;
  let reported = 0;
  let heard = '';
  const done: LogEntry[] = [];
  const ground = (): ClaimGround => ({
    log: [...done],
    told,
    order,
    written,
    values: worldValues(world),
    choices: (tool, name) => choicesOf(world, tool, name),
    about: (tool) => wordsAbout(world, tool),
    isAnswer: (sentence) => task.gold.outputs.some((output) => saysAnswer(output, sentence)),
  });
  const fail = (step: number | null, faults: readonly { text: string; message: string }[]): void => {
    for (const { text, message } of faults.slice(0, 1)) found.push({ step, expected: null, found: text, message });
  };
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'call') {
      const { entry } = step;
      if (isAgentsChange(entry) && agreed !== undefined) {
        const next = steps.findIndex((each, index) => index > at && each.kind === 'message' && each.role === 'user');
        const beside = steps
          .slice(at + 1, next === -1 ? steps.length : next)
          .flatMap((each) => (each.kind === 'call' && isAgentsChange(each.entry) ? [each.entry] : []));
        const faults = (words: string): ReturnType<typeof consentFaults> =>
          consentFaults(words, entry, ground(), beside);
        if (world.environment.speech?.tools[entry.name]?.asks !== false) {
          const [alone, ...withUser] = agreed.map(faults);
          if (alone !== undefined && withUser.every((each) => each.length > 0)) fail(entry.index, alone);
        }
        agreed = undefined;
      }
      done.push(entry);
    } else if (step.role === 'assistant') {
      fail(null, falseClaims(step.text, ground(), done.slice(reported).filter(isChange)));
      if (!done.some(({ ok }) => ok))
        fail(
          null,
          earlyClaims(step.text, () => `${written} . ${heard} . ${JSON.stringify(done)}`, order),
        );
      // if a message reports a change and then asks about the next one, only the next one is its proposal
      const changes = done.slice(reported).filter(isChange);
      const reports = changes.length > 0 || task.gold.outputs.some((each) => saysAnswer(each, step.text));
      reported = done.length;
      proposal = `${proposal}\n${reports ? withoutReports(proposedPart(step.text), changes) : step.text}`;
    } else {
      // if the user agrees and repeats the wish, the consent covers both texts; a value is right if one of them has it
      const words = step.acts.includes('ask') ? [proposal, `${proposal}\n${step.text}`] : [proposal];
      heard = `${heard} . ${step.text}`;
      agreed = step.acts.includes('confirm') ? words : undefined;
      proposal = '';
    }
  }
  return found;
}

/**
 * Removes clauses that report a finished change, if the message then asks a question: "Your ticket NL-87 is now for
 * 10:05. Shall I book NL-38?"
 */
function withoutReports(text: string, changes: readonly LogEntry[]): string {
  const plain = plainMarks(text);
  if (changes.length === 0 || !plain.includes('?')) return text;
  const keys = changes.flatMap(({ arguments: args, result }) => [
    ...keysShown(args as Json),
    ...keysShown(plainJson((result ?? null) as Json)),
  ]);
  const shown = new Set(
    changes.flatMap(({ arguments: args, result }) =>
      leavesOf([args as Json, plainJson((result ?? null) as Json)]).map(({ value }) => value),
    ),
  );
  const isReport = (clause: string): boolean =>
    !AHEAD.test(clause) &&
    ((IS_NOW.test(clause) && keys.some((key) => plainWords(clause).includes(plainWords(key)))) ||
      claimsIn(clause).some(({ kind }) => kind === 'done')) &&
    // a price that belongs to no finished change belongs to the proposal
    numbersSaid(clause).every(({ isMoney, number }) => !isMoney || shown.has(number));
  const reports = clausesOf(text).filter((clause) => isReport(plain.slice(clause.start, clause.end)));
  return reports.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, plain);
}

const IS_NOW = /\b(?:now|already|(?:is|are|has been|have been) \w+ed)\b/i;

const AHEAD = /\?|\b(?:i|we) (?:can|could|may|must|would|will|shall|need|have to|want|propose|suggest)\b|'(?:ll|d)\b/i;

/**
 * Returns the text that an agent knows before its first call: the policy, the tools, the date and the user's first
 * message.
 */
function knownAhead({ environment }: World, { user }: Task): string {
  const tools = environment.tools.map(({ description, parameters }) => JSON.stringify([description, parameters]));
  return [environment.policy, ...tools, environment.clock, user.opening].join(' . ');
}

function isAgentsChange(entry: LogEntry): boolean {
  return isChange(entry) && entry.by === 'agent';
}

function orderOf({ environment }: World): DateOrder {
  return dateOrderOf(environment.locale);
}

/**
 * Returns one text with all that the user wants and has said, and the right answers. A value in this text is not a
 * false claim.
 */
function toldBy({ user, gold }: Task, messages: readonly EpisodeMessage[]): string {
  return [
    user.opening,
    user.goal,
    ...user.facts.map(({ key, value }) => spoken(value as Json, key)),
    ...gold.outputs.map(({ key, type, value }) => spoken(value as Json, type === 'money' ? 'amount' : key)),
    ...messages
      .filter(({ role, tool_calls }) => role === 'user' && tool_calls === undefined)
      .map(({ content }) => content),
  ].join(' . ');
}

function wordsAbout({ tools, environment }: World, name: string): string {
  return [tools.get(name)?.tool.description ?? '', ...(environment.speech?.tools[name]?.proposes ?? [])].join(' . ');
}

function choicesOf(world: World, tool: string, name: string): readonly Json[] {
  const properties = world.tools.get(tool)?.tool.parameters['properties'];
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(property) && Array.isArray(property['enum']) ? (property['enum'] as readonly Json[]) : [];
}

/** Searches for a text as tau2-bench does: upper and lower case and commas are ignored. */
function contains(output: TaskOutput, said: readonly Said[]): Answered {
  const wanted = String(output.value).toLowerCase();
  const found = said.some(
    ({ role, text }) => role === 'assistant' && text.toLowerCase().replaceAll(',', '').includes(wanted),
  );
  return found
    ? { pass: true }
    : {
        pass: false,
        found: null,
        message: `nothing that the agent said contains ${JSON.stringify(output.value)} (${output.key})`,
      };
}
