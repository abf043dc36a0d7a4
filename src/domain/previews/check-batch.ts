import { readUsage } from '../../store/quota.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import type { QuotaState } from '../problems/problem.ts';
import { quotaState } from '../quota/state.ts';
import { checkBatchRows, type RowFindings, type RowsToCheck } from './check-rows.ts';
import type { PreviewParts } from './parts.ts';
import type { PreviewCall } from './render-preview.ts';
import type { GivenPictures } from '../batches/pictures.ts';
import { findPublishedSource, withGivenPictures } from './sources.ts';

export interface CheckedBatch {
  /** In the order of the rows. */
  readonly rows: readonly RowFindings[];
  /** The renders that the rows without errors would take. */
  readonly cost: number;
  readonly quota: QuotaState & { readonly used: number };
}

/**
 * Checks rows of a batch with the published version, before they are submitted.
 *
 * @throws Problem
 */
export async function checkBatch(
  parts: PreviewParts,
  templateId: string,
  { pictures, ...rows }: RowsToCheck & { readonly pictures: GivenPictures },
  call: PreviewCall & { readonly caller: Pick<StudioCaller, 'plan'> },
): Promise<CheckedBatch> {
  const { caller } = call;
  const published = await findPublishedSource(parts, caller, templateId);
  const source = await withGivenPictures(parts, caller, published, pictures);
  const found = await checkBatchRows(parts, source, rows, call);
  const now = new Date();
  const { used } = await readUsage(parts.db, caller.workspaceId, now);
  return {
    rows: found,
    cost: found.filter(({ errors }) => errors.length === 0).length,
    quota: { ...quotaState(parts.plans[caller.plan].rendersPerMonth, used, now), used },
  };
}
