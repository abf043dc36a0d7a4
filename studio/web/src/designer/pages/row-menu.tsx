import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../../generated/icons.ts';
import { pageWords as words } from '../../words/designer/pages.ts';

/** The button at the end of a row of the list of pages, and its menu. */
export function RowMenu({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="dimmed" size="sm" aria-label={words.actions(name)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface MoveItemsProps {
  /** Up, and down. */
  readonly canMove: readonly [up: boolean, down: boolean];
  readonly onMove: (action: 'earlier' | 'later') => void;
}

/** The entries of the menu that move a row. */
export function MoveItems({ canMove: [canGoUp, canGoDown], onMove }: MoveItemsProps): ReactNode {
  return (
    <>
      <Menu.Item disabled={!canGoUp} onClick={() => onMove('earlier')}>
        {words.earlier}
      </Menu.Item>
      <Menu.Item disabled={!canGoDown} onClick={() => onMove('later')}>
        {words.later}
      </Menu.Item>
    </>
  );
}
