import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IconUserPlus, IconUserQuestion, IconUsersPlus } from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SearchedList } from '../../parts/searched-list.tsx';
import { memberWords as words } from '../../words/members.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import { RemovedMembers } from './removed-members.tsx';
import { RequiredFactor } from './required-factor.tsx';

/** The members of the workspace. Owners invite, change and remove them. */
export function MembersPage(): ReactNode {
  const { account } = useSession();
  const { data, error, refetch } = useQuery(read('/members'));
  const [isInviting, setInviting] = useState(false);
  const invite =
    account.role === 'OWNER' ? (
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
        {words.invite}
      </Button>
    ) : null;
  const isAlone = data?.data.length === 1;
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={data === undefined || isAlone ? null : invite}
      />
      {data === undefined ? (
        error === null ? (
          <LoadingState shape="table" count={4} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <SearchedList
          rows={data.data}
          textOf={({ name, email }) => `${name} ${email ?? ''}`}
          words={words}
          nothingFoundIcon={IconUserQuestion}
        >
          {(members) => <MemberTable members={members} all={data.data} />}
        </SearchedList>
      )}
      {isAlone && invite !== null ? (
        <Group mt="md" grow>
          <EmptyState icon={IconUsersPlus} title={words.alone.title} action={invite}>
            {words.alone.detail}
          </EmptyState>
        </Group>
      ) : null}
      {account.role === 'OWNER' && data !== undefined ? <RequiredFactor members={data.data} /> : null}
      {account.role === 'OWNER' ? <RemovedMembers /> : null}
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
