import { ActionIcon, Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconMinus, IconPlus } from '../../generated/icons.ts';
import { formatNumber } from '../../formats.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { commandOf, type CommandTools } from '../commands/commands.ts';
import { useDesigner } from '../state/designer.ts';
import classes from './bars.module.css';

/** The zoom of the canvas, at its corner. */
export function ZoomBar({ tools }: { readonly tools: CommandTools }): ReactNode {
  const zoom = useDesigner(({ view }) => view.zoom);
  const percent = `${formatNumber(Math.round(zoom * 100))} %`;
  return (
    <div className={classes.zoom}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.commands.zoomOut}
        onClick={() => tools.zoom('out')}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <Menu position="top">
        <Menu.Target>
          <Button variant="subtle" color="gray" size="compact-sm" miw={64} aria-label={words.zoom(percent)}>
            {percent}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['fit', 'selection', 'actual'] as const).map((to) => (
            <Menu.Item key={to} onClick={() => tools.zoom(to)}>
              {
                commandOf(({ fit: 'zoomFit', selection: 'zoomSelection', actual: 'zoomActual' } as const)[to])
                  .name
              }
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.commands.zoomIn}
        onClick={() => tools.zoom('in')}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
