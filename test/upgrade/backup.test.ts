/** The way to a new release by backup and restore: the newer program saves what the older one made. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { send } from '../helpers/http.ts';
import {
  createTemplate,
  currentRelease,
  extractPreviousRelease,
  previousCommit,
  runCommand,
  start,
  waitForEnd,
} from './releases.ts';

const rows = [{ title: 'A' }, { title: 'B' }];

let parent: string;
before(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'platen-upgrade-backup-'));
});
after(() => rm(parent, { recursive: true, force: true }));

test('keys, templates and jobs of the previous release are restored', { timeout: 600_000 }, async (t) => {
  const older = path.join(parent, 'previous');
  if (!(await extractPreviousRelease(older))) {
    // Downloaded sources have no history.
    t.diagnostic(`not tested: the history does not have ${previousCommit}`);
    return;
  }
  const env = { DATA_DIR: path.join(parent, 'data') };
  const { apiKey: key, templateId } = await createTemplate(older, parent, env);
  const generate = async (url: string) => {
    const json = { variables: { title: 'A' }, format: 'png' };
    const answer = await send(url, 'POST', `/api/v1/templates/${templateId}/generate`, { key, json });
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    return answer.bytes;
  };
  const download = async (url: string, jobId: string) => {
    const answer = await send(url, 'GET', `/api/v1/batch-jobs/${jobId}/result?delivery=zip`, { key });
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    return answer.bytes;
  };

  const service = await start(older, ['serve'], env);
  await generate(service.url);
  const json = { template: { templateId, format: 'png' }, rows };
  const submitted = await send(service.url, 'POST', '/api/v1/batch-jobs', { key, json });
  assert.equal(submitted.status, 202, JSON.stringify(submitted.json));
  const { jobId } = submitted.json as { readonly jobId: string };
  await waitForEnd(service.url, key, jobId);
  const archive = await download(service.url, jobId);

  // Saved by the newer program while the older one runs: it leaves the database as it is.
  const file = path.join(parent, 'platen.tar');
  const saved = await runCommand(currentRelease, ['backup', file], env);
  await generate(service.url);
  assert.equal(await service.stop(), 0);

  const target = { DATA_DIR: path.join(parent, 'restored') };
  const restored = await runCommand(currentRelease, ['restore', file], target);
  assert.ok(String(restored['version']) > String(saved['version']), JSON.stringify([saved, restored]));
  const upgraded = await start(currentRelease, ['serve'], target);
  try {
    await generate(upgraded.url);
    const job = await waitForEnd(upgraded.url, key, jobId);
    assert.deepEqual([job.status, job.completedItems], ['COMPLETED', rows.length]);
    assert.deepEqual(await download(upgraded.url, jobId), archive);
    const again = await send(upgraded.url, 'POST', '/api/v1/batch-jobs', { key, json });
    const next = await waitForEnd(upgraded.url, key, (again.json as { readonly jobId: string }).jobId);
    assert.equal(next.status, 'COMPLETED');
  } finally {
    assert.equal(await upgraded.stop(), 0);
  }
});
