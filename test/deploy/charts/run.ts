/**
 * Checks the Helm chart with Helm and kubeconform, and compares what it makes with deploy/kubernetes. A
 * command of a release, since Go builds both programs first (a few minutes):
 *
 *     npm run test:chart
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { preparePythonEnvironment } from '../../../contract-tests/python-environment.ts';
import { prepareGo, type GoToolchain } from '../../helpers/go-toolchain.ts';

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Json;
}
type Json = Readonly<Record<string, unknown>>;

const root = path.resolve(import.meta.dirname, '../../..');
const chart = path.join(root, 'deploy/helm/platen');
const kubernetesVersions = ['1.34.0', '1.37.0'];
/** The kinds that only one of the two has: the chart has an ingress, and takes a secret and a namespace. */
const ownKinds = new Set(['Ingress', 'Secret', 'Namespace', 'Kustomization']);

let go: GoToolchain;
let folder: string;
before(async () => {
  go = await prepareGo();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-chart-'));
  await copySchemas();
});
after(() => rm(folder, { recursive: true, force: true }));

function run(tool: 'helm' | 'kubeconform', ...words: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(go.go, ['tool', tool, ...words], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...go.variables },
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  return { code: status, output: stdout + stderr };
}

function readResources(yaml: string): Resource[] {
  return parseAllDocuments(yaml).map((document) => document.toJS() as Resource);
}

/** What the chart makes, as YAML. */
function render(...words: string[]): string {
  const { code, output } = run('helm', 'template', 'platen', chart, '--namespace', 'platen', ...words);
  assert.equal(code, 0, output);
  return output;
}

/** Copies the schemas of a Python package for kubeconform, with references to files beside them. */
async function copySchemas(): Promise<void> {
  const { python, variables } = await preparePythonEnvironment({
    requirements: path.join(root, 'test/deploy/requirements.txt'),
    folder: path.join(root, 'node_modules', '.cache', 'deploy-linters'),
  });
  const code = 'import kubernetes_validate; print(kubernetes_validate.__path__[0])';
  const found = spawnSync(python, ['-c', code], { env: { ...process.env, ...variables }, encoding: 'utf8' });
  for (const version of kubernetesVersions) {
    const source = path.join(found.stdout.trim(), 'kubernetes-json-schema', `v${version}-local-strict`);
    const target = path.join(folder, `v${version}-standalone-strict`);
    await mkdir(target);
    for (const name of globSync('*.json', { cwd: source })) {
      const text = (await readFile(path.join(source, name), 'utf8')).replaceAll('"/api/_def', '"_def');
      const schema = JSON.parse(text) as Record<string, unknown>;
      delete schema['$id'];
      await writeFile(path.join(target, name), JSON.stringify(schema));
    }
  }
}

/** What kubeconform says of resources: nothing if they are valid. */
async function validate(yaml: string, version: string): Promise<string> {
  const file = path.join(folder, 'resources.yaml');
  await writeFile(file, yaml);
  const words = ['-strict', '-kubernetes-version', version, '-schema-location', folder];
  const { code, output } = run('kubeconform', ...words, file);
  assert.equal(code === 0, output === '', output);
  return output;
}

/** Removes what only Helm adds. */
function comparable(resource: Resource): Json {
  const shortened = JSON.stringify(resource, (key, value: unknown) =>
    [
      'helm.sh/chart',
      'app.kubernetes.io/instance',
      'app.kubernetes.io/managed-by',
      'app.kubernetes.io/version',
      'checksum/settings',
      'imagePullPolicy',
      'image',
    ].includes(key)
      ? undefined
      : value,
  );
  const { metadata, ...rest } = JSON.parse(shortened) as { metadata: Json };
  return { name: metadata['name'], namespace: metadata['namespace'], ...rest };
}

describe('the Helm chart', { timeout: 1_800_000 }, () => {
  test('has no fault that helm lint finds', () => {
    const { code, output } = run('helm', 'lint', '--strict', chart);
    assert.equal(code, 0, output);
  });

  test('makes what deploy/kubernetes has', () => {
    const made = readResources(render());
    const written = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((file) =>
      readResources(readFileSync(path.join(root, file), 'utf8')),
    );
    const byName = (resources: readonly Resource[]) =>
      Object.fromEntries(
        resources
          .filter(({ kind }) => !ownKinds.has(kind))
          .map((resource) => [`${resource.kind} ${resource.metadata.name}`, comparable(resource)]),
      );
    assert.ok(made.length >= 10);
    assert.deepEqual(byName(made), byName(written));
  });

  for (const version of kubernetesVersions) {
    test(`is valid for Kubernetes ${version}, with every option`, async () => {
      const digest = `sha256:${'0'.repeat(64)}`;
      const options = [
        '--set',
        `ingress.enabled=true,ingress.tlsSecretName=tls,image.digest=${digest}`,
        '--set',
        'autoscaling.enabled=false,nodeSelector.disk=ssd,imagePullSecrets[0].name=registry',
        '--set',
        'tolerations[0].operator=Exists,networkPolicy.extraEgress[0].ports[0].port=5433',
      ];
      const full = render(...options);
      assert.match(full, /host: platen\.example\.com/);
      assert.match(full, new RegExp(`image: registry.example.com/platen@${digest}`));
      for (const yaml of [render(), full]) assert.equal(await validate(yaml, version), '');
      assert.match(
        await validate(full.replace('maxUnavailable', 'maxUnavailabel'), version),
        /maxUnavailabel/,
      );
    });
  }

  test('refuses values that it does not have, and secrets among the settings', () => {
    for (const [value, named] of [
      ['ingres.enabled=true', /ingres/],
      ['settings.DATABASE_URL=postgres://x', /DATABASE_URL/],
      ['image.digest=abc', /digest/],
    ] as const) {
      const { code, output } = run('helm', 'template', 'platen', chart, '--set', value);
      assert.notEqual(code, 0);
      assert.match(output, named);
    }
  });

  test('two releases in one namespace select their own pods', () => {
    const { output } = run('helm', 'template', 'other', chart, '--namespace', 'platen');
    const resources = parseAllDocuments(output).map(
      (document) => document.toJS() as Resource & { spec?: Json },
    );
    for (const { kind, metadata, spec } of resources) {
      assert.ok(metadata.name.startsWith('other'), `${kind} ${metadata.name}`);
      if (kind === 'Service') assert.match(JSON.stringify(spec), /"app.kubernetes.io\/instance":"other"/);
    }
  });

  test('is packed into one file', async () => {
    const { code, output } = run('helm', 'package', chart, '--destination', folder);
    assert.equal(code, 0, output);
    const [document] = parseAllDocuments(await readFile(path.join(chart, 'Chart.yaml'), 'utf8'));
    assert.ok(document);
    const { version } = document.toJS() as { version: string };
    assert.deepEqual(globSync('*.tgz', { cwd: folder }), [`platen-${version}.tgz`]);
  });
});
