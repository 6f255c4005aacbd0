// Compares callgym with another implementation of the same tools: it plays recorded calls and compares the result, the
// error text and the changed rows of each call.
import { GymError } from '../../envs/errors/gym-error.ts';
import { SessionStore, type CallAnswer } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import { asJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { ToolCall } from '../../envs/values/tool-schema.ts';
import { sameJson } from '../../envs/verification/same-json.ts';
import type { World } from '../../envs/world/world.ts';
import { applyPatch, buildDatabase, type Database, type DocumentTexts, type Operation } from './documents.ts';
import { KnownDocuments } from './known-documents.ts';
import { readReplays, type ProbeLine, type RecordedCall, type ReplayLine } from './read-replays.ts';
import { setupCalls, type Tau2Task } from './read-tasks.ts';
import { isSameRefusal } from './same-refusal.ts';

export interface Unequal {
  readonly task: string;
  readonly index: number;
  readonly name: string;
  readonly kind: 'result' | 'error' | 'error_text' | 'state';
  readonly expected: Json;
  readonly got: Json;
}

export interface Conformance {
  calls: number;
  equal: number;
  equal_strict: number;
  readonly unequal: Unequal[];
}

interface Origin {
  readonly setup: readonly ToolCall[];
  readonly gold: readonly RecordedCall[];
}

export function conform(world: World, tasks: readonly Task[], files: readonly string[]): Conformance {
  return new Conforming(world, tasks, files).run();
}

class Conforming {
  private readonly world: World;
  private readonly store = new SessionStore(undefined, { memo: false });
  private readonly replays: readonly ReplayLine[];
  private readonly probes: readonly ProbeLine[];
  private readonly origins = new Map<string, Origin>();
  private readonly outcome: Conformance = { calls: 0, equal: 0, equal_strict: 0, unequal: [] };
  private readonly documents: KnownDocuments;
  private sessions = 0;

  constructor(world: World, tasks: readonly Task[], files: readonly string[]) {
    this.world = world;
    this.documents = new KnownDocuments(world, this.store);
    const { replays, probes } = readReplays(files);
    this.replays = replays;
    this.probes = probes;
    for (const line of this.replays)
      this.origins.set(String(line.task_id), { setup: this.setupOf(line.initial_state), gold: line.calls });
    for (const task of tasks)
      this.origins.set(task.id, {
        setup: task.setup ?? [],
        gold: task.gold.calls.map(({ by, name, arguments: args, error }) => ({
          requestor: by === 'user' ? 'user' : 'assistant',
          name,
          arguments: args as JsonObject,
          error: error !== undefined,
        })),
      });
  }

  run(): Conformance {
    for (const line of this.replays) this.replay(line);
    for (const line of this.probes) this.probe(line);
    return this.outcome;
  }

  private setupOf(state: Tau2Task['initial_state']): ToolCall[] {
    return setupCalls(this.world, { id: '', initial_state: state ?? null });
  }

  private begin(setup: readonly ToolCall[]): Session {
    this.sessions += 1;
    return this.store.create({ id: `c${this.sessions}`, world: this.world, seed: 1, setup: { calls: setup } });
  }

  private replay(line: ReplayLine): void {
    const task = String(line.task_id);
    let session: Session;
    try {
      session = this.begin(
        line.initial_state === undefined || line.initial_state === null
          ? (this.origins.get(task)?.setup ?? [])
          : this.setupOf(line.initial_state),
      );
    } catch (error) {
      line.calls.forEach((call, index) => this.failed(task, index, call, error));
      return;
    }
    line.calls.forEach((call, index) => this.compare(session, task, index, call));
    this.store.close(session);
  }

  private probe(line: ProbeLine): void {
    const task = String(line.base_task_id);
    const origin = this.origins.get(task);
    const index = line.n_preceding_gold_calls + (line.preceding_calls?.length ?? 0);
    let session: Session;
    try {
      if (origin === undefined && line.n_preceding_gold_calls > 0)
        throw new GymError('BAD_INPUT', {
          where: task,
          what: 'neither the environment nor a replay has this task',
          mend: '',
        });
      session = this.begin(
        line.initial_state === undefined || line.initial_state === null
          ? (origin?.setup ?? [])
          : this.setupOf(line.initial_state),
      );
    } catch (error) {
      this.failed(task, index, line, error);
      return;
    }
    const before = [...(origin?.gold ?? []).slice(0, line.n_preceding_gold_calls), ...(line.preceding_calls ?? [])];
    const ours: string[] = [];
    for (const call of before) {
      const answer = this.call(session, renamed(call, line.generated_ids ?? [], ours));
      if ((line.generated_ids?.length ?? 0) > 0)
        for (const id of this.mintedIn(session)) if (!ours.includes(id)) ours.push(id);
      if (call.error === undefined || answer.ok === !call.error) continue;
      this.outcome.calls += 1;
      this.outcome.unequal.push({
        task,
        index,
        name: line.name,
        kind: 'error',
        expected: { before: call.name, error: call.error },
        got: { before: call.name, ...(answer.ok ? { ok: true } : { error: answer.error.message }) },
      });
      this.store.close(session);
      return;
    }
    this.compare(session, task, index, renamed(line, line.generated_ids ?? [], ours), ours);
    this.store.close(session);
  }

  /** Returns the new ids that tools made in this session. */
  private mintedIn(session: Session): string[] {
    return Object.entries(this.store.diff(session)).flatMap(([table, { inserted }]) =>
      (inserted ?? []).flatMap((row) =>
        Object.entries(row)
          .filter(([column]) => this.world.roles.get(`${table}.${column}`.toLowerCase()) === 'minted')
          .map(([, value]) => String(value)),
      ),
    );
  }

  private failed(task: string, index: number, call: RecordedCall, error: unknown): void {
    this.outcome.calls += 1;
    this.outcome.unequal.push({
      task,
      index,
      name: call.name,
      kind: 'state',
      expected: call.content ?? null,
      got: (error as Error).message,
    });
  }

  private call(session: Session, { requestor, name, arguments: args }: RecordedCall): CallAnswer {
    return this.store.call(session, { by: requestor === 'user' ? 'user' : 'agent', name, arguments: args });
  }

  private compare(
    session: Session,
    task: string,
    index: number,
    recorded: RecordedCall,
    ours: readonly string[] = [],
  ): void {
    this.outcome.calls += 1;
    const step = session.entries.length;
    const answer = this.call(session, recorded);
    const unequal = (kind: Unequal['kind'], expected: Json, got: Json): void => {
      this.outcome.unequal.push({ task, index, name: recorded.name, kind, expected, got });
    };
    const content = recorded.content ?? '';
    const minted = new Map<string, string>();
    (recorded.generated_ids ?? []).forEach((id, at) => minted.set(id, ours[at] ?? ''));
    const committed = session.entries.at(-1)?.committed === true;
    const changes = (recorded.db_diff?.length ?? 0) + (recorded.user_db_diff?.length ?? 0);
    let exact = true;
    if (recorded.error === true) {
      const text = content.replace(/^Error: /, '');
      if (answer.ok) return unequal('error', text, answer.result);
      exact = answer.error.message === text;
      if (!exact && (committed || changes > 0 || !isSameRefusal(this.world, recorded, text, answer.error)))
        return unequal('error_text', text, answer.error.message);
    } else {
      if (!answer.ok) return unequal('error', content, answer.error.message);
      if (!equal(reread(content), asJson(answer.result), minted))
        return unequal('result', reread(content), answer.result);
    }
    if (committed || changes > 0) {
      const difference = this.stateDifference(session, step, recorded, minted);
      if (difference !== undefined) return unequal('state', difference.expected, difference.got);
    }
    this.outcome.equal += 1;
    if (exact) this.outcome.equal_strict += 1;
  }

  private stateDifference(
    session: Session,
    step: number,
    recorded: RecordedCall,
    minted: Map<string, string>,
  ): { expected: Json; got: Json } | undefined {
    const after = this.documents.at(session, session.entries.length);
    const before = this.documents.at(session, step);
    const changed = changedKeys(before, after);
    for (const database of ['agent', 'user'] as const) {
      const operations = (database === 'agent' ? recorded.db_diff : recorded.user_db_diff) ?? [];
      const wanted = (name: string, key: string): boolean =>
        changed.has(`${name}\n${key}`) || touches(operations, name, key, database);
      const expected = buildDatabase(before, database, wanted);
      const got = buildDatabase(after, database, wanted);
      try {
        applyPatch(expected, operations);
      } catch (error) {
        return { expected: asJson(operations), got: (error as Error).message };
      }
      if (!equal(expected, got, minted)) return firstDifference(expected, got, '', minted);
    }
    return undefined;
  }
}

/**
 * Returns a recorded call with this session's ids in place of the recorded ids. The first id made here replaces the
 * first recorded id, and so on.
 */
function renamed<T extends RecordedCall>(call: T, theirs: readonly string[], ours: readonly string[]): T {
  const replace = (value: Json): Json => {
    if (typeof value === 'string') return ours[theirs.indexOf(value)] ?? value;
    if (Array.isArray(value)) return (value as readonly Json[]).map(replace);
    return isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each)]))
      : value;
  };
  return ours.length === 0 ? call : { ...call, arguments: replace(call.arguments) as JsonObject };
}

