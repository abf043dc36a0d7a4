import * as drafts from '../../src/domain/authoring/drafts.ts';
import type { Handler } from './operation.ts';

export const discardDraft: Handler<'discardDraft'> = async ({ caller, path, header }, { authoring }) => {
  await drafts.discardDraft(authoring, caller, path.templateId, header['If-Match']);
  return { status: 204, headers: {} };
};
