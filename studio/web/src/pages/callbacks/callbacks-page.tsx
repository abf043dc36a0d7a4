import { Button, Group, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isLoopbackUrl } from '../../../../../src/common/addresses/loopback.ts';
import { IconFilterOff, IconX } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { useAddress } from '../../parts/address.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { LoopbackNotice } from '../../parts/loopback-notice.tsx';
import { NothingFound } from '../../parts/nothing-found.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { callbackWords as words } from '../../words/callbacks.ts';
import { partWords } from '../../words/parts.ts';
import { DeliveryList } from './delivery-list.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import { SecretPanel } from './secret-panel.tsx';

type Status = Schema<'DeliveryStatus'>;

const statuses = Object.entries(words.statuses).map(([value, label]) => ({ value, label }));
const size = 20;

/** Deliveries of callbacks, current through live events, and the secret that signs them. */
export function CallbacksPage(): ReactNode {
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <SecretPanel />
      <Deliveries />
    </>
  );
}

/** The filters are in the address. A job's page links to its own deliveries. */
function Deliveries(): ReactNode {
  const address = useAddress();
  const given = address.get('status');
  const status = given !== null && given in words.statuses ? (given as Status) : null;
  const job = address.get('job');
  const isFiltered = status !== null || job !== null;
  const query = {
    page: address.page,
    size,
    ...(status === null ? {} : { status }),
    ...(job === null ? {} : { jobId: job }),
  };
  const { data, error, refetch } = useQuery({
    ...read('/deliveries', { params: { query } }),
    placeholderData: keepPreviousData,
  });
  const clear = () => address.setFilters({ status: null, job: null });
  const isEmpty = data?.data.length === 0;
  if (isEmpty && !isFiltered && address.page === 0) return <NoDeliveries />;
  return (
    <>
      <Group component="search" aria-label={words.filters.label} align="flex-end" gap="sm" mb="md">
        <Select
          label={words.filters.status}
          placeholder={words.filters.all}
          data={statuses}
          value={status}
          onChange={(next) => address.setFilters({ status: next })}
          clearable
          clearButtonProps={{ 'aria-label': words.filters.clear }}
          w={{ base: '100%', xs: 200 }}
        />
        {job === null ? null : (
          <Button
            variant="light"
            rightSection={<IconX size={16} aria-hidden />}
            onClick={() => address.setFilters({ job: null })}
            aria-label={words.filters.allJobs}
          >
            {words.filters.ofOneJob}
          </Button>
        )}
      </Group>
      {data === undefined ? (
        error === null ? (
          <LoadingState shape="table" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : isEmpty ? (
        <NothingFound
          icon={IconFilterOff}
          words={{ ...words.nothingFound, action: words.filters.clear }}
          onClear={clear}
        />
      ) : (
        <>
          <LoopbackNotice
            url={data.data.find(({ url }) => isLoopbackUrl(url))?.url ?? ''}
            words={partWords.loopback.callback}
            mb="md"
          />
          <DeliveryList deliveries={data.data} />
          <Pagination pagination={data.pagination} onPage={address.setPage} />
        </>
      )}
    </>
  );
}
