/**
 * Checks deploy/, the Dockerfile and the compose file with third-party linters, schemas and parsers, without
 * a container engine or cluster.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { preparePythonEnvironment, type PythonEnvironment } from '../../contract-tests/python-environment.ts';
import { readConfig } from '../../src/config/config.ts';
import { prepareGo } from '../helpers/go-toolchain.ts';
import { readImage, root } from './dockerfile.ts';

/** The oldest version that docs/operating.md names, and a later one. */
const kubernetesVersions = ['1.34', '1.37'];

const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root })
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .sort();
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** All settings of the service. */
const settings = [...read('src/config/config.ts').matchAll(/\bread\(\s*'([A-Z_]+)'/g)].map(
  ([, name = '']) => name,
);
/** The image sets these: the ports and the volume of the compose file belong to them. */
const ofTheImage = ['PORT', 'HOST', 'DATA_DIR'];
/** The compose file makes these of others, or has them for both kinds of process. */
const ofCompose = ['DATABASE_URL', 'STORAGE_URL', 'METRICS_PORT', 'METRICS_HOST'];
const passedOn = settings.filter(
  (name) => ![...ofTheImage, ...ofCompose].includes(name) && !name.startsWith('TEMPLATES_'),
);

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}
interface Resources {
  readonly memory: string;
}
interface Container {
  readonly args: string[];
  readonly envFrom: unknown[];
  readonly ports: { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: unknown;
  readonly resources: { readonly requests: Resources; readonly limits: Resources };
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly volumeMounts: { readonly mountPath: string }[];
  readonly lifecycle?: object;
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

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: { readonly refId: string; readonly expr: string; readonly datasource: object }[];
}
const dashboard = JSON.parse(read('deploy/grafana/platen.json')) as {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: { readonly name: string; readonly type: string }[] };
  readonly panels: Panel[];
};
const { panels } = dashboard;

