import { ActionIcon, Tooltip } from '@mantine/core';
import type { UseRovingIndexReturnValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { CommandId, CommandTools } from '../commands/command.ts';
import { findCommand } from '../commands/commands.ts';
import { describeKeys } from '../commands/keys.ts';
import { isMac } from '../commands/platform.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from './bars.module.css';
import { tooltipEvents } from './tooltip-events.ts';

/** A button of a command, with its name and keys. */
export function CommandButton({ id, icon, tools, roving }: CommandButtonProps): ReactNode {
  const store = useDesignerStore();
  const command = findCommand(id);
  const canRun = useDesigner(command.canRun);
  const isOn = useDesigner((state) => command.isOn?.(state));
  const [keys] = command.keys;
  const run = () => (command.canRun(store.getState()) ? command.run(store, tools) : undefined);
  return (
    <Tooltip
      position="bottom"
      events={tooltipEvents}
      label={
        <>
          {command.name}
          {keys === undefined ? null : <span className={classes.keys}>{describeKeys(keys, isMac)}</span>}
        </>
      }
    >
      <ActionIcon
        variant={isOn === true ? 'light' : 'subtle'}
        {...(isOn === true ? {} : { color: 'gray' })}
        size="lg"
        aria-label={command.name}
        aria-pressed={isOn}
        aria-disabled={!canRun}
        {...(canRun ? {} : { 'data-disabled': true })}
        {...(roving?.(run) ?? { onClick: run })}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

interface CommandButtonProps {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly tools: CommandTools;
  /** Makes it a part of a toolbar whose buttons the arrow keys reach. */
  readonly roving?: (onClick: () => void) => ReturnType<UseRovingIndexReturnValue['getItemProps']>;
}
