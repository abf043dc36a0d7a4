import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { publicApi } from './api/target.ts';
import {
  countCases,
  formatFigures,
  neverSeen,
  neverSucceeded,
  otherMethods,
  readFigures,
  readOperations,
  sumFigures,
  type Figures,
} from './figures.ts';

const operations = readOperations('openapi.json');
const { unreachable } = publicApi;

/** The status of one case; null without a response. */
type Case = readonly [method: string, path: string, status: number | null, ...found: string[]];

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-figures-'));
});
after(() => rm(folder, { recursive: true }));

/** Reads figures from schemathesis events. */
async function getFigures(...cases: readonly Case[]): Promise<Figures> {
  const entries = cases.map(
    ([method, target, status, ...found], index) =>
      [`case${index}`, { method, path: target, status, found }] as const,
  );
  const recorder = {
    label: 'Any',
    cases: Object.fromEntries(
      entries.map(([id, { method, path: at }]) => [id, { value: { method, path: at } }]),
    ),
    checks: Object.fromEntries(
      entries.map(([id, { found }]) => [
        id,
        ['not_a_server_error', 'ignored_auth'].map((name) => ({
          name,
          status: found.includes(name) ? 'failure' : 'success',
        })),
      ]),
    ),
    interactions: Object.fromEntries(
      entries.map(([id, { status }]) => [id, { response: status === null ? null : { status_code: status } }]),
    ),
  };
  const events = [
    { Initialize: { schemathesis_version: '4' } },
    { EngineStarted: { timestamp: 100.5 } },
    { ScenarioFinished: { timestamp: 101, recorder } },
    { ScenarioFinished: { timestamp: 102, recorder: { label: 'Stateful tests' } } },
    { EngineFinished: { timestamp: 104.5 } },
  ];
  const file = path.join(folder, `${Math.random()}.ndjson`);
  await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return await readFigures(file, operations);
}

test('counts cases by operation and status, and the checks of each', async () => {
  const figures = await getFigures(
    ['GET', '/api/v1/projects', 200],
    ['GET', '/api/v1/projects', 200, 'ignored_auth'],
    ['GET', '/api/v1/projects', 401],
    ['TRACE', '/api/v1/projects', 405],
    ['DELETE', '/api/v1/shares/{shareId}', null],
  );
  assert.deepEqual(
    figures.operations.get('listProjects'),
    new Map([
      [200, 2],
      [401, 1],
    ]),
  );
  assert.deepEqual(figures.operations.get(otherMethods), new Map([[405, 1]]));
  assert.deepEqual(figures.operations.get('revokeShare'), new Map([[0, 1]]));
  assert.deepEqual(figures.checks.get('ignored_auth'), { looked: 5, found: 1 });
  assert.equal(countCases(figures), 5);
  assert.equal(figures.seconds, 4);
});

test('sums several runs', async () => {
  const sum = sumFigures([
    await getFigures(['GET', '/api/v1/projects', 200], ['GET', '/api/v1/shares', 200]),
    await getFigures(['GET', '/api/v1/projects', 200], ['GET', '/api/v1/projects', 400]),
  ]);
  assert.deepEqual(
    sum.operations.get('listProjects'),
    new Map([
      [200, 2],
      [400, 1],
    ]),
  );
  assert.equal(countCases(sum), 4);
  assert.equal(sum.seconds, 8);
  assert.deepEqual(sum.checks.get('not_a_server_error'), { looked: 4, found: 0 });
});

test('reports operations without a 2xx, and documented statuses that were not seen', async () => {
  const figures = await getFigures(['GET', '/api/v1/projects', 200], ['GET', '/api/v1/shares', 400]);
  assert.ok(!neverSucceeded(figures, operations).includes('listProjects never answered with a 2xx or 3xx'));
  assert.ok(neverSucceeded(figures, operations).includes('listShares never answered with a 2xx or 3xx'));
  assert.equal(neverSucceeded(figures, operations).length, 29);
  const unseen = neverSeen(figures, operations, unreachable).filter((problem) =>
    /^list(Projects|Shares) /.test(problem),
  );
  // No case can cause 429 or 500.
  assert.deepEqual(unseen, [
    'listProjects never answered with 400',
    'listProjects never answered with 401',
    'listShares never answered with 200',
    'listShares never answered with 401',
  ]);
});

test('the table has a row for each operation and a column for each seen status', async () => {
  const lines = formatFigures(
    await getFigures(['GET', '/api/v1/projects', 200], ['GET', '/api/v1/projects', 401]),
    operations,
  ).split('\n');
  assert.match(lines[0] ?? '', /^\| operation +\| 200 \| 401 \| all \|$/);
  assert.match(lines[2] ?? '', /^\| listProjects +\| +1 \| +1 \| +2 \|$/);
  assert.match(lines.at(-1) ?? '', /^\| all +\| +1 \| +1 \| +2 \|$/);
  assert.equal(lines.length, 2 + 30 + 2);
  assert.equal(new Set(lines.map((line) => line.length)).size, 1);
});
