// calc(text): bounded arithmetic. Numbers, + - * / and // (rounded down), parentheses, unary signs; nothing else, no
// names, no calls. Undefined when the text is no such expression (an integer with leading zeros is none), divides by
// zero or leaves the finite numbers.

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
        value /= factor();
      } else if (tokens[at] === '//') {
        at += 1;
        value = Math.floor(value / factor());
      } else return value;
    }
  }

  function factor(): number {
    const token = tokens[at++];
    if (token === undefined || ++depth > MAX_DEPTH) return Number.NaN;
    try {
      if (token === '-') return -factor();
      if (token === '+') return factor();
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
