import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { compose } from 'transformation-matrix';
import { IconLayoutColumns, IconLayoutOff, IconLayoutRows } from '../../../generated/icons.ts';
import { designerWords as words } from '../../../words/designer/designer.ts';
import type { CommandTools } from '../../commands/command.ts';
import { findCommand } from '../../commands/commands.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { findLayoutTarget } from '../../model/layout-target.ts';
import { measureBounds, computeCorners, toPage } from '../../model/placement.ts';
import { useDesigner, useDesignerStore } from '../../state/use-designer.ts';
import { pageToScreen } from '../../view/screen.ts';
import classes from './layout.module.css';

const buttons = [
  ['layoutRow', 'row', IconLayoutColumns],
  ['layoutColumn', 'column', IconLayoutRows],
  ['removeLayout', null, IconLayoutOff],
] as const;

/** Pixels on the screen below the group, beyond its handles. */
const distance = 14;

/** The direction of the layout of the group that is selected, below it. */
export function LayoutBar({ tools }: { readonly tools: CommandTools }): ReactNode {
  const store = useDesignerStore();
  const design = useDesigner((state) => state.design);
  const view = useDesigner((state) => state.view);
  const isBusy = useDesigner(
    ({ gesture, textEdit, isPreview }) => gesture !== null || textEdit !== null || isPreview,
  );
  const target = design.selection.length === 1 && !isBusy ? findLayoutTarget(design) : null;
  // An element that is not drawn has no place.
  if (target === null || target.box.width + target.box.height === 0) return null;
  const screen = pageToScreen(seenDocument(design), view);
  const matrix = compose(screen, toPage({ element: target.box, groups: target.groups }));
  const { x, y, width, height } = measureBounds(computeCorners(target.box, matrix));
  return (
    <div
      role="toolbar"
      aria-label={words.layoutBar}
      className={classes.bar}
      style={{
        // It stays on the canvas.
        left: `clamp(80px, ${x + width / 2}px, 100% - 80px)`,
        top: `clamp(28px, ${y + height + distance}px, 100% - 92px)`,
      }}
      // The canvas keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {buttons.map(([id, direction, Icon]) => {
        const isOn = direction === null ? undefined : (target.layout.direction ?? 'row') === direction;
        const { name, run } = findCommand(id);
        return (
          <Tooltip key={id} label={name}>
            <ActionIcon
              variant={isOn === true ? 'light' : 'subtle'}
              {...(isOn === true ? {} : { color: 'gray' })}
              aria-label={name}
              aria-pressed={isOn}
              onClick={() => run(store, tools)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
}
