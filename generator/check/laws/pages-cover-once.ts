// Law: the pages of a list, joined in order, equal the whole list.
import { canonicalJson, isJsonObject, type Json } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Law } from './law.ts';
import { argumentsOf } from './law-room.ts';
import { itemsOf } from './shown-values.ts';

const PAGES = 5;

/** Returns a function that turns a wanted page size into the nearest size that the argument's schema allows. */
function sizesOf(tool: Tool, name: string): (wanted: number) => number {
  const { properties = {} } = tool.parameters as { properties?: Readonly<Record<string, Json>> };
  const stated = properties[name];
  const bound = (key: 'minimum' | 'maximum', otherwise: number): number =>
    isJsonObject(stated) && typeof stated[key] === 'number' ? stated[key] : otherwise;
  return (wanted) => Math.min(Math.max(wanted, bound('minimum', 1)), bound('maximum', wanted));
}

export const pagesCoverOnce: Law = {
  name: 'pages cover once',
  aboutList(room, { tool }) {
    const { all } = argumentsOf(tool);
    const size = all.find((name) => /^(limit|page_?size|per_?page|max_?results|top|k|count|first)$/i.test(name));
    const skip = all.find((name) => /^(offset|skip|start)$/i.test(name));
    const page = all.find((name) => /^(page|page_?number)$/i.test(name));
    const step = skip ?? page;
    if (size === undefined || step === undefined) return;
    const session = room.begin([]);
    const shown = room.read(session, tool, {});
    const items = shown.ok ? (itemsOf(shown.result) ?? []) : [];
    if (items.length > 3) {
      const allowed = sizesOf(tool, size);
      const per = allowed(Math.max(2, Math.ceil(items.length / 3)));
      const found: Json[] = [];
      for (let at = 0; at < Math.max(PAGES, Math.ceil(items.length / per)); at++) {
        const answer = room.read(session, tool, { [size]: per, [step]: step === skip ? at * per : at + 1 });
        if (!answer.ok) break;
        found.push(...(itemsOf(answer.result) ?? []));
      }
      const answer = room.read(session, tool, { [size]: allowed(items.length) });
      const whole = answer.ok ? (itemsOf(answer.result) ?? []) : items;
      room.hold(
        this,
        tool,
        canonicalJson(found) === canonicalJson(whole as Json),
        () => `pages of ${per} give ${found.length} rows, the list has ${whole.length}`,
      );
    }
    room.close(session);
  },
};
