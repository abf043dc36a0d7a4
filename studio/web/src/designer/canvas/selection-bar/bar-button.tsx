import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface BarButtonProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

/** A button of a bar at the selection. */
export function BarButton({ name, icon, isOn, onClick }: BarButtonProps): ReactNode {
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant={isOn === true ? 'light' : 'subtle'}
        {...(isOn === true ? {} : { color: 'gray' })}
        aria-label={name}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
