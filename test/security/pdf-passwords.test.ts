/** Passwords of PDFs: no log, no row and no job of the database, and no file of the service has one. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { submit } from '../helpers/batch.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';

const password = 'Wolkenkuckucksheim-4711';

let service: TestService;
let tenant: Tenant;
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db);
});
after(() => service.close());

/** The tables that have the text in a row, graphile-worker's among them. */
async function findInTables(text: string): Promise<string[]> {
  const tables = await service
    .db('information_schema.tables')
    .select({ schema: 'table_schema', name: 'table_name' })
    .where('table_type', 'BASE TABLE')
    .whereNotIn('table_schema', ['pg_catalog', 'information_schema']);
  assert.ok(tables.length > 20);
  const found: string[] = [];
  for (const { schema, name } of tables as { schema: string; name: string }[]) {
    const { rows } = await service.db.raw<{ rows: unknown[] }>(
      'select 1 from ??.?? as each where each::text like ? limit 1',
      [schema, name, `%${text}%`],
    );
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

async function findInFiles(text: string): Promise<string[]> {
  const entries = await readdir(service.filesFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
  assert.ok(files.length > 0);
  const contents = await Promise.all(files.map(async (file) => [file, await readFile(file)] as const));
  return contents.filter(([, bytes]) => bytes.includes(text)).map(([file]) => file);
}

test('no log line, no row, no job and no file has the password of a PDF', async () => {
  const element = { type: 'image', id: 'photo', x: 0, y: 0, width: 9, height: 9, src: '{{photo}}' } as const;
  const variables = [{ name: 'photo', type: 'image', label: 'Photo' }] as const;
  const id = await addTemplate(service.db, tenant, {
    name: 'Findable name',
    variables: [...variables],
    elements: [element],
  });
  const generate = (json: object) =>
    service.send('POST', `/api/v1/templates/${id}/generate`, { key: tenant.apiKey, json });
  const pdf = { variables: {}, format: 'pdf', options: { password } };
  assert.equal((await generate(pdf)).status, 200);
  assert.equal((await generate({ ...pdf, delivery: 'link' })).status, 200);
  // Refused for its format, for a value, and for a picture that is found to be none by the renderer.
  assert.equal((await generate({ ...pdf, format: 'png' })).status, 400);
  assert.equal((await generate({ ...pdf, variables: { photo: 'no address' } })).status, 400);
  const noPicture = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
  assert.equal((await generate({ ...pdf, variables: { photo: noPicture } })).status, 400);
  const template = { templateId: id, format: 'pdf', options: { password } };
  assert.equal((await submit(service, tenant, { template, rows: [{}] })).status, 400);

  assert.deepEqual(
    service.logged.filter((line) => line.includes(password)),
    [],
  );
  assert.deepEqual(await findInTables(password), []);
  assert.deepEqual(await findInFiles(password), []);
  // The search finds what is there.
  assert.ok((await findInTables('Findable name')).length > 0);
  assert.ok(service.logged.some((line) => line.includes('generate')));
});
