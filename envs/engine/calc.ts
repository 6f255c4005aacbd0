// calc(text) computes an arithmetic expression of limited size: numbers, + - * /, // (division, rounded down), **
// (binds strongest, from right to left), parentheses and signs. Names and calls are not allowed. The result is
// undefined for any other text (also for an integer with leading zeros), for a division by zero, and for a result that
// is not finite.

const MAX_LENGTH = 1000;
const MAX_DEPTH = 100;

export function calc(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tokens = text.match(/\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\/\/|\*\*|[-+*/()]|\S/g) ?? [];
  let at = 0;
  let depth = 0;

  function sum(): number {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-')
      value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  }

  function product(): number {
    let value = factor();
    for (;;) {
      if (tokens[at] === '*') {
        at += 1;
        value *= factor();
      } else if (tokens[at] === '/') {
        at += 1;
        value = divided(value, factor());
      } else if (tokens[at] === '//') {
        at += 1;
        value = Math.floor(divided(value, factor()));
      } else return value;
    }
  }

  function factor(): number {
    if (++depth > MAX_DEPTH) return Number.NaN;
    try {
      if (tokens[at] === '-' || tokens[at] === '+') return tokens[at++] === '-' ? -factor() : factor();
      const base = atom();
      if (tokens[at] !== '**') return base;
      at += 1;
      return raised(base, factor());
    } finally {
      depth -= 1;
    }
  }

  function atom(): number {
    const token = tokens[at++];
    if (token === undefined || ++depth > MAX_DEPTH) return Number.NaN;
    try {
      if (token === '(') {
        const value = sum();
        return tokens[at++] === ')' ? value : Number.NaN;
      }
      return /^[\d.]/.test(token) && token !== '.' && !/^0+[1-9]\d*$/.test(token) ? Number(token) : Number.NaN;
    } finally {
      depth -= 1;
    }
  }

  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? value : undefined;
}

function divided(value: number, by: number): number {
  return by === 0 ? Number.NaN : value / by;
}

function raised(base: number, exponent: number): number {
  return base === 0 && exponent < 0 ? Number.NaN : base ** exponent;
}
