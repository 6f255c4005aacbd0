// Formulas that tools ask for, each as an SQL expression over its operands. A formula is found by the words of the tool
// and by operands that fit; every one has an example that a test computes.
export interface Formula {
  readonly id: string;
  /** All of these must be among the words of the tool's name; | separates alternatives. */
  readonly words: readonly string[];
  /** None of these may be. */
  readonly not?: readonly string[];
  /** Operand -> the names that it may have. A list of numbers begins with []. */
  readonly operands: Readonly<Record<string, string>>;
  readonly optional?: readonly string[];
  /** The expression, with {operand}. */
  readonly sql: string;
  /** What must hold, and what is said when it does not. */
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
    id: 'square',
    words: ['square'],
    not: ['root', 'area', 'feet', 'sum', 'mean', 'perimeter', 'meter', 'least'],
    operands: { x: N },
    sql: '{x} * {x}',
    example: { operands: { x: 5 }, gives: 25 },
  },
  {
    id: 'cube',
    words: ['cube'],
    not: ['root', 'volume', 'surface', 'area'],
    operands: { x: N },
    sql: '{x} * {x} * {x}',
    example: { operands: { x: 3 }, gives: 27 },
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
    id: 'cube root',
    words: ['cube|cbrt', 'root|cbrt'],
    operands: { x: N },
    sql: 'sign({x}) * round(power(abs({x}), 1.0 / 3), 10)',
    example: { operands: { x: 27 }, gives: 3 },
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
    id: 'ceiling',
    words: ['ceil|ceiling'],
    operands: { x: N },
    sql: 'ceil({x})',
    example: { operands: { x: 2.1 }, gives: 3 },
  },
  {
    id: 'logarithm',
    words: ['log|logarithm'],
    not: ['natural', 'ln'],
    operands: { x: N, base: 'base', precision: 'precision|decimal place|digit' },
    optional: ['base', 'precision'],
    sql: 'round(log(coalesce({base}, 10), {x}), coalesce({precision}, 10))',
    require: [
      '{x} > 0 AND coalesce({base}, 10) > 0 AND coalesce({base}, 10) <> 1',
      'The number and the base must be positive, the base not 1.',
    ],
    example: { operands: { x: 8, base: 2 }, gives: 3 },
  },
  {
    id: 'natural logarithm',
    words: ['ln|natural', 'ln|log|logarithm'],
    operands: { x: N },
    sql: 'ln({x})',
    require: ['{x} > 0', 'The number must be positive.'],
    example: { operands: { x: 1 }, gives: 0 },
  },
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
    id: 'percent of a number',
    words: ['percentage|percent'],
    not: ['change', 'increase', 'decrease', 'difference'],
    operands: { percent: 'percentage|percent|rate', whole: 'number|value|total|base|amount' },
    sql: '{percent} * {whole} / 100.0',
    example: { operands: { percent: 15, whole: 80 }, gives: 12 },
  },
  {
    id: 'percentage change',
    words: ['percentage|percent|growth', 'change|increase|decrease|difference|rate'],
    operands: {
      old: 'old value|initial value|original value|old|initial|start value|from|start|previous value|beginning value|original',
      now: 'new value|final value|new|final|end value|to|end|current value|ending value',
    },
    sql: '100.0 * ({now} - {old}) / {old}',
    require: ['{old} <> 0', 'The old value must not be zero.'],
    example: { operands: { old: 50, now: 60 }, gives: 20 },
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
    id: 'variance',
    words: ['variance'],
    operands: { list: LIST },
    sql: '(SELECT avg((v.value - m.mean) * (v.value - m.mean)) FROM json_each({list}) AS v JOIN (SELECT avg(w.value) AS mean FROM json_each({list}) AS w) AS m ON 1)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [2, 4, 4, 4, 5, 5, 7, 9] }, gives: 4 },
  },
  {
    id: 'range of a list',
    words: ['range'],
    operands: { list: LIST },
    sql: '(SELECT max(v.value) - min(v.value) FROM json_each({list}) AS v)',
    require: ['json_array_length({list}) > 0', 'The list is empty.'],
    example: { operands: { list: [4, 1, 6] }, gives: 5 },
  },
  {
    id: 'count of a list',
    words: ['count|length'],
    operands: { list: LIST },
    sql: 'json_array_length({list})',
    example: { operands: { list: [4, 1, 6] }, gives: 3 },
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
    id: 'rectangle perimeter',
    words: ['rectangle|rectangular', 'perimeter'],
    operands: { length: 'length|height|l|h', width: 'width|breadth|w' },
    sql: '2 * ({length} + {width})',
    require: ['{length} > 0 AND {width} > 0', 'The sides must be positive.'],
    example: { operands: { length: 3, width: 4 }, gives: 14 },
  },
  {
    id: 'square area',
    words: ['square', 'area'],
    operands: { side: 'side|length|side length|a' },
    sql: '{side} * {side}',
    require: ['{side} > 0', 'The side must be positive.'],
    example: { operands: { side: 3 }, gives: 9 },
  },
  {
    id: 'triangle area by sides',
    words: ['triangle', 'area'],
    operands: {
      a: 'side1|side a|a|first side|side 1',
      b: 'side2|side b|b|second side|side 2',
      c: 'side3|side c|c|third side|side 3',
    },
    sql: '0.25 * sqrt(({a} + {b} + {c}) * (-{a} + {b} + {c}) * ({a} - {b} + {c}) * ({a} + {b} - {c}))',
    require: ['{a} + {b} > {c} AND {a} + {c} > {b} AND {b} + {c} > {a}', 'These sides make no triangle.'],
    example: { operands: { a: 3, b: 4, c: 5 }, gives: 6 },
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
    id: 'triangle perimeter',
    words: ['triangle', 'perimeter'],
    operands: { a: 'side1|side a|a|first side', b: 'side2|side b|b|second side', c: 'side3|side c|c|third side' },
    sql: '{a} + {b} + {c}',
    require: ['{a} + {b} > {c} AND {a} + {c} > {b} AND {b} + {c} > {a}', 'These sides make no triangle.'],
    example: { operands: { a: 3, b: 4, c: 5 }, gives: 12 },
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
    id: 'sphere volume',
    words: ['sphere', 'volume'],
    operands: { radius: 'radius|r' },
    sql: '4.0 / 3 * pi() * power({radius}, 3)',
    require: ['{radius} > 0', 'The radius must be positive.'],
    example: { operands: { radius: 1 }, gives: 4.1887902047863905 },
  },
  {
    id: 'cylinder volume',
    words: ['cylinder', 'volume'],
    operands: { radius: 'radius|r', height: 'height|h' },
    sql: 'pi() * {radius} * {radius} * {height}',
    require: ['{radius} > 0 AND {height} > 0', 'Radius and height must be positive.'],
    example: { operands: { radius: 1, height: 2 }, gives: 6.283185307179586 },
  },
  {
    id: 'cone volume',
    words: ['cone', 'volume'],
    operands: { radius: 'radius|r', height: 'height|h' },
    sql: 'pi() * {radius} * {radius} * {height} / 3',
    require: ['{radius} > 0 AND {height} > 0', 'Radius and height must be positive.'],
    example: { operands: { radius: 1, height: 3 }, gives: Math.PI },
  },
  {
    id: 'box volume',
    words: ['box|cuboid|rectangular|prism', 'volume'],
    operands: { length: 'length|l', width: 'width|w|breadth', height: 'height|h|depth' },
    sql: '{length} * {width} * {height}',
    require: ['{length} > 0 AND {width} > 0 AND {height} > 0', 'The sides must be positive.'],
    example: { operands: { length: 2, width: 3, height: 4 }, gives: 24 },
  },
  {
    id: 'cube volume',
    words: ['cube', 'volume'],
    operands: { side: 'side|length|edge|side length|a' },
    sql: 'power({side}, 3)',
    require: ['{side} > 0', 'The side must be positive.'],
    example: { operands: { side: 3 }, gives: 27 },
  },
  {
    id: 'hypotenuse',
    words: ['hypotenuse|pythagora|pythagorean'],
    operands: { a: 'a|side1|leg1|side a|leg a', b: 'b|side2|leg2|side b|leg b' },
    sql: 'sqrt({a} * {a} + {b} * {b})',
    require: ['{a} > 0 AND {b} > 0', 'The sides must be positive.'],
    example: { operands: { a: 3, b: 4 }, gives: 5 },
  },
  {
    id: 'distance of two points',
    words: ['distance|euclidean'],
    operands: { x1: 'x1', y1: 'y1', x2: 'x2', y2: 'y2' },
    sql: 'sqrt(power({x2} - {x1}, 2) + power({y2} - {y1}, 2))',
    example: { operands: { x1: 0, y1: 0, x2: 3, y2: 4 }, gives: 5 },
  },
  {
    id: 'distance of two points in lists',
    words: ['distance|euclidean'],
    operands: {
      p: '[]point1|[]pointa|[]point a|[]point 1|[]p1|[]pointA',
      q: '[]point2|[]pointb|[]point b|[]point 2|[]p2|[]pointB',
    },
    sql: "sqrt(power(json_extract({q}, '$[0]') - json_extract({p}, '$[0]'), 2) + power(json_extract({q}, '$[1]') - json_extract({p}, '$[1]'), 2))",
    example: { operands: { p: [0, 0], q: [3, 4] }, gives: 5 },
  },
  {
    id: 'distance on the globe',
    words: ['distance'],
    operands: {
      lat1: 'lat1|latitude1|from lat|origin lat|start lat',
      lon1: 'lon1|longitude1|lng1|from lon|from lng|origin lng|origin lon|start lon|start lng',
      lat2: 'lat2|latitude2|to lat|destination lat|dest lat|end lat',
      lon2: 'lon2|longitude2|lng2|to lon|to lng|destination lng|destination lon|dest lng|end lon|end lng',
    },
    sql: 'round(geo_distance({lat1}, {lon1}, {lat2}, {lon2}), 3)',
    example: { operands: { lat1: 0, lon1: 0, lat2: 0, lon2: 0 }, gives: 0 },
  },
  {
    id: 'slope',
    words: ['slope|gradient'],
    operands: { x1: 'x1', y1: 'y1', x2: 'x2', y2: 'y2' },
    sql: '1.0 * ({y2} - {y1}) / ({x2} - {x1})',
    require: ['{x2} <> {x1}', 'The line is vertical.'],
    example: { operands: { x1: 0, y1: 0, x2: 2, y2: 4 }, gives: 2 },
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
    id: 'simple interest',
    words: ['simple', 'interest'],
    operands: {
      principal: 'principal|amount|p|principal amount',
      rate: 'rate|interest rate|annual rate|r',
      time: 'time|year|t|duration|period',
    },
    sql: '{principal} * iif({rate} > 1, {rate} / 100.0, {rate}) * {time}',
    require: ['{principal} >= 0 AND {time} >= 0', 'Principal and time must not be negative.'],
    example: { operands: { principal: 1000, rate: 0.05, time: 2 }, gives: 100 },
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
    id: 'return on investment',
    words: ['roi|return'],
    operands: {
      gain: 'gain|final value|current value|revenue|return|net profit|profit|sale price',
      cost: 'cost|initial investment|investment|initial value|initial|purchase price',
    },
    sql: '100.0 * ({gain} - {cost}) / {cost}',
    require: ['{cost} <> 0', 'The cost must not be zero.'],
    example: { operands: { gain: 150, cost: 100 }, gives: 50 },
  },
  {
    id: 'tip',
    words: ['tip'],
    operands: {
      bill: 'bill|amount|total|bill amount|bill total|bill total amount',
      percent: 'percentage|percent|rate|tip percentage|tip percent|tip rate',
    },
    sql: 'round({bill} * {percent} / iif({percent} > 1, 100.0, 1), 2)',
    require: ['{bill} >= 0 AND {percent} >= 0', 'Neither may be negative.'],
    example: { operands: { bill: 50, percent: 20 }, gives: 10 },
  },
  {
    id: 'discounted price',
    words: ['discount|discounted'],
    operands: {
      price: 'price|original price|amount|total|cost',
      percent: 'discount|discount percentage|percentage|percent|discount rate|rate|discount percent',
    },
    sql: 'round({price} * (1 - {percent} / iif({percent} > 1, 100.0, 1)), 2)',
    require: ['{price} >= 0 AND {percent} >= 0', 'Neither may be negative.'],
    example: { operands: { price: 80, percent: 25 }, gives: 60 },
  },
  {
    id: 'sales tax',
    words: ['tax|vat'],
    operands: {
      amount: 'amount|price|purchase amount|subtotal|income|value',
      rate: 'rate|tax rate|vat rate|percentage|tax percent',
    },
    sql: 'round({amount} * {rate} / iif({rate} > 1, 100.0, 1), 2)',
    require: ['{amount} >= 0 AND {rate} >= 0', 'Neither may be negative.'],
    example: { operands: { amount: 200, rate: 0.1 }, gives: 20 },
  },
  {
    id: 'speed',
    words: ['speed|velocity'],
    not: ['sound', 'light', 'final', 'escape', 'get', 'current'],
    operands: { distance: 'distance|displacement', time: 'time|duration' },
    sql: '1.0 * {distance} / {time}',
    require: ['{time} > 0', 'The time must be positive.'],
    example: { operands: { distance: 100, time: 4 }, gives: 25 },
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
  {
    id: 'acceleration',
    words: ['acceleration'],
    operands: {
      initial: 'initial velocity|initial speed|u|vi',
      final: 'final velocity|final speed|v|vf',
      time: 'time|t|duration',
    },
    sql: '1.0 * ({final} - {initial}) / {time}',
    require: ['{time} > 0', 'The time must be positive.'],
    example: { operands: { initial: 5, final: 11, time: 3 }, gives: 2 },
  },
  {
    id: 'force',
    words: ['force'],
    not: ['electrostatic', 'gravitational', 'magnetic'],
    operands: { mass: 'mass|m', acceleration: 'acceleration|a' },
    sql: '{mass} * {acceleration}',
    example: { operands: { mass: 3, acceleration: 2 }, gives: 6 },
  },
  {
    id: 'gravitational force',
    words: ['gravitational|gravity', 'force'],
    operands: {
      m1: 'mass1|m1|mass 1|mass of object 1',
      m2: 'mass2|m2|mass 2|mass of object 2',
      r: 'distance|r|radius',
    },
    sql: '6.6743e-11 * {m1} * {m2} / ({r} * {r})',
    require: ['{r} > 0', 'The distance must be positive.'],
    example: { operands: { m1: 1, m2: 1, r: 1 }, gives: 6.6743e-11 },
  },
  {
    id: 'kinetic energy',
    words: ['kinetic', 'energy'],
    operands: { mass: 'mass|m', velocity: 'velocity|speed|v' },
    sql: '0.5 * {mass} * {velocity} * {velocity}',
    require: ['{mass} >= 0', 'The mass must not be negative.'],
    example: { operands: { mass: 2, velocity: 3 }, gives: 9 },
  },
  {
    id: 'potential energy',
    words: ['potential', 'energy'],
    operands: { mass: 'mass|m', height: 'height|h', gravity: 'gravity|g|gravitational acceleration' },
    optional: ['gravity'],
    sql: '{mass} * coalesce({gravity}, 9.81) * {height}',
    require: ['{mass} >= 0', 'The mass must not be negative.'],
    example: { operands: { mass: 2, height: 10 }, gives: 196.2 },
  },
  {
    id: 'density',
    words: ['density'],
    not: ['population'],
    operands: { mass: 'mass|m', volume: 'volume|v' },
    sql: '1.0 * {mass} / {volume}',
    require: ['{volume} > 0', 'The volume must be positive.'],
    example: { operands: { mass: 10, volume: 4 }, gives: 2.5 },
  },
  {
    id: 'population density',
    words: ['density'],
    operands: { population: 'population', area: 'area|land area|area km2' },
    sql: '1.0 * {population} / {area}',
    require: ['{area} > 0', 'The area must be positive.'],
    example: { operands: { population: 100, area: 8 }, gives: 12.5 },
  },
  {
    id: 'voltage',
    words: ['voltage|ohm'],
    operands: { current: 'current|i', resistance: 'resistance|r' },
    sql: '{current} * {resistance}',
    example: { operands: { current: 2, resistance: 5 }, gives: 10 },
  },
  {
    id: 'electric power',
    words: ['power'],
    operands: { voltage: 'voltage|v', current: 'current|i' },
    sql: '{voltage} * {current}',
    example: { operands: { voltage: 12, current: 2 }, gives: 24 },
  },
  {
    id: 'days between',
    words: ['day|date|difference', 'between|difference|diff|until|duration|apart'],
    operands: {
      from: 'start date|date1|from date|first date|start|date 1|from|begin date|date a',
      to: 'end date|date2|to date|second date|end|date 2|to|target date|date b',
    },
    sql: 'CAST(round(julianday(date({to})) - julianday(date({from}))) AS INTEGER)',
    require: ['date({from}) IS NOT NULL AND date({to}) IS NOT NULL', 'Dates are written YYYY-MM-DD.'],
    example: { operands: { from: '2031-01-01', to: '2031-03-01' }, gives: 59 },
  },
  {
    id: 'days later',
    words: ['add|later|future|after|date', 'day|date'],
    operands: { date: 'date|start date|from date|base date', days: 'day|number of day|num day|offset|interval' },
    sql: "date({date}, {days} || ' days')",
    require: ['date({date}) IS NOT NULL', 'Dates are written YYYY-MM-DD.'],
    example: { operands: { date: '2031-01-30', days: 3 }, gives: '2031-02-02' },
  },
  {
    id: 'day of the week',
    words: ['week|weekday', 'day|weekday'],
    operands: { date: 'date|day' },
    sql: "CASE strftime('%w', {date}) WHEN '0' THEN 'Sunday' WHEN '1' THEN 'Monday' WHEN '2' THEN 'Tuesday' WHEN '3' THEN 'Wednesday' WHEN '4' THEN 'Thursday' WHEN '5' THEN 'Friday' ELSE 'Saturday' END",
    require: ['date({date}) IS NOT NULL', 'Dates are written YYYY-MM-DD.'],
    example: { operands: { date: '2031-05-12' }, gives: 'Monday' },
  },
  {
    id: 'leap year',
    words: ['leap'],
    operands: { year: 'year' },
    sql: '({year} % 4 = 0 AND {year} % 100 <> 0) OR {year} % 400 = 0',
    example: { operands: { year: 2032 }, gives: 1 },
  },
  { id: 'even', words: ['even'], operands: { x: N }, sql: '{x} % 2 = 0', example: { operands: { x: 4 }, gives: 1 } },
  {
    id: 'text length',
    words: ['length|count|character', 'string|text|character|word|sentence'],
    not: ['word'],
    operands: { text: 'text|string|input|s|str|sentence|input string|input text|content' },
    sql: 'length({text})',
    example: { operands: { text: 'heron' }, gives: 5 },
  },
  {
    id: 'word count',
    words: ['word', 'count'],
    operands: { text: 'text|string|input|s|str|sentence|content|input text' },
    sql: "iif(trim({text}) = '', 0, length(trim({text})) - length(replace(trim({text}), ' ', '')) + 1)",
    example: { operands: { text: 'a grey heron' }, gives: 3 },
  },
  {
    id: 'upper case',
    words: ['upper|uppercase|capitalize'],
    operands: { text: 'text|string|input|s|str|content|input text' },
    sql: 'upper({text})',
    example: { operands: { text: 'heron' }, gives: 'HERON' },
  },
  {
    id: 'lower case',
    words: ['lower|lowercase'],
    operands: { text: 'text|string|input|s|str|content|input text' },
    sql: 'lower({text})',
    example: { operands: { text: 'Heron' }, gives: 'heron' },
  },
  {
    id: 'joined text',
    words: ['concat|concatenate|join'],
    operands: { a: 'a|string1|text1|first|str1|s1|first string', b: 'b|string2|text2|second|str2|s2|second string' },
    sql: '{a} || {b}',
    example: { operands: { a: 'her', b: 'on' }, gives: 'heron' },
  },
  {
    id: 'replaced text',
    words: ['replace'],
    operands: {
      text: 'text|string|input|content',
      old: 'old|find|search|target|old text|from',
      now: 'new|replacement|replace with|new text|to',
    },
    sql: 'replace({text}, {old}, {now})',
    example: { operands: { text: 'a b', old: ' ', now: '-' }, gives: 'a-b' },
  },
];

/** Units of one dimension by their factor to the first, and an offset for temperatures. */
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

/** The unit that a word names. */
export function unitOf(word: string): (typeof UNITS)[number] | undefined {
  const text = word.toLowerCase();
  return UNITS.find(
    (each) =>
      each.unit === text ||
      each.names.split('|').includes(text) ||
      each.names.split('|').some((name) => `${name}s` === text),
  );
}