describe('third-party validators accept', { timeout: 300_000 }, () => {
  let python: PythonEnvironment;
  before(async () => {
    python = await preparePythonEnvironment({
      requirements: path.join(import.meta.dirname, 'requirements.txt'),
      folder: path.join(root, 'node_modules', '.cache', 'deploy-linters'),
    });
  });

  /** Runs check.py. */
  const check = async (question: object): Promise<{ faults: string[]; kinds: string[] }> => {
    const child = spawn(python.python, [path.join(import.meta.dirname, 'check.py')], {
      cwd: root,
      env: { ...process.env, ...python.variables },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(JSON.stringify(question));
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return JSON.parse(output) as { faults: string[]; kinds: string[] };
  };

  test('every manifest, against the Kubernetes schemas (strict)', async () => {
    const { faults, kinds } = await check({ manifests, versions: kubernetesVersions, expressions: [] });
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

  test('every PromQL expression', async () => {
    const queries = [...adapter.rules, ...adapter.externalRules].map(({ metricsQuery }) =>
      metricsQuery.replace('<<.LabelMatchers>>', 'namespace="platen"'),
    );
    const shown = panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*')),
    );
    assert.ok(shown.length > 20 && shown.every((expr) => !expr.includes('$')));
    const expressions = [...alerts.map(({ expr }) => expr), ...queries, ...shown];
    assert.ok(expressions.length > 5);
    assert.deepEqual((await check({ manifests: [], versions: [], expressions })).faults, []);
    // An invalid expression is reported.
    assert.equal(
      (await check({ manifests: [], versions: [], expressions: ['sum(rate(x)'] })).faults.length,
      1,
    );
  });

  test('the Dockerfile (hadolint)', async () => {
    const code = 'import os, shutil, sys; print(shutil.which("hadolint", path=sys.argv[1]))';
    const places = [path.dirname(python.python), path.join(python.variables['PYTHONPATH'] ?? '', 'bin')];
    const found = await promisify(execFile)(python.python, ['-c', code, places.join(path.delimiter)]);
    const { stdout } = await promisify(execFile)(found.stdout.trim(), ['--no-color', 'Dockerfile'], {
      cwd: root,
    });
    assert.equal(stdout, '');
  });

  test('compose.yaml, which requires the variables without a default', async () => {
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
    assert.equal(config.maxConnectionsPerAddress, null);
    assert.match(config.storageUrl, /^s3:\/\/platen\?endpoint=http:\/\/store\.localhost:7070&/);
    assert.equal(config.templatesDir, null);
    const [accountId, projectId] = [randomUUID(), randomUUID()];
    const withTemplates = { ...required, TEMPLATES_ACCOUNT: accountId, TEMPLATES_PROJECT: projectId };
    const { services: filled } = JSON.parse((await compose(withTemplates)).stdout) as {
      services: { api: { environment: Record<string, string>; volumes: { target: string }[] } };
    };
    assert.deepEqual(readConfig(filled.api.environment).templatesDir, {
      folder: filled.api.volumes[0]?.target,
      accountId,
      projectId,
    });
    const given = Object.fromEntries(passedOn.map((name) => [name, `value of ${name}`]));
    const { services: all } = JSON.parse((await compose({ ...required, ...given })).stdout) as {
      services: Record<string, { environment: Record<string, string> }>;
    };
    for (const name of ['api', 'worker', 'bucket']) {
      const { environment = {} } = all[name] ?? {};
      assert.deepEqual(Object.fromEntries(passedOn.map((each) => [each, environment[each]])), given, name);
    }
    for (const name of Object.keys(required)) {
      const rest = Object.fromEntries(Object.entries(required).filter(([each]) => each !== name));
      await assert.rejects(compose(rest), new RegExp(`required variable ${name} `));
    }
  });
});

test('the manifests match the image, and their settings are valid', () => {
  const image = readImage();
  const [config] = ofKind('ConfigMap');
  const [secret] = ofKind('Secret');
  const settings = readConfig({ ...image.env, ...config?.data, ...secret?.stringData });
  assert.match(settings.storageUrl, /^s3:/);
  assert.equal(settings.host, '0.0.0.0');
  // Behind an ingress: Traefik keeps idle connections for 90 s.
  assert.equal(settings.maxConnectionsPerAddress, null);
  assert.ok(settings.keepAliveTimeoutMs > 90_000);

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
    // A worker answers both at its metrics port: test/survival/worker-health.test.ts.
    const port = container.args[0] === 'worker' ? 'metrics' : 'http';
    assert.deepEqual(
      [container.startupProbe, container.livenessProbe, container.readinessProbe].map((probe) => [
        probe.httpGet.path,
        probe.httpGet.port,
      ]),
      ['/healthz', '/healthz', '/readyz'].map((path) => [path, port]),
    );
    for (const { name, containerPort } of container.ports)
      assert.equal(containerPort, name === 'http' ? settings.port : Number(config?.data?.['METRICS_PORT']));
    // At most 30 s of draining and 10 s of closing (src/cli/run-service.ts). An API process waits before: it
    // leaves the balancers by itself (test/http/drain.test.ts), without a preStop.
    const waitingMs = container.args[0] === 'worker' ? 0 : settings.drainDelayMs;
    assert.ok(pod.terminationGracePeriodSeconds > waitingMs / 1000 + 30 + 10);
    assert.equal(container.lifecycle, undefined);
    // The kubelet and the balancers notice within the delay.
    if (container.args[0] === 'worker') continue;
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert.ok(settings.drainDelayMs >= 1000 * (periodSeconds * failureThreshold + 5));
  }
});

test('memory fits the renderers and the spare one, as docs/operating.md says', () => {
  const page = read('docs/operating.md').replaceAll(/\s+/g, ' ');
  const numbers = (pattern: RegExp): number[] => {
    const [, ...found] = pattern.exec(page) ?? assert.fail(pattern.source);
    return found.map(Number);
  };
  const [base, normal, most] = numbers(
    /([\d.]+) GiB for the process and ([\d.]+) per renderer; .*? take \1 \+ ([\d.]+) per renderer/,
  ) as [number, number, number];
  // The pool starts one renderer more than RENDER_THREADS: src/renderer/pool.ts.
  const { RENDER_THREADS: threads } = ofKind('ConfigMap')[0]?.data ?? {};
  const renderers = Number(threads) + 1;
  const sums = [base + renderers * most, base + renderers * normal];
  const stated = numbers(/the spare one ([\d.]+) and ([\d.]+) GiB\./);
  assert.deepEqual(
    stated.map((sum) => sum.toFixed(1)),
    sums.map((sum) => sum.toFixed(1)),
  );
  const chosen = numbers(/a limit of ([\d.]+) GiB and a request of ([\d.]+) GiB/);
  const [limit, request] = chosen as [number, number];
  assert.ok(limit >= (sums[0] ?? NaN) && request >= (sums[1] ?? NaN));
  assert.ok((0.75 * limit) / renderers <= most, 'a renderer may not grow beyond what was summed');

  for (const { spec } of ofKind('Deployment')) {
    const { resources } = spec.template.spec.containers[0];
    assert.deepEqual(
      [resources.limits.memory, resources.requests.memory],
      [`${limit}Gi`, `${1024 * request}Mi`],
    );
  }
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    readonly services: Record<string, { mem_limit?: string; environment: Record<string, string> }>;
  };
  for (const name of ['api', 'worker']) {
    const service = compose.services[name];
    assert.equal(service?.mem_limit, `${limit}g`);
    assert.equal(service.environment['RENDER_THREADS'], `\${RENDER_THREADS:-${renderers - 1}}`);
  }
});

test('the autoscalers use the metrics of the Prometheus adapter', () => {
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

test('the Grafana dashboard has panels with a description each, which do not overlap', () => {
  assert.deepEqual(
    dashboard.templating.list.map(({ name, type }) => [name, type]),
    [
      ['datasource', 'datasource'],
      ['job', 'query'],
    ],
  );
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { type, title, description, gridPos, targets = [] } of panels) {
    assert.ok(gridPos.x >= 0 && gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(!taken.has(`${x} ${y}`), title);
        taken.add(`${x} ${y}`);
      }
    }
    if (type === 'row') continue;
    assert.ok(description !== undefined && targets.length > 0, title);
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
    for (const { datasource } of targets)
      assert.deepEqual(datasource, { type: 'prometheus', uid: '${datasource}' });
  }
});

test('docs/operating.md describes every alert', () => {
  const page = read('docs/operating.md');
  for (const { alert } of alerts) assert.ok(page.includes(`\`${alert}\``), alert);
});

test('compose.yaml passes every setting on', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    readonly services: { readonly api: { readonly environment: Record<string, unknown> } };
  };
  assert.ok(settings.length > 40);
  const passed = Object.keys(compose.services.api.environment);
  assert.deepEqual(
    settings.filter((name) => !passed.includes(name) && !ofTheImage.includes(name)),
    [],
  );
});
