// The pages of a list, one after the other, are the list.
import { canonicalJson, type Json } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { argumentsOf } from './law-room.ts';
import { itemsOf } from './shown-values.ts';

const PAGES = 5;

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
      const per = Math.max(2, Math.ceil(items.length / 3));
      const found: Json[] = [];
      for (let at = 0; at < PAGES; at++) {
        const answer = room.read(session, tool, { [size]: per, [step]: step === skip ? at * per : at + 1 });
        if (!answer.ok) break;
        found.push(...(itemsOf(answer.result) ?? []));
      }
      const answer = room.read(session, tool, { [size]: items.length });
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
