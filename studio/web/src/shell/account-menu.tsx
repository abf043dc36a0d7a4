import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconLogout, IconUserShield } from '../generated/icons.ts';
import { hasUnsavedWork, signOut, useSession } from '../api/session.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { notifyError } from '../parts/notify.tsx';
import { shellWords as words } from '../words/shell.ts';
import classes from './shell.module.css';

const schemes = ['auto', 'light', 'dark'] as const;

/** Who is signed in, the theme, the account's page, and the way out. */
export function AccountMenu({ onNavigate }: { readonly onNavigate: () => void }): ReactNode {
  const { account, workspace } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu position="top-start" width="target">
        <Menu.Target>
          <UnstyledButton className={classes.account}>
            <VisuallyHidden>{words.accountMenu}</VisuallyHidden>
            <Avatar size={32} radius="xl" color="ink" aria-hidden>
              {initials(account.name)}
            </Avatar>
            <span className={classes.who}>
              <Text size="sm" fw={600} truncate dir="auto">
                {account.name}
              </Text>
              <Text size="xs" c="dimmed" truncate dir="auto">
                {workspace.name}
              </Text>
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to="/account"
            leftSection={<IconUserShield size={16} aria-hidden />}
            onClick={onNavigate}
          >
            {words.account}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{words.theme}</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(value) => setColorScheme(value as MantineColorScheme)}
          >
            {schemes.map((scheme) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {words.themes[scheme]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => (hasUnsavedWork() ? setAsking(true) : void signOut().catch(notifyError))}
          >
            {words.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.unsaved.title}
        confirm={words.unsaved.action}
        isDangerous
        onConfirm={signOut}
        onClose={() => setAsking(false)}
      >
        {words.unsaved.detail}
      </ConfirmDialog>
    </>
  );
}

/** At most two letters, of any script. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => [...word][0]?.toLocaleUpperCase() ?? '').join('');
}
