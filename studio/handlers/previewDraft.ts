import { renderPreview } from '../../src/domain/previews/render-preview.ts';
import { findDraftSource } from '../../src/domain/previews/sources.ts';
import type { JsonDocument } from '../../src/store/authoring/working-copies.ts';
import type { Handler } from './operation.ts';
import { previewReply, previewRequest } from './mapping/preview.ts';

export const previewDraft: Handler<'previewDraft'> = async (call, { previews }) => {
  const { path, body, caller } = call;
  const document: JsonDocument | undefined = body.document;
  const findSource = () => findDraftSource(previews, caller, path.templateId, document);
  return await previewReply(await renderPreview(previews, findSource, previewRequest(body), call), body);
};
