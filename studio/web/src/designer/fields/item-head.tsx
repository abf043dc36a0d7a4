import { ActionIcon, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAdjustments, IconTrash } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import classes from './fields.module.css';

interface ItemHeadProps {
  readonly name: string;
  /** The button that opens the settings; without it, they are always seen. */
  readonly settings?: {
    readonly name: string;
    readonly isOpen: boolean;
    readonly onToggle: () => void;
  };
  /** Null: the item cannot be removed. */
  readonly onRemove: (() => void) | null;
  /** Buttons between those. */
  readonly children?: ReactNode;
}

/** The name of an item of a list, with buttons for its settings and its removal. */
export function ItemHead({ name, settings, onRemove, children }: ItemHeadProps): ReactNode {
  return (
    <div className={classes.itemHead}>
      <Text size="xs" fw={600}>
        {name}
      </Text>
      <span>
        {settings === undefined ? null : (
          <ActionIcon
            size={24}
            variant={settings.isOpen ? 'light' : 'subtle'}
            color={settings.isOpen ? 'ink' : 'gray'}
            aria-label={settings.name}
            aria-expanded={settings.isOpen}
            onClick={settings.onToggle}
          >
            <IconAdjustments size={16} aria-hidden />
          </ActionIcon>
        )}
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
