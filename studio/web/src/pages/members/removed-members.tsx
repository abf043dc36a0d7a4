import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IconArrowBackUp, IconTrash } from '../../generated/icons.ts';
import { api, read, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { formatCount, formatDate } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { Section } from '../../parts/section.tsx';
import { memberWords } from '../../words/members.ts';
import { InviteDialog } from './invite-dialog.tsx';

const words = memberWords.bin;

type RemovedMember = Schema<'RemovedMember'>;

/** The bin, for owners: removed members come back, or are deleted for good. Nothing while it is empty. */
export function RemovedMembers(): ReactNode {
  const { data } = useQuery(read('/removed-members'));
  const [restored, setRestored] = useState<RemovedMember | null>(null);
  const [purged, setPurged] = useState<RemovedMember | null>(null);
  const isEmpty = data === undefined || data.data.length === 0;
  return (
    <>
      {isEmpty ? null : (
        <Box mt="xl">
          <Section title={words.title} description={words.description} isWide>
            <DataTable
              caption={words.title}
              columns={[...columns, actions(setRestored, setPurged)]}
              rows={data.data}
              rowKey={({ id }) => id}
            />
          </Section>
        </Box>
      )}
      <InviteDialog
        key={restored?.id}
        {...(restored === null ? {} : { removed: restored })}
        isOpen={restored !== null}
        onClose={() => setRestored(null)}
      />
      {purged === null ? null : <PurgeDialog member={purged} onClose={() => setPurged(null)} />}
    </>
  );
}

function PurgeDialog({
  member: { id, name, projectCount, templateCount },
  onClose,
}: {
  readonly member: RemovedMember;
  readonly onClose: () => void;
}): ReactNode {
  const purge = useChange(
    () => api.DELETE('/removed-members/{memberId}', { params: { path: { memberId: id } } }),
    ['/removed-members'],
    { onSuccess: () => notifyDone(words.purged(name)) },
  );
  const projects = formatCount(projectCount, ...words.projects);
  return (
    <ConfirmDialog
      isOpen
      title={words.purgeTitle(name)}
      confirm={words.purge}
      isDangerous
      onConfirm={() => purge.mutateAsync()}
      onClose={onClose}
    >
      {words.purgeDetail(`${projects}, ${formatCount(templateCount, ...memberWords.templates)}`)}
    </ConfirmDialog>
  );
}

const columns: readonly Column<RemovedMember>[] = [
  { key: 'name', label: memberWords.columns.name, render: ({ name }) => <bdi>{name}</bdi>, width: '30%' },
  {
    key: 'removed',
    label: words.columns.removed,
    render: ({ removedAt }) => <Moment date={removedAt} />,
    width: 130,
  },
  {
    key: 'deleted',
    label: words.columns.deleted,
    render: ({ deletedAt }) => formatDate(deletedAt),
    width: 130,
  },
  {
    key: 'has',
    label: memberWords.columns.has,
    render: ({ projectCount, templateCount }) => (
      <Text span size="sm" c="dimmed">
        {formatCount(projectCount, ...words.projects)}, {formatCount(templateCount, ...memberWords.templates)}
      </Text>
    ),
  },
];

function actions(
  restore: (member: RemovedMember) => void,
  purge: (member: RemovedMember) => void,
): Column<RemovedMember> {
  return {
    key: 'actions',
    label: memberWords.columns.actions,
    isActions: true,
    width: 300,
    render: (member) => (
      <Group gap="xs" justify="flex-end">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label={words.restoreOf(member.name)}
          onClick={() => restore(member)}
        >
          {words.restore}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={words.purgeOf(member.name)}
          onClick={() => purge(member)}
        >
          {words.purge}
        </Button>
      </Group>
    ),
  };
}
