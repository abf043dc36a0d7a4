import type { components } from '../../../generated/studio.ts';
import type { ShownUrlKey } from '../../../src/domain/image-urls/own-keys.ts';

/** A URL key as the contract describes it. */
export function urlKeyBody(key: ShownUrlKey): components['schemas']['UrlKey'] {
  const { urlKeyId: id, name, isYours, isReadable, templates, formats, imageHosts, rendersADay } = key;
  const { accountId, accountName, maxSidePx, hasFallback, fit, createdAt, lastUsedAt } = key;
  return {
    id,
    name,
    isYours,
    isReadable,
    rendersADay,
    account: { id: accountId, name: accountName },
    templates: templates?.map((template) => ({ ...template })) ?? null,
    formats: (formats as components['schemas']['OutputFormat'][] | null) ?? null,
    maxSide: maxSidePx,
    imageHosts: imageHosts === null ? null : [...imageHosts],
    fallback: hasFallback,
    fit,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
