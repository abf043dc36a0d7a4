import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { formatDateTime } from '../../formats.ts';
import { SharedLink } from '../../parts/links/shared-link.tsx';
import { ShareRefused } from '../../parts/links/share-refused.tsx';
import { jobWords } from '../../words/jobs.ts';
import { partWords } from '../../words/parts.ts';
import { templatePageWords } from '../../words/template.ts';

const words = jobWords.page.rows.share;

const dayMs = 24 * 60 * 60 * 1_000;

/** Offered if the plan's links work longer. */
const choices = [1, 7, 30, 90] as const;

interface RowShareDialogProps {
  readonly job: Schema<'Job'>;
  readonly item: Schema<'JobItem'>;
  readonly onClose: () => void;
}

/** Asks how long a link to the file of a row shall work, makes it, and shows it. */
export function RowShareDialog({ job, item, onClose }: RowShareDialogProps): ReactNode {
  const { limits } = useSession();
  const [days, setDays] = useState('');
  const { shareLinkSeconds } = limits;
  const create = useChange(
    () =>
      data(
        api.POST('/batch-jobs/{jobId}/items/{rowIndex}/shares', {
          params: { path: { jobId: job.jobId, rowIndex: item.rowIndex } },
          body: days === '' ? {} : { expiresInDays: Number(days) },
        }),
      ),
    ['/shares'],
  );
  const share = create.data;
  const lifetimeMs = days === '' ? (shareLinkSeconds ?? 0) * 1_000 : Number(days) * dayMs;
  return (
    <Modal opened onClose={onClose} title={templatePageWords.share.title} size="lg">
      <Stack gap="md">
        {share === undefined ? (
          <>
            <Text size="sm">{words.what(item.filename, jobWords.formats[job.format])}</Text>
            {shareLinkSeconds === null ? null : (
              <NativeSelect
                label={words.expires}
                description={words.expiresOn(formatDateTime(new Date(Date.now() + lifetimeMs).toISOString()))}
                value={days}
                onChange={({ currentTarget }) => setDays(currentTarget.value)}
                data={[
                  { value: '', label: words.longest },
                  ...choices
                    .filter((choice) => choice * dayMs < shareLinkSeconds * 1_000)
                    .map((choice) => ({ value: String(choice), label: words.days(choice) })),
                ]}
                data-autofocus
              />
            )}
            {create.error === null ? null : <ShareRefused error={create.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {partWords.cancel}
              </Button>
              <Button loading={create.isPending} onClick={() => create.mutate()}>
                {words.create}
              </Button>
            </Group>
          </>
        ) : (
          <SharedLink share={share} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}
