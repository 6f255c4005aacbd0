// Finds the kind of a value by the words of its name, its type and the kind of row. The first pattern that matches the
// name gives the maker. If no pattern matches, the value has no kind.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Maker } from './recipe-schema.ts';
import type { ValueType } from '../fields/fields.ts';
import { type Wanted, type Kind, type Rule, fake } from './kinds/value-rule.ts';
import { TEXTS } from './kinds/text-rules.ts';
import { NUMBERS } from './kinds/number-rules.ts';
import { namesOf } from './kinds/names-of.ts';

export function kindOf(wanted: Wanted): Kind | undefined {
  const { schema } = wanted;
  if (wanted.type === 'boolean') return { kind: 'yes or no', maker: { pick: { '0': 1, '1': 1 } } };
  const format = typeof schema['format'] === 'string' ? schema['format'] : '';
  if (wanted.type === 'text' && typeof schema['pattern'] === 'string') {
    const { pattern, minLength, maxLength, ...rest } = schema;
    // if the pattern allows it, use a value of the kind that the name suggests
    const like = kindOf({ ...wanted, schema: rest })?.maker;
    return {
      kind: 'pattern',
      maker: {
        schema: {
          type: 'string',
          pattern,
          ...(minLength === undefined ? {} : { minLength }),
          ...(maxLength === undefined ? {} : { maxLength }),
        },
        ...(like === undefined || (isJsonObject(like as Json) && 'schema' in (like as object)) ? {} : { like }),
      },
    };
  }
  if (wanted.type === 'text') {
    const timed = timeOf(wanted, format);
    if (timed !== undefined) return timed;
    const byFormat = FORMATS[format];
    if (byFormat !== undefined) return { kind: format, maker: byFormat };
    const rule = ruleFor(TEXTS, wanted);
    if (rule === undefined)
      return ruleFor(NUMBERS, wanted) === undefined
        ? undefined
        : fitting('number as text', fake('string.numeric', 3), schema);
    const maker = typeof rule[2] === 'function' ? rule[2](wanted) : rule[2];
    return fitting(rule[0], 'time' in asObject(maker) ? shapeTime(maker, wanted) : maker, schema);
  }
  if (wanted.type === 'integer' || wanted.type === 'real') {
    const [least, most] = bounds(schema);
    const said = /\b(?:from|between)\s+(-?\d+(?:\.\d+)?)\s*(?:to|and|-)\s*(-?\d+(?:\.\d+)?)/i.exec(wanted.description);
    const rule = ruleFor(NUMBERS, wanted);
    if (said !== null && least === undefined && most === undefined)
      return { kind: rule?.[0] ?? 'range in words', maker: range(Number(said[1]), Number(said[2]), wanted.type) };
    if (least !== undefined || most !== undefined) {
      const low = least ?? Math.min(0, (most ?? 0) - 100);
      const high = most ?? Math.max(low + 100, 100);
      return { kind: rule?.[0] ?? 'range', maker: range(low, Math.min(high, low + 1e6), wanted.type) };
    }
    if (rule === undefined) return undefined;
    const maker = typeof rule[2] === 'function' ? rule[2](wanted) : rule[2];
    return { kind: rule[0], maker: wanted.type === 'integer' ? whole(maker) : maker };
  }
  return undefined;
}

/**
 * Finds a rule by the full name. If there is none, tries the last word, the name with abbreviations written out, and
 * the description's first noun.
 */
function ruleFor(rules: readonly Rule[], wanted: Wanted): Rule | undefined {
  for (const name of namesOf(wanted)) {
    const rule = rules.find(([, pattern]) => pattern.test(name));
    if (rule !== undefined) return rule;
  }
  return undefined;
}

const asObject = (maker: Maker): object => (maker !== null && typeof maker === 'object' ? maker : {});

/** Fits a text to the length that its schema allows, if usual texts may be too long or too short. */
function fitting(kind: string, maker: Maker, schema: JsonObject): Kind {
  const most = schema['maxLength'];
  const least = schema['minLength'];
  if ((typeof most === 'number' && most < 30) || (typeof least === 'number' && least > 3))
    return {
      kind,
      maker: { fit: maker, least: typeof least === 'number' ? least : 0, most: typeof most === 'number' ? most : 1000 },
    };
  return { kind, maker };
}

