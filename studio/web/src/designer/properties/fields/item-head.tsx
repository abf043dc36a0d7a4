import { ActionIcon, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAdjustments, IconTrash } from '../../../generated/icons.ts';
import { propertyWords } from '../../../words/designer/properties.ts';
import classes from '../properties.module.css';

interface ItemHeadProps {
  readonly name: string;
  /** What the button that opens the settings is called. */
  readonly settingsName: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Null: the item cannot be removed. */
  readonly onRemove: (() => void) | null;
  /** Buttons between those. */
  readonly children?: ReactNode;
}

/** The name of an item of a list, with buttons for its settings and its removal. */
export function ItemHead({
  name,
  settingsName,
  isOpen,
  onToggle,
  onRemove,
  children,
}: ItemHeadProps): ReactNode {
  return (
    <div className={classes.itemHead}>
      <Text size="xs" fw={600}>
        {name}
      </Text>
      <span>
        <ActionIcon
          size={24}
          variant={isOpen ? 'light' : 'subtle'}
          color={isOpen ? 'ink' : 'gray'}
          aria-label={settingsName}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <IconAdjustments size={16} aria-hidden />
        </ActionIcon>
        {children}
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={propertyWords.remove(name)}
          disabled={onRemove === null}
          onClick={() => onRemove?.()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </span>
    </div>
  );
}
