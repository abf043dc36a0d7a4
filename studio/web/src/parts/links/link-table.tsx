import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconLink } from '../../generated/icons.ts';
import { api, read, type Schema } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { linkWords as words } from '../../words/links.ts';
import { partWords } from '../../words/parts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DataTable } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { linkColumns, withoutName } from './link-columns.tsx';
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
  const all = linkColumns(askToRevoke);
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
