import { renderPreview } from '../../src/domain/previews/render-preview.ts';
import { findVersionSource, withGivenPictures } from '../../src/domain/previews/sources.ts';
import type { Handler } from './operation.ts';
import { previewReply, previewRequest } from './mapping/preview.ts';

export const previewVersion: Handler<'previewVersion'> = async (call, { previews }) => {
  const { path, body, caller } = call;
  const pictures = { pictures: body.pictures ?? [], picturesOfJob: body.picturesOfJob ?? null };
  const findSource = async () => {
    const source = await findVersionSource(previews, caller, path.templateId, path.version);
    return await withGivenPictures(previews, caller, source, pictures);
  };
  return await previewReply(await renderPreview(previews, findSource, previewRequest(body), call), body);
};
