import { readRender } from '../src/domain/batches/manage-renders.ts';
import { renderSummary } from './mapping/render.ts';
import type { Handler } from './operation.ts';

export const getRender: Handler<'getRender'> = async ({ caller, path }, { results }) => {
  const render = await readRender(results, caller, path.renderId);
  const { renderTimeMs, download, warnings, callback } = render;
  return {
    status: 200,
    headers: {},
    body: {
      ...renderSummary(render),
      renderTimeMs,
      downloadUrl: download?.url ?? null,
      downloadUrlExpiresAt: download?.expiresAt.toISOString() ?? null,
      warnings: [...warnings],
      completionCallback:
        callback === null ? null : { ...callback, deliveredAt: callback.deliveredAt?.toISOString() ?? null },
    },
  };
};
