import { renderPreview } from '../../src/domain/previews/render-preview.ts';
import { findVersionSource } from '../../src/domain/previews/sources.ts';
import type { Handler } from './operation.ts';
import { previewReply, previewRequest } from './mapping/preview.ts';

export const previewVersion: Handler<'previewVersion'> = async (call, { previews }) => {
  const { path, body, caller } = call;
  const findSource = () => findVersionSource(previews, caller, path.templateId, path.version);
  return previewReply(await renderPreview(previews, findSource, previewRequest(body), call), body);
};
