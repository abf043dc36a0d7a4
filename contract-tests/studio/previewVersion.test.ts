import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { blobKey } from '../../src/storage/storage.ts';
import { addTemplate, plainDocument } from '../../test/helpers/http.ts';
import { addSample, readPreview, sampleNames } from '../../test/helpers/previews.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { createUser, startOwnStudio, type Studio } from '../../test/helpers/studio.ts';
import { measured, oneTooMany, replacePreview, untilPreviewing, whilePaused } from './previews.ts';

let studio: Studio;
let templateId: string;
before(async () => {
  studio = await startOwnStudio({ env: measured });
  templateId = await addTemplate(studio.db, studio.owner);
});
after(() => studio.close());

const preview = (json: object = {}, path: Record<string, string | number> = {}) =>
  studio.call('previewVersion', { path: { templateId, version: 1, ...path }, json });

testOperation('previewVersion', {
  200: [
    { act: () => preview() },
    ...['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'].map((format) => ({
      act: () => preview({ format, values: { title: 'Hello' } }),
    })),
  ],
  400: [
    { act: () => preview({ values: { titel: 'a' } }), code: 'VALIDATION_ERROR' },
    { act: () => preview({ elements: { only: ['title', 'nothing'] } }), code: 'VALIDATION_ERROR' },
    { act: () => preview({ elements: {} }), code: 'VALIDATION_ERROR' },
    { act: () => preview({ elements: { only: [], except: [] } }), code: 'VALIDATION_ERROR' },
  ],
  404: [{ act: () => preview({}, { version: 2 }), code: 'NOT_FOUND' }],
  409: [{ act: () => replacePreview(studio, preview), code: 'PREVIEW_REPLACED' }],
  502: [
    {
      act: () =>
        whilePaused(async ({ pids }) => {
          const drawing = preview();
          await untilPreviewing(studio);
          for (const pid of pids) process.kill(pid, 'SIGKILL');
          return await drawing;
        }),
      code: 'RENDER_FAILED',
    },
  ],
  503: [
    {
      act: async () => {
        const fresh = await createUser(studio.db);
        const id = await addTemplate(studio.db, fresh);
        const call = { as: fresh, path: { templateId: id, version: 1 }, json: {} };
        // Renderers that replace the lost ones cannot be paused before they start.
        assert.equal((await studio.call('previewVersion', call)).status, 200);
        return await oneTooMany(studio, () => studio.call('previewVersion', call));
      },
      code: 'RENDERER_UNAVAILABLE',
    },
  ],
});

test('a password locks a PDF, and nothing else; no log line has it', async () => {
  const password = 'Kuckucksnest 12';
  const { status, bytes } = await preview({ format: 'pdf', password });
  assert.equal(status, 200);
  assert.ok(Buffer.from(bytes).includes('/Encrypt'));
  const refused = await preview({ format: 'png', password });
  assert.deepEqual([refused.status, refused.problem.errors[0]?.pointer], [400, '/password']);
  assert.ok(!studio.service.logged.some((line) => line.includes(password)));
});

