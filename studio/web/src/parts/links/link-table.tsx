import { ActionIcon, Anchor, Button, Text, Tooltip } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import {
  IconExternalLink,
  IconFileTypePdf,
  IconLink,
  IconLinkOff,
  IconPhoto,
} from '../../generated/icons.ts';
import { api, read, type Schema } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { formatAgo, formatBytes, formatDateTime } from '../../formats.ts';
import { linkWords as words } from '../../words/links.ts';
import { partWords } from '../../words/parts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CopyButton } from '../copy-button.tsx';
import { DataTable, type Column } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { LoadingState } from '../loading-state.tsx';
import { LoopbackNotice } from '../loopback-notice.tsx';
import { notifyDone } from '../notify.tsx';
import { isMissingPage, MissingPage, Pagination } from '../pagination.tsx';
import classes from './links.module.css';

type Share = Schema<'Share'>;

interface LinkTableProps {
  /** Only links of this template. */
  readonly templateId?: string;
  /** Whether the page is about this template: its name is not shown then. */
  readonly isOfTemplate?: boolean;
  /** Where the page keeps it in its address. Otherwise the table keeps it. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
  readonly size?: number;
  /** Instead of the table if there are no links. */
  readonly empty?: ReactNode;
}

/** Active links, newest first: to copy, open and revoke. */
export function LinkTable(props: LinkTableProps): ReactNode {
  const { templateId, isOfTemplate = false, size = 20, empty } = props;
  const [ownPage, setOwnPage] = useState(0);
  const { page = ownPage, onPage = setOwnPage } = props;
  const [asked, setAsked] = useState<Share | null>(null);
  const [isOpen, setOpen] = useState(false);
  const query = { page, size, ...(templateId === undefined ? {} : { templateId }) };
  const { data, error, refetch } = useQuery({
    ...read('/shares', { params: { query } }),
    placeholderData: keepPreviousData,
  });
  const askToRevoke = (share: Share) => {
    setAsked(share);
    setOpen(true);
  };
  const revoke = async () => {
    if (asked === null) return;
    await api.DELETE('/shares/{shareId}', { params: { path: { shareId: asked.id } } });
    notifyDone(words.revoked);
    // The last one of a page.
    if (data?.data.length === 1 && page > 0) onPage(page - 1);
    void invalidate('/shares');
  };
  const dialog = (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.confirm.title}
      confirm={words.confirm.action}
      isDangerous
      onConfirm={revoke}
      onClose={() => setOpen(false)}
    >
      <Text size="sm" fw={600} className={classes.url}>
        {asked?.url}
      </Text>
      <Text size="sm" mt={4}>
        {words.confirm.detail}
      </Text>
    </ConfirmDialog>
  );
  if (data === undefined) {
    return error === null ? (
      <LoadingState shape="table" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  if (isMissingPage(data.pagination)) return <MissingPage pagination={data.pagination} onPage={onPage} />;
  if (data.data.length === 0) {
    return (
      <>
        {empty ?? <NoLinks isOfTemplate={isOfTemplate} />}
        {dialog}
      </>
    );
  }
  const all = columns(askToRevoke);
  return (
    <>
      {/* All of them begin with PUBLIC_URL. */}
      <LoopbackNotice url={data.data[0]?.url ?? ''} words={partWords.loopback.links} mb="md" />
      <DataTable
        caption={words.caption}
        columns={isOfTemplate ? withoutName(all) : all}
        rows={data.data}
        rowKey={({ id }) => id}
      />
      <Pagination pagination={data.pagination} onPage={onPage} />
      {dialog}
    </>
  );
}

function columns(askToRevoke: (share: Share) => void): Column<Share>[] {
  return [
    {
      key: 'template',
      label: words.columns.template,
      render: (share) => (
        <span className={classes.name}>
          <Picture share={share} />
          {share.templateId === null ? (
            <span dir="auto">{share.templateName}</span>
          ) : (
            <Anchor
              component={Link}
              to={`/templates/${share.templateId}`}
              fw={600}
              size="sm"
              dir="auto"
              title={share.templateName}
              className={classes.templateName}
            >
              {share.templateName}
            </Anchor>
          )}
        </span>
      ),
    },
    {
      key: 'url',
      label: words.columns.url,
      render: (share) => (
        <span className={classes.address}>
          <Text span size="sm" truncate className={classes.url} title={share.url}>
            {share.url.replace(/^https?:\/\//, '')}
          </Text>
          <CopyButton value={share.url} what={words.copy(share.templateName)} />
        </span>
      ),
    },
    {
      key: 'type',
      label: words.columns.type,
      render: ({ mimeType, fileSize }) => (
        <TwoLines second={formatBytes(fileSize)}>{words.types[mimeType]}</TwoLines>
      ),
      width: 110,
    },
    {
      key: 'created',
      label: words.columns.created,
      render: ({ createdAt, source }) => (
        <TwoLines second={words.sources[source]}>
          <When date={createdAt} />
        </TwoLines>
      ),
      width: 120,
    },
    {
      key: 'expires',
      label: words.columns.expires,
      render: ({ expiresAt }) => <When date={expiresAt} />,
      width: 120,
    },
    {
      key: 'actions',
      label: words.columns.actions,
      render: (share) => (
        <span className={classes.actions}>
          <Tooltip label={words.open(share.templateName)}>
            <ActionIcon
              component="a"
              href={share.url}
              target="_blank"
              rel="noreferrer"
              variant="subtle"
              color="gray"
              aria-label={words.open(share.templateName)}
            >
              <IconExternalLink size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={words.revoke}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.revokeNamed(share.templateName)}
              onClick={() => askToRevoke(share)}
            >
              <IconLinkOff size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      ),
      isActions: true,
      width: 90,
    },
  ];
}

/** For the page of a template: the picture and the link name the row. */
function withoutName(all: readonly Column<Share>[]): Column<Share>[] {
  return all
    .filter(({ key }) => key !== 'template')
    .map((column) =>
      column.key === 'url'
        ? {
            ...column,
            render: (share) => (
              <span className={classes.name}>
                <Picture share={share} />
                {column.render(share)}
              </span>
            ),
          }
        : column,
    );
}

function Picture({ share: { url, mimeType } }: { readonly share: Share }): ReactNode {
  // A link's own picture, if it has this origin: the page's content policy allows no other.
  const path = mimeType === 'application/pdf' ? null : findPath(url);
  return (
    <span className={classes.picture} aria-hidden>
      {path !== null ? (
        <img src={path} alt="" loading="lazy" />
      ) : mimeType === 'application/pdf' ? (
        <IconFileTypePdf size={20} stroke={1.5} />
      ) : (
        <IconPhoto size={20} stroke={1.5} />
      )}
    </span>
  );
}

function findPath(url: string): string | null {
  const { origin, pathname } = new URL(url);
  return origin === window.location.origin ? pathname : null;
}

/** A fact with a smaller one below it; beside it on a card. */
function TwoLines({
  children,
  second,
}: {
  readonly children: ReactNode;
  readonly second: string;
}): ReactNode {
  return (
    <span className={classes.lines}>
      <span>{children}</span>
      <Text span size="xs" c="dimmed">
        {second}
      </Text>
    </span>
  );
}

function When({ date }: { readonly date: string }): ReactNode {
  return (
    <time dateTime={date} title={formatDateTime(date)} className={classes.nowrap}>
      {formatAgo(date)}
    </time>
  );
}

function NoLinks({ isOfTemplate }: { readonly isOfTemplate: boolean }): ReactNode {
  const { title, detail } = isOfTemplate ? words.emptyForTemplate : words.empty;
  return (
    <EmptyState
      icon={IconLink}
      title={title}
      action={
        isOfTemplate ? undefined : (
          <Button component={Link} to="/" variant="default">
            {words.empty.action}
          </Button>
        )
      }
    >
      {detail}
    </EmptyState>
  );
}
