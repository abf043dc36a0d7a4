import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { queryRows } from '../../src/store/database.ts';
import { submit } from '../../test/helpers/batch.ts';
import { addTemplate, plainDocument } from '../../test/helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../../test/helpers/image-origin.ts';
import { untilLimited } from '../../test/helpers/operation-statuses.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { createUser, startOwnStudio, type Studio } from '../../test/helpers/studio.ts';
import { measured, untilPreviewing, whilePaused } from './previews.ts';

type Result = components['schemas']['BatchCheckResult'];

let studio: Studio;
let origin: ImageOrigin;
let templateId: string;
let portraitId: string;
before(async () => {
  origin = await startImageOrigin();
  studio = await startOwnStudio({ env: { ...measured, OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const { db, owner } = studio;
  templateId = await addTemplate(db, owner, {
    variables: [
      { name: 'title', type: 'text', label: 'Title', required: true },
      { name: 'price', type: 'number', label: 'Price' },
    ],
  });
  portraitId = await addTemplate(db, owner, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
});
after(async () => {
  await studio.close();
  origin.close();
});

const check = (json: object, id = templateId) =>
  studio.call('checkBatch', { path: { templateId: id }, json });
const getRows = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `${index}` }));

async function neverPublished() {
  const id = await addTemplate(studio.db, studio.owner);
  await queryRows(studio.db, 'update templates set version_id = null where id = :id', { id });
  return await check({ rows: [{}] }, id);
}

testOperation('checkBatch', {
  200: [{ act: () => check({ rows: getRows(3) }) }, { act: () => check({ rows: [{}], format: 'pdf' }) }],
  400: [
    { act: () => check({ rows: [] }), code: 'VALIDATION_ERROR' },
    { act: () => check({ rows: getRows(201) }), code: 'VALIDATION_ERROR' },
    { act: () => check({ rows: [{ title: 1 }] }), code: 'VALIDATION_ERROR' },
    {
      act: async () => {
        const id = await addTemplate(studio.db, studio.owner, { viewport: { width: 9_000, height: 9_000 } });
        const answer = await check({ rows: [{}], options: { scale: 4 } }, id);
        assert.deepEqual(
          answer.problem.errors.map(({ pointer }) => pointer),
          ['/options'],
        );
        return answer;
      },
      code: 'VALIDATION_ERROR',
    },
    {
      act: async () => {
        const answer = await check({
          rows: Array.from({ length: 9 }, () => ({ title: 'x'.repeat(300_000) })),
        });
        assert.deepEqual(
          answer.problem.errors.map(({ pointer }) => pointer),
          ['/rows/3'],
        );
        return answer;
      },
      code: 'VALIDATION_ERROR',
    },
  ],
  409: [{ act: neverPublished, code: 'NEVER_PUBLISHED' }],
  429: [
    {
      act: async () => {
        const busy = await createUser(studio.db);
        return await untilLimited(studio.db, () =>
          studio.call('checkBatch', { as: busy, path: { templateId }, json: {} }),
        );
      },
      code: 'RATE_LIMIT_EXCEEDED',
    },
  ],
});

describe('a check of rows', () => {
  test('has the errors of each row, or else the warnings of its render', async () => {
    const rows = [
      { title: 'Fine' },
      { price: '1,5', titel: 'x' },
      { title: 'a title that is much too long for its box' },
      { title: '' },
    ];
    const { json } = await check({ rows, firstRow: 200 });
    const { rows: found, cost, quota } = json as Result;
    assert.deepEqual(
      found.map(({ rowIndex, errors, warnings }) => [
        rowIndex,
        errors.map(({ variable }) => variable),
        warnings.map(({ code, elementId }) => `${code} ${elementId}`),
      ]),
      [
        [200, [], []],
        [201, ['title', 'price', 'titel'], []],
        [202, [], ['TEXT_OVERFLOW title']],
        [203, ['title'], []],
      ],
    );
    assert.match(found[1]?.errors[1]?.detail ?? '', /^Variable "price" must be a number .*: use 1\.5\.$/u);
    assert.equal(cost, 2);
    assert.equal(quota.remaining, quota.limit - quota.used);
  });

  test('says what the batch says', async () => {
    const { service, owner } = studio;
    const rows = [{ price: 'x' }, { title: 'a', unknown: 'b' }];
    const { problem } = await submit(service, owner, { template: { templateId }, rows });
    assert.equal(problem.code, 'VARIABLE_VALIDATION_FAILED');
    const { rows: found } = (await check({ rows })).json as Result;
    assert.deepEqual(
      found.flatMap(({ errors }) => errors.map(({ detail }) => detail)),
      problem.errors.map(({ detail }) => detail),
    );
  });

  test('fetches each image once, and names the variable of one that cannot be fetched', async () => {
    const { url, image } = origin;
    origin.answer('/ok.png', (response) => response.writeHead(200).end(image));
    origin.answer('/broken.png', (response) => response.writeHead(500).end());
    const photos = [...Array<string>(5).fill('ok'), 'gone', ...Array<string>(6).fill('broken')];
    const rows = photos.map((name) => ({ photo: `${url}/${name}.png` }));
    const { rows: found, cost } = (await check({ rows }, portraitId)).json as Result;
    assert.deepEqual(
      found.map(({ errors }) => errors.map(({ variable }) => variable).join()),
      [...Array<string>(5).fill(''), ...Array<string>(7).fill('photo')],
    );
    assert.equal(cost, 5);
    assert.equal(origin.requests('/ok.png'), 1);
    assert.ok(origin.requests('/broken.png') <= 6);
    assert.match(found[11]?.errors[0]?.detail ?? '', /^Variable "photo" /u);
  });

  test('keeps nothing and charges nothing', async () => {
    const { db, owner } = studio;
    const count = async () => [
      await db('quota_entries').where('workspace_id', owner.workspaceId).count(),
      await db('batch_jobs').where('workspace_id', owner.workspaceId).count(),
    ];
    const before = await count();
    assert.equal((await check({ rows: getRows(50) })).status, 200);
    assert.deepEqual(await count(), before);
  });

  test('leaves room for previews: one of another account waits for one of its rows at most', async () => {
    const other = await createUser(studio.db);
    const id = await addTemplate(studio.db, other);
    await whilePaused(async ({ resume }) => {
      const rows = check({ rows: getRows(200) });
      let isChecked = false;
      void rows.then(() => (isChecked = true));
      await untilPreviewing(studio, 4);
      const shown = studio.call('previewDraft', { as: other, path: { templateId: id }, json: {} });
      await untilPreviewing(studio, 5);
      resume();
      assert.equal((await shown).status, 200);
      assert.equal(isChecked, false);
      assert.equal((await rows).status, 200);
    });
  });

  test('stops when its client goes away', async () => {
    const { service, owner } = studio;
    await whilePaused(async () => {
      const gone = new AbortController();
      const dropped = service.send('POST', `/studio/api/v1/templates/${templateId}/batch-jobs/check`, {
        headers: { Cookie: `platen_session=${owner.token}`, 'Sec-Fetch-Site': 'same-origin' },
        json: { rows: getRows(200) },
        signal: gone.signal,
      });
      await untilPreviewing(studio, 4);
      gone.abort();
      await assert.rejects(dropped);
      // The row that is being laid out.
      await untilPreviewing(studio, 0, 1);
    });
    await untilPreviewing(studio, 0, 0);
  });

  test('warns of codes, which it has to draw', async () => {
    const id = await addTemplate(studio.db, studio.owner, {
      ...plainDocument,
      variables: [{ name: 'link', type: 'qrcode', label: 'Link' }],
      elements: [{ type: 'qrcode', id: 'code', x: 0, y: 0, width: 20, height: 20, value: '{{link}}' }],
    });
    for (const format of ['png', 'pdf']) {
      const { rows } = (await check({ rows: [{ link: 'https://a.example/some/where' }], format }, id))
        .json as Result;
      assert.ok(rows[0]?.warnings.some(({ code }) => code === 'CODE_TOO_SMALL'));
    }
  });
});
