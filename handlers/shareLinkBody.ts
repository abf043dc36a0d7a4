import type { components } from '../generated/openapi.ts';
import type { SharedRender } from '../src/domain/shares/list.ts';

/** A link as the contract tells it. */
export function shareLinkBody(link: SharedRender): components['schemas']['ShareLink'] {
  const { id, url, templateId, templateName, source } = link;
  return {
    id,
    url,
    templateId,
    templateName,
    mimeType: link.mediaType,
    fileSize: link.fileBytes,
    source,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
  };
}
