import type { components } from '../../generated/openapi.ts';
import type { RenderRecord } from '../../src/store/batches/renders.ts';

/** A render in the contract's form, without what only a single one has. */
export function renderSummary(render: RenderRecord): components['schemas']['RenderSummary'] {
  const { renderId, status, templateId, templateName, format, metadata } = render;
  const { pageCount, error, warningCount, archiveBytes: fileSize } = render;
  return {
    renderId,
    status,
    templateId,
    templateName,
    format,
    metadata,
    createdAt: render.createdAt.toISOString(),
    startedAt: render.startedAt?.toISOString() ?? null,
    completedAt: render.completedAt?.toISOString() ?? null,
    expiresAt: render.expiresAt?.toISOString() ?? null,
    fileSize,
    pageCount,
    error,
    warningCount,
  };
}