test('names the value and the picture that storage has damaged or lost, and says what helps', async () => {
  const { storage } = studio.service.app;
  const id = await addTemplate(studio.db, studio.owner, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo', required: true }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
  const losses: Readonly<Record<string, (key: string, bytes: number) => Promise<unknown>>> = {
    damaged: (key, bytes) => storage.write(key, Buffer.alloc(bytes)),
    missing: (key) => storage.delete(key),
  };
  for (const [state, lose] of Object.entries(losses)) {
    // A picture of its own: a renderer keeps what it has read.
    const background = state === 'damaged' ? '#12ab34' : '#ab1234';
    const picture = await sharp({ create: { width: 7, height: 3, channels: 3, background } })
      .png()
      .toBuffer();
    const upload = () => studio.call('uploadPicture', { body: picture });
    const { id: hash } = (await upload()).json as { readonly id: string };
    await lose(blobKey(hash), picture.length);
    const values = { photo: 'pictures/ada.png' };
    const show = () => preview({ values, pictures: [{ name: 'ada.png', id: hash }] }, { templateId: id });
    const { status, problem } = await show();
    assert.deepEqual([status, problem.code], [502, 'RENDER_FAILED'], state);
    assert.equal(
      problem.detail,
      `Variable "photo" names the picture "ada.png", which is ${state} in storage; ` +
        'upload the picture again. Nothing was charged.',
    );
    // What the sentence asks for helps.
    assert.equal((await upload()).status, 200);
    assert.equal((await show()).status, 200, state);
  }
});

describe('a preview of a version', () => {
  for (const sample of sampleNames()) {
    test(`has the bytes that the API sends: ${sample}`, async () => {
      const { service, owner } = studio;
      const { templateId, values } = await addSample(service, owner, sample);
      const options = [{}, { scale: 2, quality: 60, backgroundColor: '#ffeedd' }, { outputDpi: 150 }];
      const formats = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'];
      const cases = formats.flatMap((format) => options.map((each) => ({ format, options: each })));
      // One sample with all options in all formats, the others with one of them in each format.
      const isTried = (index: number) => sample === 'social-card' || index % (options.length + 1) === 0;
      for (const each of cases.filter((_, index) => isTried(index))) {
        const answer = await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
          key: owner.apiKey,
          json: { variables: values, ...each },
        });
        const shown = readPreview(await preview({ values, ...each }, { templateId }));
        const where = JSON.stringify(each);
        assert.equal(answer.status, 200, where);
        assert.equal(shown.mediaType, answer.headers.get('content-type'), where);
        assert.ok(shown.file.equals(answer.bytes), where);
        assert.equal(String(shown.warnings.length), answer.headers.get('x-render-warnings'));
        assert.deepEqual(shown.report.warnings, shown.warnings);
      }
    });
  }

  test('charges nothing and writes nothing', async () => {
    const { db, owner } = studio;
    const count = () => db('quota_entries').where('workspace_id', owner.workspaceId).count();
    const before = await count();
    const answer = await preview({ values: { title: 'x' } });
    assert.equal(answer.status, 200);
    assert.deepEqual(await count(), before);
    const headers = [...answer.headers.keys()].filter((name) => name.startsWith('x-quota'));
    assert.deepEqual(headers, []);
  });

  test('shows the version that it names, and only to those who see the template', async () => {
    const { stranger, member } = studio;
    for (const as of [stranger, member]) {
      const { status, problem } = await studio.call('previewVersion', {
        as,
        path: { templateId, version: 1 },
        json: {},
      });
      assert.deepEqual([status, problem.code], [404, 'TEMPLATE_NOT_FOUND']);
    }
  });

  test('names the values, options and elements that are refused', async () => {
    const pointers = async (json: object) =>
      (await preview(json)).problem.errors.map(({ pointer }) => pointer);
    assert.deepEqual(await pointers({ values: { titel: 'a', b: 'c' } }), ['/values/titel', '/values/b']);
    assert.deepEqual(await pointers({ elements: { only: ['title', 'x', 'y'] } }), [
      '/elements/only/1',
      '/elements/only/2',
    ]);
    assert.deepEqual(await pointers({ elements: { except: ['x'] } }), ['/elements/except/0']);
    assert.deepEqual(await pointers({ format: 'gif' }), ['/format']);
    assert.deepEqual(await pointers({ options: { scale: 9 } }), ['/options/scale']);
  });

  test('selects elements, of which it reports the boxes', async () => {
    const place = { x: 5, y: 5, width: 20, height: 10 };
    const elements = ['a', 'b'].map((id) => ({ type: 'rect' as const, id, ...place, fill: '#f00' }));
    const id = await addTemplate(studio.db, studio.owner, {
      ...plainDocument,
      elements: [...elements, { type: 'rect', id: 'hidden', ...place, visible: false }],
    });
    const reported = async (selection: object) => {
      const { report } = readPreview(await preview({ elements: selection }, { templateId: id }));
      return report.elements.map((each) => [each.id, each.pageBox]);
    };
    const box = { ...place, rotation: 0 };
    assert.deepEqual(await reported({ only: ['b', 'hidden'] }), [['b', box]]);
    assert.deepEqual(await reported({ except: ['b'] }), [['a', box]]);
  });
});
