// Facts that must agree with each other: exchange rates by one table of rates, distances by one table of places. The rate
// A to B is the inverse of B to A, the distance is the same both ways.
import type { Step } from '../../../envs/values/program.ts';
import { inMessage, reference, type Draft } from '../draft.ts';
import type { FieldNode } from '../fields.ts';
import { valueStep } from '../formulas/match-formula.ts';
import type { Model, TablePlan } from '../model.ts';
import type { DomainTool } from '../read-tool.ts';
import { CITIES, CURRENCIES } from '../../lexicon/pools/reference-sets.ts';
import type { Reading } from './reading.ts';

function texts(tool: DomainTool): FieldNode[] {
  return tool.arguments.filter((node) => node.kind === 'scalar' && node.field.type === 'text' && node.field.required);
}

/** Two currencies, perhaps an amount. */
export function isRate(tool: DomainTool): boolean {
  const words = tool.words.join(' ');
  const currencies = texts(tool).filter((node) =>
    /currency|^(from|to|base|target|quote|source)$/.test(node.field.words.join(' ')),
  );
  return (
    currencies.length === 2 &&
    /exchange|currency|convert|forex|rate/.test(words) &&
    /currenc/i.test(
      `${tool.description} ${currencies.map((node) => `${node.field.name} ${node.field.description}`).join(' ')}`,
    ) &&
    tool.arguments
      .filter((node) => node.field.required)
      .every((node) => currencies.includes(node) || (node.kind === 'scalar' && node.field.type !== 'text'))
  );
}

export function rateReading(draft: Draft): Reading {
  const { tool, model } = draft;
  const pair = texts(tool).filter((node) =>
    /currency|^(from|to|base|target|quote|source)$/.test(node.field.words.join(' ')),
  );
  const isTo = (node: FieldNode): boolean => /\b(to|target|quote|destination)\b/.test(node.field.words.join(' '));
  const [first, second] = pair as [FieldNode, FieldNode];
  const [from, to] = isTo(first) ? [second, first] : [first, second];
  const amount = tool.arguments.find(
    (node) => node.kind === 'scalar' && (node.field.type === 'real' || node.field.type === 'integer'),
  );
  return {
    kind: 'exchange rate',
    phase: 2,
    declare() {
      rates(model);
      draft.place(from, 'operand', 'exchange_rates.currency');
      draft.place(to, 'operand', 'exchange_rates.currency');
      if (amount !== undefined) draft.place(amount, 'operand', 'the amount');
      for (const node of tool.arguments) draft.place(node, 'formatting', 'does not change the value');
    },
    write() {
      const find = (name: string, node: FieldNode): Step => ({
        let: name,
        sql: `SELECT currency, per_usd FROM exchange_rates WHERE currency = upper(${reference(node.field.path)})`,
        else: [
          'NOT_FOUND',
          `The currency ${inMessage(node.field.path)} is not known. Known: {=(SELECT group_concat(k.currency, ', ' ORDER BY k.currency) FROM exchange_rates AS k)}.`,
        ],
      });
      const value =
        amount === undefined
          ? '1.0'
          : amount.field.required
            ? reference(amount.field.path)
            : `coalesce(${reference(amount.field.path)}, 1.0)`;
      return [
        find('source', from),
        find('target', to),
        ...(amount === undefined
          ? []
          : [
              {
                require: `${value} >= 0`,
                else: ['INVALID_ARGUMENT', `${amount.field.name} must not be negative.`],
              } as Step,
            ]),
        valueStep(
          draft,
          `round(${value} * :target.per_usd / :source.per_usd, 6)`,
          new Map([
            ['rate', RATE],
            ['exchange_rate', RATE],
            ['conversion_rate', RATE],
          ]),
        ),
      ];
    },
  };
}

const RATE = 'round(:target.per_usd / :source.per_usd, 6)';

