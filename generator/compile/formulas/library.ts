// The formulas of tools that compute, each as an SQL expression over its operands. A tool gets a formula when the words
// of its name and its arguments fit the formula. A test computes the example of every formula.
export interface Formula {
  readonly id: string;
  /** The name of the tool must contain each of these words; | separates alternatives. */
  readonly words: readonly string[];
  /** The name of the tool must contain none of these words. */
  readonly not?: readonly string[];
  /**
   * For each operand, the argument names that fit it, separated by |. A name that begins with [] stands for a list of
   * numbers.
   */
  readonly operands: Readonly<Record<string, string>>;
  readonly optional?: readonly string[];
  /** The SQL expression, with {operand} in place of each operand. */
  readonly sql: string;
  /** An SQL condition, and the message with which the tool refuses a call where the condition is false. */
  readonly require?: readonly [sql: string, message: string];
  readonly example: { readonly operands: Readonly<Record<string, unknown>>; readonly gives: number | string | boolean };
}

const A =
  'a|x|number1|num1|first number|number 1|first|n1|value1|first num|x1|num 1|operand1|operand 1|minuend|augend|left|multiplicand|factor1';
const B =
  'b|y|number2|num2|second number|number 2|second|n2|value2|second num|x2|num 2|operand2|operand 2|subtrahend|addend|right|multiplier|factor2';
const N = 'number|n|value|x|num|input|input number|input value|radicand|operand|a|val';
const LIST =
  '[]number|[]value|[]num|[]data|[]list|[]item|[]x|[]array|[]input|[]element|[]sample|[]dataset|[]score|[]integer|[]number list|[]input list|[]arr|[]data point';

