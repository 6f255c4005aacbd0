// Tests the errors of a build: a fault of callgym names its place in the code. Also tests that importing the generator
// changes no flags of the process.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ownFault } from '../../../generator/compile/own-fault.ts';

test('a fault of ours keeps its causes and the places in our code, without the paths of a machine', () => {
  let caught: unknown;
  try {
    failing();
  } catch (error) {
    caught = new Error('the environment cannot be made', { cause: error });
  }
  const { reason, trace } = ownFault(caught);
  expect(reason).toBe('a fault of callgym: the environment cannot be made; because: no such table');
  expect(trace[0]).toMatch(/^failing \(test\/generator\/compile\/build-faults\.test\.ts:\d+\)$/);
  expect(trace.join('\n')).not.toMatch(/node_modules|\(\//);
  expect(ownFault('a text').trace).toEqual([]);
});

function failing(): never {
  throw new Error('no such table');
}

test('importing the generator leaves the flags of the process alone', () => {
  const generator = new URL('../../../generator/index.ts', import.meta.url).href;
  const program = `
    const { runInNewContext } = await import('node:vm');
    await import(${JSON.stringify(generator)});
    const { collectGarbage } = await import(${JSON.stringify(new URL('../../../generator/collect-garbage.ts', import.meta.url).href)});
    const before = runInNewContext('typeof gc');
    collectGarbage();
    process.stdout.write(before + ' ' + runInNewContext('typeof gc'));
  `;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    encoding: 'utf8',
  });
  expect(told).toBe('undefined undefined');
});
