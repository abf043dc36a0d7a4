import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconActivity } from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { useAddress } from '../../parts/address.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { activityWords as words } from '../../words/activity.ts';
import { Days } from './days.tsx';

const size = 50;

/** Who changed what, newest first. */
export function ActivityPage(): ReactNode {
  const { account } = useSession();
  const { page, setPage } = useAddress();
  const { data, error, refetch } = useQuery({
    ...read('/activity', { params: { query: { page, size } } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title={words.title}
        description={account.role === 'OWNER' ? words.ofAll : words.ofOneself}
      />
      {data === undefined ? (
        error === null ? (
          <LoadingState shape="table" count={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.data.length === 0 ? (
        <EmptyState icon={IconActivity} title={words.empty.title}>
          {words.empty.detail}
        </EmptyState>
      ) : (
        <>
          <Days entries={data.data} />
          <Pagination pagination={data.pagination} onPage={setPage} />
        </>
      )}
    </>
  );
}
