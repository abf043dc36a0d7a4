import { Button, Checkbox, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { IconHistory } from '../../../generated/icons.ts';
import { api, data as bodyOf, read, type Schema } from '../../../api/client.ts';
import { useChange } from '../../../api/queries.ts';
import { formatAgo, formatDateTime } from '../../../formats.ts';
import { useAddress } from '../../../parts/address.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
import { Pagination } from '../../../parts/pagination.tsx';
import { Status } from '../../../parts/status.tsx';
import { Thumbnail } from '../../../parts/template/thumbnail.tsx';
import { templatePageWords } from '../../../words/template.ts';
import { useTemplate } from '../template-context.ts';
import { Comparison, readPair, type Side } from './comparison.tsx';
import classes from './versions.module.css';

const words = templatePageWords.versions;

/** The published versions as pictures: to compare two, and to restore one. */
export function VersionsTab(): ReactNode {
  const [params] = useSearchParams();
  const pair = readPair(params.get('compare'));
  return pair === null ? <VersionList /> : <Comparison pair={pair} />;
}

function VersionList(): ReactNode {
  const { id: templateId, version: current, draft } = useTemplate();
  const address = useAddress();
  const [, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<readonly Side[]>([]);
  const [restored, setRestored] = useState<Schema<'Version'> | null>(null);
  const { data, error, refetch } = useQuery({
    ...read('/templates/{templateId}/versions', {
      params: { path: { templateId }, query: { page: address.page, size: 24 } },
    }),
    placeholderData: keepPreviousData,
  });
  const restore = useChange(
    (version: number) =>
      bodyOf(
        api.POST('/templates/{templateId}/versions/{version}/restore', {
          params: { path: { templateId, version } },
        }),
      ),
    [
      '/templates',
      '/templates/{templateId}',
      '/templates/{templateId}/versions',
      '/templates/{templateId}/draft',
      '/templates/{templateId}/files',
    ],
  );
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState shape="cards" count={4} />;
  if (data.pagination.totalElements === 0) {
    return (
      <EmptyState icon={IconHistory} title={words.none.title}>
        {words.none.detail}
      </EmptyState>
    );
  }
  const choose = (side: Side, isChosen: boolean) =>
    // A third one takes the place of the first.
    setChosen((current) =>
      isChosen ? [...current, side].slice(-2) : current.filter((each) => each !== side),
    );
  const compare = () => {
    const [first, second] = chosen.toSorted(oldestFirst);
    if (first !== undefined && second !== undefined) setParams({ compare: `${first},${second}` });
  };
  return (
    <>
      {data.pagination.totalElements < 2 ? null : (
        <Group gap="sm" mb="md" mih={36}>
          <Button variant="default" disabled={chosen.length !== 2} onClick={compare}>
            {words.compare}
          </Button>
          <Text size="sm" c="dimmed">
            {words.choose}
          </Text>
        </Group>
      )}
      <ul className={classes.grid} aria-label={words.caption}>
        {data.data.map((version) => (
          <VersionCard
            key={version.number}
            version={version}
            isChosen={chosen.includes(version.number)}
            onChoose={
              data.pagination.totalElements < 2 ? null : (isChosen) => choose(version.number, isChosen)
            }
            onRestore={() => setRestored(version)}
          />
        ))}
      </ul>
      <Pagination pagination={data.pagination} onPage={address.setPage} />
      <ConfirmDialog
        isOpen={restored !== null}
        title={words.restoreDialog.title(restored?.number ?? 0)}
        confirm={words.restoreDialog.confirm}
        onConfirm={async () => {
          if (restored === null) return;
          const { number } = await restore.mutateAsync(restored.number);
          notifyDone(words.restoreDialog.done(number));
        }}
        onClose={() => setRestored(null)}
      >
        {words.restoreDialog.detail(restored?.number ?? 0, current ?? 0)}
        {draft === null ? null : ` ${words.restoreDialog.draftStays}`}
      </ConfirmDialog>
    </>
  );
}

interface VersionCardProps {
  readonly version: Schema<'Version'>;
  readonly isChosen: boolean;
  /** Null: there is nothing to compare it with. */
  readonly onChoose: ((isChosen: boolean) => void) | null;
  readonly onRestore: () => void;
}

function VersionCard({ version, isChosen, onChoose, onRestore }: VersionCardProps): ReactNode {
  const { number, isPublished, publishedAt, publishedBy, page, thumbnail } = version;
  const when = formatAgo(publishedAt);
  const name = words.version(number);
  return (
    <li className={classes.card} data-chosen={isChosen || undefined}>
      <Thumbnail source={thumbnail} page={page} label="" />
      <div className={classes.body}>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{name}</Text>
          {isPublished ? <Status tone="good">{words.published}</Status> : null}
        </Group>
        <Text size="xs" c="dimmed" title={formatDateTime(publishedAt)}>
          {publishedBy === null ? when : words.by(publishedBy.name, when)}
        </Text>
        <Group justify="space-between" gap="xs" mt={4} mih={30}>
          {onChoose === null ? (
            <span />
          ) : (
            <Checkbox
              label={words.selectShort}
              aria-label={words.select(name)}
              checked={isChosen}
              onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
            />
          )}
          {isPublished ? null : (
            <Button size="xs" variant="default" aria-label={words.restoreLabel(number)} onClick={onRestore}>
              {words.restore}
            </Button>
          )}
        </Group>
      </div>
    </li>
  );
}

function oldestFirst(one: Side, other: Side): number {
  return (
    (one === 'draft' ? Number.POSITIVE_INFINITY : one) -
    (other === 'draft' ? Number.POSITIVE_INFINITY : other)
  );
}
