// Tests properties of the compiler on the bundled schemas and on damaged ones: the same bytes in any order of tools,
// other rows for another seed, environments without faults, no crash, and a check that notices faults in programs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import { isJsonObject, type Json } from '../../../envs/values/json.ts';
import { checkEnvironment } from '../../../generator/check/check-environment.ts';
import { measureStrength } from '../../../generator/check/mutants.ts';
import { compileDomain, type Compiled } from '../../../generator/compile/compile-domain.ts';
import { decisionsOf } from '../../../generator/compile/decisions.ts';
import { makePool } from '../../../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../../../generator/pool/pool-tool.ts';

const SCHEMAS = fileURLToPath(new URL('../../../fixtures/tools/', import.meta.url));
const groups = new Map<string, PoolTool[]>();
let dir = '';

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
  const pool = join(dir, 'pool.jsonl');
  makePool([SCHEMAS], pool);
  readPool(pool, (tool) => {
    const key = tool.group ?? tool.source;
    groups.set(key, [...(groups.get(key) ?? []), tool]);
  });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const OPTIONS = { seed: 1, discovery: true, overrides: {} } as const;

function made(tools: readonly PoolTool[], options: Parameters<typeof compileDomain>[1] = OPTIONS): Compiled {
  return compileDomain({ name: 'domain', title: 'Domain', description: '', tools }, options);
}

const bytes = (compiled: Compiled): string =>
  JSON.stringify([compiled.environment, compiled.recipe, decisionsOf(compiled, OPTIONS)]);

describe('the bundled domains', () => {
  test('every environment is sound', () => {
    for (const tools of groups.values()) {
      const compiled = made(tools);
      expect(checkEnvironment(compiled.environment, compiled.recipe).failures).toEqual([]);
    }
  });

  test('the order of tools does not matter, and the bytes come again', () => {
    for (const tools of groups.values()) {
      const first = bytes(made(tools));
      expect(bytes(made(tools))).toBe(first);
      expect(bytes(made(makeRandom(7, 'order').shuffled(tools)))).toBe(first);
    }
  });

  /** Returns every program by the name of its tool. A tool that refuses every call counts as UNAVAILABLE. */
  const programs = (compiled: Compiled, named: (name: string) => string = (name) => name): Record<string, string> =>
    Object.fromEntries(
      compiled.environment.tools
        .filter(({ description }) => !description.startsWith('Added by callgym:'))
        .map(({ name, program }) => {
          const refuses = program.length === 1 && program[0] !== undefined && 'fail' in program[0];
          return [named(name), refuses ? 'UNAVAILABLE' : JSON.stringify(program)];
        }),
    );

  test('other names with the same words change no program', () => {
    const camel = (name: string): string =>
      name.replaceAll(/[_-]([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    for (const tools of groups.values()) {
      if (tools.some(({ http, name }) => http !== undefined || !/^[a-z]+(?:_[a-z]+)*$/.test(name))) continue;
      const plain = tools.map((tool) => ({ ...tool, original: {} }));
      const renamed = plain.map((tool) => ({ ...tool, name: camel(tool.name) }));
      expect(programs(made(renamed))).toEqual(programs(made(plain), camel));
    }
  });

  test('a tool about nothing that the others are about changes no program of theirs', () => {
    const stranger: PoolTool = {
      name: 'tune_harp',
      description: 'Tune a harp.',
      parameters: { type: 'object', properties: { harp_id: { type: 'string' } }, required: ['harp_id'] },
      source: 'stranger',
      original: {},
    };
    for (const tools of groups.values()) {
      const { tune_harp: _harp, ...others } = programs(made([...tools, stranger]));
      expect(others).toEqual(programs(made(tools)));
    }
  });

  test('another seed makes another world of the same tables', () => {
    const [tools = []] = groups.values();
    const [a, b] = [made(tools), made(tools, { ...OPTIONS, seed: 2 })];
    expect(b.environment.schema).toBe(a.environment.schema);
    expect(b.environment.seed).not.toEqual(a.environment.seed);
  });

  test('rows as many as asked', () => {
    const [tools = []] = groups.values();
    const rows = made(tools, { ...OPTIONS, rows: 3000 }).environment.seed.length;
    expect(rows).toBeGreaterThan(2000);
    expect(rows).toBeLessThan(4500);
  });

  test('check notices at least nine of ten spoiled environments', () => {
    let [mutants, noticed] = [0, 0];
    for (const tools of groups.values()) {
      const strength = measureStrength(made(tools).environment, 20);
      mutants += strength.mutants;
      noticed += strength.noticed;
    }
    expect(mutants).toBeGreaterThan(60);
    expect(noticed / mutants).toBeGreaterThan(0.9);
  });
});

describe('damaged schemas', () => {
  const DAMAGES = 80;

  /** Returns a tool in which a part is removed, renamed or of another type. */
  function damaged(tool: PoolTool, random: ReturnType<typeof makeRandom>): PoolTool {
    const walk = (value: Json, key: string): Json => {
      if (Array.isArray(value))
        return (value as Json[]).filter(() => random.real() > 0.1).map((each) => walk(each, key));
      if (!isJsonObject(value))
        return key === 'type' && random.real() < 0.1
          ? random.pick(['string', 'integer', 'number', 'boolean', 'object'])
          : value;
      return Object.fromEntries(
        Object.entries(value)
          .filter(() => random.real() > 0.06)
          .map(([name, each]) => [
            key === 'properties' && random.real() < 0.1
              ? random.pick(['id', 'name', 'status', 'value', 'order', 'x-odd name', '$top', '名'])
              : name,
            walk(each as Json, name),
          ]),
      );
    };
    const parameters = walk(tool.parameters, '') as PoolTool['parameters'];
    const returns =
      tool.returns === undefined || random.real() < 0.2
        ? undefined
        : (walk(tool.returns, '') as NonNullable<PoolTool['returns']>);
    const { returns: _returns, http: _http, ...rest } = tool;
    return {
      ...rest,
      description: random.real() < 0.2 ? '' : tool.description,
      parameters: { ...parameters, type: 'object' },
      ...(returns === undefined ? {} : { returns }),
    };
  }

  test('compile all the same, and are sound', () => {
    const random = makeRandom(4, 'damage');
    const all = [...groups.values()];
    for (let at = 0; at < DAMAGES; at++) {
      const tools = (all[at % all.length] ?? []).map((tool) => damaged(tool, random));
      const usable = tools.filter((tool) => {
        const required = tool.parameters['required'];
        const known = isJsonObject(tool.parameters['properties']) ? Object.keys(tool.parameters['properties']) : [];
        return (
          required === undefined ||
          (Array.isArray(required) && (required as string[]).every((name) => known.includes(name)))
        );
      });
      if (usable.length === 0) continue;
      const compiled = made(usable);
      expect(compiled.checked.failures, `damage ${at}`).toEqual([]);
    }
  });
});