function changedKeys(before: DocumentTexts, after: DocumentTexts): Set<string> {
  const changed = new Set<string>();
  for (const [name, documents] of after) {
    const old = before.get(name) ?? new Map<string, string>();
    for (const [key, text] of documents) if (old.get(key) !== text) changed.add(`${name}\n${key}`);
    for (const key of old.keys()) if (!documents.has(key)) changed.add(`${name}\n${key}`);
  }
  return changed;
}

function touches(operations: readonly Operation[], name: string, key: string, database: Database): boolean {
  const bare = name.replace(/^user\./, '');
  if (name.startsWith('user.') !== (database === 'user')) return false;
  const list = bare.endsWith('[]');
  const member = bare.replace(/(?:\[\]|!)$/, '');
  return operations.some(({ path }) => {
    const [, first, second] = path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return first === member && (list || bare.endsWith('!') || second === undefined || second === key);
  });
}

/** Parses a text that contains JSON, because recordings store the text that an agent sees. */
function reread(value: Json): Json {
  if (typeof value !== 'string') return plainJson(value);
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/**
 * Tells whether two values are equal. Reals may differ by 1e-9. An id that a tool made may differ from the recorded id,
 * but each recorded id must always correspond to the same id.
 */
function equal(expected: Json, got: Json, minted: Map<string, string>): boolean {
  if (minted.size === 0) return sameJson(expected, got);
  if (typeof expected === 'string' && typeof got === 'string') {
    const known = minted.get(expected);
    if (known === undefined) return expected === got;
    if (known === '') minted.set(expected, got);
    return minted.get(expected) === got;
  }
  if (Array.isArray(expected) && Array.isArray(got))
    return expected.length === got.length && expected.every((each, at) => equal(each as Json, got[at] as Json, minted));
  if (isJsonObject(expected) && isJsonObject(got)) {
    const renamed = Object.entries(expected).map(([key, value]): [string, Json] => {
      if (!minted.has(key)) return [key, value];
      const fresh =
        minted.get(key) === '' ? Object.keys(got).find((each) => !Object.hasOwn(expected, each)) : minted.get(key);
      if (fresh !== undefined) minted.set(key, fresh);
      return [fresh ?? key, value];
    });
    return (
      renamed.length === Object.keys(got).length &&
      renamed.every(([key, value]) => Object.hasOwn(got, key) && equal(value, got[key] as Json, minted))
    );
  }
  return sameJson(expected, got);
}

function firstDifference(
  expected: Json,
  got: Json,
  path: string,
  minted: Map<string, string>,
): { expected: Json; got: Json } {
  if (isJsonObject(expected) && isJsonObject(got)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)]))
      if (
        !Object.hasOwn(expected, key) ||
        !Object.hasOwn(got, key) ||
        !equal(expected[key] as Json, got[key] as Json, minted)
      )
        return firstDifference(expected[key] ?? null, got[key] ?? null, `${path}/${key}`, minted);
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    const at = expected.findIndex((each, index) => !equal(each as Json, got[index] as Json, minted));
    if (at >= 0) return firstDifference(expected[at] as Json, got[at] as Json, `${path}/${at}`, minted);
  }
  return { expected: { path, value: expected }, got: { path, value: got } };
}
