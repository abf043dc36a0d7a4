import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDownload, IconExternalLink, IconShare2 } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { jobWords } from '../../words/jobs.ts';

const words = jobWords.page.rows;

interface RowActionsProps {
  readonly job: Schema<'Job'>;
  readonly item: Schema<'JobItem'>;
  readonly onShare: () => void;
}

/** Opens, downloads and shares the file of a row. */
export function RowActions({ job, item, onShare }: RowActionsProps): ReactNode {
  const { filename, rowIndex } = item;
  const address = `/studio/api/v1/batch-jobs/${job.jobId}/items/${rowIndex}/file`;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <Tooltip label={words.open}>
        <ActionIcon
          component="a"
          href={`${address}?save=false`}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          color="gray"
          aria-label={words.openOf(filename)}
        >
          <IconExternalLink size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.download}>
        <ActionIcon
          component="a"
          href={address}
          download
          variant="subtle"
          color="gray"
          aria-label={words.downloadOf(filename)}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.share.action}>
        <ActionIcon variant="subtle" color="gray" aria-label={words.share.of(filename)} onClick={onShare}>
          <IconShare2 size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
