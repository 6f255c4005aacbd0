// Tests the manifests in docs/deploy. Kubernetes objects must fit the schemas of Kubernetes, units must pass systemd's
// own check if it is installed, flags must exist in the commands, and the dashboard's metrics must exist in a server.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { serveCommand } from '../../cli/commands/serve.ts';
import { workerCommand } from '../../cli/commands/worker.ts';
import { makeServer } from '../support/server.ts';

const dir = fileURLToPath(new URL('../../docs/deploy/', import.meta.url));
const KINDS = { Deployment, StatefulSet, PodDisruptionBudget, Secret, Service } as const;

interface Manifest {
  readonly kind: keyof typeof KINDS;
  readonly metadata: { readonly name: string };
  readonly spec?: { template?: { spec: { containers: readonly { args?: string[]; command?: string[] }[] } } };
}

const manifests = parseAllDocuments(readFileSync(`${dir}kubernetes.yaml`, 'utf8')).map(
  (document) => document.toJS() as Manifest,
);

function validate(manifest: { readonly kind?: keyof typeof KINDS; readonly spec?: object }): void {
  if (manifest.kind === undefined) throw new Error('a manifest has a kind');
  // each class demands its own type of manifest, which is known only at run time
  const Kind = KINDS[manifest.kind] as unknown as new (value: unknown) => { validate(): void };
  new Kind(manifest).validate();
}

function flagsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
}

describe('Kubernetes', () => {
  test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is one that Kubernetes takes',
    (_name, manifest) => validate(manifest),
  );

  test('the check refuses a manifest that is wrong', () => {
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    expect(() => validate({ ...deployment, spec: { ...deployment?.spec, replicas: 'three' } })).toThrow();
    expect(() => validate({ ...deployment, spec: { ...deployment?.spec, selector: undefined } })).toThrow();
  });

  test('the flags are those of the commands', () => {
    const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    const serving = containers.flatMap(({ args = [] }) => (args.includes('redis-server') ? [] : flagsOf(args)));
    const working = containers.flatMap(({ command = [] }) => flagsOf(command));
    expect(serving.length * working.length).toBeGreaterThan(0);
    expect(serving.filter((flag) => !(flag in (serveCommand.options ?? {})))).toEqual([]);
    expect(working.filter((flag) => !(flag in (workerCommand.options ?? {})))).toEqual([]);
  });
});

describe('systemd', () => {
  const units = readdirSync(dir).filter((name) => name.endsWith('.service'));
  const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;

  test.each(units)('%s has flags that exist, restarts, and gives its sessions time', (unit) => {
    const text = readFileSync(`${dir}${unit}`, 'utf8');
    const value = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
    const [, command = ''] = value('ExecStart').split(' ');
    const options = { serve: serveCommand.options, worker: workerCommand.options }[command];
    expect(flagsOf(value('ExecStart').split(' ')).filter((flag) => !(flag in (options ?? {})))).toEqual([]);
    expect(value('Restart')).toBe('always');
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(30);
  });

  test.skipIf(!analyze).each(units)('%s passes systemd-analyze', (unit) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', `${dir}${unit}`], { encoding: 'utf8' });
    // the callgym command need not be installed on the test machine, so complaints about it are ignored
    const complaints = stderr
      .split('\n')
      .filter((line) => line.includes(unit) && !/is not executable|ExecStart/.test(line));
    expect(complaints).toEqual([]);
  });
});

test('every metric of the dashboard is one that a server or a cluster has', async () => {
  const { server } = await makeServer();
  const served = await server.metrics.text();
  const cluster = readFileSync(new URL('../../envs/cluster/cluster-metrics.ts', import.meta.url), 'utf8');
  const dashboard = JSON.parse(readFileSync(`${dir}grafana.json`, 'utf8')) as {
    panels: { id: number; targets: { expr: string }[]; gridPos: object }[];
  };
  const names = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/callgym_\w+/g) ?? []),
  );
  expect(names.length).toBeGreaterThan(8);
  const known = (name: string): boolean =>
    served.includes(`# TYPE ${name.replace(/_(?:bucket|sum|count)$/, '')} `) ||
    cluster.includes(`'${name.replace(/_(?:bucket|sum|count)$/, '')}'`);
  expect(names.filter((name) => !known(name))).toEqual([]);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
