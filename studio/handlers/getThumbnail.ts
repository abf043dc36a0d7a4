import { getThumbnail as findThumbnail } from '../../src/domain/authoring/thumbnails.ts';
import type { Handler } from './operation.ts';

export const getThumbnail: Handler<'getThumbnail'> = async (
  { caller: viewer, path, query, signal, log },
  { thumbnails },
) => {
  const call = { viewer, signal, log };
  return { file: await findThumbnail(thumbnails, path.templateId, query.version, call) };
};
