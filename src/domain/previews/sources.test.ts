import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goodDocument, startAuthoring } from '../../../test/helpers/authoring.ts';
import { CheckedDocuments } from './checked-documents.ts';
import type { PreviewParts } from './parts.ts';
import { findDraftSource } from './sources.ts';

test('a preview of a given document does not read that of the draft', async () => {
  const authoring = await startAuthoring();
  try {
    const { parts, owner, add, save } = authoring;
    const templateId = await add();
    await save(templateId, { ...goodDocument, name: 'Draft' });
    const previews = {
      authoring: parts,
      checkedDocuments: new CheckedDocuments(),
    } as unknown as PreviewParts;
    const rows: unknown[] = [];
    parts.db.on('query-response', (answer: { readonly rows: unknown }) => void rows.push(answer.rows));
    const given = await findDraftSource(previews, owner, templateId, { ...goodDocument, name: 'Given' });
    assert.equal(given.document.name, 'Given');
    assert.match(JSON.stringify(rows), /"baseVersion":/u);
    // The document is selected as a text.
    assert.doesNotMatch(JSON.stringify(rows), /viewport/u);
    const draft = await findDraftSource(previews, owner, templateId);
    assert.equal(draft.document.name, 'Draft');
    assert.match(JSON.stringify(rows), /\\"viewport\\":/u);
  } finally {
    await authoring.close();
  }
});
