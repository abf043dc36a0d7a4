import * as drafts from '../../src/domain/authoring/drafts.ts';
import { savedDraftBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const saveDraft: Handler<'saveDraft'> = async ({ caller, path, header, body }, { authoring }) => {
  const save = { document: body, ifMatch: header['If-Match'] };
  const draft = await drafts.saveDraft(authoring, caller, path.templateId, save);
  return { status: 200, headers: { ETag: draft.etag }, body: savedDraftBody(draft) };
};
