// Tests the two environments that people wrote: they are large and varied enough, and their rules can be broken.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { badTraces } from '../../envs/values/rule.ts';
import { evaluateRules, playTrace } from '../../envs/verification/rules.ts';

describe.each(['order-desk', 'carrier-care'])('%s', (name) => {
  const world = openEnvironment(fileURLToPath(new URL(`../../fixtures/environments/${name}`, import.meta.url)));
  const { environment } = world;

  test('has at least 12 agent tools, 8 tables and 1,000 rows', () => {
    expect(environment.tools.filter((tool) => tool.audience === 'agent').length).toBeGreaterThanOrEqual(12);
    expect(world.schema.tables.length).toBeGreaterThanOrEqual(8);
    expect(environment.seed.length).toBeGreaterThanOrEqual(1000);
  });

  test('has at least 12 rules, 8 that the tools let an agent break', () => {
    expect(environment.rules.length).toBeGreaterThanOrEqual(12);
    const breakable = environment.rules.filter((rule) =>
      badTraces(rule).some((trace) => {
        const steps = playTrace(world, trace);
        const fired = evaluateRules(world, { seed: 1, setup: { calls: [] } }, steps, {}, new Set([rule.id]));
        // true if the tool accepted the step that breaks the rule
        return fired.some(({ step }) => {
          const at = steps[step - 1];
          return at?.kind === 'call' && at.entry.ok;
        });
      }),
    );
    expect(breakable.length).toBeGreaterThanOrEqual(8);
  });

  test('every rule of rules.json stands in the policy with its number', () => {
    for (const rule of environment.rules) expect(environment.policy).toContain(`${rule.id}. ${rule.text}`);
  });

  test('descriptions: every tool and most arguments say what they are', () => {
    for (const tool of environment.tools) expect(tool.description.length).toBeGreaterThan(10);
  });
});
