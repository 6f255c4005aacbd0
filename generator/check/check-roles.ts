// Checks the roles of columns. Stored values must have the form that their column's role demands. Each write is also
// made again with another session seed and another start time; only columns of new ids (role minted) and of timestamps
// may then differ.
import { formatClock, parseClock } from '../../envs/clock.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { ColumnRole } from '../../envs/values/environment.ts';
import { canonicalJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool, ToolCall } from '../../envs/values/tool-schema.ts';
import { maskDiff, type Masking } from '../../envs/verification/masked-diff.ts';
import { matchChanges } from '../../envs/verification/match-changes.ts';
import type { World } from '../../envs/world/world.ts';
import type { Report } from './check-report.ts';

/**
 * Each write is made again in a world whose clock starts this many seconds later. The later time differs in hour and
 * second, and usually in day; a deadline that is a day or more away has not passed.
 */
const CLOCK_SHIFT = 23 * 3600 + 7;

/** A call that succeeded, and the calls before it. */
export interface Played {
  readonly before: readonly ToolCall[];
  readonly args: JsonObject;
}

/** For each role, tells whether a stored value has the form of the role. */
const FITS: Readonly<Partial<Record<ColumnRole, (value: Json) => boolean>>> = {
  boolean: (value) => value === null || value === 0 || value === 1,
  // a timestamp is a moment, a day, or the seconds since 1970
  timestamp: (value) =>
    value === null ||
    (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(value)) ||
    Number.isInteger(Number(value)),
  json: (value) => value === null || (typeof value === 'string' && isJson(value)),
};

export function checkRoles(world: World, report: Report, good: ReadonlyMap<string, readonly Played[]>): void {
  const check = new RoleCheck(world, report, good);
  check.seedFitsRoles();
  check.roles();
}

class RoleCheck {
  private readonly world: World;
  private readonly report: Report;
  private readonly good: ReadonlyMap<string, readonly Played[]>;

  constructor(world: World, report: Report, good: ReadonlyMap<string, readonly Played[]>) {
    this.world = world;
    this.report = report;
    this.good = good;
  }

  /**
   * Makes every write again with another session seed and start time. Each written column that is declared as minted or
   * timestamp must differ at least once, and no other column may differ.
   */
  roles(): void {
    const { environment } = this.world;
    const shifted = this.world.startingAt(formatClock(parseClock(environment.clock) + CLOCK_SHIFT));
    const seen = new Map<string, { written: boolean; differed: boolean }>();
    for (const { tool } of this.world.tools.values()) {
      if (tool.effect !== 'write') continue;
      for (const played of this.good.get(tool.name) ?? []) this.roleOf(tool, played, shifted, seen);
    }
    for (const [place, role] of Object.entries(environment.columns)) {
      const found = seen.get(place.toLowerCase());
      if ((role !== 'minted' && role !== 'timestamp') || found?.written !== true) continue;
      this.report.expect(
        found.differed,
        place,
        'role',
        `${place} is declared ${role}, but no write gives it a value of its own: it is the same under another seed and clock`,
      );
    }
  }

  private roleOf(
    tool: Tool,
    played: Played,
    shifted: World,
    seen: Map<string, { written: boolean; differed: boolean }>,
  ): void {
    const a = diffOf(this.world, tool, played, 1);
    const b = diffOf(shifted, tool, played, 2);
    if (a === undefined || b === undefined) {
      this.report.expect(
        false,
        tool.name,
        'role',
        'a good call is refused under another seed and clock: is a deadline within a day of the clock start?',
      );
      return;
    }
    const masking: Masking = {
      schema: this.world.schema,
      roles: this.world.roles,
      free: new Set(),
      listed: [],
      isOld: (id) => this.world.templateHolds(mintedPlaces(this.world), id),
    };
    const { differences } = matchChanges(maskDiff(a, masking), maskDiff(b, masking));
    this.report.expect(
      differences.length === 0,
      tool.name,
      'role',
      () =>
        `${JSON.stringify(played.args)} under another seed and clock: ${differences[0]?.message}; declare the column minted or timestamp, or take the value from the arguments`,
    );
    for (const [table, changes] of Object.entries(a)) {
      const other = b[table];
      const rows = (diff: typeof changes | undefined): JsonObject[] => [
        ...(diff?.inserted ?? []),
        ...(diff?.updated ?? []).map(({ after }) => after),
      ];
      const columns = new Set(rows(changes).flatMap((row) => Object.keys(row)));
      for (const column of columns) {
        const place = `${table}.${column}`.toLowerCase();
        const values = (diff: typeof changes | undefined): string =>
          canonicalJson(
            rows(diff)
              .map((row) => row[column] ?? null)
              .filter((value) => value !== null)
              .map((value) => JSON.stringify(value))
              .sort(),
          );
        const known = seen.get(place) ?? { written: false, differed: false };
        if (values(changes) !== '[]') known.written = true;
        if (values(changes) !== values(other)) known.differed = true;
        seen.set(place, known);
      }
    }
  }

  /** Checks that the values of the initial rows have the form of their column's role. */
  seedFitsRoles(): void {
    const { columns, seed } = this.world.environment;
    for (const [place, role] of Object.entries(columns)) {
      const fits = FITS[role];
      if (fits === undefined) continue;
      const [table, column = ''] = place.split('.');
      const wrong = seed.findIndex((each) => each.table === table && !fits(each.row[column] ?? null));
      this.report.expect(
        wrong < 0,
        place,
        'role',
        () => `line ${wrong + 1} of seed.jsonl holds ${JSON.stringify(seed[wrong]?.row[column])}, which is no ${role}`,
      );
    }
  }
}

function diffOf(world: World, tool: Tool, played: Played, seed: number): Diff | undefined {
  const store = new SessionStore();
  const session = store.create({ id: 'roles', world, seed });
  for (const call of played.before)
    store.call(session, { by: call.by ?? tool.audience, name: call.name, arguments: call.arguments });
  const answer = store.call(session, { by: tool.audience, name: tool.name, arguments: played.args });
  const diff = answer.ok ? store.diff(session) : undefined;
  store.close(session);
  return diff;
}

function mintedPlaces(world: World): [string, string][] {
  return [...world.roles]
    .filter(([, role]) => role === 'minted')
    .map(([place]) => place.split('.') as [string, string]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
