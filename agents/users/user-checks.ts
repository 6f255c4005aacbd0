// Checks a user that a language model plays. The user must not reveal values that only the solution contains, must
// not say values that differ from its facts or are invented, and must not agree to other changes than it wants. It must
// not end while the agent asks something, and must not use its own tools without an instruction.
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { EndReason, Task } from '../../envs/values/task.ts';
import { walkLeaves } from '../../envs/verification/derivable.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { DateOrder } from '../../envs/words/dates-said.ts';
import { plainWords, says, spoken } from '../../envs/words/spoken.ts';
import { hasScaffolding } from '../language/scaffolding.ts';
import { readSentences } from '../language/sentences.ts';
import { knownFacts, type KnownFact } from './known-facts.ts';
import { OwnTools } from './own-tools.ts';
import type { ToolGround } from './tool-words.ts';
import { weighProposal, type Wanted } from './weigh-proposal.ts';
import { isServed, type Wish } from './wishes.ts';

/** Matches words. TELLING matches values that a person can know but not guess, such as ids, numbers and addresses. */
const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}_.@#+/-]*[\p{L}\p{N}])?/gu;
const TELLING = /@|\d{3}|\d.*\p{L}|\p{L}.*\d/u;
const ORDINARY = /^\d{1,2}(?:st|nd|rd|th|am|pm|gb|mb|kg|cm|x)$|^(?:19|20)\d\d$/i;

/** A user that repeats a message of the agent word for word is at fault if the message has at least this many words. */
const PARROT = 6;

export class UserChecks {
  private readonly scenario: string;
  private readonly gold = new Set<string>();
  private readonly facts: readonly KnownFact[];
  private readonly tools: OwnTools;

  private readonly task: Task;
  private readonly wanted: Wanted;

  constructor(
    task: Task,
    tools: readonly Json[],
    wishes: readonly Wish[] = [],
    order: DateOrder = 'month-first',
    ground: ToolGround = {},
  ) {
    this.task = task;
    const { user, gold } = task;
    this.facts = knownFacts(task);
    this.tools = new OwnTools(tools, { ...ground, facts: this.facts });
    const told = [user.opening, user.goal, ...user.facts.map(({ key, value }) => spoken(value as Json, key))].join(
      ' . ',
    );
    this.wanted = { wishes, told, order };
    this.scenario = plainWords(
      [
        user.persona,
        user.opening,
        user.goal,
        ...user.facts.flatMap(({ key, value }) => [key, JSON.stringify(value)]),
      ].join(' '),
    );
    for (const call of gold.calls)
      walkLeaves(call.arguments as JsonObject, (leaf) => this.gold.add(String(leaf).toLowerCase()));
    for (const { value } of gold.outputs) this.gold.add(String(value).toLowerCase());
  }

  says(text: string, end: EndReason | undefined, messages: readonly EpisodeMessage[]): string | undefined {
    if (hasScaffolding(text)) return 'leaked scaffolding: marks of a template stand in what the user said';
    const last =
      messages.findLast(({ role, tool_calls }) => role === 'assistant' && tool_calls === undefined)?.content ?? '';
    const words = plainWords(last);
    if (words.trim().split(' ').length >= PARROT && plainWords(text).includes(words))
      return 'parroted: the user repeats the agent';
    const heard = messages.map(({ content }) => content).join('\n');
    const plain = plainWords(heard);
    const slips = this.facts.filter(({ say }) => say === 'wrong_first');
    for (const [token] of text.matchAll(TOKEN)) {
      if (!TELLING.test(token) || ORDINARY.test(token)) continue;
      const words = plainWords(token);
      if (this.scenario.includes(words) || plain.includes(words) || heard.includes(token)) continue;
      // the user may say a fact in another form, such as a date with the name of the month
      if (
        this.facts.some(
          ({ value, label }) => says(plainWords(text), value, label) && shapeOf(token) !== shapeOf(String(value)),
        )
      )
        continue;
      if (slips.some(({ value }) => shapeOf(String(value)) === shapeOf(token))) continue;
      if (this.gold.has(token.toLowerCase())) return `leaked gold: the user said ${token}, which nobody told them`;
      const meant = this.facts.find(({ value }) => typeof value === 'string' && shapeOf(value) === shapeOf(token));
      if (meant !== undefined) return `contradicted facts: the ${meant.label} is not ${token}`;
      return `invented: the user said ${token}, which they do not know`;
    }
    const open = readSentences(last).some(({ kind }) => kind === 'ask' || kind === 'permission');
    if (end === 'done' && (open || !messages.some(({ role }) => role === 'assistant')))
      return 'ended early: the agent was still asking';
    return undefined;
  }

  /**
   * Returns the fault if the user agrees to an action or a value that it does not want. Otherwise returns undefined.
   */
  agrees(acts: readonly string[], heard: string): string | undefined {
    if (!acts.includes('confirm') || this.wanted.wishes.length === 0) return undefined;
    const asked = readSentences(heard)
      .filter(({ kind }) => kind === 'permission')
      .map(({ text }) => text)
      .join(' ');
    const weighed = weighProposal(heard, asked, this.wanted);
    if (weighed.kind === 'deed') return 'agreed to something else: the customer did not ask for that';
    if (weighed.kind === 'value')
      return `agreed to something else: ${weighed.said} is not the ${weighed.slot.name} that the customer wants`;
    return undefined;
  }

  /**
   * Returns the fault if the user ends with thanks although its wishes are not fulfilled. Otherwise returns undefined.
   */
  async leaves(
    end: EndReason | undefined,
    messages: readonly EpisodeMessage[],
    changes: (() => Promise<Diff> | Diff) | undefined,
  ): Promise<string | undefined> {
    if (end !== 'done' || changes === undefined || Object.keys(this.task.gold.diff).length === 0) return undefined;
    if (!messages.some(({ role }) => role === 'assistant')) return undefined;
    return isServed(this.task, await changes()) ? undefined : 'ended early: what the customer wants is not done yet';
  }

  /**
   * Returns the fault if the user calls one of these tools without an instruction. A tool that only shows something
   * needs none. Otherwise returns undefined.
   */
  calls(names: readonly string[], messages: readonly EpisodeMessage[]): string | undefined {
    const told = new Set(
      messages
        .filter(({ role }) => role === 'assistant')
        .flatMap(({ content }) => this.tools.instructionsIn(content, { known: this.scenario }).map(({ name }) => name)),
    );
    const own = names.find((name) => !told.has(name) && !this.tools.looks(name));
    return own === undefined ? undefined : `harm by own tools: nobody told the user to use ${own}`;
  }
}

function shapeOf(text: string): string {
  return text.replaceAll(/\d+/g, '9').replaceAll(/\p{L}+/gu, 'a');
}
