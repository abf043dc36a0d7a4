import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { addTemplate, plainDocument } from '../../test/helpers/http.ts';
import { untilLimited } from '../../test/helpers/operation-statuses.ts';
import { addSample, readPreview } from '../../test/helpers/previews.ts';
import { checkedFetch } from '../../test/helpers/requests.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { createUser, startOwnStudio, type Studio } from '../../test/helpers/studio.ts';
import {
  measured,
  oneTooMany,
  replacePreview,
  slowDocument,
  untilPreviewing,
  whilePaused,
} from './previews.ts';

let studio: Studio;
let templateId: string;
before(async () => {
  studio = await startOwnStudio({ env: { ...measured, RENDER_TIMEOUT: '3s' } });
  templateId = await addTemplate(studio.db, studio.owner);
});
after(() => studio.close());

const preview = (json: object = {}, id = templateId) =>
  studio.call('previewDraft', { path: { templateId: id }, json });
const invalid = {
  ...plainDocument,
  elements: [{ type: 'text', id: 'a', x: 0, y: 0, width: 1, height: 1, text: '{{nobody}}', fontSize: 'x' }],
};

testOperation('previewDraft', {
  200: [
    { act: () => preview() },
    { act: () => preview({ document: plainDocument, format: 'pdf', tab: 'a' }) },
    { act: () => preview({ elements: { except: [] } }) },
  ],
  400: [
    { act: () => preview({ document: [] }), code: 'VALIDATION_ERROR' },
    { act: () => preview({ values: { title: 1 } }), code: 'VALIDATION_ERROR' },
    { act: () => preview({ tab: 'a b' }), code: 'VALIDATION_ERROR' },
    { act: () => preview({ document: plainDocument, elements: { only: ['?'] } }), code: 'VALIDATION_ERROR' },
  ],
  409: [
    { act: () => preview({ document: invalid }), code: 'TEMPLATE_INVALID' },
    { act: () => preview({ document: {} }), code: 'TEMPLATE_INVALID' },
    { act: () => replacePreview(studio, preview), code: 'PREVIEW_REPLACED' },
  ],
  // Each of its seconds costs one of the previews of this second.
  502: [{ act: () => preview({ document: slowDocument }), code: 'RENDER_FAILED' }],
  503: [
    {
      act: async () => {
        const fresh = await createUser(studio.db);
        const id = await addTemplate(studio.db, fresh);
        const call = { as: fresh, path: { templateId: id }, json: {} };
        // Renderers that replace the lost ones cannot be paused before they start.
        assert.equal((await studio.call('previewDraft', call)).status, 200);
        return await oneTooMany(studio, () => studio.call('previewDraft', call));
      },
      code: 'RENDERER_UNAVAILABLE',
    },
  ],
  429: [
    {
      act: async () => {
        const busy = await createUser(studio.db);
        const id = await addTemplate(studio.db, busy);
        const answer = await untilLimited(studio.db, () =>
          studio.call('previewDraft', { as: busy, path: { templateId: id }, json: { tab: 'a', values: 1 } }),
        );
        assert.equal(answer.headers.get('ratelimit-policy'), '"preview";q=30;w=1');
        // Everything else goes on.
        const { status } = await studio.call('previewDraft', { path: { templateId }, json: {} });
        assert.equal(status, 200);
        return answer;
      },
      code: 'RATE_LIMIT_EXCEEDED',
    },
  ],
});

