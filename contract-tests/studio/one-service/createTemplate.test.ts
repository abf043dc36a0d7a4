import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listGallery, listSamples } from '../../../src/domain/authoring/samples.ts';
import { studioContract } from '../../../test/helpers/contract-document.ts';
import type { Answer } from '../../../test/helpers/http.ts';
import { makeZip } from '../../../test/helpers/zip.ts';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio, type StudioCall } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { goodDocument, makeShared } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('createTemplate', {
  201: [
    { act: () => create({ json: { source: { width: 210, height: 297, unit: 'mm', dpi: 300 } } }) },
    { act: () => create({ json: { name: 'Tickets', source: { sample: 'event-ticket' } } }) },
    { act: () => create({ body: getZip(goodDocument) }) },
    { act: () => create({ body: getZip({ name: 'Not valid', surprise: true }) }) },
    {
      act: async () => {
        const { projectId } = await makeShared(studio);
        return create({ as: studio.member, path: { projectId }, body: getZip(goodDocument) });
      },
    },
  ],
  400: [
    { act: () => create({ json: { source: { width: 10.5, height: 10 } } }), code: 'VALIDATION_ERROR' },
    { act: () => create({ json: { source: { width: 20_000, height: 20_000 } } }), code: 'VALIDATION_ERROR' },
    { act: () => create({ json: { source: { sample: '../samples' } } }), code: 'VALIDATION_ERROR' },
    { act: () => create({ body: Buffer.from('no zip') }), code: 'VALIDATION_ERROR' },
    { act: () => create({ body: getZip([]) }), code: 'VALIDATION_ERROR' },
    { act: () => create({ body: makeZip([{ name: 'a.txt', content: '' }]) }), code: 'VALIDATION_ERROR' },
  ],
  409: [
    {
      act: () => withFullStorage(studio.db, studio.owner, () => create({ body: getZip(goodDocument) })),
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});

test('every sample can be chosen, and none that there is not', async () => {
  const { components } = studioContract.contract as unknown as {
    components: { schemas: { SampleName: { enum: string[] } } };
  };
  const there = [...(await listSamples()), ...(await listGallery())];
  assert.deepEqual(components.schemas.SampleName.enum.toSorted(), there.toSorted());
});

test('a sample has the files of its template, and is valid', async () => {
  for (const sample of [...(await listSamples()), ...(await listGallery())]) {
    const { json } = await create({ json: { source: { sample } } });
    const { id: templateId, draft } = json as { id: string; draft: { problemCount: number } };
    assert.equal(draft.problemCount, 0, sample);
    const { json: files } = await studio.call('listFiles', { path: { templateId } });
    for (const { path, isUsed } of (files as { data: { path: string; isUsed: boolean }[] }).data)
      assert.ok(isUsed, `${sample}: ${path}`);
  }
});

function getZip(document: unknown): Uint8Array {
  return makeZip([{ name: 'template.json', content: JSON.stringify(document) }]);
}

async function create(call: StudioCall): Promise<Answer> {
  return await studio.call('createTemplate', { path: { projectId: studio.owner.projectId }, ...call });
}