const FORMATS: Readonly<Record<string, Maker>> = {
  email: fake('internet.email', { provider: 'example.com' }),
  'idn-email': fake('internet.email', { provider: 'example.com' }),
  uri: { template: 'https://www.example.com/{_no}' },
  url: { template: 'https://www.example.com/{_no}' },
  'uri-reference': { template: 'https://www.example.com/{_no}' },
  uuid: fake('string.uuid'),
  guid: fake('string.uuid'),
  ipv4: fake('internet.ipv4'),
  ipv6: fake('internet.ipv6'),
  hostname: fake('internet.domainName'),
  byte: { pick: ['aGVyb24=', 'Zmlu', 'YWxkZXI='] },
  binary: { pick: ['aGVyb24=', 'Zmlu', 'YWxkZXI='] },
  password: { pick: ['maple-ridge-42', 'quiet-otter-7', 'blue-kettle-19'] },
  time: { pick: ['08:30:00Z', '09:15:00Z', '11:00:00Z', '13:45:00Z', '16:20:00Z'] },
  duration: { pick: ['PT30M', 'PT1H', 'PT2H', 'P1D'] },
  int64: { int: [1000, 99999] },
  phone: fake('phone.number', { style: 'international' }),
  color: { pick: ['#334455', '#88aa22', '#bb5500'] },
};

/** Finds the maker of a date or time, in the form that the format or the description asks for. */
function timeOf(wanted: Wanted, format: string): Kind | undefined {
  if (format === 'date-time' || format === 'datetime') return { kind: 'time stamp', maker: spread(wanted) };
  if (format === 'date') return { kind: 'date', maker: { ...(spread(wanted) as object), day: true } as Maker };
  const said = wanted.description;
  if (/\bMM\/YYYY\b|\bMM\/YY\b/.test(said))
    return { kind: 'month of a year', maker: { pick: ['04/2033', '11/2034', '07/2035', '01/2036', '09/2033'] } };
  if (/\bHH:MM( ?[AP]M)?\b/.test(said) && !/YYYY/.test(said))
    return { kind: 'time of day', maker: { pick: ['08:30', '09:15', '11:00', '13:45', '16:20', '18:00'] } };
  return undefined;
}

function spread(wanted: Wanted): Maker {
  const rule = TEXTS.find(([kind, pattern]) => /^(date of|future|time stamp)/.test(kind) && pattern.test(wanted.name));
  const maker = rule === undefined || typeof rule[2] === 'function' ? { time: ['-300d', '-2d'] as const } : rule[2];
  const { day: _day, ...rest } = maker as { day?: boolean };
  return rest as Maker;
}

function shapeTime(maker: Maker, wanted: Wanted): Maker {
  const said = wanted.description;
  const isDay =
    /YYYY-MM-DD(?![T ]?HH)/.test(said) || (/(^|_)(date|day|dob|birthday)$/.test(wanted.name) && !/HH|time/i.test(said));
  return isDay ? ({ ...(maker as object), day: true } as Maker) : maker;
}

function bounds(schema: JsonObject): [number | undefined, number | undefined] {
  const number = (key: string): number | undefined =>
    typeof schema[key] === 'number' ? (schema[key] as number) : undefined;
  const exclusive = (key: string): number | undefined =>
    number(key) === undefined
      ? undefined
      : (number(key) as number) + (key.endsWith('imum') && key.includes('Min') ? 1 : -1);
  return [number('minimum') ?? exclusive('exclusiveMinimum'), number('maximum') ?? exclusive('exclusiveMaximum')];
}

function range(least: number, most: number, type: ValueType): Maker {
  if (type === 'integer' || (Number.isInteger(least) && Number.isInteger(most) && most - least > 20))
    return type === 'integer' ? { int: [Math.ceil(least), Math.floor(most)] } : { real: [least, most], places: 1 };
  return { real: [least, most], places: 2 };
}

function whole(maker: Maker): Maker {
  if (maker !== null && typeof maker === 'object' && 'real' in maker)
    return { int: [Math.ceil(maker.real[0]), Math.floor(maker.real[1])] };
  if (maker !== null && typeof maker === 'object' && 'record' in maker) return { int: [1, 80] };
  return maker;
}
