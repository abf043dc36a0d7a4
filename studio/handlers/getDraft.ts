import * as drafts from '../../src/domain/authoring/drafts.ts';
import { draftBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const getDraft: Handler<'getDraft'> = async ({ caller, path }, { authoring }) => {
  const draft = await drafts.getDraft(authoring, caller, path.templateId);
  return { status: 200, headers: { ETag: draft.etag }, body: draftBody(draft) };
};
