// Makes seed rows from a recipe, the environment's schema and its clock. The same seed gives the same rows. Dates are
// relative to the environment's clock, and nothing reads the real time.
import { Faker, en } from '@faker-js/faker';
import { sha256 } from '../../envs/values/hash.ts';
import { parseClock } from '../../envs/clock.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import type { Environment, SeedRow } from '../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { sqlText } from '../../envs/values/program.ts';
import { makeParser } from '../../envs/values/validator.ts';
import { World } from '../../envs/world/world.ts';
import { fittingText, sampleText } from './sample-schema.ts';
import { NoRoom, problem, type Kitchen, type Place, type Row } from './kitchen.ts';
import { makeCalculated, makePrice } from './makers/figures.ts';
import { makeItem } from './makers/item.ts';
import { makeLinked, makeRecord, makeReference } from './makers/references.ts';
import { drawInteger, drawWeighted } from './makers/draws.ts';
import { fillTemplate, fitted } from './makers/texts.ts';
import { makeBetween, makeTime, readTime } from './makers/time.ts';
import { RECIPE_SCHEMA, type Maker, type Recipe, type TableRecipe } from './recipe-schema.ts';

/** The number of different JSON documents in one column. */
const DOCUMENTS = 5;
/** The number of tries to make a row that repeats no other row. */
const MOST_ROWS = 12;
/** The number of texts from a schema's `like` maker that are tried. */
const LIKELY = 3;

export const parseRecipe = makeParser<Recipe>(RECIPE_SCHEMA, 'docs/environments.md shows the makers');

/** Makes the rows of a recipe. Rows that the environment already has are ignored. */
export function makeSeed(recipe: Recipe, environment: Environment): SeedRow[] {
  const cook = new Cook(recipe, environment.clock);
  const rows = recipe.tables.flatMap((table) =>
    cook.table(table).map((row): SeedRow => ({ table: table.table, row: visible(row) })),
  );
  if (recipe.as_made === true && recipe.finish === undefined) return rows;
  // the schema and the final statements are enough here, so tools and rules are left out
  const bare: Environment = { ...environment, tools: [], rules: [], seed: rows };
  const { after: _after, ...rest } = bare;
  const world = new World(rest);
  try {
    return world.finishedRows((recipe.finish ?? []).map(sqlText), [
      ...new Set(recipe.tables.map(({ table }) => table)),
    ]);
  } finally {
    world.close();
  }
}

/**
 * The largest number of draws until a name belongs to the wanted half of all names. The chance that all 200 draws miss
 * is one in 2 to the power of 200.
 */
const MOST_NAMES = 200;

function halfOf(name: string): 'a' | 'b' {
  return Number.parseInt(sha256(name.toLowerCase()).slice(0, 2), 16) % 2 === 0 ? 'a' : 'b';
}

class Cook implements Kitchen {
  readonly recipe: Recipe;
  readonly now: number;
  private readonly made = new Map<string, Row[]>();
  private readonly used = new Map<string, Set<Json>>();
  private readonly counters = new Map<string, number>();
  private readonly decks = new Map<string, Json[]>();
  private readonly documents = new Map<JsonObject, Json[]>();
  private faker = new Faker({ locale: en });
  random: Random;

  constructor(recipe: Recipe, clock: string) {
    this.recipe = recipe;
    this.now = parseClock(clock);
    this.random = makeRandom(recipe.seed);
  }

  table(recipe: TableRecipe): Row[] {
    // each table has a separate random stream, so that a change in one table does not change the other tables
    this.random = makeRandom(this.recipe.seed, recipe.table);
    this.faker = new Faker({ locale: en, seed: this.random.int(1, 2 ** 31 - 1) });
    this.faker.setDefaultRefDate(new Date(this.now * 1000));
    const rows: Row[] = (recipe.rows ?? []).map((row) => ({ ...row }));
    if (recipe.columns !== undefined) {
      const parents: readonly (Row | undefined)[] =
        recipe.per === undefined
          ? [undefined]
          : this.rowsOf(recipe.per, recipe.table).filter((row) => matches(row, recipe.where));
      for (const parent of parents) {
        const [least, most] =
          typeof recipe.count === 'number' ? [recipe.count, recipe.count] : (recipe.count ?? [1, 1]);
        const count = this.random.int(least, most);
        const siblings: Row[] = [];
        for (let position = 0; position < count; position++) {
          const row = this.roomy(recipe, parent, position, siblings, rows);
          if (row === undefined) continue;
          siblings.push(row);
          rows.push(row);
        }
      }
    }
    this.made.set(recipe.table, [...(this.made.get(recipe.table) ?? []), ...rows]);
    return rows;
  }

  /** Makes a row that repeats no other row, if the recipe demands this. Returns undefined if no such row is found. */
  private roomy(
    recipe: TableRecipe,
    parent: Row | undefined,
    position: number,
    siblings: readonly Row[],
    rows: readonly Row[],
  ): Row | undefined {
    for (let attempt = 0; attempt < MOST_ROWS; attempt++) {
      try {
        const row = this.row(recipe, parent, position, siblings, rows);
        if (!(recipe.distinct ?? []).some((columns) => repeats(row, rows, columns))) return row;
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
      }
    }
    return undefined;
  }

