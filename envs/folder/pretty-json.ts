// Writes JSON for people and for diffs. A value is written on one line if it fits, otherwise on several. Keys keep
// their order.

const WIDTH = 120;

export function prettyJson(value: unknown): string {
  return `${print(value, 0, 0)}\n`;
}

function print(value: unknown, indent: number, used: number): string {
  const flat = inline(value, WIDTH - indent - used);
  if (flat !== undefined) return flat;
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return JSON.stringify(value);
  const inner = indent + 2;
  const pad = ' '.repeat(inner);
  const close = ' '.repeat(indent);
  if (Array.isArray(value)) return `[\n${value.map((each) => `${pad}${print(each, inner, 1)}`).join(',\n')}\n${close}]`;
  const lines = entriesOf(value).map(
    ([key, each]) => `${pad}${JSON.stringify(key)}: ${print(each, inner, JSON.stringify(key).length + 3)}`,
  );
  return `{\n${lines.join(',\n')}\n${close}}`;
}

/** Writes a value on one line. Returns undefined if the line would be longer than `room` characters. */
function inline(value: unknown, room: number): string | undefined {
  if (room < 0) return undefined;
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return fitting(JSON.stringify(value), room);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  // the brackets of a list take two characters; an object needs four, because its braces have a space inside
  let left = room - (isList ? 2 : 4);
  for (const [key, each] of isList ? value.map((item) => [undefined, item] as const) : entriesOf(value)) {
    const label = key === undefined ? '' : `${JSON.stringify(key)}: `;
    if (parts.length > 0) left -= 2;
    const flat = inline(each, left - label.length);
    if (flat === undefined) return undefined;
    parts.push(`${label}${flat}`);
    left -= label.length + flat.length;
  }
  if (isList) return fitting(`[${parts.join(', ')}]`, room);
  return fitting(parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`, room);
}

function fitting(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined;
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}
