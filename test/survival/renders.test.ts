import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { components } from '../../generated/openapi.ts';
import { queryRow } from '../../src/store/database.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';

type Render = components['schemas']['Render'];

const renderCount = 60;
let database: TestDatabase;
let folder: string;
let fleet: Fleet;
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-renders-'));
  fleet = createFleet(database, folder);
});
after(async () => {
  await fleet.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test(
  'renders survive workers that are killed: each has one file and one charge',
  { timeout: 300_000 },
  async () => {
    const tenant = await createTenant(database.db, { plan: 'business' });
    const templateId = await addTemplate(database.db, tenant);
    const [service, first] = await Promise.all([fleet.serve(), fleet.work()]);
    const call = async (method: 'GET' | 'POST', place: string, json?: object) =>
      await send(service.url, method, place, { key: tenant.apiKey, ...(json && { json }) });
    const ids: string[] = [];
    for (let number = 0; number < renderCount; number += 1) {
      const place = `/api/v1/templates/${templateId}/renders`;
      const { status, json } = await call('POST', place, {
        variables: { title: `${number}` },
        format: 'pdf',
      });
      assert.equal(status, 202, JSON.stringify(json));
      ids.push((json as components['schemas']['RenderAccepted']).renderId);
    }
    const countEnded = async () =>
      (
        await queryRow<{ ended: number }>(
          database.db,
          'select count(*)::int as ended from batch_jobs where completed_at is not null',
          {},
        )
      ).ended;
    let worker = first;
    for (const share of [0.1, 0.4, 0.7]) {
      await waitUntil(async () => (await countEnded()) >= renderCount * share);
      await worker.kill();
      worker = await fleet.work();
    }
    await waitUntil(async () => (await countEnded()) === renderCount);

    for (const id of ids) {
      const { status, fileSize, error } = (await call('GET', `/api/v1/renders/${id}`)).json as Render;
      assert.deepEqual([status, error], ['COMPLETED', null]);
      const { json } = await call('GET', `/api/v1/renders/${id}/file`);
      const file = await checkedFetch((json as components['schemas']['RenderDownload']).downloadUrl);
      assert.deepEqual([file.status, (await file.arrayBuffer()).byteLength], [200, fileSize]);
    }
    const { used, entered } = await queryRow<{ used: number; entered: number }>(
      database.db,
      `select used, sum(renders)::integer as entered
     from quota_periods join quota_entries using (workspace_id)
     where workspace_id = :workspaceId group by used`,
      { workspaceId: tenant.workspaceId },
    );
    assert.deepEqual({ used, entered }, { used: renderCount, entered: renderCount });
    const listFiles = async () => {
      const names = await readdir(path.join(folder, 'files', 'batches'), { recursive: true });
      return names.filter((name) => path.extname(name) !== '');
    };
    await waitUntil(async () => (await listFiles()).length === renderCount);
    assert.deepEqual([await worker.stop(), await service.stop()], [0, 0]);
  },
);
