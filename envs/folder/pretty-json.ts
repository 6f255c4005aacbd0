// JSON for people and diffs: what fits on a line stays on it, everything longer is broken, key order is kept.

const WIDTH = 120;

export function prettyJson(value: unknown): string {
  return `${print(value, 0, 0)}\n`;
}

function print(value: unknown, indent: number, used: number): string {
  const flat = inline(value);
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value) || indent + used + flat.length <= WIDTH)
    return flat;
  const inner = indent + 2;
  const pad = ' '.repeat(inner);
  const close = ' '.repeat(indent);
  if (Array.isArray(value)) return `[\n${value.map((each) => `${pad}${print(each, inner, 1)}`).join(',\n')}\n${close}]`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const lines = entries.map(
    ([key, each]) => `${pad}${JSON.stringify(key)}: ${print(each, inner, JSON.stringify(key).length + 3)}`,
  );
  return `{\n${lines.join(',\n')}\n${close}}`;
}

function inline(value: unknown): string {
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`).join(', ')} }`;
}
