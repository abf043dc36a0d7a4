import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const script = path.join(import.meta.dirname, 'write-release.ts');

test('a release has its files, a bill of materials, provenance and checksums', async (t) => {
  if (!existsSync(path.join(root, '.git'))) {
    // Downloaded sources have no commit.
    t.diagnostic('not tested: there is no commit');
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-release-'));
  t.after(() => rm(folder, { recursive: true }));
  const words = [script, '--out', folder, '--allow-changes', '--builder', 'https://ci.example.com/platen'];
  const written = execFileSync(process.execPath, words, { encoding: 'utf8' }).trim().split('\n');
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  assert.deepEqual(written, [
    'SHA256SUMS',
    `platen-${version}.cdx.json`,
    `platen-${version}.provenance.json`,
    `platen-${version}.tar.gz`,
    `platen-chart-${version}.tgz`,
    `platen-client-${version}.tgz`,
  ]);
  const read = async (file: string) => await readFile(path.join(folder, file));

  const sums = (await read('SHA256SUMS')).toString().trim().split('\n');
  assert.equal(sums.length, written.length - 1);
  for (const line of sums) {
    const [digest, file = ''] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update(await read(file))
        .digest('hex'),
      digest,
      file,
    );
  }
  const bill = JSON.parse((await read(`platen-${version}.cdx.json`)).toString()) as {
    bomFormat: string;
    components: { name: string; version: string }[];
  };
  assert.equal(bill.bomFormat, 'CycloneDX');
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  for (const name of ['express', 'pdf-lib', 'sharp']) {
    const component = bill.components.find((each) => each.name === name);
    assert.equal(component?.version, lock.packages[`node_modules/${name}`]?.version, name);
  }
  const statement = JSON.parse((await read(`platen-${version}.provenance.json`)).toString()) as {
    subject: { name: string; digest: { sha256: string } }[];
    predicate: { buildDefinition: { externalParameters: unknown }; runDetails: { builder: { id: string } } };
  };
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  assert.deepEqual(statement.predicate.buildDefinition.externalParameters, { version, commit });
  assert.equal(statement.predicate.runDetails.builder.id, 'https://ci.example.com/platen');
  for (const { name, digest } of statement.subject)
    assert.ok(sums.includes(`${digest.sha256}  ${name}`), name);

  const again = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.match(again.stderr, /is not empty/);
});
