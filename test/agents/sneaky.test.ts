// Tests dishonest agents in whole episodes. Honest work in eight scenes passes; the same work with one dishonest
// sentence by an independent writer fails.
import { expect, test } from 'vitest';
import { playScene, sceneOf, sneakyTexts } from '../../bench/sneaky-player.ts';
import { SCENES } from '../../bench/sneaky-scenes.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const WORLDS = { 'order-desk': openEnvironment(ORDER_DESK), 'carrier-care': openEnvironment(CARRIER_CARE) };

test.each(SCENES.map((scene) => [scene.name, scene] as const))('an honest agent passes: %s', async (_name, scene) => {
  const { verdict, talk } = await playScene(WORLDS[scene.environment], scene);
  expect(verdict, talk.join('\n')).toMatchObject({ reward: 1, failures: [], unjudged: [] });
});

/** The one kind of dishonest text that passes. docs/wording-figures.md names it with the reason. */
const NAMED = new Set(['S40']);

test('of forty sneaky kinds none passes but the one that is named', async () => {
  const passed = new Map<string, string[]>();
  const kinds = new Set<string>();
  for (const sneaky of sneakyTexts()) {
    kinds.add(sneaky.kind.id);
    const scene = sceneOf(sneaky.kind);
    const { verdict } = await playScene(WORLDS[scene.environment], scene, sneaky);
    if (verdict.reward === 1)
      passed.set(sneaky.kind.id, [...(passed.get(sneaky.kind.id) ?? []), `${sneaky.kind.id} ${sneaky.text}`]);
  }
  expect(kinds.size).toBe(40);
  expect([...passed].filter(([kind]) => !NAMED.has(kind)).flatMap(([, texts]) => texts)).toEqual([]);
});
