import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPlus } from '../../generated/icons.ts';
import { dataSetWords as words } from '../../words/designer/data-sets.ts';
import { generatedKinds, type GeneratedKind } from '../model/generated-values.ts';

interface NewSetMenuProps {
  readonly isDisabled: boolean;
  readonly onBlank: () => void;
  readonly onKind: (kind: GeneratedKind) => void;
  readonly onRow: () => void;
}

/** Where the values of a new data set come from. */
export function NewSetMenu({ isDisabled, onBlank, onKind, onRow }: NewSetMenuProps): ReactNode {
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          h={28}
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isDisabled}
        >
          {words.newSet}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onBlank}>{words.blank}</Menu.Item>
        <Menu.Item onClick={onRow}>{words.row}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.generated}</Menu.Label>
        {generatedKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onKind(kind)}>
            {words.kinds[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
