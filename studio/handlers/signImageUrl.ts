import { signImageUrl as sign } from '../../src/domain/image-urls/sign-url.ts';
import { renamePointers } from '../../src/domain/problems/rename-pointers.ts';
import type { Handler } from './operation.ts';

export const signImageUrl: Handler<'signImageUrl'> = async (
  { caller, path, body },
  { imageUrls, publicUrl },
) => {
  const { templateId, version = 'live', file = 'image.png', values = {}, options = {} } = body;
  const { urlKeyId } = path;
  const request = { urlKeyId, templateId, version, file, values, options };
  const { target, isCached, fitted } = await sign(imageUrls, caller, request).catch((error: unknown) => {
    throw renamePointers(error, { '/query/v.': '/values/', '/query': '/options' });
  });
  return { status: 200, headers: {}, body: { url: `${publicUrl()}${target}`, isCached, fitted } };
};
