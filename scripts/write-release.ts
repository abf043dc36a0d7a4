/**
 * Writes what a release ships into a folder, from the commit that is checked out: the sources, the client,
 * the Helm chart, a bill of materials (CycloneDX), the provenance (SLSA 1.0, as an in-toto statement) and
 * the checksums to sign.
 *
 *     node scripts/write-release.ts --out release [--builder https://ci.example.com/platen]
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    // Who builds, as a URI.
    builder: { type: 'string', default: `urn:host:${hostname()}` },
    // For tests: also with changes that are not committed, which are not part of the release.
    'allow-changes': { type: 'boolean', default: false },
  },
});
if (values.out === undefined) throw new Error('Name the folder to write: --out FOLDER');
const out = path.resolve(values.out);
const startedOn = new Date().toISOString();

const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

if (!values['allow-changes'] && run('git', 'status', '--porcelain') !== '')
  throw new Error('There are changes that are not committed. A release is made from a commit.');
mkdirSync(out, { recursive: true });
if (readdirSync(out).length > 0) throw new Error(`${out} is not empty.`);

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const commit = run('git', 'rev-parse', 'HEAD').trim();
const committedAt = run('git', 'log', '-1', '--format=%ct').trim();
const name = `platen-${version}`;
const inFolder = (file: string): string => path.join(out, file);

const sources = ['--format=tar.gz', `--prefix=${name}/`, '--output', inFolder(`${name}.tar.gz`)];
run('git', 'archive', ...sources, 'HEAD');
run('npm', 'pack', '--workspace', 'clients/typescript', '--pack-destination', out, '--loglevel=error');
// As `helm package`, but the same bytes for the same commit.
const reproducible = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${committedAt}`];
run(
  'tar',
  '--create',
  '--gzip',
  ...reproducible,
  '--directory',
  'deploy/helm',
  '--file',
  inFolder(`platen-chart-${version}.tgz`),
  'platen',
);
writeFileSync(
  inFolder(`${name}.cdx.json`),
  run('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'),
);

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const digests = (): [file: string, digest: string][] =>
  readdirSync(out)
    .toSorted()
    .map((file) => [file, sha256(inFolder(file))]);

const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: digests().map(([file, digest]) => ({ name: file, digest: { sha256: digest } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'urn:platen:write-release:v1',
      externalParameters: { version, commit },
      resolvedDependencies: [
        { uri: 'git+local', digest: { gitCommit: commit } },
        { uri: 'package-lock.json', digest: { sha256: sha256(path.join(root, 'package-lock.json')) } },
      ],
    },
    runDetails: {
      builder: { id: values.builder, version: { node: process.version } },
      metadata: { invocationId: randomUUID(), startedOn, finishedOn: new Date().toISOString() },
    },
  },
};
writeFileSync(inFolder(`${name}.provenance.json`), `${JSON.stringify(statement, null, 2)}\n`);
writeFileSync(
  inFolder('SHA256SUMS'),
  digests()
    .map(([file, digest]) => `${digest}  ${file}\n`)
    .join(''),
);
console.log(Array.from(digests(), ([file]) => file).join('\n'));