export const FORMULAS: readonly Formula[] = [
  {
    id: 'sum of two',
    words: ['add|sum|addition|plus'],
    operands: { a: A, b: B },
    sql: '{a} + {b}',
    example: { operands: { a: 2, b: 3 }, gives: 5 },
  },
  {
    id: 'difference',
    words: ['subtract|difference|minus|subtraction'],
    operands: { a: A, b: B },
    sql: '{a} - {b}',
    example: { operands: { a: 5, b: 3 }, gives: 2 },
  },
  {
    id: 'product',
    words: ['multiply|product|time|multiplication'],
    operands: { a: A, b: B },
    sql: '{a} * {b}',
    example: { operands: { a: 4, b: 3 }, gives: 12 },
  },
  {
    id: 'quotient',
    words: ['divide|quotient|division'],
    operands: { a: `${A}|dividend|numerator`, b: `${B}|divisor|denominator` },
    sql: '1.0 * {a} / {b}',
    require: ['{b} <> 0', 'Division by zero.'],
    example: { operands: { a: 7, b: 2 }, gives: 3.5 },
  },
  {
    id: 'remainder',
    words: ['modulo|mod|remainder|modulus'],
    operands: { a: `${A}|dividend`, b: `${B}|divisor|modulus` },
    sql: 'mod({a}, {b})',
    require: ['{b} <> 0', 'Division by zero.'],
    example: { operands: { a: 7, b: 4 }, gives: 3 },
  },
  {
    id: 'power',
    words: ['power|exponent|exponentiation|exponential|pow|raise'],
    operands: { base: `base|x|a|number|${A}`, exponent: 'exponent|power|y|b|n|exp' },
    sql: 'power({base}, {exponent})',
    example: { operands: { base: 2, exponent: 10 }, gives: 1024 },
  },
  {
    id: 'square root',
    words: ['square|sqrt', 'root|sqrt'],
    operands: { x: N, precision: 'precision|decimal place|digit' },
    optional: ['precision'],
    sql: 'round(sqrt({x}), coalesce({precision}, 10))',
    require: ['{x} >= 0', 'The number must not be negative.'],
    example: { operands: { x: 16 }, gives: 4 },
  },
  {
    id: 'absolute value',
    words: ['absolute|abs'],
    operands: { x: N },
    sql: 'abs({x})',
    example: { operands: { x: -4 }, gives: 4 },
  },
  {
    id: 'rounding',
    words: ['round'],
    not: ['trip'],
    operands: { x: N, places: 'decimal place|digit|precision|place|decimal|ndigit' },
    optional: ['places'],
    sql: 'round({x}, coalesce({places}, 0))',
    example: { operands: { x: 2.345, places: 1 }, gives: 2.3 },
  },
  { id: 'floor', words: ['floor'], operands: { x: N }, sql: 'floor({x})', example: { operands: { x: 2.7 }, gives: 2 } },
  {
    id: 'percentage of',
    words: ['percentage|percent'],
    not: ['change', 'increase', 'decrease', 'difference', 'error', 'number'],
    operands: {
      part: 'part|value|amount|numerator|score|obtained|portion',
      whole: 'whole|total|of|denominator|maximum|base',
    },
    sql: '100.0 * {part} / {whole}',
    require: ['{whole} <> 0', 'The whole must not be zero.'],
    example: { operands: { part: 25, whole: 200 }, gives: 12.5 },
  },
  {
    id: 'mean',
    words: ['mean|average|avg'],
    not: ['weighted', 'geometric', 'harmonic', 'moving'],
    operands: { list: LIST },
    sql: '(SELECT avg(v.value) FROM json_each({list}) AS v)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [1, 2, 6] }, gives: 3 },
  },
  {
    id: 'median',
    words: ['median'],
    operands: { list: LIST },
    sql: '(SELECT median(v.value) FROM json_each({list}) AS v)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [5, 1, 3] }, gives: 3 },
  },
  {
    id: 'mode',
    words: ['mode'],
    operands: { list: LIST },
    sql: '(SELECT v.value FROM json_each({list}) AS v GROUP BY v.value ORDER BY count(*) DESC, v.value LIMIT 1)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [2, 3, 3] }, gives: 3 },
  },
  {
    id: 'sum of a list',
    words: ['sum|total|add'],
    operands: { list: LIST },
    sql: '(SELECT coalesce(sum(v.value), 0) FROM json_each({list}) AS v)',
    example: { operands: { list: [1, 2, 6] }, gives: 9 },
  },
  {
    id: 'largest',
    words: ['max|maximum|largest|highest'],
    operands: { list: LIST },
    sql: '(SELECT max(v.value) FROM json_each({list}) AS v)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [1, 9, 6] }, gives: 9 },
  },
  {
    id: 'smallest',
    words: ['min|minimum|smallest|lowest'],
    operands: { list: LIST },
    sql: '(SELECT min(v.value) FROM json_each({list}) AS v)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [4, 1, 6] }, gives: 1 },
  },
  {
    id: 'standard deviation',
    words: ['standard|std|stdev', 'deviation|std|stdev|dev'],
    operands: { list: LIST },
    sql: '(SELECT sqrt(avg((v.value - m.mean) * (v.value - m.mean))) FROM json_each({list}) AS v JOIN (SELECT avg(w.value) AS mean FROM json_each({list}) AS w) AS m ON 1)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [2, 4, 4, 4, 5, 5, 7, 9] }, gives: 2 },
  },
  {
    id: 'rectangle area',
    words: ['rectangle|rectangular', 'area'],
    operands: { length: 'length|height|l|h|side1', width: 'width|breadth|w|base|side2' },
    sql: '{length} * {width}',
    require: ['{length} > 0 AND {width} > 0', 'The sides must be positive.'],
    example: { operands: { length: 3, width: 4 }, gives: 12 },
  },
  {
    id: 'triangle area',
    words: ['triangle', 'area'],
    operands: { base: 'base|b|length|width', height: 'height|h|altitude', unit: 'unit' },
    optional: ['unit'],
    sql: '0.5 * {base} * {height}',
    require: ['{base} > 0 AND {height} > 0', 'Base and height must be positive.'],
    example: { operands: { base: 6, height: 5 }, gives: 15 },
  },
  {
    id: 'circle area',
    words: ['circle|circular', 'area'],
    operands: { radius: 'radius|r', unit: 'unit' },
    optional: ['unit'],
    sql: 'pi() * {radius} * {radius}',
    require: ['{radius} > 0', 'The radius must be positive.'],
    example: { operands: { radius: 2 }, gives: 12.566370614359172 },
  },
  {
    id: 'circumference',
    words: ['circumference|perimeter', 'circle|circumference'],
    operands: { radius: 'radius|r', unit: 'unit' },
    optional: ['unit'],
    sql: '2 * pi() * {radius}',
    require: ['{radius} > 0', 'The radius must be positive.'],
    example: { operands: { radius: 1 }, gives: 6.283185307179586 },
  },
  {
    id: 'body mass index',
    words: ['bmi|body'],
    operands: { weight: 'weight|weight kg|mass|kg', height: 'height|height m|meter', unit: 'unit|system' },
    optional: ['unit'],
    sql: 'round({weight} / power(iif({height} > 3, {height} / 100.0, {height}), 2), 2)',
    require: ['{weight} > 0 AND {height} > 0', 'Weight and height must be positive.'],
    example: { operands: { weight: 80, height: 2 }, gives: 20 },
  },
  {
    id: 'compound interest',
    words: ['compound|compounded|future|investment', 'interest|value|growth|compound|return'],
    operands: {
      principal:
        'principal|amount|p|initial investment|principal amount|present value|initial amount|investment amount|investment',
      rate: 'rate|interest rate|annual rate|r|annual interest rate|annual return',
      time: 'time|year|t|duration|period|term|time period',
      n: 'n|compounding frequency|compound per year|times compounded|compound frequency|frequency|compounding per year|compounding period',
    },
    optional: ['n'],
    sql: 'round({principal} * power(1 + iif({rate} > 1, {rate} / 100.0, {rate}) / coalesce({n}, 1), coalesce({n}, 1) * {time}), 2)',
    require: ['{principal} >= 0 AND {time} >= 0 AND coalesce({n}, 1) > 0', 'Principal and time must not be negative.'],
    example: { operands: { principal: 1000, rate: 0.1, time: 2 }, gives: 1210 },
  },
  {
    id: 'loan payment',
    words: ['loan|mortgage|emi', 'payment|emi|repayment|installment'],
    operands: {
      principal: 'principal|loan amount|amount|p|loan',
      rate: 'rate|interest rate|annual interest rate|annual rate|apr',
      years: 'year|term|loan term|duration|loan period|period',
    },
    sql: 'round({principal} * (iif({rate} > 1, {rate} / 100.0, {rate}) / 12) / (1 - power(1 + iif({rate} > 1, {rate} / 100.0, {rate}) / 12, -12 * {years})), 2)',
    require: ['{principal} > 0 AND {rate} > 0 AND {years} > 0', 'All must be positive.'],
    example: { operands: { principal: 100000, rate: 0.06, years: 30 }, gives: 599.55 },
  },
  {
    id: 'final velocity',
    words: ['final|velocity|speed'],
    operands: {
      initial: 'initial velocity|initial speed|u|v0|vi',
      acceleration: 'acceleration|a',
      time: 'time|t|duration',
    },
    sql: '{initial} + {acceleration} * {time}',
    example: { operands: { initial: 5, acceleration: 2, time: 3 }, gives: 11 },
  },
  {
    id: 'displacement',
    words: ['displacement|distance'],
    operands: {
      initial: 'initial velocity|initial speed|u|v0',
      acceleration: 'acceleration|a',
      time: 'time|t|duration',
    },
    sql: '{initial} * {time} + 0.5 * {acceleration} * {time} * {time}',
    example: { operands: { initial: 5, acceleration: 2, time: 3 }, gives: 24 },
  },
];

