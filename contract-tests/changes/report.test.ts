import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import type { Files } from './files.ts';
import { checkChanges, recordRelease } from './report.ts';

/** A contract with these operations. */
const contract = (version: string, names: readonly string[] = ['readThing', 'listThings']): string =>
  stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version },
    paths: Object.fromEntries(
      names.map((name) => [
        `/${name}`,
        { get: { operationId: name, responses: { 200: { description: name } } } },
      ]),
    ),
    components: {},
  });

const removed = (name: string) => ({
  rule: 'api-path-removed-without-deprecation',
  where: `GET /${name}`,
  what: 'api path removed without deprecation',
});

interface Case {
  readonly current: string;
  readonly accepted?: unknown;
}

async function withFiles(
  { current, accepted = [] }: Case,
  use: (files: Files, read: (file: keyof Files) => Promise<string>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-release-'));
  try {
    const files: Files = {
      name: 'openapi.yaml',
      current: path.join(folder, 'openapi.yaml'),
      released: path.join(folder, 'released.yaml'),
      accepted: path.join(folder, 'accepted.json'),
    };
    await writeFile(files.current, current);
    await writeFile(files.released, contract('1.0.0'));
    await writeFile(files.accepted, typeof accepted === 'string' ? accepted : JSON.stringify(accepted));
    await use(files, async (file) => await readFile(files[file], 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a check that passes prints one line', async () => {
  await withFiles({ current: contract('1.0.0') }, async (files) => {
    const line = "openapi.yaml breaks no client of the last release's document (1.0.0).";
    assert.deepEqual(await checkChanges(files), { isGood: true, lines: [line] });
  });
  const accepted = [{ reason: 'Nobody lists.', changes: [removed('listThings')] }];
  await withFiles({ current: contract('1.1.0', ['readThing']), accepted }, async (files) => {
    const { isGood, lines } = await checkChanges(files);
    assert.deepEqual([isGood, lines.length], [true, 1]);
    assert.match(lines[0] ?? '', /, apart from 1 accepted change\.$/);
  });
});

test('a failed check counts the breaking changes and prints them as JSON for accepted.json', async () => {
  await withFiles({ current: contract('1.0.0', ['readThing']) }, async (files) => {
    const { isGood, lines } = await checkChanges(files);
    assert.equal(isGood, false);
    assert.deepEqual(JSON.parse(lines[0] ?? ''), [{ reason: '', changes: [removed('listThings')] }]);
    assert.match(lines.join('\n'), /^1 change of openapi\.yaml breaks clients of/m);
  });
  await withFiles({ current: contract('1.0.0', ['other']) }, async (files) => {
    assert.match(
      (await checkChanges(files)).lines.join('\n'),
      /^2 changes of openapi\.yaml break clients of/m,
    );
  });
});

test('an entry without a reason accepts nothing', async () => {
  for (const reason of ['', ' \n']) {
    const accepted = [{ reason, changes: [removed('listThings')] }];
    await withFiles({ current: contract('1.1.0', ['readThing']), accepted }, async (files, read) => {
      const { isGood, lines } = await checkChanges(files);
      assert.equal(isGood, false);
      assert.ok(lines.includes('Entry 1 of accepted.json has no reason, and accepts nothing.'), lines.join());
      assert.equal((await recordRelease(files)).isGood, false);
      assert.equal(await read('released'), contract('1.0.0'));
    });
  }
});

test('a check fails if an accepted change does not exist', async () => {
  const accepted = [{ reason: 'Nobody lists.', changes: [removed('listThings')] }];
  await withFiles({ current: contract('1.0.0'), accepted }, async (files) => {
    const { isGood, lines } = await checkChanges(files);
    assert.deepEqual([isGood, lines.length], [false, 1]);
    assert.match(lines[0] ?? '', /^Accepted, but not a change of openapi\.yaml: .* at GET \/listThings: /);
  });
});

test('an error in a file is one line with the place', async () => {
  const broken = contract('1.0.0').replace('title: Things', 'title: "Things');
  const cases: readonly [Case, RegExp][] = [
    [{ current: broken }, /openapi\.yaml:\d+:\d+: [^\n]+$/],
    [{ current: 'a: b\n  c: d\n' }, /openapi\.yaml:1:\d+: [^\n]+$/],
    [{ current: '' }, /openapi\.yaml: this is not an OpenAPI document/],
    [{ current: contract('1.0.0'), accepted: '[' }, /accepted\.json: [^\n]+$/],
    [{ current: contract('1.0.0'), accepted: {} }, /accepted\.json: expected a list/],
    [{ current: contract('1.0.0'), accepted: [{ changes: [] }] }, /accepted\.json: entry 1 needs a `reason`/],
  ];
  for (const [files, expected] of cases) {
    await withFiles(files, async (paths) => {
      for (const run of [checkChanges, recordRelease]) {
        const { isGood, lines } = await run(paths);
        assert.deepEqual([isGood, lines.length], [false, 1]);
        assert.match(lines[0] ?? '', expected);
      }
    });
  }
});

test('a release records the document and empties the list', async () => {
  const accepted = [{ reason: 'Nobody lists.', changes: [removed('listThings')] }];
  const current = contract('1.1.0', ['readThing']);
  await withFiles({ current, accepted }, async (files, read) => {
    const line = 'Changes of openapi.yaml are compared with 1.1.0 from now on, instead of 1.0.0.';
    assert.deepEqual(await recordRelease(files), { isGood: true, lines: [line] });
    assert.deepEqual([await read('released'), await read('accepted')], [current, '[]\n']);
  });
});

test('an interrupted release can be repeated', async () => {
  const accepted = [{ reason: 'Nobody lists.', changes: [removed('listThings')] }];
  await withFiles({ current: contract('1.0.0'), accepted }, async (files, read) => {
    assert.equal((await recordRelease(files)).isGood, true);
    assert.equal(await read('accepted'), '[]\n');
  });
});

test('a release is refused while a breaking change is not accepted', async () => {
  await withFiles({ current: contract('1.1.0', ['readThing']) }, async (files, read) => {
    const { isGood, lines } = await recordRelease(files);
    assert.equal(isGood, false);
    assert.match(lines[0] ?? '', /^Not accepted: .* at GET \/listThings: /);
    assert.deepEqual([await read('released'), await read('accepted')], [contract('1.0.0'), '[]']);
  });
});

test('a release is refused if the document has changed and its version has not', async () => {
  const current = contract('1.0.0', ['readThing', 'listThings', 'moreThings']);
  await withFiles({ current }, async (files, read) => {
    const { isGood, lines } = await recordRelease(files);
    assert.deepEqual([isGood, lines.length], [false, 1]);
    assert.match(lines[0] ?? '', /but its version has not \(1\.0\.0\): increase `info\.version`/);
    assert.equal(await read('released'), contract('1.0.0'));
  });
});