  private row(
    recipe: TableRecipe,
    parent: Row | undefined,
    position: number,
    siblings: readonly Row[],
    rows: readonly Row[],
  ): Row {
    const row: Row = {};
    for (const [column, maker] of Object.entries(recipe.columns ?? {})) {
      row[column] = this.make(maker, { recipe, column, row, parent, position, siblings, rows });
    }
    return row;
  }

  make(maker: Maker, at: Place): Json {
    if (maker === null || typeof maker !== 'object') return maker;
    if ('digits' in maker)
      return this.unique(
        at,
        () => `${maker.prefix ?? ''}${this.random.int(10 ** (maker.digits - 1), 10 ** maker.digits - 1)}`,
      );
    if ('count' in maker) {
      const next = this.counters.get(at.recipe.table + at.column) ?? maker.from ?? 1;
      this.counters.set(at.recipe.table + at.column, next + 1);
      return `${maker.count}${String(next).padStart(maker.width ?? 0, '0')}`;
    }
    if ('serial' in maker) {
      const next = this.counters.get(at.recipe.table + at.column) ?? maker.serial;
      this.counters.set(at.recipe.table + at.column, next + 1);
      return next;
    }
    if ('pick' in maker) return this.picked(maker, at);
    if ('only_once' in maker) return this.distinct(maker.only_once, at);
    if ('fake' in maker) return this.fake(maker.fake, maker.arguments, at);
    if ('template' in maker)
      return maker.unique === true
        ? this.unique(at, (attempt) => fillTemplate(maker.template, at, attempt, this))
        : fillTemplate(maker.template, at, 0, this);
    if ('int' in maker) return drawInteger(maker, this.random);
    if ('real' in maker)
      return Number((maker.real[0] + this.random.real() * (maker.real[1] - maker.real[0])).toFixed(maker.places ?? 2));
    if ('time' in maker) return makeTime(maker, at, this);
    if ('read' in maker) return readTime(maker, at, this);
    if ('parent' in maker) return this.value(at.parent, maker.parent, at);
    if ('position' in maker) return at.position + maker.position;
    if ('row_of' in maker) return makeReference(maker, at, this);
    if ('of' in maker) return makeLinked(maker, at, this);
    if ('case' in maker)
      return this.make(maker.when[String(this.value(at.row, maker.case, at))] ?? maker.else ?? null, at);
    if ('record' in maker) return makeRecord(maker, at, this);
    if ('item' in maker) return makeItem(maker, at, this);
    if ('deck' in maker) return this.dealt(maker, at);
    if ('calc' in maker) return makeCalculated(maker, at, this);
    if ('price' in maker) return makePrice(maker.price, this);
    if ('list' in maker) return this.listed(maker, at);
    if ('object' in maker)
      return JSON.stringify(
        Object.fromEntries(Object.entries(maker.object).map(([name, each]) => [name, this.inner(each, at)])),
      );
    if ('between' in maker) return makeBetween(maker, at, this);
    if ('other_than' in maker) return this.other(maker, at);
    if ('schema' in maker) return this.likely(maker, at) ?? this.structured(maker.schema, at);
    if ('fit' in maker) return fitted(String(this.make(maker.fit, at) ?? ''), maker.least, maker.most);
    if ('cycle' in maker) return maker.cycle[at.position % maker.cycle.length] ?? null;
    if ('epoch' in maker) return parseClock(String(this.make(maker.epoch, at)));
    return this.random.real() < maker.chance ? this.make(maker.make, at) : this.make(maker.else ?? null, at);
  }