/**
 * All units. value * factor + offset converts a value to the unit of the dimension that is listed first; only
 * temperatures have an offset.
 */
export const UNITS: readonly {
  readonly unit: string;
  readonly dimension: string;
  readonly factor: number;
  readonly offset: number;
  readonly names: string;
}[] = [
  ...dimension(
    'length',
    'm:1:meter|metre|meters; km:1000:kilometer|kilometre; cm:0.01:centimeter|centimetre; mm:0.001:millimeter|millimetre; um:1e-6:micrometer|micron; nm:1e-9:nanometer; mi:1609.344:mile; yd:0.9144:yard; ft:0.3048:foot|feet; in:0.0254:inch|inches; nmi:1852:nautical mile',
  ),
  ...dimension(
    'mass',
    'kg:1:kilogram|kilo; g:0.001:gram; mg:1e-6:milligram; t:1000:tonne|ton|metric ton; lb:0.45359237:pound|lbs; oz:0.028349523125:ounce; st:6.35029318:stone',
  ),
  ...dimension(
    'volume',
    'l:1:liter|litre; ml:0.001:milliliter|millilitre; gal:3.785411784:gallon; qt:0.946352946:quart; pt:0.473176473:pint; cup:0.2365882365:cups; floz:0.0295735295625:fluid ounce; m3:1000:cubic meter; tbsp:0.01478676478125:tablespoon; tsp:0.00492892159375:teaspoon',
  ),
  ...dimension(
    'time',
    's:1:second|sec; ms:0.001:millisecond; min:60:minute; h:3600:hour|hr; d:86400:day; week:604800:weeks; us:1e-6:microsecond; ns:1e-9:nanosecond',
  ),
  ...dimension(
    'speed',
    'm/s:1:mps|meter per second; km/h:0.2777777777777778:kph|kmh|kilometer per hour; mph:0.44704:mile per hour; kn:0.5144444444444445:knot',
  ),
  ...dimension(
    'area',
    'm2:1:square meter|sqm; km2:1e6:square kilometer; cm2:0.0001:square centimeter; ha:10000:hectare; acre:4046.8564224:acres; ft2:0.09290304:square foot|square feet|sqft; mi2:2589988.110336:square mile',
  ),
  ...dimension(
    'energy',
    'j:1:joule; kj:1000:kilojoule; cal:4.184:calorie; kcal:4184:kilocalorie; wh:3600:watt hour; kwh:3600000:kilowatt hour; ev:1.602176634e-19:electronvolt',
  ),
  ...dimension(
    'pressure',
    'pa:1:pascal; kpa:1000:kilopascal; bar:100000:bars; psi:6894.757293168:psi; atm:101325:atmosphere; mmhg:133.322387415:mmhg',
  ),
  ...dimension(
    'data',
    'b:1:byte; kb:1000:kilobyte; mb:1e6:megabyte; gb:1e9:gigabyte; tb:1e12:terabyte; bit:0.125:bits',
  ),
  ...dimension('power', 'w:1:watt; kw:1000:kilowatt; hp:745.6998715822702:horsepower; mw:1e6:megawatt'),
  { unit: 'k', dimension: 'temperature', factor: 1, offset: 0, names: 'kelvin' },
  { unit: 'c', dimension: 'temperature', factor: 1, offset: 273.15, names: 'celsius|centigrade|°c' },
  { unit: 'f', dimension: 'temperature', factor: 5 / 9, offset: 459.67 * (5 / 9), names: 'fahrenheit|°f' },
];

function dimension(
  name: string,
  text: string,
): { unit: string; dimension: string; factor: number; offset: number; names: string }[] {
  return text.split(';').map((each) => {
    const [unit = '', factor = '1', names = ''] = each.trim().split(':');
    return { unit, dimension: name, factor: Number(factor), offset: 0, names };
  });
}

/** Returns the unit that a word names, as a symbol or as a name, singular or plural. */
export function unitOf(word: string): (typeof UNITS)[number] | undefined {
  const text = word.toLowerCase();
  return UNITS.find(
    (each) =>
      each.unit === text ||
      each.names.split('|').includes(text) ||
      each.names.split('|').some((name) => `${name}s` === text),
  );
}