describe('a preview of a document', () => {
  test('has the bytes that the API sends once it is published', async () => {
    const { service, owner } = studio;
    const { templateId, values } = await addSample(service, owner, 'social-card');
    const [row] = await queryRows<{ document: object }>(
      studio.db,
      'select v.document from template_versions v where v.template_id = :templateId',
      { templateId },
    );
    const { bytes } = await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
      key: owner.apiKey,
      json: { variables: values },
    });
    const unsaved = readPreview(await preview({ document: row?.document, values }, templateId));
    assert.ok(unsaved.file.equals(bytes));
    const stored = readPreview(await preview({ values }, templateId));
    assert.ok(stored.file.equals(bytes));
  });

  test('lists all problems of the document with their places', async () => {
    const { json } = await preview({ document: invalid });
    const { problems } = json as { problems: { pointer: string; elementId: string; line: number }[] };
    assert.deepEqual(
      problems.map(({ pointer, elementId }) => [pointer, elementId]),
      [
        ['/elements/0/text', 'a'],
        ['/elements/0/fontSize', 'a'],
      ],
    );
    assert.ok(problems.every(({ line }) => line > 1));
  });

  test('shows a changed document, though the one before is remembered', async () => {
    const getFile = async (background: string) =>
      readPreview(await preview({ document: { ...plainDocument, background } })).file;
    const [red, blue, again] = [await getFile('#ff0000'), await getFile('#0000ff'), await getFile('#ff0000')];
    assert.ok(!red.equals(blue));
    assert.ok(red.equals(again));
  });

  test('shows a page by its id, counts the pages, and selects elements on each', async () => {
    const box = { x: 0, y: 0, width: 4, height: 4, fill: '#000' };
    const document = {
      schemaVersion: 1,
      name: 'Pages',
      viewport: { width: 8, height: 8 },
      variables: [{ name: 'items', type: 'list', fields: [{ name: 'n', type: 'text' }] }],
      pages: [
        { id: 'card', repeat: { each: '{{ items }}' }, elements: [{ ...box, type: 'rect', id: 'a' }] },
        {
          id: 'end',
          viewport: { width: 6, height: 9 },
          elements: [
            { ...box, type: 'rect', id: 'b' },
            { ...box, type: 'rect', id: 'c' },
          ],
        },
      ],
    };
    const show = async (more: object) => {
      const values = { items: [{ n: '1' }, { n: '2' }, { n: '3' }] };
      const shown = readPreview(await preview({ document, values, ...more }));
      const { width, height, pageCount, pageCounts, report } = shown;
      const { pages, elements } = report;
      const ids = (list?: readonly { id: string }[]) => list?.map(({ id }) => id).join(' ');
      return [width, height, pageCount, pageCounts, ids(pages), ids(elements)];
    };
    const counts = [4, { card: 3, end: 1 }];
    assert.deepEqual(await show({ pageOf: 'end' }), [6, 9, ...counts, 'end', 'b c']);
    assert.deepEqual(await show({ pageOf: 'end', elements: { only: ['c'] } }), [6, 9, ...counts, 'end', 'c']);
    const second = { pageOf: 'card', options: { page: 2 } };
    assert.deepEqual(await show(second), [8, 8, ...counts, 'card[1]', 'a[1]']);
    const last = { pageOf: 'card', options: { page: 9 } };
    assert.deepEqual(await show(last), [8, 8, ...counts, 'card[2]', 'a[2]']);
    // Pages of a group take turns; only then is their order not that of the document.
    const { pageOrder: none } = readPreview(await preview({ document, values: { items: [{ n: '1' }] } }));
    const [card, end] = document.pages;
    const mail = { id: 'mail', repeat: card!.repeat, pages: [{ ...card, repeat: undefined }, end] };
    const grouped = { document: { ...document, pages: [mail] }, values: { items: [{ n: '1' }, { n: '2' }] } };
    const { pageOrder, pageCounts } = readPreview(
      await preview({ ...grouped, pageOf: 'end', options: { page: 2 } }),
    );
    assert.deepEqual(
      [none, pageOrder, pageCounts],
      [undefined, ['card', 'end', 'card', 'end'], { card: 2, end: 2 }],
    );
    const { status, problem } = await preview({ document, values: { items: [] }, pageOf: 'card' });
    assert.deepEqual([status, problem.errors?.[0]?.pointer], [400, '/options/page']);
  });

  test('refuses files that the template does not have', async () => {
    const image = { type: 'image', id: 'i', x: 0, y: 0, width: 9, height: 9, src: 'photo.png' };
    const { status, problem } = await preview({ document: { ...plainDocument, elements: [image] } });
    assert.deepEqual([status, problem.code], [409, 'TEMPLATE_INVALID']);
    assert.match(problem.detail, /no file "photo\.png"/u);
  });

  test('is refused, quickly, where the document is huge, deep or hostile', async () => {
    const nested = (depth: number): object =>
      depth === 0
        ? { type: 'rect', id: 'r', x: 0, y: 0, width: 1, height: 1 }
        : { type: 'group', id: `g${depth}`, x: 0, y: 0, width: 9, height: 9, elements: [nested(depth - 1)] };
    const name = 'x'.repeat(2_100_000);
    const documents: [number, unknown][] = [
      [413, { ...plainDocument, name }],
      [409, { ...plainDocument, viewport: { width: 1e6, height: 1e6 } }],
      [409, { ...plainDocument, viewport: { width: 1e300, height: -1 } }],
      [409, { ...plainDocument, __proto__: null, constructor: {}, elements: 'all' }],
      [400, { ...plainDocument, elements: [nested(400)] }],
    ];
    for (const [expected, document] of documents) {
      const { status, problem } = await preview({ document: document as object });
      assert.equal(status, expected, problem.detail.slice(0, 300));
    }
  });

  test('with many large codes does not block other requests', async () => {
    const codes = Array.from({ length: 20 }, (_, index) => ({
      type: 'barcode',
      id: `c${index}`,
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      symbology: 'azteccode',
      value: `${index} ${'aB1x§'.repeat(150)}`,
    }));
    let isChecked = false;
    const document = { ...plainDocument, elements: codes };
    const checked = preview({ document, elements: { only: [] } }).then((answer) => {
      isChecked = true;
      return answer;
    });
    let answered = 0;
    while (!isChecked) {
      assert.equal((await checkedFetch(`${studio.service.url}/healthz`)).status, 200);
      answered += 1;
    }
    assert.ok(answered > 3, `${answered} answers`);
    assert.equal((await checked).status, 200);
  });

  test('of another account answers as if it did not exist', async () => {
    for (const as of [studio.stranger, studio.member]) {
      const { status, problem } = await studio.call('previewDraft', {
        as,
        path: { templateId },
        json: { document: plainDocument },
      });
      assert.deepEqual([status, problem.code], [404, 'TEMPLATE_NOT_FOUND']);
    }
  });

  test('is abandoned when its client goes away', async () => {
    const { service, owner } = studio;
    await whilePaused(async ({ resume }) => {
      const first = preview();
      await untilPreviewing(studio);
      const gone = new AbortController();
      const dropped = service.send('POST', `/studio/api/v1/templates/${templateId}/draft/preview`, {
        headers: { Cookie: `platen_session=${owner.token}`, 'Sec-Fetch-Site': 'same-origin' },
        json: {},
        signal: gone.signal,
      });
      await untilPreviewing(studio, 2);
      gone.abort();
      await assert.rejects(dropped);
      await untilPreviewing(studio, 1, 1);
      resume();
      assert.equal((await first).status, 200);
    });
  });
});
