// Reads the texts of independent writers from a folder of JSONL files. Each line belongs to a card, which describes a
// situation. Cards are in cards.json; cards that a writer made up are in a file beside the texts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '../envs/values/json.ts';
import { isMoney, spoken } from '../envs/words/spoken.ts';
import type { ProposalGround } from '../envs/verification/reading/proposal-ground.ts';
import { splitName } from '../envs/words/split-words.ts';
import { slotsOf, thingsIn } from '../envs/words/things.ts';
import type { Situation } from '../envs/verification/reading/reply-features.ts';
import type { Card, Utterance } from './score-wordings.ts';

export const WORDINGS = fileURLToPath(new URL('../fixtures/wordings/', import.meta.url));

export interface Wording extends Utterance {
  readonly writer: string;
  readonly situation: Card;
}

/** A card that a writer made up. */
interface OwnCard {
  readonly id: string;
  readonly opening: string;
  readonly goal: string;
  readonly facts: readonly { readonly key: string; readonly value: Json }[];
  readonly rules: string;
  readonly call?: { readonly name: string; readonly arguments: JsonObject };
  readonly rows?: readonly JsonObject[];
  readonly choices?: Readonly<Record<string, readonly Json[]>>;
  readonly reason?: string;
}

/** Reads the texts of a folder. `folder` is the name of one half of the texts, or a path. */
export function readWordings(folder: string, sneaky: ReadonlyMap<string, object> = new Map()): Wording[] {
  const known = new Map(cardsOf(join(WORDINGS, 'cards.json')).map((card) => [card.id, card]));
  const path = folder.includes('/') ? folder : join(WORDINGS, folder);
  if (!existsSync(path)) return [];
  const files = readdirSync(path).sort();
  for (const file of files.filter((name) => name.endsWith('.cards.jsonl')))
    for (const card of linesOf<OwnCard>(join(path, file))) known.set(card.id, cardOf(card));
  return files
    .filter((name) => name.endsWith('.jsonl') && !name.endsWith('.cards.jsonl'))
    .flatMap((file) =>
      linesOf<Utterance>(join(path, file)).flatMap((utterance) => {
        const situation = known.get(utterance.card);
        if (sneaky.has(utterance.card)) return [{ ...utterance, writer: writerOf(file), situation: {} as Card }];
        return situation === undefined || typeof utterance.text !== 'string'
          ? []
          : [{ ...utterance, writer: writerOf(file), situation }];
      }),
    );
}

export function situationOf({ task, rules, log }: Card): Situation {
  const { opening, goal, facts } = task;
  return {
    told: [opening, goal, ...facts.map(({ key, value }) => spoken(value as Json, key))].join(' . '),
    tools: (task.declines ?? task.calls).map(({ name }) => name),
    shown: `${rules} ${JSON.stringify(log)}`,
  };
}

/**
 * Returns the change that the user of a card wants, and for each value in it the other values that a proposal could
 * name by mistake.
 */
export function proposalGround(card: Card): ProposalGround {
  const things = card.log.flatMap(({ result }) => thingsIn(result ?? null));
  const changes = card.task.calls.map(({ name, arguments: args }) => ({
    words: splitName(name),
    slots: slotsOf(args, things, (argument) => card.choices?.[argument] ?? []),
  }));
  return { changes, told: situationOf(card).told, order: 'unknown' };
}

function writerOf(file: string): string {
  return file.replace(/(?:-second)?\.jsonl$/, '');
}

function cardsOf(path: string): Card[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { cards: Card[] }).cards;
}

function linesOf<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line.trim() === '' ? [] : [JSON.parse(line) as T];
      } catch {
        return [];
      }
    });
}

function cardOf({ id, opening, goal, facts, rules, call, rows = [], choices, reason }: OwnCard): Card {
  const calls = call === undefined ? [] : [{ name: call.name, arguments: call.arguments }];
  const declined = reason !== undefined;
  return {
    id,
    domain: id.replace(/-[RP]\d+$/, ''),
    rules: rules ?? '-',
    tools: calls.map(({ name }) => name),
    task: {
      opening,
      goal,
      facts: (facts ?? []).map(({ key, value }) => ({ key, value, say: 'open' as const })),
      calls: declined ? [] : calls,
      outputs: declined ? [{ key: 'reason', type: 'reason', value: reason }] : [],
      end: declined ? 'refused' : 'done',
      ...(declined && calls.length > 0 ? { declines: calls } : {}),
    },
    ...(choices === undefined ? {} : { choices }),
    log: rows.map((row) => ({ name: 'look_up', arguments: {}, result: withMoney(row) })),
  } as Card;
}

/** Returns the row with amounts of money as numbers, as rows in JSON contain them. Other values stay as they are. */
function withMoney(row: JsonObject): Json {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      isMoney(name) && typeof value === 'string' && /^\$?\d+(?:\.\d+)?$/.test(value)
        ? Number(value.replace('$', ''))
        : (value as Json),
    ]),
  );
}
