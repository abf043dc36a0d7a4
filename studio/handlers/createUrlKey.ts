import { createOwnUrlKey } from '../../src/domain/image-urls/own-keys.ts';
import { urlKeyBody } from './mapping/url-key.ts';
import type { Handler } from './operation.ts';

export const createUrlKey: Handler<'createUrlKey'> = async ({ caller, body }, { imageUrls }) => {
  const {
    name,
    templateIds,
    formats,
    maxSide,
    imageHosts,
    rendersADay,
    fallback = false,
    fit = false,
  } = body;
  const { key, secret } = await createOwnUrlKey(imageUrls, caller, {
    name,
    templateIds: templateIds ?? null,
    formats: formats ?? null,
    maxSidePx: maxSide ?? null,
    imageHosts: imageHosts ?? null,
    rendersADay: rendersADay ?? null,
    hasFallback: fallback,
    fit,
  });
  return { status: 201, headers: {}, body: { key: urlKeyBody(key), secret } };
};
