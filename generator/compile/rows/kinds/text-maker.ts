// Chooses the maker of a text column from the form in the schema, values listed in the description, the column's name
// or the word list of a noun. Returns undefined if none of these decides.
import { splitProse } from '../../../../envs/words/split-words.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../envs/values/json.ts';
import { poolOf } from '../../../lexicon/pools/find-pool.ts';
import { isPerson } from '../../../lexicon/pools/people.ts';
import { ownKind, textKind } from '../../../lexicon/pools/text-kinds.ts';
import { figuresOf } from '../../../lexicon/pools/number-kinds.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { MONTH, saidForm } from '../../../fields/said-format.ts';
import { exampleOf } from '../../read/said-example.ts';
import { likeExample } from './like-example.ts';
import { saidValues } from './said-values.ts';
import type { TableView, World } from '../world.ts';
import { genreMaker } from './text-genres.ts';
import { FULL_NAME, PLAIN } from './plain-makers.ts';

const FORMATS: Readonly<Record<string, Maker>> = {
  email: PLAIN['email'] ?? null,
  'idn-email': PLAIN['email'] ?? null,
  uri: PLAIN['web address'] ?? null,
  url: PLAIN['web address'] ?? null,
  uuid: { fake: 'string.uuid' },
  guid: { fake: 'string.uuid' },
  ipv4: PLAIN['ip address'] ?? null,
  ipv6: { fake: 'internet.ipv6' },
  hostname: PLAIN['domain name'] ?? null,
  byte: { deck: ['aGVyb24=', 'Zmlu', 'YWxkZXI=', 'bGludGVu', 'Y2VkYXI='] },
  time: PLAIN['time of day'] ?? null,
  duration: { deck: ['PT30M', 'PT45M', 'PT1H', 'PT1H30M', 'PT2H'] },
  phone: PLAIN['phone'] ?? null,
  color: PLAIN['hex color'] ?? null,
};

export function textMaker(column: ColumnPlan, table: TableView, world: World): Maker | undefined {
  const { schema } = column;
  if (saidForm(column.description)?.pattern === MONTH) return { deck: MONTHS };
  if (typeof schema['pattern'] === 'string') return patterned(column, table, world);
  const format = FORMATS[String(schema['format'] ?? '')];
  if (format !== undefined) return format;
  if (typeof schema['const'] === 'string') return schema['const'];
  const said = saidValues(column.description);
  if (said !== undefined && isClosed(column)) return { pick: [...said] };
  const of = /^(?:the )?(?:title|name|subject) of (?:an? |the |your )?([a-z]+(?: [a-z]+)?)\.?$/i.exec(
    column.description,
  )?.[1];
  const about = of === undefined ? undefined : poolOf(splitProse(of), world.words);
  if (about !== undefined) return fitted({ item: about.id, field: 'name' }, schema);
  const kind = textKind(column.words);
  const shown = kind === undefined || TOLD.has(kind) ? exampleOf(column) : undefined;
  if (shown !== undefined && /[A-Za-z-]/.test(shown)) return { deck: likeExample(shown) };
  const made = named(column.words, column, table, world) ?? described(column, table, world);
  return made === undefined ? undefined : fitted(made, schema);
}

/**
 * Values for a column that holds a month as a text: the six months before May 2031, in which every compiled environment
 * starts.
 */
const MONTHS = ['2030-11', '2030-12', '2031-01', '2031-02', '2031-03', '2031-04'];

/**
 * Tells whether the values listed in a description are the only allowed values. For a name or a title, they are only
 * examples.
 */
function isClosed(column: ColumnPlan): boolean {
  const kind = textKind(column.words);
  return (
    kind === undefined ||
    !['name', 'title', 'person', 'company', 'description', 'body', 'note', 'city', 'email'].includes(kind)
  );
}

const TOLD = new Set(['description', 'body', 'note', 'reason', 'category']);

/** Returns the maker that fits the words of a column's name. */
function named(words: readonly string[], column: ColumnPlan, table: TableView, world: World): Maker | undefined {
  const kind = words === column.words ? ownKind(words, table.noun) : textKind(words);
  // the owner of a code repository is shown as an account name
  if (/^(?:owner|author|org|organization)$/.test(words.join(' ')) && isCode(table)) return PLAIN['user name'];
  // the summary of an event that also has a description is its title
  const isTitle = words.join(' ') === 'summary' && table.plan.columns.some(({ name }) => name === 'description');
  const entitled = isTitle ? nameMaker(['title'], table, world) : undefined;
  if (entitled !== undefined) return entitled;
  if (kind !== undefined) {
    const made = byKind(kind, words, table, world);
    if (made !== undefined || TOLD.has(kind)) return made;
  }
  if (/^(id|identifier|uid)$/.test(words.at(-1) ?? ''))
    return { digits: 7, prefix: `${(words.at(-2) ?? 'id').slice(0, 3)}_` };
  if (words.join(' ') === 'key') return undefined;
  const noun = words.filter((word) => !['name', 'title', 'label', 'text', 'value', 'string'].includes(word));
  if (noun.length === 0) return undefined;
  if (isPerson(noun)) return FULL_NAME;
  const pool = poolOf(noun, world.words);
  if (pool !== undefined) return { item: pool.id, field: 'name' };
  const figures = column.value === 'text' ? figuresOf(words) : undefined;
  return figures === undefined ? undefined : { deck: spacedTexts(figures) };
}

