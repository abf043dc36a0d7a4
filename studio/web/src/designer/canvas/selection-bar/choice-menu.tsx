import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKey } from '../../fields/edited.tsx';

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly icon?: ReactNode;
  /** What the key gets. */
  readonly value: unknown;
}

interface ChoiceMenuProps {
  readonly name: string;
  readonly icon: ReactNode;
  /** The key of the element, whose values are objects. */
  readonly path: string;
  /** The name of having no value. */
  readonly none: string;
  readonly choices: readonly Choice[];
  /** The choice that a value is, if it is one of them. */
  readonly findChosen: (value: object) => string | null | undefined;
}

/** A menu of a bar at the selection: one of several values of a key, or none. */
export function ChoiceMenu({ name, icon, path, none, choices, findChosen }: ChoiceMenuProps): ReactNode {
  const key = useKey(path);
  const value = typeof key.value === 'object' && key.value !== null ? key.value : undefined;
  const chosen = value === undefined ? undefined : findChosen(value);
  const choose = (next: unknown) => {
    key.set(next);
    key.finish();
  };
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={name} title={name}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item aria-current={value === undefined || undefined} onClick={() => choose(undefined)}>
          {none}
        </Menu.Item>
        {choices.map((each) => (
          <Menu.Item
            key={each.id}
            aria-current={each.id === chosen || undefined}
            leftSection={each.icon}
            onClick={() => choose(each.value)}
          >
            {each.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
