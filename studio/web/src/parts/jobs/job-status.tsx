import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { jobWords as words } from '../../words/jobs.ts';
import { Status, type Tone } from '../status.tsx';

type Job = Schema<'Job'>;

/** Whether rows are still to be rendered. */
export function isActive({ status }: Pick<Job, 'status'>): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}

/** Whether there is an archive to download now. */
export function hasArchive({ archiveExpiresAt }: Pick<Job, 'archiveExpiresAt'>): boolean {
  return archiveExpiresAt !== null && new Date(archiveExpiresAt).getTime() > Date.now();
}

/** What the button for the job's result says. */
export function nameDownload({ sheet }: Pick<Job, 'sheet'>): string {
  return sheet === null ? words.downloadArchive : words.downloadSheets;
}

/** The state of a job in words. A completed job with failed rows asks for attention. */
export function JobStatus({ job }: { readonly job: Pick<Job, 'status' | 'failedItems'> }): ReactNode {
  return <Status tone={findTone(job)}>{words.statuses[job.status]}</Status>;
}

function findTone({ status, failedItems }: Pick<Job, 'status' | 'failedItems'>): Tone {
  switch (status) {
    case 'PENDING':
    case 'PROCESSING':
      return 'active';
    case 'COMPLETED':
      return failedItems > 0 ? 'attention' : 'good';
    case 'FAILED':
      return 'bad';
    case 'CANCELLED':
      return 'neutral';
  }
}
