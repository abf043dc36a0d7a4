import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { jobWords as words } from '../../words/jobs.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { notifyDone } from '../notify.tsx';

type Job = Schema<'Job'>;

/** What can be done with a job, and the dialog that asks before. */
export interface JobActions {
  readonly download: (job: Job) => Promise<void>;
  readonly askToCancel: (job: Job) => void;
  readonly askToRemove: (job: Job) => void;
  /** To be placed once on the page. */
  readonly dialog: ReactNode;
}

/** @param onRemoved is called after a job is deleted */
export function useJobActions(onRemoved: () => void = () => undefined): JobActions {
  const [asked, setAsked] = useState<{ readonly action: 'cancel' | 'remove'; readonly job: Job } | null>(
    null,
  );
  const [isOpen, setOpen] = useState(false);
  const ask = (action: 'cancel' | 'remove') => (job: Job) => {
    setAsked({ action, job });
    setOpen(true);
  };
  const act = async () => {
    if (asked === null) return;
    const params = { path: { jobId: asked.job.jobId } };
    if (asked.action === 'cancel') await api.POST('/batch-jobs/{jobId}/cancel', { params });
    else {
      await api.DELETE('/batch-jobs/{jobId}', { params });
      onRemoved();
    }
    notifyDone(asked.action === 'cancel' ? words.cancelled : words.removed);
    void invalidate('/batch-jobs', '/usage', ...(asked.action === 'cancel' ? ['/batch-jobs/{jobId}'] : []));
  };
  const isRemoval = asked?.action === 'remove';
  const { totalItems = 0, processedItems = 0 } = asked?.job ?? {};
  return {
    download: downloadArchive,
    askToCancel: ask('cancel'),
    askToRemove: ask('remove'),
    dialog: (
      <ConfirmDialog
        isOpen={isOpen}
        title={isRemoval ? words.confirmRemove.title : words.confirmCancel.title}
        confirm={isRemoval ? words.confirmRemove.action : words.confirmCancel.action}
        {...(isRemoval ? {} : { keep: words.confirmCancel.keep })}
        isDangerous
        onConfirm={act}
        onClose={() => setOpen(false)}
      >
        <Text size="sm">
          {isRemoval ? words.confirmRemove.detail : words.confirmCancel.detail(totalItems - processedItems)}
        </Text>
      </ConfirmDialog>
    ),
  };
}

/** Starts the download. The URL is made for each download, because it works without a session. */
async function downloadArchive({ jobId }: Job): Promise<void> {
  const { downloadUrl } = await data(api.GET('/batch-jobs/{jobId}/result', { params: { path: { jobId } } }));
  const link = document.createElement('a');
  // At the address of this page: that of PUBLIC_URL may lead nowhere from here, such as 127.0.0.1.
  const { pathname, search } = new URL(downloadUrl);
  link.href = pathname + search;
  link.download = '';
  link.click();
}