function rates(model: Model): TablePlan {
  const known = model.tables.get('exchange_rates');
  if (known !== undefined) return known;
  const table = model.table('exchange_rates', ['exchange', 'rate'], 'reference', ['currency']);
  table.about = 'Units of each currency for one US dollar.';
  model.column(table, {
    name: 'currency',
    words: ['currency'],
    valueType: 'text',
    schema: {},
    description: '',
    nullable: false,
  });
  model.column(table, {
    name: 'per_usd',
    words: ['per', 'usd'],
    valueType: 'real',
    schema: {},
    description: '',
    nullable: false,
  });
  table.rows = [...CURRENCIES].map(({ code, perUsd }) => ({ currency: code, per_usd: perUsd }));
  return table;
}

/** Two places and a distance. */
export function isDistance(tool: DomainTool): boolean {
  const places = placesOf(tool);
  if (places.length !== 2 || !tool.words.includes('distance')) return false;
  return tool.arguments.filter((node) => node.field.required).every((node) => places.includes(node));
}

function placesOf(tool: DomainTool): FieldNode[] {
  return texts(tool).filter(
    (node) =>
      node.field.choices.length === 0 &&
      /city|place|location|origin|destination|from|to|source|target|start|end|address|town|point|airport|zip/.test(
        node.field.words.join(' '),
      ),
  );
}

/** By what the places are told: their name, or their post code. */
function placeColumn(node: FieldNode): string {
  return /zip|postal|post ?code/i.test(`${node.field.name} ${node.field.description}`)
    ? 'zip_code'
    : /airport|iata/i.test(`${node.field.name} ${node.field.description}`)
      ? 'airport'
      : 'city';
}

export function placesTable(model: Model): TablePlan {
  const known = model.tables.get('places');
  if (known !== undefined) return known;
  const table = model.table('places', ['place'], 'reference', ['city']);
  table.about = 'Places with their coordinates: what is known of the map.';
  for (const [name, valueType] of [
    ['city', 'text'],
    ['region', 'text'],
    ['country', 'text'],
    ['zip_code', 'text'],
    ['airport', 'text'],
    ['latitude', 'real'],
    ['longitude', 'real'],
  ] as const)
    model.column(table, { name, words: name.split('_'), valueType, schema: {}, description: '', nullable: false });
  table.rows = CITIES.map(({ city, region, country, zip, airport, latitude, longitude }) => ({
    city,
    region,
    country,
    zip_code: zip,
    airport,
    latitude,
    longitude,
  }));
  return table;
}

export function distanceReading(draft: Draft): Reading {
  const { tool, model } = draft;
  const [from, to] = placesOf(tool) as [FieldNode, FieldNode];
  return {
    kind: 'distance',
    phase: 2,
    declare() {
      placesTable(model);
      draft.place(from, 'operand', `places.${placeColumn(from)}`);
      draft.place(to, 'operand', `places.${placeColumn(to)}`);
      for (const node of tool.arguments) draft.place(node, 'formatting', 'does not change the value');
    },
    write() {
      const find = (name: string, node: FieldNode): Step => {
        const column = placeColumn(node);
        return {
          let: name,
          sql: `SELECT latitude, longitude FROM places WHERE lower(${column}) = lower(${reference(node.field.path)}) ORDER BY city LIMIT 1`,
          else: [
            'NOT_FOUND',
            `The place ${inMessage(node.field.path)} is not known. Known: {=(SELECT group_concat(k.${column}, ', ' ORDER BY k.${column}) FROM places AS k)}.`,
          ],
        };
      };
      const miles =
        /\bmiles?\b/i.test(`${tool.description} ${JSON.stringify(tool.pool.returns ?? {})}`) &&
        !/\bkm\b|kilomet/i.test(JSON.stringify(tool.pool.returns ?? {}));
      return [
        find('origin', from),
        find('goal', to),
        valueStep(
          draft,
          `round(geo_distance(:origin.latitude, :origin.longitude, :goal.latitude, :goal.longitude)${miles ? ' / 1.609344' : ''}, 1)`,
        ),
      ];
    },
  };
}
