import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../../generated/icons.ts';
import { previewWords } from '../../words/previews.ts';

const words = previewWords.list;

interface EntryActionsProps {
  readonly row: number;
  readonly count: number;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

/** The menu of an entry of a list. */
export function EntryActions({ row, count, onMove, onRemove }: EntryActionsProps): ReactNode {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={words.actionsOf(row + 1)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={row === 0} onClick={() => onMove(-1)}>
          {words.moveUp}
        </Menu.Item>
        <Menu.Item disabled={row === count - 1} onClick={() => onMove(1)}>
          {words.moveDown}
        </Menu.Item>
        <Menu.Item color="red" onClick={onRemove}>
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
