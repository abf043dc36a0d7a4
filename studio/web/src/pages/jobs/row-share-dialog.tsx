import { Modal, Stack, Text } from '@mantine/core';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { useState, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { LifetimeSelect } from '../../parts/links/lifetime-select.tsx';
import { SharedLink } from '../../parts/links/shared-link.tsx';
import { ShareRefused } from '../../parts/links/share-refused.tsx';
import { jobWords } from '../../words/jobs.ts';
import { templatePageWords } from '../../words/template.ts';

const words = jobWords.page.rows.share;

interface RowShareDialogProps {
  readonly job: Schema<'Job'>;
  readonly item: Schema<'JobItem'>;
  readonly onClose: () => void;
}

/** Asks how long a link to the file of a row shall work, makes it, and shows it. */
export function RowShareDialog({ job, item, onClose }: RowShareDialogProps): ReactNode {
  const [days, setDays] = useState<number | null>(null);
  const create = useChange(
    () =>
      data(
        api.POST('/batch-jobs/{jobId}/items/{rowIndex}/shares', {
          params: { path: { jobId: job.jobId, rowIndex: item.rowIndex } },
          body: days === null ? {} : { expiresInDays: days },
        }),
      ),
    ['/shares'],
  );
  const share = create.data;
  return (
    <Modal opened onClose={onClose} title={templatePageWords.share.title} size="lg">
      <Stack gap="md">
        {share === undefined ? (
          <>
            <Text size="sm">{words.what(item.filename, jobWords.formats[job.format])}</Text>
            <LifetimeSelect days={days} onChange={setDays} />
            {create.error === null ? null : <ShareRefused error={create.error} />}
            <DialogButtons
              submit={words.create}
              isBusy={create.isPending}
              onSubmit={() => create.mutate()}
              onCancel={onClose}
            />
          </>
        ) : (
          <SharedLink share={share} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}
