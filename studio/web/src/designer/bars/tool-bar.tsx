import { Fragment, type ReactNode } from 'react';
import {
  IconBarcode,
  IconCircle,
  IconFolderMinus,
  IconFolderPlus,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconLetterT,
  IconLine,
  IconPhoto,
  IconQrcode,
  IconSquare,
  IconStackPop,
  IconStackPush,
  IconVectorBezier,
} from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { CommandId, CommandTools } from '../commands/commands.ts';
import classes from './bars.module.css';
import { CommandButton } from './top-bar.tsx';

const groups: readonly (readonly (readonly [CommandId, typeof IconSquare])[])[] = [
  [
    ['addText', IconLetterT],
    ['addImage', IconPhoto],
    ['addRectangle', IconSquare],
    ['addEllipse', IconCircle],
    ['addLine', IconLine],
    ['addPath', IconVectorBezier],
    ['addQrCode', IconQrcode],
    ['addBarcode', IconBarcode],
  ],
  [
    ['group', IconFolderPlus],
    ['ungroup', IconFolderMinus],
    ['front', IconStackPop],
    ['back', IconStackPush],
  ],
  [
    ['alignLeft', IconLayoutAlignLeft],
    ['alignCentre', IconLayoutAlignCenter],
    ['alignRight', IconLayoutAlignRight],
    ['alignTop', IconLayoutAlignTop],
    ['alignMiddle', IconLayoutAlignMiddle],
    ['alignBottom', IconLayoutAlignBottom],
    ['distributeX', IconLayoutDistributeVertical],
    ['distributeY', IconLayoutDistributeHorizontal],
  ],
];

/** Buttons that add elements, and arrange what is selected. */
export function ToolBar({ tools }: { readonly tools: CommandTools }): ReactNode {
  return (
    <div className={classes.tools} role="toolbar" aria-label={words.toolbar}>
      {groups.map((buttons, index) => (
        <Fragment key={buttons[0]?.[0]}>
          {index === 0 ? null : <span className={classes.gap} />}
          {buttons.map(([id, Icon]) => (
            <CommandButton key={id} id={id} icon={<Icon size={18} aria-hidden />} tools={tools} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}
