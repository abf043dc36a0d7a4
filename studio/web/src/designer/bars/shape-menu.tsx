import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconTriangleSquareCircle } from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { CommandTools } from '../commands/command.ts';
import { findCommand } from '../commands/commands.ts';
import { shapeCommandIds } from '../commands/shape-commands.ts';
import { outlineOf, shapeNames } from '../model/shapes.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import classes from './bars.module.css';

interface ShapeMenuProps {
  readonly tools: CommandTools;
  /** Makes its button a part of a toolbar whose buttons the arrow keys reach. */
  readonly roving: object;
}

/** The shapes that a page can have, each with its outline. */
export function ShapeMenu({ tools, roving }: ShapeMenuProps): ReactNode {
  const store = useDesignerStore();
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.addShape}
          title={words.addShape}
          {...roving}
        >
          <IconTriangleSquareCircle size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shapeNames.map((name) => {
          const { d, isLine } = outlineOf(name);
          return (
            <Menu.Item
              key={name}
              leftSection={
                <svg
                  viewBox="-6 -6 112 112"
                  className={classes.shape}
                  data-line={isLine || undefined}
                  aria-hidden
                >
                  <path d={d} {...(isLine ? { transform: 'translate(0 32) scale(1 .36)' } : {})} />
                </svg>
              }
              onClick={() => findCommand(shapeCommandIds[name]).run(store, tools)}
            >
              {words.shapes[name]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
