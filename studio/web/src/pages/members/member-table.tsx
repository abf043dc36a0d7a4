import { ActionIcon, Menu, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconDots, IconLink, IconLogout, IconPencil, IconUserMinus } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { formatCount } from '../../formats.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Status } from '../../parts/status.tsx';
import { memberWords as words } from '../../words/members.ts';
import { secondFactorWords } from '../../words/second-factor.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import classes from './members.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

type Member = Schema<'Member'>;
type Deed = 'change' | 'link' | 'signOut' | 'remove';

interface MemberTableProps {
  /** Those that are shown. */
  readonly members: readonly Member[];
  /** All of the workspace. */
  readonly all: readonly Member[];
}

/** Members by name. Owners have a menu for each of them. */
export function MemberTable({ members, all }: MemberTableProps): ReactNode {
  const { account } = useSession();
  const [member, setMember] = useState<Member | null>(null);
  const [deed, setDeed] = useState<Deed | null>(null);
  const begin = (next: Deed, whom: Member) => {
    setMember(whom);
    setDeed(next);
  };
  const close = () => setDeed(null);
  return (
    <>
      <DataTable
        caption={words.caption}
        columns={account.role === 'OWNER' ? [...columns, actions(begin)] : columns}
        rows={members}
        rowKey={({ id }) => id}
      />
      {member === null ? null : (
        <>
          <ChangeDialog
            key={`change ${member.id}`}
            member={member}
            isOpen={deed === 'change'}
            onClose={close}
          />
          <LinkDialog key={`link ${member.id}`} member={member} isOpen={deed === 'link'} onClose={close} />
          <SignOutDialog
            key={`sign out ${member.id}`}
            member={member}
            isOpen={deed === 'signOut'}
            onClose={close}
          />
          <RemoveDialog
            key={`remove ${member.id}`}
            member={member}
            members={all}
            isOpen={deed === 'remove'}
            onClose={close}
          />
        </>
      )}
    </>
  );
}

const columns: readonly Column<Member>[] = [
  { key: 'name', label: words.columns.name, render: (member) => <Who member={member} />, width: '44%' },
  { key: 'role', label: words.columns.role, render: ({ role }) => words.roles[role], width: 100 },
  {
    key: 'lastSeen',
    label: words.columns.lastSeen,
    render: ({ status, lastSeenAt }) =>
      status === 'INVITED' ? (
        <Status tone="attention">{words.invited}</Status>
      ) : lastSeenAt === null ? (
        <Text span size="sm" c="dimmed">
          {words.neverSeen}
        </Text>
      ) : (
        <Moment date={lastSeenAt} />
      ),
    width: 150,
  },
  {
    key: 'has',
    label: words.columns.has,
    render: ({ templateCount, keyCount }) => (
      <Text span size="sm" c="dimmed">
        {formatCount(templateCount, ...words.templates)}, {formatCount(keyCount, ...words.keys)}
      </Text>
    ),
    width: 190,
  },
];

/** Name and address. An invited member has no name yet, only the address. */
function Who({
  member: { name, email, pendingEmail, isYou, hasSecondFactor },
}: {
  readonly member: Member;
}): ReactNode {
  return (
    <div className={classes.name}>
      <span dir="auto">{name}</span>
      {isYou ? (
        <Text span size="sm" c="dimmed">
          {' '}
          ({words.you})
        </Text>
      ) : null}
      {email === name ? null : (
        <Text size="xs" c="dimmed" fw={400}>
          {email ?? words.noEmail}
        </Text>
      )}
      {hasSecondFactor ? (
        <Text size="xs" c="dimmed" fw={400}>
          {secondFactorWords.ofMember}
        </Text>
      ) : null}
      {pendingEmail === null ? null : (
        <Text size="xs" c="dimmed" fw={400}>
          {words.notConfirmed(pendingEmail)}
        </Text>
      )}
    </div>
  );
}

function actions(begin: (deed: Deed, member: Member) => void): Column<Member> {
  return {
    key: 'actions',
    label: words.columns.actions,
    isActions: true,
    width: 56,
    render: (member) => (
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={words.actionsFor(member.name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => begin('change', member)}
          >
            {words.actions.change}
          </Menu.Item>
          {member.status === 'INVITED' ? (
            <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => begin('link', member)}>
              {words.actions.newLink}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconLogout size={16} aria-hidden />}
              onClick={() => begin('signOut', member)}
            >
              {words.actions.signOut}
            </Menu.Item>
          )}
          {member.isYou ? null : (
            <Menu.Item
              color="red"
              leftSection={<IconUserMinus size={16} aria-hidden />}
              onClick={() => begin('remove', member)}
            >
              {words.actions.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    ),
  };
}
