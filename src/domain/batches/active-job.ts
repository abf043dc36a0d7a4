import type { PlanName } from '../../config/plans.ts';
import { startJob } from '../../store/batches/rows.ts';
import type { Database } from '../../store/database.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import { listJobPictures, type NamedPicture } from '../../store/batches/pictures.ts';
import type { RenderTarget } from '../renders/output-options.ts';
import type { TemplateCache } from '../templates/discovery.ts';
import { withPictures } from './pictures.ts';

/** A job whose rows are being rendered. */
export type ActiveJob = RenderTarget & {
  readonly id: string;
  readonly workspaceId: string;
  /** Whether it is a single render, whose result is the file of its row. */
  readonly isRender: boolean;
  /** Null if the version was removed. */
  readonly version: TemplateVersion | null;
  /** Those that the job keeps; they are among the files of `version`, too. */
  readonly pictures: readonly NamedPicture[];
  readonly traceparent: string | null;
  /** As in `StartedJob`. */
  readonly sizes: readonly string[] | null;
  /** Of the workspace, if an endpoint of webhooks wants the events of its rows; null: none does. */
  readonly rowEventsPlan: PlanName | null;
};

/** Rows of a job: `from` up to, but not including, `to`. */
export interface RowRange {
  readonly jobId: string;
  readonly from: number;
  readonly to: number;
}

/** Reads a job for a task and makes it PROCESSING. Null if the job is not active. */
export async function readActiveJob(
  { db, templates }: { readonly db: Database; readonly templates: TemplateCache },
  jobId: string,
): Promise<ActiveJob | null> {
  const job = await startJob(db, jobId);
  if (job === null) return null;
  const version = job.versionId === null ? null : await templates.read(job.versionId);
  const pictures = job.hasPictures ? await listJobPictures(db, { jobId, accountId: null }) : [];
  return { ...job, pictures, version: version === null ? null : withPictures(version, pictures) };
}