  /** Makes a text with the maker in `like`, in a spelling that the schema allows. Returns undefined if no try fits. */
  private likely({ schema, like }: Extract<Maker, { schema: JsonObject }>, at: Place): Json | undefined {
    if (like === undefined) return undefined;
    for (let attempt = 0; attempt < LIKELY; attempt++) {
      const text = fittingText(schema, String(this.make(like, at) ?? ''));
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /**
   * Makes a JSON document or, for a schema of type string, a text. A column has at most DOCUMENTS different documents,
   * because they are slow to make; its texts may all differ.
   */
  private structured(schema: JsonObject, at: Place): Json {
    const known = this.documents.get(schema) ?? [];
    this.documents.set(schema, known);
    const isKey = schema['type'] === 'string';
    if (!isKey && known.length >= DOCUMENTS) return this.random.pick(known);
    const made = sampleText(schema, this.random, (inner) => this.make(inner, at));
    if (!isKey) known.push(made);
    return made;
  }

  /** Takes the values of a list in random order, each once. When all values are used, the list begins again. */
  private dealt(maker: Extract<Maker, { deck: unknown }>, at: Place): Json {
    const place = `${at.recipe.table}.${at.column} ${JSON.stringify(maker.deck)}`;
    const left = this.decks.get(place) ?? [];
    if (left.length === 0) left.push(...this.random.shuffled(maker.deck));
    this.decks.set(place, left);
    return left.pop() ?? null;
  }

  /** Makes a value inside a JSON document. A list or an object is inserted as a value, not as JSON text. */
  private inner(maker: Maker, at: Place): Json {
    const value = this.make(maker, at);
    const isText = maker !== null && typeof maker === 'object' && ('list' in maker || 'object' in maker);
    return isText ? (JSON.parse(String(value)) as Json) : value;
  }

  private listed(maker: Extract<Maker, { list: unknown }>, at: Place): Json {
    const wanted = this.random.int(maker.least, maker.most);
    const made: Json[] = [];
    for (let attempt = 0; made.length < wanted && attempt < wanted * 8; attempt++) {
      const value = this.inner(maker.list, at);
      if (!made.some((each) => JSON.stringify(each) === JSON.stringify(value))) made.push(value);
    }
    return JSON.stringify(made);
  }

  private other(maker: Extract<Maker, { other_than: unknown }>, at: Place): Json {
    const taken = this.value(at.row, maker.other_than, at);
    for (let attempt = 0; attempt < MOST_ROWS * 4; attempt++) {
      const value = this.make(maker.make, at);
      if (value !== taken) return value;
    }
    throw new NoRoom();
  }

  private unique(at: Place, draw: (attempt: number) => Json): Json {
    const place = `${at.recipe.table}.${at.column}`;
    const used = this.used.get(place) ?? new Set<Json>();
    this.used.set(place, used);
    for (let attempt = 0; attempt < 1000; attempt++) {
      const value = draw(attempt);
      if (used.has(value)) continue;
      used.add(value);
      return value;
    }
    throw problem(at, 'finds no value that is not used yet');
  }

  /** Makes a text that no row has yet. After a few draws, a number is added to the text. */
  private distinct(maker: Maker, at: Place): Json {
    const place = `${at.recipe.table}.${at.column}`;
    const used = this.used.get(place) ?? new Set<Json>();
    this.used.set(place, used);
    let text = '';
    for (let attempt = 0; attempt < 8; attempt++) {
      text = String(this.make(maker, at));
      if (!used.has(text)) break;
    }
    while (used.has(text)) {
      const next = (this.counters.get(`${place} ${text}`) ?? 1) + 1;
      this.counters.set(`${place} ${text}`, next);
      if (!used.has(`${text}${next}`)) text = `${text}${next}`;
    }
    used.add(text);
    return text;
  }

  private picked(maker: Extract<Maker, { pick: unknown }>, at: Place): Json {
    if (!Array.isArray(maker.pick)) return drawWeighted(maker.pick as Readonly<Record<string, number>>, this.random);
    const items = maker.pick as readonly Json[];
    const taken = maker.distinct === true ? new Set(at.siblings.map((row) => row[at.column])) : undefined;
    const open = taken === undefined ? items : items.filter((item) => !taken.has(item));
    if (open.length === 0) throw problem(at, 'has no distinct value left');
    return this.random.pick(open);
  }

  private fake(name: string, args: Json | undefined, at: Place): Json {
    const [module = '', method = ''] = name.split('.');
    // the recipe names the method as a text, so TypeScript cannot know its type
    const modules = this.faker as unknown as Record<string, Record<string, unknown>>;
    const make = Object.hasOwn(modules, module) ? modules[module]?.[method] : undefined;
    if (typeof make !== 'function') throw problem(at, `there is no ${name}`);
    const draw = (): unknown => (make as (options?: unknown) => unknown).call(modules[module], args);
    const value = this.recipe.names !== undefined && module === 'person' ? this.named(method, draw) : draw();
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw problem(at, `${name} gives no plain value`);
    return typeof value === 'boolean' ? Number(value) : value;
  }

  /**
   * Draws names from one half of all names if the recipe says so. With different halves, two recipes have different
   * people.
   */
  private named(method: string, draw: () => unknown): unknown {
    const half = (make: () => string): string => {
      let name = make();
      for (let again = 0; again < MOST_NAMES && halfOf(name) !== this.recipe.names; again++) name = make();
      return name;
    };
    const { person } = this.faker;
    if (method === 'fullName') return `${half(() => person.firstName())} ${half(() => person.lastName())}`;
    return /^(?:first|last|middle)Name$/.test(method) ? half(() => String(draw())) : draw();
  }

  value(row: Row | undefined, column: string, at: Place): Json {
    const value = row !== undefined && column in row ? row[column] : row === at.row ? at.parent?.[column] : undefined;
    if (value === undefined) throw problem(at, `knows no ${column}`);
    return value;
  }

  rowsOf(table: string, by: string): readonly Row[] {
    const rows = this.made.get(table);
    if (rows === undefined)
      throw badInput({ file: 'seed.recipe.json', path: by, what: `needs ${table}, which is not made before it` });
    return rows;
  }
}

/** Leaves out columns whose names begin with _, because they only help to make other columns. */
function visible(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('_')));
}

function repeats(row: Row, rows: readonly Row[], columns: readonly string[]): boolean {
  return rows.some((each) => columns.every((column) => each[column] === row[column] && row[column] !== null));
}

function matches(row: Row, where: TableRecipe['where']): boolean {
  return Object.entries(where ?? {}).every(([column, values]) => values.includes(row[column] ?? null));
}
