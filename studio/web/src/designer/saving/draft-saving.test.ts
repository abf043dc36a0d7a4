import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../api/problem.ts';
import { changeElement } from '../model/changes/content.ts';
import type { TemplateDocument } from '../model/template.ts';
import { createDesigner } from '../state/designer.ts';
import { createDraftSaving, type UnsavedDraft } from './draft-saving.ts';

for (const status of [0, 500, 502]) {
  test(`undo of a change that the service has saved with the status ${status} is saved`, async (t) => {
    const document = {
      name: 'Card',
      viewport: { width: 10, height: 10 },
      elements: [{ type: 'rect', id: 'a', x: 0, y: 0, width: 5, height: 5 }],
    } as unknown as TemplateDocument;
    const service = { document: document as object, revision: 1, failsAfter: true };
    const kept: (UnsavedDraft | null)[] = [];
    const store = createDesigner('t', document);
    const { saver } = createDraftSaving(store, '1', {
      service: {
        read: () =>
          Promise.resolve({ etag: String(service.revision), value: structuredClone(service.document) }),
        save: (value, etag) => {
          if (etag !== String(service.revision)) return Promise.reject(new ApiError({ status: 412 }));
          service.document = structuredClone(value);
          service.revision += 1;
          if (service.failsAfter) return Promise.reject(new ApiError({ status }));
          return Promise.resolve({ etag: String(service.revision), problems: [] });
        },
      },
      whenIdle: () => Promise.resolve(),
      onConflicts: () => undefined,
      onState: () => undefined,
      keep: (unsaved) => kept.push(unsaved),
    });
    t.after(() => saver.close());
    store.subscribe(() => saver.notice());
    const placeOf = (saved: object) => (saved as TemplateDocument).elements[0]!.x;
    store.getState().change((design) => changeElement(design, 'a', (element) => void (element.x = 5)));
    await assert.rejects(saver.flush(), { status });
    store.getState().undo();
    // A tab that ends now has kept what it has sent.
    assert.deepEqual(kept.at(-1)?.unanswered.map(placeOf), [5]);
    service.failsAfter = false;
    await saver.flush();
    assert.equal(placeOf(service.document), 0);
    assert.equal(kept.at(-1), null);
  });
}
