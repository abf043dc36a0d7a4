/** Values of image variables that name a picture of the template's folder. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import sharp from 'sharp';
import { importTemplate } from '../../src/domain/templates/import-template.ts';
import { submit, submitJob, requestBatch } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  createTenant,
  shareTestService,
  type Answer,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;

const square = (color: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
    .png()
    .toBuffer();

const document = {
  schemaVersion: 1,
  name: 'Badge',
  viewport: { width: 40, height: 20 },
  variables: [
    { name: 'photo', type: 'image', label: 'Photo', defaultValue: 'files/red.png' },
    {
      name: 'people',
      type: 'list',
      label: 'People',
      fields: [{ name: 'face', type: 'image', label: 'Face' }],
    },
  ],
  elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
};

async function importFolder(
  id: string | undefined,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<string> {
  const { db, app } = service;
  const folder = {
    templateJson: Buffer.from(JSON.stringify(document)),
    files: new Map(Object.entries(files)),
  };
  const request = {
    viewer: tenant,
    projectId: tenant.projectId,
    templateId: id,
    visibility: undefined,
  };
  const imported = await importTemplate({ db, storage: app.storage, plans: DEFAULT_PLANS }, request, folder);
  if (imported.outcome !== 'imported') assert.fail(JSON.stringify(imported));
  return imported.templateId;
}

before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await importFolder(undefined, {
    'red.png': await square('#ff0000'),
    'images/blue.png': await square('#0000ff'),
    'files/green.png': await square('#00ff00'),
    'green.png': await square('#ff00ff'),
    'Mu\u0308ller.png': await square('#ffff00'),
    'icon.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#0ff"/></svg>',
    ),
    'text.png': Buffer.from('no picture'),
  });
});
after(() => service.close());

async function generate(variables: object): Promise<Answer> {
  const target = `/api/v1/templates/${templateId}/generate`;
  return await service.send('POST', target, { key: tenant.apiKey, json: { variables } });
}

/** The colour in the middle. */
async function getColor(bytes: Uint8Array): Promise<string> {
  const middle = { left: 20, top: 10, width: 1, height: 1 };
  return (await sharp(bytes).extract(middle).removeAlpha().raw().toBuffer()).toString('hex');
}

const accepted: readonly (readonly [value: string, color: string])[] = [
  ['red.png', 'ff0000'],
  ['files/red.png', 'ff0000'],
  ['images/blue.png', '0000ff'],
  ['files/images/blue.png', '0000ff'],
  // Its own path goes before the path without the folder.
  ['files/green.png', '00ff00'],
  ['green.png', 'ff00ff'],
  ['M\u00fcller.png', 'ffff00'],
  ['icon.svg', '00ffff'],
];

for (const [value, color] of accepted) {
  test(`"${value}" is the picture at that path`, async () => {
    const { status, bytes, json } = await generate({ photo: value });
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(await getColor(bytes), color);
  });
}

test('the default may name a picture', async () => {
  assert.equal(await getColor((await generate({})).bytes), 'ff0000');
});

const refused = [
  'blue.png',
  'Red.png',
  'RED.PNG',
  './red.png',
  '/red.png',
  '../red.png',
  'images/../red.png',
  'images//blue.png',
  'images\\blue.png',
  '%72ed.png',
  'images%2Fblue.png',
  '%2e%2e/red.png',
  ' red.png',
  'red.png ',
  'files/files/red.png',
  'file:red.png',
  'template.json',
];
for (const value of refused) {
  test(`${JSON.stringify(value)} names no picture`, async () => {
    const { status, json } = await generate({ photo: value });
    assert.equal(status, 400);
    const { code, errors } = json as { code: string; errors: { pointer: string; detail: string }[] };
    assert.equal(code, 'VALIDATION_ERROR');
    assert.equal(errors[0]?.pointer, '/variables/photo');
    assert.ok(errors[0].detail.includes(`"photo"`) && errors[0].detail.includes(JSON.stringify(value)));
    assert.match(errors[0].detail, /which has (?:"[^"]+", ){4}"[^"]+" and 2 more/u);
  });
}

test('a NUL and a file that is no picture are refused', async () => {
  assert.equal((await generate({ photo: 'red.png\0' })).status, 400);
  const { status, json } = await generate({ photo: 'text.png' });
  assert.equal(status, 400);
  assert.match((json as { detail: string }).detail, /Variable "photo" is not a picture/u);
});

test('entries of lists are checked as well', async () => {
  assert.equal((await generate({ people: [{ face: 'red.png' }] })).status, 200);
  const { json } = await generate({ people: [{ face: 'red.png' }, { face: 'none.png' }] });
  assert.match((json as { detail: string }).detail, /"people\[1\]\.face".*"none\.png"/u);
});

test('image URLs take the names of pictures', async () => {
  const key = await addUrlKey(service.db, tenant, { imageHosts: ['pictures.example'] });
  const send = (query: string) => service.send('GET', signedTarget(key, { templateId, query }));
  const { status, bytes } = await send('v.photo=images/blue.png');
  assert.equal(status, 200);
  assert.equal(await getColor(bytes), '0000ff');
  const wrong = await send('v.photo=blue.png');
  assert.equal(wrong.status, 400);
  assert.equal((wrong.json as { code: string }).code, 'VARIABLE_VALIDATION_FAILED');
});

test('a batch refuses rows that name no picture, and keeps the pictures of its version', async () => {
  const wrong = await submit(service, tenant, {
    template: { templateId },
    rows: [{ photo: 'red.png' }, { photo: 'p9.png' }],
  });
  assert.equal(wrong.status, 400);
  const { code, errors } = wrong.json as { code: string; errors: { pointer: string; detail: string }[] };
  assert.equal(code, 'VARIABLE_VALIDATION_FAILED');
  assert.equal(errors[0]?.pointer, '/rows/1/photo');
  assert.match(errors[0].detail, /"p9\.png"/u);

  const rows = Array.from({ length: 20 }, (_, index) => ({
    photo: index % 2 === 0 ? 'red.png' : 'files/images/blue.png',
  }));
  const jobId = await submitJob(service, tenant, { template: { templateId }, rows });
  await importFolder(templateId, { 'red.png': await square('#ff0000') });
  const read = async () =>
    (await requestBatch(service, 'GET', `/${jobId}`, tenant)).json as {
      status: string;
      completedItems: number;
    };
  await waitUntil(async () => ['COMPLETED', 'FAILED'].includes((await read()).status));
  assert.equal((await read()).completedItems, 20);
  assert.equal((await generate({ photo: 'images/blue.png' })).status, 400, 'the new version has it no more');
});
