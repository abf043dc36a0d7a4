/**
 * What is in deploy/, and the Dockerfile and compose file: as far as it can be judged without an engine or a cluster, by the
 * linters, schemas and parsers of those who read such files.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { preparePythonEnvironment, type PythonEnvironment } from '../../contract-tests/python-environment.ts';
import { readConfig } from '../../src/config.ts';
import { prepareGo } from '../helpers/go-toolchain.ts';
import { readImage, root } from './dockerfile.ts';

/** The oldest that knows all that is used (`preStop.sleep`), and later ones. */
const kubernetesVersions = ['1.34', '1.37'];

const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root })
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .sort();
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Container {
  readonly args: string[];
  readonly envFrom: unknown[];
  readonly ports: { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: unknown;
  readonly volumeMounts: { readonly mountPath: string }[];
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: { readonly runAsUser: number };
        readonly containers: [Container];
      };
    };
    readonly scaleTargetRef: { readonly name: string };
    readonly metrics: Record<string, { readonly metric: { readonly name: string } }>[];
  };
}

const resources = manifests.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const ofKind = (kind: string): Manifest[] => resources.filter((resource) => resource.kind === kind);

interface Rules {
  readonly groups: { readonly rules: { readonly alert: string; readonly expr: string }[] }[];
}
interface AdapterRule {
  readonly name: { readonly as: string };
  readonly metricsQuery: string;
}
const alerts = (parse(read('deploy/prometheus/alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules);
const adapter = parse(read('deploy/prometheus/adapter.yaml')) as {
  readonly rules: AdapterRule[];
  readonly externalRules: AdapterRule[];
};

describe('by the programs of others', { timeout: 300_000 }, () => {
  let python: PythonEnvironment;
  before(async () => {
    python = await preparePythonEnvironment({
      requirements: path.join(import.meta.dirname, 'requirements.txt'),
      folder: path.join(root, 'node_modules', '.cache', 'deploy-linters'),
    });
  });

  /** Has check.py judge. */
  const ask = async (question: object): Promise<{ faults: string[]; kinds: string[] }> => {
    const child = spawn(python.python, [path.join(import.meta.dirname, 'check.py')], {
      cwd: root,
      env: { ...process.env, ...python.variables },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(JSON.stringify(question));
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return JSON.parse(output) as { faults: string[]; kinds: string[] };
  };

  test('Kubernetes: every manifest keeps to the schemas, strictly', async () => {
    const { faults, kinds } = await ask({ manifests, versions: kubernetesVersions, expressions: [] });
    assert.deepEqual(faults, []);
    for (const kind of [
      'Deployment',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'Secret',
    ])
      assert.ok(kinds.includes(kind), kind);
  });

  test('Prometheus: every expression is one', async () => {
    const queries = [...adapter.rules, ...adapter.externalRules].map(({ metricsQuery }) =>
      metricsQuery.replace('<<.LabelMatchers>>', 'namespace="platen"'),
    );
    const expressions = [...alerts.map(({ expr }) => expr), ...queries];
    assert.ok(expressions.length > 5);
    assert.deepEqual((await ask({ manifests: [], versions: [], expressions })).faults, []);
    // It does tell.
    assert.equal((await ask({ manifests: [], versions: [], expressions: ['sum(rate(x)'] })).faults.length, 1);
  });

  test('hadolint has nothing against the Dockerfile', async () => {
    const code = 'import os, shutil, sys; print(shutil.which("hadolint", path=sys.argv[1]))';
    const places = [path.dirname(python.python), path.join(python.variables['PYTHONPATH'] ?? '', 'bin')];
    const found = await promisify(execFile)(python.python, ['-c', code, places.join(path.delimiter)]);
    const { stdout } = await promisify(execFile)(found.stdout.trim(), ['--no-color', 'Dockerfile'], {
      cwd: root,
    });
    assert.equal(stdout, '');
  });

  test('Compose understands compose.yaml, and asks for what has no default', async () => {
    const { go, variables } = await prepareGo();
    const own = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
    const required = { POSTGRES_PASSWORD: 'pw', STORE_ACCESS_KEY: 'AK', STORE_SECRET_KEY: 'SK' };
    const compose = (env: Record<string, string>) =>
      promisify(execFile)(go, ['run', '.', path.join(root, 'compose.yaml')], {
        cwd: path.join(import.meta.dirname, 'compose'),
        env: { ...own, ...process.env, ...variables, ...env },
        maxBuffer: 16 * 1024 * 1024,
      });
    const { services } = JSON.parse((await compose(required)).stdout) as {
      services: Record<string, { environment?: Record<string, string>; deploy?: { replicas: number } }>;
    };
    assert.deepEqual(Object.keys(services).sort(), ['api', 'bucket', 'database', 'store', 'worker']);
    assert.equal(services['worker']?.deploy?.replicas, 2);
    const config = readConfig(services['api']?.environment ?? {});
    assert.equal(config.databaseUrl, 'postgres://platen:pw@database:5432/platen');
    assert.match(config.storageUrl, /^s3:\/\/platen\?endpoint=http:\/\/store\.localhost:7070&/);
    for (const name of Object.keys(required)) {
      const rest = Object.fromEntries(Object.entries(required).filter(([each]) => each !== name));
      await assert.rejects(compose(rest), new RegExp(`required variable ${name} `));
    }
  });
});

test('processes of the manifests run as the image says, with settings that the service takes', () => {
  const image = readImage();
  const [config] = ofKind('ConfigMap');
  const [secret] = ofKind('Secret');
  const settings = readConfig({ ...image.env, ...config?.data, ...secret?.stringData });
  assert.match(settings.storageUrl, /^s3:/);
  assert.equal(settings.host, '0.0.0.0');

  const deployments = ofKind('Deployment');
  assert.deepEqual(
    deployments.map(({ spec }) => spec.template.spec.containers[0].args),
    [['serve', '--no-worker'], ['worker']],
  );
  for (const { spec } of deployments) {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    assert.equal(pod.securityContext.runAsUser, image.user.uid);
    assert.deepEqual(container.envFrom, [
      { configMapRef: { name: config?.metadata.name } },
      { secretRef: { name: secret?.metadata.name } },
    ]);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok(container.volumeMounts.some(({ mountPath }) => mountPath === settings.dataDir));
    for (const { name, containerPort } of container.ports)
      assert.equal(containerPort, name === 'http' ? settings.port : Number(config?.data?.['METRICS_PORT']));
    // As long as what is under way may take, and closing: src/cli/until-stopped.ts.
    const waiting = container.lifecycle?.preStop.sleep.seconds ?? 0;
    assert.ok(pod.terminationGracePeriodSeconds > waiting + 30 + 10);
  }
});

test('what scales is what Prometheus is asked for', () => {
  const wanted = ofKind('HorizontalPodAutoscaler').map(({ spec }) => {
    const [metric] = spec.metrics;
    const [type = '', of] = Object.entries(metric ?? {}).find(([name]) => name !== 'type') ?? [];
    return [spec.scaleTargetRef.name, type, of?.metric.name];
  });
  assert.deepEqual(wanted, [
    ['platen-api', 'pods', adapter.rules[0]?.name.as],
    ['platen-worker', 'external', adapter.externalRules[0]?.name.as],
  ]);
});

test('docs/operating.md tells what to do about every alert', () => {
  const page = read('docs/operating.md');
  for (const { alert } of alerts) assert.ok(page.includes(`\`${alert}\``), alert);
});
