import type { components } from '../../generated/openapi.ts';
import type { SharedRender } from '../../src/domain/shares/links.ts';

/** A share link in the contract's form. */
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