const isCode = (table: TableView): boolean =>
  ['repository', 'branch', 'commit', 'pull_request'].some(
    (noun) => table.noun.includes(noun) || table.plan.columns.some(({ name }) => name === noun),
  );

const SPACED = 12;

/** Returns numbers as texts, spread over the range, for a number that the API shows as a text. */
function spacedTexts({ least, most, places }: { least: number; most: number; places: number }): string[] {
  const step = (most - least) / SPACED;
  return Array.from({ length: SPACED }, (_none, at) => (least + step * (at + 0.5)).toFixed(places));
}

function byKind(kind: string, words: readonly string[], table: TableView, world: World): Maker | undefined {
  switch (kind) {
    case 'name':
    case 'title':
      return nameMaker(words, table, world);
    case 'category':
      return categoryMaker(words, table, world);
    case 'description':
      return table.pool !== undefined && table.pool.descriptions.length > 0
        ? { item: table.pool.id, field: 'description' }
        : genreMaker(kind, table, world);
    case 'reason':
      // an optional reason stays empty here: only cancelled, refused or closed rows have one
      return table.plan.columns.some((each) => each.nullable && each.words === words)
        ? undefined
        : genreMaker(kind, table, world);
    case 'body':
    case 'note':
    case 'steps':
      return genreMaker(kind, table, world);
    case 'unit of measure':
      return ['recipe', 'ingredient', 'food', 'kitchen', 'meal'].some((word) => world.words.has(word))
        ? { deck: 'g g kg ml ml litre piece piece tbsp tsp pinch'.split(' ') }
        : PLAIN[kind];
    case 'symptom': {
      const pool = poolOf(['diagnosis'], world.words);
      return pool === undefined ? undefined : { item: pool.id, field: 'name' };
    }
    case 'person':
      return FULL_NAME;
    case 'model name':
      return poolHas(table, MODELS) ? { item: table.pool?.id ?? '', field: 'name' } : PLAIN[kind];
    case 'card number':
      return ['cvv', 'cvc', 'cardholder', 'expiry', 'expiration', 'payment'].some((word) => world.words.has(word))
        ? PLAIN[kind]
        : { digits: 8 };
    default:
      return PLAIN[kind];
  }
}

const MODELS = ['car', 'phone', 'bike', 'laptop', 'truck'];

function poolHas(table: TableView, nouns: readonly string[]): boolean {
  return table.pool !== undefined && nouns.some((noun) => table.pool?.nouns.includes(noun) === true);
}

/**
 * Returns the maker of a name, such as product_name, by the noun before `name` or else by the noun of the table.
 */
function nameMaker(words: readonly string[], table: TableView, world: World): Maker | undefined {
  const before = words
    .slice(0, -1)
    .filter((word) => !['display', 'short', 'common', 'full', 'new', 'original', 'public'].includes(word));
  if (before.length > 0) {
    if (isPerson(before, world.words)) return FULL_NAME;
    const own = poolOf(before, world.words);
    if (own !== undefined) return { item: own.id, field: 'name' };
  }
  if (table.isPerson) return FULL_NAME;
  if (table.plan.columns.some((each) => textKind(each.words) === 'stock symbol'))
    return { record: 'stocks', field: 'company' };
  return table.pool === undefined ? undefined : { item: table.pool.id, field: 'name' };
}

function categoryMaker(words: readonly string[], table: TableView, world: World): Maker | undefined {
  // every service has its own types, so without a list of them no value can be made up
  if (/^(?:type|kind|class)$/.test(words.join(' '))) return undefined;
  const noun = words.filter(
    (word) => !['category', 'type', 'kind', 'class', 'group', 'style', 'name', 'genre', 'sub'].includes(word),
  );
  const pool = (noun.length > 0 ? poolOf(noun, world.words) : undefined) ?? table.pool;
  if (pool === undefined) return undefined;
  const named = pool.names.filter(({ category }) => category !== '');
  return named.length === 0 ? undefined : { item: pool.id, field: 'category' };
}

/** Returns the maker that fits the first noun phrase of the description, such as "The full name of the visitor". */
function described(column: ColumnPlan, table: TableView, world: World): Maker | undefined {
  const said = column.description.replace(/^(?:an? |the |optional )*(?:list|array|set|collection) of (?:the )?/i, '');
  const phrase =
    said.split(/[.,;:()\n]|\b(?:of|for|that|which|where|when|in|on|at|to|from|with|by|as|used|if)\b/i)[0] ?? '';
  const words = splitProse(phrase).filter((word) => !['the', 'a', 'an', 'optional', 'new'].includes(word));
  return words.length === 0 || words.length > 3 ? undefined : named(words, column, table, world);
}

function patterned(column: ColumnPlan, table: TableView, world: World): Maker {
  const { pattern, minLength, maxLength, ...rest } = column.schema;
  const like = textMaker({ ...column, schema: rest }, table, world);
  const schema: JsonObject = {
    type: 'string',
    pattern: pattern as Json,
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  return {
    schema,
    ...(like === undefined || (isJsonObject(like as Json) && 'schema' in (like as object)) ? {} : { like }),
  };
}

/** Shortens or lengthens texts to the limits of the schema. */
function fitted(maker: Maker, schema: JsonObject): Maker {
  const most = schema['maxLength'];
  const least = schema['minLength'];
  if ((typeof most !== 'number' || most >= 120) && (typeof least !== 'number' || least <= 2)) return maker;
  return { fit: maker, least: typeof least === 'number' ? least : 0, most: typeof most === 'number' ? most : 1000 };
}
