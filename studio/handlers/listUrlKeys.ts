import { readUrlKeys } from '../../src/domain/image-urls/own-keys.ts';
import { urlKeyBody } from './mapping/url-key.ts';
import type { Handler } from './operation.ts';

export const listUrlKeys: Handler<'listUrlKeys'> = async ({ caller }, { imageUrls }) => {
  const { keys, maxKeys } = await readUrlKeys(imageUrls, caller);
  return { status: 200, headers: {}, body: { data: keys.map(urlKeyBody), maxKeys } };
};
